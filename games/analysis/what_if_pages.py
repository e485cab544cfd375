"""A hand that goes differently, call by call and card by card: all of it is in the address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access.pages import page_or_fragment
from games.access.quota import HEAVY, spend
from games.analysis.keeping import WHILE_WAITING
from games.analysis.variations import (
    DISCARD,
    PLAY,
    Variation,
    as_it_was,
    choices,
    earliest,
    read_codes,
    varied,
)
from games.book.records import read_seal
from games.display.headlines import game_score
from games.display.reasons import sentence
from games.display.score_sheets import sheet_of
from games.models import Hand
from games.models.analysis import turned_steps
from games.replay import ALL
from games.replay.commentary import outcome_title
from games.replay.course import Course
from games.replay.film import film_of
from games.replay.kept_films import kept_film
from games.replay.step_pages import asked_view, readable_or_404, step_of
from games.rules import best_play, card_code


class VariationChoice(NamedTuple):
    """What the seat on turn can do: where it leads, whether it is allowed, what it scores.

    `code` is that of a card, or of a call, which has `words`.
    """

    code: str
    words: str
    address: str
    legal: bool
    score: int | None


@require_safe
def what_if(request: HttpRequest, slug: str, hand_id: str, place: str) -> HttpResponse:
    """Show a hand as it goes from a step on with the `cards` of the address, and what is next."""
    club, hand, seal = readable_or_404(request, slug, hand_id)
    if seal is None:
        raise Http404
    record = read_seal(seal)
    codes = read_codes(request.GET.get("cards", ""), record.variant)
    if codes is None:
        raise Http404
    if not asked_view(request.GET, len(record.players)).open:
        raise PermissionDenied(_("To play a hand differently, look at it with all cards open."))
    shown = kept_film(record, ALL).film
    since, first = step_of(shown, seal, place), earliest(shown.course)
    if first is not None and since < first:  # what precedes stays as it was
        return redirect("what-if", club.slug, hand.public_id, shown.steps[first].key)
    variation = varied(shown.course, since, codes)
    context: dict[str, Any] = {"club": club, "section": "hands", "hand": hand}
    context |= {"film": shown, "begun": shown.steps[since], "view": ALL, "step": since}
    addresses = VariationAddresses(hand, [one.key for one in shown.steps], since)
    context |= {"game_key": record.variant.key, "hand_address": addresses.real()[since]}
    if since == shown.last:
        return redirect(context["hand_address"])
    if variation is None:
        return render(request, "analysis/what_if.html", context)
    context |= _of_position(shown.course, variation, addresses)
    context["may_play"] = variation.due == PLAY
    if turned_steps(hand, seal) is not None and context["may_play"]:
        context["may_judge"] = "best" not in request.GET
        if not context["may_judge"]:
            spend(HEAVY, request)
            context |= _judged(variation, context["choices"])
    return page_or_fragment(request, "analysis/what_if.html", "analysis/_variation.html", context)


class VariationAddresses(NamedTuple):
    """Where the steps of a hand are, by their names, and those that follow one with other cards."""

    hand: Hand
    places: Sequence[str]
    since: int

    def after(self, codes: Sequence[str], name: str = "what-if") -> str:
        """Return the address of the step after these codes, on the page of a name."""
        where = [self.hand.club.slug, self.hand.public_id, self.places[self.since]]
        return reverse(name, args=where) + (f"?cards={'.'.join(codes)}" if codes else "")

    def real(self) -> list[str]:
        """Return the addresses of the steps as they were."""
        base = reverse("hand", args=[self.hand.club.slug, self.hand.public_id])
        return [base + place for place in self.places]


def _of_position(
    real: Course, variation: Variation, addresses: VariationAddresses
) -> dict[str, Any]:
    """Return what a page shows of a variation: its last step, and what may be played then."""
    course, codes = variation.course, variation.codes
    shown, real_addresses = film_of(course, ALL), addresses.real()
    steps = range(variation.since + 1, shown.last + 1)
    context: dict[str, Any] = {
        "film": shown,
        "step": shown.last,
        "now": shown.steps[shown.last],
        "variation": variation,
        "real_addresses": real_addresses,
        "addresses": [
            *real_addresses[: variation.since + 1],
            *(addresses.after(variation.taken_back(step)) for step in steps),
        ],
        "here": addresses.after(codes),
        "taken_back": addresses.after(codes[:-1]),
        "keep_address": addresses.after(codes, "study-keep"),
        "choices": [
            VariationChoice(code, words, addresses.after((*codes, code)), legal, None)
            for code, words, legal in choices(variation)
        ],
        "discard": variation.due == DISCARD
        and variation.state.variant.discard_size(len(course.names)),
        "player": "" if variation.state.turn is None else course.names[variation.state.turn],
        "refused": variation.problem and sentence(variation.problem),
        "rule": variation.problem.rule.partition("/")[2] if variation.problem else "",
    }
    rest = as_it_was(real, variation)
    context["as_it_was"] = addresses.after((*codes, *rest)) if rest else ""
    return context | (_outcome(real, course) if variation.over else {})


def _outcome(real: Course, course: Course) -> dict[str, Any]:
    """Return what a variation scores and what the hand scored, line by line and in a sentence."""
    pairs = [(_("What if"), course), (_("The hand"), real)]
    scores = [one.outcome.scores or (0,) * len(real.names) for _label, one in pairs]
    gains = [new - old for new, old in zip(*scores, strict=True)]
    who = real.end.taker
    if who is None or not gains[who]:
        who = max(real.seats, key=lambda seat: gains[seat])
    facts = {"player": real.names[who], "score": "", "before": ""}
    for name, score in zip(("score", "before"), scores, strict=True):
        facts[name] = game_score(score[who], real.record.variant.key)
    outcome = _("This way %(player)s scores %(score)s; in the hand it was %(before)s.")
    return {
        "results": [
            (label, outcome_title(one), sheet_of(one.replay), f"sheet-{number}")
            for number, (label, one) in enumerate(pairs)
        ],
        "compared": list(zip(real.names, *scores, gains, strict=True)),
        "difference": outcome % facts if any(gains) else _("The score is the same as in the hand."),
    }


def _judged(variation: Variation, shown: Sequence[VariationChoice]) -> dict[str, Any]:
    """Return the choices with what best play makes of each, where that is known in time."""
    best = best_play(variation.state, limit=WHILE_WAITING)
    if best is None:
        return {"too_long": True}
    scores = {card_code(one.card): one.score for one in best.prospects}
    return {"choices": [one._replace(score=scores.get(one.code)) for one in shown], "judged": best}
