"""The addresses of `league`."""

from django.urls import path

from games.access.addresses import CLUB, PLAYER
from games.league import league_files
from games.league import league_pages as league
from games.league import ranking_pages as league_settings

urlpatterns = [
    path(f"{CLUB}/league/", league.league, name="league"),
    path(f"{CLUB}/league.csv", league_files.league_file, name="league-file"),
    path(f"{CLUB}/league.pdf", league_files.league_pdf, name="league-pdf"),
    path(f"{PLAYER}/season.pdf", league_files.season, {"form": "pdf"}, name="season-pdf"),
    path(f"{PLAYER}/season.png", league_files.season, {"form": "png"}, name="season-png"),
    path(f"{CLUB}/league/ranking/", league_settings.ranking, name="league-ranking"),
    path(f"{CLUB}/how-we-count/", league.how_we_count, name="how-we-count"),
]
