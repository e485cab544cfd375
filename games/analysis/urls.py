"""The addresses of `analysis`."""

from django.urls import path

from games.analysis import analysis_pages as pages
from games.analysis import daily_pages, study_pages, what_if_pages

urlpatterns = [
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/best-play/<place:place>",
        pages.best_play_from,
        name="best-play",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/what-if/<place:place>",
        what_if_pages.what_if,
        name="what-if",
    ),
    path(
        "c/<slug:slug>/hands/<slug:hand_id>/keep/<place:place>",
        study_pages.keep,
        name="study-keep",
    ),
    path("c/<slug:slug>/studies/", study_pages.listed, name="studies"),
    path("c/<slug:slug>/studies/<slug:study_id>/", study_pages.study, name="study"),
    path(
        "c/<slug:slug>/players/<slug:player_id>/best-play/",
        pages.hide_best_play,
        name="best-play-hide",
    ),
    path("c/<slug:slug>/today/", daily_pages.daily, name="daily"),
]
