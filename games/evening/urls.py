"""The addresses of `evening`."""

from django.urls import path

from games.evening import championship_pages, code_pages, list_pages, wall_pages
from games.evening import evening_pages as pages
from games.evening import table_pages as tables
from games.evening.duplicate import board_pages

urlpatterns = [
    path("table/", code_pages.table, name="table"),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/codes/",
        code_pages.evening_codes,
        name="evening-codes",
    ),
    path("wall/<slug:address>/", wall_pages.wall, name="wall"),
    path("wall/<slug:address>/live/", wall_pages.wall_live, name="wall-live"),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/wall/",
        wall_pages.evening_wall,
        name="evening-wall",
    ),
    path("c/<slug:slug>/championship/", championship_pages.championship_page, name="championship"),
    path(
        "c/<slug:slug>/players/<slug:player_id>/evenings/",
        championship_pages.player_evenings,
        name="player-evenings",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/counts/",
        championship_pages.evening_counts,
        name="evening-counts",
    ),
    path("c/<slug:slug>/evenings/", pages.evenings_page, name="evenings"),
    path("c/<slug:slug>/evenings/new/", pages.evening_new, name="evening-new"),
    path("c/<slug:slug>/evenings/<slug:evening_id>/", pages.evening, name="evening"),
    path("c/<slug:slug>/evenings/<slug:evening_id>/draw/", pages.evening_draw, name="evening-draw"),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/move/", tables.evening_move, name="evening-move"
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/announce/",
        tables.evening_announce,
        name="evening-announce",
    ),
    path("c/<slug:slug>/evenings/<slug:evening_id>/here/", pages.evening_here, name="evening-here"),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/teams/", pages.evening_teams, name="evening-teams"
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/clock/",
        tables.evening_clock,
        name="evening-clock",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/points/",
        tables.evening_points,
        name="evening-points",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/tables/<slug:match_id>/",
        tables.evening_table,
        name="evening-table",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/tables/<slug:match_id>/game/",
        tables.evening_game,
        name="evening-game",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/list/",
        list_pages.evening_list,
        name="evening-list",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/list.pdf",
        list_pages.evening_list_pdf,
        name="evening-list-pdf",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/list.png",
        list_pages.evening_list_png,
        name="evening-list-png",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/boards.pdf",
        board_pages.boards_pdf,
        name="boards-pdf",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/<slug:what>.pdf",
        list_pages.evening_paper,
        name="evening-paper",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/printed/",
        list_pages.evening_printed,
        name="evening-printed",
    ),
    path("c/<slug:slug>/evenings/<slug:evening_id>/boards/", board_pages.boards, name="boards"),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/boards/deal/",
        board_pages.boards_deal,
        name="boards-deal",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/boards/show/",
        board_pages.boards_show,
        name="boards-show",
    ),
]
