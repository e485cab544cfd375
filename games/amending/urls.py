"""The addresses of `amending`."""

from django.urls import path

from games.access.addresses import HAND
from games.amending import amending_pages

urlpatterns = [
    path(f"{HAND}/amend/", amending_pages.amend, name="hand-amend"),
]
