"""The addresses of `evening`."""

from django.urls import path

from games.evening import evening_pages as pages

urlpatterns = [
    path("c/<slug:slug>/evenings/", pages.evenings_page, name="evenings"),
    path("c/<slug:slug>/evenings/new/", pages.evening_new, name="evening-new"),
    path("c/<slug:slug>/evenings/<slug:evening_id>/", pages.evening, name="evening"),
    path("c/<slug:slug>/evenings/<slug:evening_id>/draw/", pages.evening_draw, name="evening-draw"),
    path("c/<slug:slug>/evenings/<slug:evening_id>/move/", pages.evening_move, name="evening-move"),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/announce/",
        pages.evening_announce,
        name="evening-announce",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/points/",
        pages.evening_points,
        name="evening-points",
    ),
    path(
        "c/<slug:slug>/evenings/<slug:evening_id>/tables/<slug:match_id>/",
        pages.evening_table,
        name="evening-table",
    ),
]
