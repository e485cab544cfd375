"""The addresses of `transfer`."""

from django.urls import path

from games.access.addresses import CLUB, JOB
from games.transfer import archive_pages
from games.transfer.results import bring_pages

urlpatterns = [
    path(f"{CLUB}/archive/", archive_pages.archive, name="club-archive"),
    path(f"{CLUB}/archive/results/", bring_pages.bring_results, name="bring-results"),
    path(f"{CLUB}/archive/everything.zip", archive_pages.everything, name="club-everything"),
    path(f"{CLUB}/archive/export/", archive_pages.export_ask, name="export-ask"),
    path(f"{JOB}/take-back/", archive_pages.take_back, name="job-take-back"),
    path(f"{JOB}/import/", archive_pages.take_in, name="job-take-in"),
]
