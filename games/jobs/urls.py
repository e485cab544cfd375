"""The addresses of `jobs`."""

from django.urls import path

from games.access.addresses import JOB
from games.jobs import job_pages

urlpatterns = [
    path(f"{JOB}/", job_pages.job_page, name="job"),
    path(f"{JOB}/cancel/", job_pages.job_cancel, name="job-cancel"),
    path(f"{JOB}/file/", job_pages.job_file, name="job-file"),
]
