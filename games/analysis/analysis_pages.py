"""What each legal card leads to from a step on, and where the hand turned."""

from __future__ import annotations

from bisect import bisect_left
from itertools import groupby
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.access.pages import club_or_404, page_or_fragment, row_or_404, user_of
from games.access.quota import HEAVY, spend
from games.analysis.keeping import WHILE_WAITING, kept, turning_points_of, worked_out
from games.analysis.sentences import turn_sentence, verdict
from games.book.records import read_seal
from games.models import Player
from games.models.analysis import turned_steps
from games.people.pins import is_player
from games.replay import Film
from games.replay.hand_page import query_of
from games.replay.kept_films import kept_film
from games.replay.step_pages import asked_view, readable_or_404, step_of
from games.rules import TurningPoints, best_play, card_code, position_before
from games.writing.durably import durably


@require_POST
def hide_best_play(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    """Hide the best play of all hands that a player played, or show it again: only they may."""
    club = club_or_404(request, slug)
    player = row_or_404(request, club, Player, player_id)
    if not is_player(user_of(request), player):
        raise PermissionDenied(_("Only the player themself can hide the best play of their hands."))
    mine = Player.objects.filter(pk=player.pk)
    durably(lambda: mine.update(hides_best_play="hide" in request.POST))
    return redirect("player", club.slug, player.public_id)


class Prospects(NamedTuple):
    """Cards that lead to the same score; whether the one that was played is among them."""

    codes: list[str]
    score: int
    played: bool


@require_safe
def best_play_from(request: HttpRequest, slug: str, hand_id: str, place: str) -> HttpResponse:
    """Show best play from a step on, to readers who see all cards."""
    club, hand, seal = readable_or_404(request, slug, hand_id)
    if seal is None or turned_steps(hand, seal) is None:
        raise Http404
    record = read_seal(seal)
    view = asked_view(request.GET, len(record.players))
    if not view.open:
        raise Http404
    spend(HEAVY, request)
    shown = kept_film(record, view).film
    step = step_of(shown, seal, place)
    analysis = kept(hand, seal) or worked_out(hand, seal, limit=WHILE_WAITING)
    turned = turning_points_of(analysis)
    context = {"club": club, "section": "hands", "hand": hand, "film": shown, "step": step}
    context |= {"now": shown.steps[step], "query": query_of(view, "best"), "turned": turned}
    context["address"] = reverse("hand", args=[club.slug, hand.public_id])
    if turned is not None:
        context |= _of_hand(shown, turned) | _of_step(shown, turned, step)
    return page_or_fragment(request, "analysis/best_play.html", "analysis/_best.html", context)


def _of_hand(shown: Film, turned: TurningPoints) -> dict[str, Any]:
    """Return where a hand turned, each sentence with its step, and what the contract was worth."""
    end, game, names = shown.course.end, shown.course.record.variant.key, shown.course.names
    turns = [(turn.step + 1, turn_sentence(turn, turned, names, game)) for turn in turned.turns]
    since = end.play_actions.index(turned.since) // end.seats + 1
    return {
        "turns": turns,
        "since": turned.since,
        "since_trick": since,
        "verdict": verdict(turned, end.taker, since, game),
    }


def _of_step(shown: Film, turned: TurningPoints, step: int) -> dict[str, Any]:
    """Return what each card leads to that could be played after a step."""
    end = shown.course.end
    number = bisect_left(end.play_actions, step)
    if step < turned.since or number >= len(end.played):
        return {"later": step >= turned.since}
    state = position_before(shown.course.record, end, number)
    best = best_play(state, limit=WHILE_WAITING) if state else None
    if best is None:
        return {"too_long": True}
    rows = []
    for score, group in groupby(best.prospects, lambda one: one.score):
        cards = [one.card for one in group]
        codes = [card_code(card) for card in sorted(cards)]
        rows.append(Prospects(codes, score, end.played[number] in cards))
    return {"prospects": rows, "player": shown.course.names[best.seat]}
