"""The addresses of `confirming`."""

from django.urls import path

from games.confirming import answering_pages, pin_pages

urlpatterns = [
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/confirm/", answering_pages.confirm, name="hand-confirm"
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/disputes/",
        answering_pages.dispute,
        name="hand-dispute",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/disputes/<slug:dispute_id>/end/",
        answering_pages.end,
        name="dispute-end",
    ),
    path("c/<slug:slug>/players/pins/", pin_pages.first_pins, name="first-pins"),
    path("c/<slug:slug>/players/<slug:player_id>/pin/", pin_pages.pin, name="player-pin"),
]
