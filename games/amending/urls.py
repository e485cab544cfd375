"""The addresses of `amending`."""

from django.urls import path

from games.amending import amending_pages

urlpatterns = [
    path("c/<slug:slug>/hands/<slug:hand_id>/amend/", amending_pages.amend, name="hand-amend"),
]
