"""The addresses of `archive`."""

from django.urls import path

from games.archive import list_pages

urlpatterns = [
    path("c/<slug:slug>/hands/", list_pages.hands, name="hands"),
    path("c/<slug:slug>/search/", list_pages.search, name="search"),
    path("c/<slug:slug>/hands.<slug:kind>", list_pages.hands_file, name="hands-file"),
]
