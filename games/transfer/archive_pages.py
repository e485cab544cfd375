"""The archive of a club as a file: taken home whole, and taken in from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import TemporaryUploadedFile, UploadedFile
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.access.errors import NotAdministrator, WriteError
from games.access.pages import club_or_404, looks_after, may_write, page_or_fragment, user_of
from games.access.uploads import LARGEST_BODY, takes_up_to
from games.archive.export import FILES
from games.models import Club
from games.transfer.club import contents_of
from games.transfer.importing import (
    MOST_FAULTS,
    Bounds,
    Line,
    LineFault,
    RemarkLine,
    Report,
    Usual,
    import_lines,
)
from games.transfer.report import summary, tallies
from games.transfer.sources import Limits, lines_of
from games.transfer.upload_form import MOST_BYTES, MOST_LINES, MOST_UNPACKED, ImportForm
from games.transfer.zipped import MEDIA_TYPE, Zipped

# So many hands are written in less time than a tablet waits for SQLite's one writer; a command of
# the server takes any number.
BOUNDS = Bounds(each=500, faults=MOST_FAULTS, seconds=60)
FAULTS_SHOWN = 50
LONGEST_NAME = 200  # bytes


@require_safe
def everything(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """All that the reader may see of a club, as one file that is written while it is sent."""
    club = club_or_404(request, slug)
    contents = contents_of(club, hidden=may_write(club))
    stream = Zipped(contents).stream(club.head)
    response = StreamingHttpResponse(stream, content_type=MEDIA_TYPE)
    name = f"{club.slug}-{timezone.localdate():%Y-%m-%d}.zip"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


class ImportResult(NamedTuple):
    """What came of a file that was sent: sentences, counts and faults; `checked`: only asked."""

    report: Report
    sentences: list[str]
    counts: list[Any]
    faults: list[LineFault]
    more: int
    checked: bool


@takes_up_to(MOST_BYTES + LARGEST_BODY)  # the file, and the rest of its form
@require_http_methods(["GET", "POST"])
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be taken home; for administrators also the way in, and what came of it."""
    club = club_or_404(request, slug)
    is_admin = looks_after(club)
    context: dict[str, Any] = {"club": club, "looks_after": is_admin, "kinds": FILES.items()}
    if request.method != "POST":
        return page(request, context | {"form": ImportForm()})
    if not is_admin:
        raise PermissionDenied(NotAdministrator.sentence)
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return page(request, context | {"form": form}, status=422)
    try:
        result = brought(request, club, form, dry_run=request.POST.get("do") != "import")
    except WriteError as error:
        return page(request, context | {"form": ImportForm(), "refused": str(error)}, status=422)
    context |= {"form": ImportForm(), "result": result}
    return page(request, context, status=200 if result.report.ok else 422)


def page(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """The page, or the answer to a file alone."""
    return page_or_fragment(
        request, "transfer/archive.html", "transfer/_brought.html", context, status=status
    )


def brought(request: HttpRequest, club: Club, form: ImportForm, *, dry_run: bool) -> ImportResult:
    """Take the file of a valid form into the club, or say what would happen."""
    wishes = form.cleaned_data
    usual = Usual(wishes["event"] or _("Imported"), wishes["played_on"] or timezone.localdate())
    with on_disk(wishes["file"]) as path:
        report = import_lines(
            user=user_of(request),
            club=club,
            lines=wanted(path, form),
            usual=usual,
            bounds=BOUNDS,
            dry_run=dry_run,
        )
    return ImportResult(
        report,
        sentences=list(summary(report, dry_run=dry_run)),
        counts=[(name, tally) for name, tally in tallies(report) if tally.new or tally.known],
        faults=report.faults[:FAULTS_SHOWN],
        more=max(report.faulty - FAULTS_SHOWN, 0),
        checked=dry_run,
    )


def wanted(path: Path, form: ImportForm) -> Iterator[Line]:
    """The lines of the file, without comments where they are not wanted."""
    for line in lines_of([path], form.names(), Limits(MOST_UNPACKED, MOST_LINES)):
        if form.cleaned_data["comments"] or not isinstance(line, RemarkLine):
            yield line


@contextmanager
def on_disk(file: UploadedFile) -> Iterator[Path]:
    """The file that was sent under its own name, as long as the block lasts. A name that would be
    too long on this disk is cut off."""
    with TemporaryDirectory() as folder:
        name = Path(str(file.name)).name.encode(errors="replace")[:LONGEST_NAME]
        path = Path(folder) / name.decode(errors="ignore")
        if isinstance(file, TemporaryUploadedFile):
            path.symlink_to(file.temporary_file_path())
        else:
            with path.open("wb") as copy:
                copy.writelines(file.chunks())
        yield path
