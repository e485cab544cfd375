"""The addresses of the site's pages: those of each room lie in its `urls.py`."""

from django.urls import URLPattern, URLResolver, include, path

from games.api import guide_pages

# First what is asked for with every card, and by every open page.
ROOMS = (
    "recording",
    "access",
    "people",
    "confirming",
    "proof",
    "archive",
    "club",
    "league",
    "matches",
    "evening",
    "replay",
    "amending",
    "jobs",
    "analysis",
    "transfer",
    "engine",
    "operation",
)

urlpatterns: list[URLPattern | URLResolver] = [
    *(path("", include(f"games.{room}.urls")) for room in ROOMS),
    path("developers/", guide_pages.developers, name="developers"),
    path("developers/<slug:name>/", guide_pages.developers, name="developers"),
]
