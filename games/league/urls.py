"""The addresses of `league`."""

from django.urls import path

from games.league import league_files
from games.league import league_pages as league
from games.league import ranking_pages as league_settings

urlpatterns = [
    path("c/<slug:slug>/league/", league.league, name="league"),
    path("c/<slug:slug>/league.csv", league_files.league_file, name="league-file"),
    path("c/<slug:slug>/league.pdf", league_files.league_pdf, name="league-pdf"),
    path(
        "c/<slug:slug>/players/<slug:player_id>/season.pdf",
        league_files.season,
        {"form": "pdf"},
        name="season-pdf",
    ),
    path(
        "c/<slug:slug>/players/<slug:player_id>/season.png",
        league_files.season,
        {"form": "png"},
        name="season-png",
    ),
    path("c/<slug:slug>/league/ranking/", league_settings.ranking, name="league-ranking"),
    path("c/<slug:slug>/how-we-count/", league.how_we_count, name="how-we-count"),
]
