"""The archive of a club: taken home whole, and taken in from elsewhere."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access.pages import (
    admins_club_or_404,
    club_or_404,
    looks_after,
    may_write,
    page_or_fragment,
    user_of,
)
from games.access.quota import ARCHIVES, limited
from games.access.uploads import LARGEST_BODY, takes_up_to
from games.archive.export import FILES
from games.jobs import KINDS, ask, ask_again, call_worker
from games.jobs.job_pages import job_or_404, jobs_of
from games.models import Club, Job
from games.transfer.club import contents_of
from games.transfer.import_job import MEGABYTE
from games.transfer.report import left_out
from games.transfer.season import periods_of
from games.transfer.taking_back import hands_of, may_be_taken_back, why_not
from games.transfer.upload_form import ImportForm
from games.transfer.zipped import MEDIA_TYPE, Zipped
from games.writing.errors import JobWithoutFile, NotAdministrator, WriteError

# Up to this many links of the chain an archive is written while it is sent, in a second or two; a
# larger one would keep one of eight threads busy for as long as somebody's line is slow.
MOST_STREAMED = 2_000
JOBS_SHOWN = 10


@limited(ARCHIVES)
@require_safe
def everything(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return all that the reader may see of a club as one file, written while it is sent.

    For a large club, redirect to the page where it can be asked for.
    """
    club = club_or_404(request, slug)
    if club.seals > MOST_STREAMED:
        return redirect("club-archive", club.slug)
    contents = contents_of(club, hidden=may_write(club))
    stream = Zipped(contents).stream()
    response = StreamingHttpResponse(stream, content_type=MEDIA_TYPE)
    name = f"{club.slug}-{timezone.localdate():%Y-%m-%d}.zip"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@limited(ARCHIVES, "POST")
@takes_up_to(settings.IMPORT_MEGABYTES * MEGABYTE + LARGEST_BODY)  # the file, and its form
@require_http_methods(["GET", "POST"])
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what can be downloaded; for administrators also the form for an import."""
    club = club_or_404(request, slug)
    if request.method != "POST":
        return page(request, club, {"form": ImportForm()})
    if not looks_after(club):
        raise PermissionDenied(NotAdministrator.sentence)
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return page(request, club, {"form": form}, status=422)
    file = form.cleaned_data["file"]
    wishes = form.wishes() | {"check": request.POST.get("do") != "import"}
    try:
        job = ask(
            user=user_of(request),
            club=club,
            kind="import",
            wishes=wishes,
            file=file.chunks(),
            file_name=str(file.name),
        )
    except WriteError as error:
        return refused(request, club, error, form)
    return begun(request, club, job)


def page(
    request: HttpRequest, club: Club, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Return the page, or only the fragment that says why a file was not accepted."""
    context |= {
        "club": club,
        "looks_after": looks_after(club),
        "kinds": FILES.items(),
        "is_large": club.seals > MOST_STREAMED,
        "left_out": left_out(contents_of(club, hidden=False).held()),
        "periods": periods_of(club),
        "jobs": [(job, KINDS[job.kind].title) for job in jobs_of(request, club)[:JOBS_SHOWN]],
    }
    return page_or_fragment(
        request, "transfer/archive.html", "transfer/_refused.html", context, status=status
    )


def refused(request: HttpRequest, club: Club, error: WriteError, form: ImportForm) -> HttpResponse:
    """Say why a job was not asked for."""
    return page(request, club, {"form": form, "refused": str(error)}, status=error.status)


def begun(request: HttpRequest, club: Club, job: Job) -> HttpResponse:
    """Start work on a job, and lead to its page."""
    call_worker()
    address = reverse("job", args=[club.slug, job.public_id])
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


@require_POST
def export_ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for everything of a large club, or for a period with the files that people open."""
    club = club_or_404(request, slug)
    period = request.POST.get("period", "")
    if period and period not in dict(periods_of(club)):
        raise Http404
    wishes = {"hidden": may_write(club), "period": period}
    try:
        job = ask(user=user_of(request), club=club, kind="export", wishes=wishes)
    except WriteError as error:
        return refused(request, club, error, ImportForm())
    return begun(request, club, job)


@require_http_methods(["GET", "POST"])
def take_back(request: HttpRequest, slug: str, job_id: str) -> HttpResponse:
    """Ask once whether an import is taken back, and say what that would be; or take it back."""
    club = admins_club_or_404(request, slug, str(NotAdministrator.sentence))
    job = job_or_404(request, club, job_id)
    if not may_be_taken_back(job):
        raise Http404
    context = {
        "club": club,
        "job": job,
        "reasons": why_not(job),
        "hands": hands_of(job).count(),
        "matches": len(job.report["brought"]["matches"]),
        "players": len(job.report["brought"]["players"]),
    }
    if request.method == "POST" and not context["reasons"]:
        try:
            wishes = {"job": job.public_id}
            asked = ask(user=user_of(request), club=club, kind="take-back", wishes=wishes)
        except WriteError as error:
            context["reasons"] = [str(error)]
        else:
            return begun(request, club, asked)
    status = 409 if request.method == "POST" else 200
    return render(request, "transfer/take_back.html", context, status=status)


@require_POST
def take_in(request: HttpRequest, slug: str, job_id: str) -> HttpResponse:
    """Import a file that was checked, or let an import go on that was broken off."""
    club = admins_club_or_404(request, slug, str(NotAdministrator.sentence))
    job = job_or_404(request, club, job_id)
    try:
        if not KINDS[job.kind].takes_file or job.is_under_way or not job.pieces.exists():
            raise JobWithoutFile
        ask_again(job, {"check": False})
    except WriteError as error:
        return refused(request, club, error, ImportForm())
    return begun(request, club, job)
