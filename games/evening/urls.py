"""The addresses of `evening`."""

from django.urls import path

from games.access.addresses import CLUB, EVENING, PLAYER
from games.evening import championship_pages, code_pages, list_pages, wall_pages
from games.evening import evening_pages as pages
from games.evening import table_pages as tables
from games.evening.duplicate import board_pages

urlpatterns = [
    path("table/", code_pages.table, name="table"),
    path(f"{EVENING}/codes/", code_pages.evening_codes, name="evening-codes"),
    path("wall/<slug:address>/", wall_pages.wall, name="wall"),
    path(f"{EVENING}/wall/", wall_pages.evening_wall, name="evening-wall"),
    path(f"{CLUB}/championship/", championship_pages.championship_page, name="championship"),
    path(f"{CLUB}/championship.pdf", championship_pages.championship_pdf, name="championship-pdf"),
    path(f"{CLUB}/championship.png", championship_pages.championship_png, name="championship-png"),
    path(f"{PLAYER}/evenings/", championship_pages.player_evenings, name="player-evenings"),
    path(f"{EVENING}/counts/", championship_pages.evening_counts, name="evening-counts"),
    path(f"{CLUB}/evenings/", pages.evenings_page, name="evenings"),
    path(f"{CLUB}/evenings/new/", pages.evening_new, name="evening-new"),
    path(f"{EVENING}/", pages.evening, name="evening"),
    path(f"{EVENING}/change/", pages.evening_change, name="evening-change"),
    path(f"{EVENING}/draw/", pages.evening_draw, name="evening-draw"),
    path(f"{EVENING}/move/", tables.evening_move, name="evening-move"),
    path(f"{EVENING}/announce/", tables.evening_announce, name="evening-announce"),
    path(f"{EVENING}/people/", pages.evening_people, name="evening-people"),
    path(f"{EVENING}/here/", pages.evening_here, name="evening-here"),
    path(f"{EVENING}/teams/", pages.evening_teams, name="evening-teams"),
    path(f"{EVENING}/clock/", tables.evening_clock, name="evening-clock"),
    path(f"{EVENING}/points/", tables.evening_points, name="evening-points"),
    path(f"{EVENING}/tables/<slug:match_id>/", tables.evening_table, name="evening-table"),
    path(f"{EVENING}/tables/<slug:match_id>/game/", tables.evening_game, name="evening-game"),
    path(f"{EVENING}/list/", list_pages.evening_list, name="evening-list"),
    path(f"{EVENING}/list.pdf", list_pages.evening_list_pdf, name="evening-list-pdf"),
    path(f"{EVENING}/list.png", list_pages.evening_list_png, name="evening-list-png"),
    path(f"{EVENING}/boards.pdf", board_pages.boards_pdf, name="boards-pdf"),
    path(f"{EVENING}/<slug:what>.pdf", list_pages.evening_paper, name="evening-paper"),
    path(f"{EVENING}/printed/", list_pages.evening_printed, name="evening-printed"),
    path(f"{EVENING}/boards/", board_pages.boards, name="boards"),
    path(f"{EVENING}/boards/deal/", board_pages.boards_deal, name="boards-deal"),
    path(f"{EVENING}/boards/show/", board_pages.boards_show, name="boards-show"),
]
