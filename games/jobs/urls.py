"""The addresses of `jobs`."""

from django.urls import path

from games.jobs import job_pages

urlpatterns = [
    path("c/<slug:slug>/jobs/<slug:job_id>/", job_pages.job_page, name="job"),
    path("c/<slug:slug>/jobs/<slug:job_id>/cancel/", job_pages.job_cancel, name="job-cancel"),
    path("c/<slug:slug>/jobs/<slug:job_id>/file/", job_pages.job_file, name="job-file"),
]
