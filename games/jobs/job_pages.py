"""The page of a job: how far it is, what came of it, and the ways on."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.access.pages import club_or_404, looks_after, may_write, page_or_fragment, user_of
from games.jobs.asking import cancel
from games.jobs.kinds import KINDS
from games.jobs.pieces import stored
from games.jobs.starting import call_worker
from games.models import Club, Job
from games.writing.errors import WriteError

MEDIA_TYPE = "application/zip"


def jobs_of(request: HttpRequest, club: Club) -> QuerySet[Job]:
    """Return the jobs of a club that the user may see: all for its administrators, else own."""
    mine = Q() if looks_after(club) else Q(asked_by=user_of(request))
    return Job.objects.visible_to(request.user).filter(mine, club=club)


def job_or_404(request: HttpRequest, club: Club, job_id: str) -> Job:
    return get_object_or_404(jobs_of(request, club), public_id=job_id)


@require_safe
def job_page(request: HttpRequest, slug: str, job_id: str) -> HttpResponse:
    """Show how far a job is, and its result; a look also calls a worker if there is none."""
    club = club_or_404(request, slug)
    job = job_or_404(request, club, job_id)
    if job.is_under_way:
        call_worker()
    return page_or_fragment(
        request, "jobs/job.html", "jobs/_job.html", context_of(request, club, job)
    )


def context_of(request: HttpRequest, club: Club, job: Job) -> dict[str, Any]:
    """Return what the page shows."""
    kind = KINDS[job.kind]
    has_file = job.pieces.exists() and not job.is_under_way
    is_admin = looks_after(club)
    age = (timezone.now() - (job.called_at or job.asked_at)).total_seconds()
    context: dict[str, Any] = {
        "club": club,
        "job": job,
        "kind": kind,
        "phase": kind.phases.get(job.phase, ""),
        "pause": f"{min(max(int(age / 2 * 1000), 300), 2000)}ms",
        "can_take_in": is_admin and has_file and kind.takes_file,
        "can_fetch": has_file and kind.makes_file and may_fetch(club, job),
    }
    if job.report and (job.state in (Job.State.DONE, Job.State.REFUSED) or job.writes_since):
        context |= kind.context(job)
    return context


def may_fetch(club: Club, job: Job) -> bool:
    """Return whether the file holds nothing that its reader may not see any more."""
    return may_write(club) or not job.wishes.get("hidden")


@require_POST
def job_cancel(request: HttpRequest, slug: str, job_id: str) -> HttpResponse:
    """Cancel a job of which nothing is written yet."""
    club = club_or_404(request, slug)
    job = job_or_404(request, club, job_id)
    try:
        cancel(job)
    except WriteError as error:
        messages.error(request, str(error))
    return redirect("job", club.slug, job.public_id)


@require_safe
def job_file(request: HttpRequest, slug: str, job_id: str) -> StreamingHttpResponse:
    """Send the file that a job has made."""
    club = club_or_404(request, slug)
    job = job_or_404(request, club, job_id)
    if not KINDS[job.kind].makes_file or job.state != Job.State.DONE or not may_fetch(club, job):
        raise Http404
    if not job.pieces.exists():
        raise Http404(_("The file is not kept any more."))
    response = StreamingHttpResponse(stored(job), content_type=MEDIA_TYPE)
    name = f"{club.slug}-{timezone.localdate(job.asked_at):%Y-%m-%d}.zip"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Content-Length"] = str(job.report["bytes"])
    return response
