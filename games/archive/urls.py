"""The addresses of `archive`."""

from django.urls import path

from games.access.addresses import CLUB
from games.archive import list_pages

urlpatterns = [
    path(f"{CLUB}/hands/", list_pages.hands, name="hands"),
    path(f"{CLUB}/search/", list_pages.search, name="search"),
    path(f"{CLUB}/hands.<slug:kind>", list_pages.hands_file, name="hands-file"),
]
