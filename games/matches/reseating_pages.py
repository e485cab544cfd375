"""Who sat where in a match: the page that shows it, and corrects it after a preview."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.access.pages import make_or_blame, row_or_404, scorers_club_or_404, status_of, user_of
from games.book.table_changes import table_log
from games.display.seat_changes import SeatedNames, seat_changes
from games.matches.match_seats import Elsewhere, seating_plan, sitting_elsewhere
from games.matches.opening_form import SEAT
from games.matches.reseating import reseat
from games.matches.reseating_form import ReseatingForm
from games.matches.reseating_plan import ReseatedHand, ReseatingPlan, Sitters, plan_reseating
from games.models import Hand, Match, Player
from games.rules import SeatingPlan
from games.writing.errors import PlaysHere, WriteError


@require_http_methods(["GET", "POST"])
def seats(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Show who sat where, hand by hand. A button `do` shows what a change would do, or makes it."""
    club = scorers_club_or_404(request, slug)
    match = row_or_404(request, club, Match, match_id)
    plan, hands = seating_plan(match), list(match.hands.order_by("number"))
    coming = hands[-1].number + 1 if hands else 1
    facts: dict[str, Any] = {"match": match, "seats": plan, "coming": coming}
    if request.method == "GET":
        now = hands[-1].number if hands and hands[-1].is_open else coming
        back = {"back": request.GET.get("back", "")}
        form = ReseatingForm(initial=_as_it_is(plan, now) | back, **facts)
        return _page(request, match, form, plan, hands)
    form = ReseatingForm(request.POST, **facts)
    planned = None
    if form.is_valid():
        if request.POST.get("do") == "save" and _save(request, match, form):
            to = "record" if form.cleaned_data["back"] == "record" else "match"
            return redirect(to, club.slug, match.public_id)
        planned = _planned(request, match, form)
    return _page(request, match, form, plan, hands, planned)


def _as_it_is(plan: SeatingPlan[Player], number: int) -> dict[str, Any]:
    """Return the values of the form with everybody where they sit in a hand."""
    people = enumerate(plan.at(number))
    return {"since": number, **{f"{SEAT}{chair}": player.public_id for chair, player in people}}


def _planned(request: HttpRequest, match: Match, form: ReseatingForm) -> ReseatingPlan | None:
    """Return what the form would do; where that is impossible, None, and the reason in the form."""
    try:
        return plan_reseating(user=user_of(request), match=match, wanted=form.wanted)
    except PlaysHere as error:
        raise PermissionDenied(str(error)) from None
    except ValidationError as error:
        form.add_error(None, error.messages)
    except WriteError as error:
        form.add_error(None, str(error))
    return None


def _save(request: HttpRequest, match: Match, form: ReseatingForm) -> bool:
    """Do what the preview has shown. False, and why not in the form, where it was refused."""
    data = form.cleaned_data
    try:
        done = make_or_blame(
            form,
            lambda: reseat(
                user=user_of(request),
                match=match,
                wanted=form.wanted,
                because=data["because"],
                seen=data["seen"],
                once=form.once,
            ),
        )
    except PlaysHere as error:
        raise PermissionDenied(str(error)) from None
    except WriteError as error:
        form.add_error(None, ValidationError(str(error), code=error.code))
        return False
    if done is not None:
        messages.success(request, _("The seats are put right."))
    return done is not None


@dataclass(frozen=True, slots=True)
class HandPreview:
    """What changes of a hand, in sentences."""

    hand: Hand
    sentences: list[str]


def hand_preview(one: ReseatedHand) -> HandPreview:
    """Return the people, the dealer, and whether what was recorded moves with the deal."""
    sentences = seat_changes(names_at(one.before), names_at(one.after))
    if one.step:
        sentence = ngettext(
            "Everything recorded moves on by one seat with the deal.",
            "Everything recorded moves on by %(count)d seats with the deal.",
            one.step,
        )
        sentences.append(sentence % {"count": one.step})
    elif one.after.dealer != one.before.dealer:
        sentences.append(_("What was recorded stays at its seats."))
    return HandPreview(one.hand, sentences)


def names_at(sitters: Sitters) -> SeatedNames:
    """Return the names of today."""
    away = sitters.away.name if sitters.away else ""
    return SeatedNames([player.name for player in sitters.players], sitters.dealer, away)


def newcomers(match: Match, plan: SeatingPlan[Player], planned: ReseatingPlan) -> list[Elsewhere]:
    """Return who is seated here for the first time and sits at another open match of the day."""
    known = {row.player for row in plan.rows}
    people: list[Player] = [one for one in planned.wanted.people if one not in known]
    return sitting_elsewhere(match.club, people, match.played_on, match) if people else []


def _page(
    request: HttpRequest,
    match: Match,
    form: ReseatingForm,
    plan: SeatingPlan[Player],
    hands: list[Hand],
    planned: ReseatingPlan | None = None,
) -> HttpResponse:
    if planned is not None:
        form.data = {name: form.data[name] for name in form.data} | {"seen": planned.seen}
    context = {
        "club": match.club,
        "section": "matches",
        "match": match,
        "form": form,
        "hands": [(hand, plan.at(hand.number), dealer_of(match, hand)) for hand in hands],
        "chairs": range(1, len(plan.first) + 1),
        "planned": planned,
        "table_log": table_log(match),
        "previews": [hand_preview(one) for one in planned.hands] if planned else [],
        "elsewhere": newcomers(match, plan, planned) if planned else [],
        "scores": [(player, *both) for player, both in planned.scores.items()] if planned else [],
    }
    return render(request, "matches/who-sat-where.html", context, status=status_of(form))


def dealer_of(match: Match, hand: Hand) -> int | None:
    """Return the chair that dealt a hand."""
    return hand.dealer if hand.sits_out is None else hand.sits_out
