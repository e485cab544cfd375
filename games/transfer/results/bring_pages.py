"""The page *Bring results in*: a table is pasted or sent, looked at, put right, and imported."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.access.pages import admins_club_or_404, user_of
from games.access.quota import HEAVY, limited
from games.access.uploads import takes_up_to
from games.jobs import ask
from games.jobs.job_pages import jobs_of
from games.models import Club
from games.transfer.archive_pages import begun
from games.transfer.results.cells import MOST_BYTES, as_text, book_of, read_table
from games.transfer.results.hands import TableHand
from games.transfer.results.headings import MEANINGS
from games.transfer.results.judging_tables import BY_OPTION
from games.transfer.results.plan import (
    LINE,
    LOOKED_BACK,
    OURS,
    OUT,
    RULES,
    TABLES,
    TablePlan,
    can_keep,
    words_of_kind,
)
from games.transfer.results.table_lines import TableLines
from games.transfer.results.totals import (
    TotalsBatch,
    batches_of,
    bring_forward,
    is_kept,
    take_back_totals,
)
from games.transfer.taking_back import may_be_taken_back
from games.writing.errors import NotAdministrator, WriteError

SAMPLE = 5  # rows that are shown below the headings
SHOWN = 40  # lines that differ, and rows that cannot be read


class DifferenceKind(NamedTuple):
    """Hands that differ from their table in one way: in words, and what was decided, for all.

    `hands` with what was decided for each; `by_line` is what may be.
    """

    kind: str
    words: str
    decided: str
    choices: list[tuple[str, str]]
    hands: list[tuple[TableHand, str]]
    by_line: list[tuple[str, str]]
    many: int


@limited(HEAVY, "POST")
@takes_up_to(4 * MOST_BYTES)  # a form writes a letter as three
@require_http_methods(["GET", "POST"])
def bring_results(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a table would bring in, or bring it in once nothing is left to decide."""
    club = admins_club_or_404(request, slug, str(NotAdministrator.sentence))
    if request.method != "POST":
        imports = jobs_of(request, club).filter(kind="import")[:LOOKED_BACK]
        undoable = [job for job in imports if may_be_taken_back(job)]
        return _page(request, club, {"batches": batches_of(club), "imports": undoable})
    if "take-back" in request.POST:
        take_back_totals(user=user_of(request), club=club, key=request.POST["take-back"])
        return redirect("bring-results", club.slug)
    try:
        plan = _plan(request, club)
    except ValidationError as error:
        return _page(request, club, {"refused": " ".join(error.messages)}, 422)
    if request.POST.get("do") != "bring":
        return _page(request, club, looked_at(plan))
    if plan.questions:
        return _page(request, club, looked_at(plan) | {"asks": True}, 422)
    if plan.totals and plan.batch and not plan.judged.hands:
        return _forward(request, club, plan, plan.batch)
    wishes = {"check": False, "event": plan.title, "played_on": "", "comments": False}
    try:
        job = ask(
            user=user_of(request),
            club=club,
            kind="import",
            wishes=wishes | {"columns": plan.columns_chosen},
            file=TableLines(plan),
            file_name=f"{plan.title}.ndjson",
        )
    except WriteError as error:
        return _page(request, club, looked_at(plan) | {"refused": str(error)}, error.status)
    return begun(request, club, job)


def _forward(request: HttpRequest, club: Club, plan: TablePlan, batch: TotalsBatch) -> HttpResponse:
    """Bring the totals of a table forward."""
    user = user_of(request)
    try:
        bring_forward(user=user, club=club, batch=batch, totals=plan.totals, people=plan.people)
    except ValidationError as error:
        return _page(request, club, looked_at(plan) | {"refused": " ".join(error.messages)}, 422)
    return redirect("bring-results", club.slug)


def _plan(request: HttpRequest, club: Club) -> TablePlan:
    """Return what was sent: a file, or the table as it was pasted. Raises ValidationError."""
    file = request.FILES.get("file")
    sheet, book = request.POST.get("sheet", ""), request.POST.get("book", "")
    data = book_of(book) if book else request.POST.get("table", "").encode()
    data = file.read() if file else data
    sent = {key: str(value) for key, value in request.POST.items()}
    if file or sheet != request.POST.get("sheet-before", ""):
        kept = ("csrfmiddlewaretoken", "do")
        sent = {key: value for key, value in sent.items() if key in kept}
    return TablePlan(club, read_table(data, sheet), sent)


def looked_at(plan: TablePlan) -> dict[str, Any]:
    """Return what the page shows of a table."""
    judged, columns = plan.judged, plan.columns
    width = len(columns.headings)
    samples = [(*row.cells, *[""] * width)[:width] for row in columns.rows[:SAMPLE]]
    return {
        "plan": plan,
        "text": "" if plan.read.book else as_text(plan.read.rows),
        "sheets": plan.read.sheets.items() if plan.read.book else (),
        "meanings": MEANINGS.items(),
        "samples": samples,
        "verdict": verdict_of(plan),
        "differences": differences_of(plan),
        "faults": judged.faults[:SHOWN],
        "unsure": [one for one in plan.people if one.unsure],
        "new": [one.name for one in plan.people if one.means == "new" and not one.unsure],
        "games": [
            (f"{game.key}/{preset.key}", game.name, preset.label)
            for game in [*plan.club.played, *plan.club.not_played]
            for preset in game.presets
        ],
        "game": "/".join((plan.game[0].key, plan.game[1])),
        "shown": [words_of_kind(kind, plan.game[0]) for kind in plan.shown],
        "counted": [(kind, words_of_kind(kind, plan.game[0])) for kind in plan.counted],
        "totals": [
            (name, points if is_kept(points) else None)
            for name, points in sorted(plan.totals.items(), key=lambda one: -one[1])
        ],
        "asks_day": any(hand.day is None for hand in judged.hands) or "day" in plan.sent,
    }


def verdict_of(plan: TablePlan) -> str:
    """Return how many hands of a table agree, in words."""
    judged, count = plan.judged, len(plan.judged.hands)
    if plan.totals and not count:
        return _("These are totals, not hands.")
    words = ngettext(
        "%(agree)s of %(count)s hand agrees with its scores.",
        "%(agree)s of %(count)s hands agree with their scores.",
        count,
    )
    return words % {"agree": count - len(judged.differing), "count": count}


def differences_of(plan: TablePlan) -> list[DifferenceKind]:
    """Return the kinds of differences, those of most hands first."""
    kinds = []
    counts = Counter(hand.kind for hand in plan.judged.differing)
    for kind, count in counts.most_common():
        hands = [hand for hand in plan.judged.differing if hand.kind == kind]
        choices = [(OURS, _("Ours count")), (OUT, _("Leave them out"))]
        if all(map(can_keep, hands)):
            choices.insert(1, (TABLES, _("Those of the table count, with a remark")))
        by_line = list(choices)
        if kind.startswith(BY_OPTION):
            choices.insert(0, (RULES, _("Count all hands of the table like this")))
        words = words_of_kind(kind, plan.game[0])
        decided = plan.sent.get(f"kind-{kind}", "")
        shown = [(hand, plan.sent.get(f"{LINE}{hand.row.key}", "")) for hand in hands[:SHOWN]]
        kinds.append(DifferenceKind(kind, words, decided, choices, shown, by_line, count))
    return kinds


def _page(
    request: HttpRequest, club: Club, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return render(request, "transfer/results.html", {"club": club, **context}, status=status)
