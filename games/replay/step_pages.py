"""A hand with its replay: each step at its own address, and the record as a file."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.access.pages import club_or_404, may_write, user_of
from games.book.records import latest_seal, read_seal, record_of
from games.confirming.disputed import disputes_of
from games.display.when import When
from games.models import Club, Hand, Seal
from games.models.analysis import turned_steps
from games.models.running import readable_by
from games.replay import Film, View, film, view_of
from games.replay.hand_page import TABS, context_of, page_of, title_of
from games.replay.kept_films import kept_film
from games.replay.neighbours import neighbours_of
from games.replay.remark_forms import PublishForm, RemarkForm
from games.replay.remarks import by_part, remarks_on
from games.replay.revisions import (
    AmendmentNote,
    amendment_note,
    as_it_was,
    former_addresses,
    replaced_by,
)
from games.replay.sharing import sharing_of
from games.rules import format_record
from games.writing.errors import PlaysHere


@require_safe
def hand(
    request: HttpRequest, slug: str, hand_id: str, place: str = "", step: int | None = None
) -> HttpResponse:
    """Show a hand at a step of its replay, named by `place` or, in older addresses, by its number.

    Without either, at the deal.
    """
    club, hand, seal = readable_or_404(request, slug, hand_id)
    return hand_page(request, club, hand, seal, place=place, step=step)


def hand_page(
    request: HttpRequest,
    club: Club,
    hand: Hand,
    seal: Seal | None,
    *,
    place: str = "",
    step: int | None = None,
    form: RemarkForm | None = None,
    status: int = 200,
    replaced: AmendmentNote | None = None,
) -> HttpResponse:
    """Return the page of a hand at a step.

    `form` is a comment that was refused: the page says why, at the step for which it was written.
    `replaced`: the seal is that of a former revision, which can only be read.
    """
    record = read_seal(seal) if seal else record_of(hand)
    asked = request.POST if form else request.GET
    view = asked_view(asked, len(record.players))
    # What is going on changes with the next entry.
    shown, kept_as = kept_film(record, view) if seal else (film(record, view), "")
    here = step_of(shown, seal, place, step)
    tab = asked_tab(asked)
    if form:
        named = shown.step_of(request.POST.get("place", ""))
        here, tab = shown.last if named is None else named, "comments"
    verdict = shown.view.open or here == shown.last
    turned = turned_steps(hand, seal) if seal and not replaced and view.open else None
    context = context_of(
        hand, record, shown, seal, step=here, tab=tab, kept_as=kept_as, turned=turned
    )
    context |= {"club": club, "section": "hands", "hand": hand, "verdict": verdict}
    if form or step is not None:
        # These addresses lie in folders of their own.
        context["address"] = reverse("hand", args=[club.slug, hand.public_id])
    context["title"] = title_of(hand, shown, verdict=verdict)
    context["sharing"] = sharing_of(request, hand, shown, step=here)
    context |= {"amended": amendment_note(hand, seal), "replaced": replaced}
    context["disputes"] = disputes_of(hand)
    differs = seal and not replaced and shown.view.open and shown.laid
    context["what_if"] = differs and When.between(0, shown.last)
    if seal and replaced:
        context |= former_addresses(request, hand, seal, shown.steps[here].key + context["query"])
    elif seal:
        context |= neighbours_of(hand, shown.view)
        context["may_amend"] = may_write(club)
        remarks = remarks_on(club, hand, shown, user_of(request))
        context |= {"remarks": remarks, "remark_form": form or RemarkForm(auto_id="remark-%s")}
        context["remark_count"] = len(shown.remarks) + len(remarks) if shown.view.open else 0
        context["parts"] = list(zip(shown.segments, by_part(shown, remarks), strict=True))
        if may_write(club):
            context["publish_form"] = PublishForm(auto_id="publish-%s")
    return page_of(request, "replay/hand.html", context, status)


def asked_view(asked: Mapping[str, str], seats: int) -> View:
    """Whose eyes an address, or a form sent from the page, asks for."""
    view = view_of(asked.get("seat", ""), seats, asked.get("bottom", ""))
    if view is None:
        raise Http404
    return view


def asked_tab(asked: Mapping[str, str]) -> str:
    """Return the tab that an address asks for, "" for none."""
    tab = asked.get("tab", "")
    if tab and tab not in TABS:
        raise Http404
    return tab


def step_of(shown: Film, seal: Seal | None, place: str, step: int | None = None) -> int:
    """Return the step that an address names.

    Where it names none, the one at which the hand opens: what is still going on at its end.
    The last one for a step that the hand may have had before it was amended.
    """
    opens = shown.opens if seal else shown.last
    named = shown.step_of(place) if place else opens if step is None else step
    if named is not None and named <= shown.last:
        return named
    if seal is None or seal.revision == 1:
        raise Http404
    return shown.last


@require_safe
def former(
    request: HttpRequest, slug: str, hand_id: str, revision: int, place: str = ""
) -> HttpResponse:
    """Show a revision of a hand that was amended since, at a step: as it was sealed then."""
    club, hand, latest = readable_or_404(request, slug, hand_id)
    if latest is None or not 1 <= revision <= latest.revision:
        raise Http404
    if revision == latest.revision:
        return redirect("hand", club.slug, hand.public_id)
    seals = Seal.objects.filter(hand=hand).prefetch_related("texts")
    seal, after = (get_object_or_404(seals, revision=one) for one in (revision, revision + 1))
    as_it_was(hand, seal)
    replaced = replaced_by(hand, seal, after, latest=after.revision == latest.revision)
    return hand_page(request, club, hand, seal, place=place, replaced=replaced)


@require_safe
def hand_record(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Return the record of a sealed hand as a file, in the public format."""
    _club, hand, seal = readable_or_404(request, slug, hand_id)
    if seal is None:
        raise Http404
    response = HttpResponse(format_record(read_seal(seal)) + b"\n", content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{hand.public_id}.json"'
    return response


def readable_or_404(
    request: HttpRequest, slug: str, hand_id: str
) -> tuple[Club, Hand, Seal | None]:
    """Club, hand and latest seal at an address; a 404 for strangers.

    A hand that is still open has no seal: those who record hands may replay what is written so
    far, and whom the club lets watch. For everybody else it is not there, since its cards are still
    in the players' hands, nor is one whose board has still to be played; people who record in the
    club and are kept from it learn why.
    """
    club = club_or_404(request, slug)
    hands = Hand.objects.visible_to(request.user)
    hands = hands.select_related("match", "club", "publication")
    hand = get_object_or_404(hands, club=club, public_id=hand_id)
    is_sealed = hand.state == Hand.State.SEALED
    if is_sealed and not hand.held:
        return club, hand, latest_seal(hand)
    if (is_sealed or hand.is_open) and readable_by(request.user, hands).filter(pk=hand.pk).exists():
        return club, hand, latest_seal(hand) if is_sealed else None
    if hand.is_open and may_write(club):
        raise PermissionDenied(str(PlaysHere.sentence))
    raise Http404
