"""The addresses of `confirming`."""

from django.urls import path

from games.access.addresses import CLUB, HAND, PLAYER
from games.confirming import answering_pages, pin_pages

urlpatterns = [
    path(f"{HAND}/confirm/", answering_pages.confirm, name="hand-confirm"),
    path(f"{HAND}/disputes/", answering_pages.dispute, name="hand-dispute"),
    path(f"{HAND}/disputes/<slug:dispute_id>/end/", answering_pages.end, name="dispute-end"),
    path(f"{CLUB}/players/pins/", pin_pages.first_pins, name="first-pins"),
    path(f"{PLAYER}/pin/", pin_pages.pin, name="player-pin"),
]
