"""The addresses of `proof`."""

from django.urls import path

from games.proof import head_pages as heads

urlpatterns = [
    path("c/<slug:slug>/heads/", heads.heads, name="club-heads"),
    path("c/<slug:slug>/heads.ndjson", heads.heads_file, name="club-heads-file"),
]
