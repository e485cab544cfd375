"""The addresses of `analysis`."""

from django.urls import path

from games.access.addresses import CLUB, HAND, PLAYER
from games.analysis import analysis_pages as pages
from games.analysis import daily_pages, study_pages, what_if_pages

urlpatterns = [
    path(f"{HAND}/best-play/<place:place>", pages.best_play_from, name="best-play"),
    path(f"{HAND}/what-if/<place:place>", what_if_pages.what_if, name="what-if"),
    path(f"{HAND}/keep/<place:place>", study_pages.keep, name="study-keep"),
    path(f"{CLUB}/studies/", study_pages.listed, name="studies"),
    path(f"{CLUB}/studies/<slug:study_id>/", study_pages.study, name="study"),
    path(f"{PLAYER}/best-play/", pages.hide_best_play, name="best-play-hide"),
    path(f"{CLUB}/today/", daily_pages.daily, name="daily"),
]
