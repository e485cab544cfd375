"""The addresses of `transfer`."""

from django.urls import path

from games.transfer import archive_pages
from games.transfer.results import bring_pages

urlpatterns = [
    path("c/<slug:slug>/archive/", archive_pages.archive, name="club-archive"),
    path("c/<slug:slug>/archive/results/", bring_pages.bring_results, name="bring-results"),
    path("c/<slug:slug>/archive/everything.zip", archive_pages.everything, name="club-everything"),
    path("c/<slug:slug>/archive/export/", archive_pages.export_ask, name="export-ask"),
    path("c/<slug:slug>/archive/recount/", archive_pages.recount, name="recount"),
    path(
        "c/<slug:slug>/jobs/<slug:job_id>/take-back/", archive_pages.take_back, name="job-take-back"
    ),
    path("c/<slug:slug>/jobs/<slug:job_id>/import/", archive_pages.take_in, name="job-take-in"),
]
