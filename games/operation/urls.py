"""The addresses of `operation`: those of a club room."""

from django.urls import path

from games.operation import room

urlpatterns = [
    path("room/", room.room, name="room"),
    path("room/clubtarot-room.crt", room.certificate, name="room-certificate"),
]
