"""The recording screen: one hand, entry by entry. See games/recording/README.md for the exchange
with the tablet."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import BadRequest, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from games import book
from games.access.errors import KeyMalformed, KeyReused, MatchClosed, WriteError
from games.access.forms import new_key
from games.access.once import Once
from games.access.pages import require_scorer, scorers_club_or_404, user_of
from games.book import judging, records
from games.display.reasons import Voice
from games.matches.standings import stand_of
from games.models import Club, Hand, Match, statements
from games.models.matches import Writes
from games.recording.drawing import Addresses, draw_screen
from games.recording.score import score_context
from games.recording.screen import KEY_WORDS, SUIT_LETTERS, Screen, order_of, rows_kept, screen_of
from games.rules import CODES, SUIT_NAMES, LastTap, Replay, replay


@require_GET
def record(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """The open hand of a match, or the deal of the next one."""
    club = scorers_club_or_404(request, slug)
    match = get_object_or_404(
        Match.objects.visible_to(request.user).filter(club=club), public_id=match_id
    )
    hands = Hand.objects.visible_to(request.user).with_table()
    hand = hands.filter(match=match, state=Hand.State.OPEN).first()
    if hand is None:
        return _next_hand(request, club, match)
    return render(request, "recording/desk.html", _page(club, hand))


def _next_hand(request: HttpRequest, club: Club, match: Match) -> HttpResponse:
    stand = stand_of(match)
    rows, players = stand.standings.rows, stand.standings.players
    number, deal = match.coming(len(players))
    context = {
        "club": club,
        "section": "matches",
        "match": match,
        "stand": stand,
        "standings": stand.standings,
        "last": rows[-1] if rows else None,
        "number": number,
        "coming": stand.coming(number),
        "dealer": players[deal.chair].name,
        "sits_out": deal.sits_out is not None,
        "writes": Writes.choices,
        "key": new_key(),
        "end": stand.end,
    }
    return render(request, "recording/next.html", context)


@require_POST
def open_hand(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Deals the next hand: opens it, and shows it."""
    club = scorers_club_or_404(request, slug)
    match = get_object_or_404(
        Match.objects.visible_to(request.user).filter(club=club), public_id=match_id
    )
    writes = request.POST.get("writes") or None
    try:
        key = request.POST.get("key")
        once = Once(key) if key else None
        book.open_hand(user=user_of(request), match=match, writes=writes, once=once)
    except ValidationError as error:
        raise BadRequest(error.messages[0]) from None
    except (MatchClosed, KeyReused, KeyMalformed):
        pass  # the next page says so, or shows the form again
    return redirect("record", club.slug, match.public_id)


def hand_or_404(request: HttpRequest, slug: str, hand_id: str) -> Hand:
    """The hand at that address with its table, for somebody who may record it. One statement."""
    try:
        hand = statements.find_hand(user_of(request), slug, hand_id)
    except Hand.DoesNotExist:
        raise Http404 from None
    require_scorer(hand.club)
    return hand


def answer(
    hand: Hand, replayed: Replay, last: LastTap, change: records.Change | None = None
) -> dict[str, Any]:
    """What the tablet needs after an entry. The score has a request of its own: see `desk`.

    `last` is what an undo would take back. `change` is the change that led here from the tablet's
    screen: after a card, the answer has only the `parts` that it changed instead of the `stage`.
    """
    kept = None if change is None else rows_kept(replayed.state, change)
    screen = _screen(hand, replayed, last, kept or 0)
    drawn = _stage(hand, screen) if kept is None else _parts(hand, screen)
    return {"version": hand.version, "mode": screen.mode, **drawn, **pad_of(screen)}


def _stage(hand: Hand, screen: Screen) -> dict[str, str]:
    if screen.finished:
        return {"stage": ""}
    return {"stage": render_to_string("recording/_stage.html", context_of(hand, screen))}


def _parts(hand: Hand, screen: Screen) -> dict[str, list[str]]:
    seats, panel, rows = draw_screen(screen, voice_of(screen), _addresses(hand))
    return {"parts": [*seats, *panel, *rows]}


def voice_of(screen: Screen) -> Voice:
    """The words in which this screen's sentences are written: the names of its players, and its
    game."""
    return Voice(screen.names, screen.game)


def pad_of(screen: Screen) -> dict[str, Any]:
    """The parts of the screen that are never replaced: keys, status line, buttons."""
    voice, select = voice_of(screen), screen.selection
    return {
        "status": [voice.say(screen.status), " ".join(map(voice.say, screen.hint))],
        "keys": screen.keys,
        "undo": voice.say(screen.undo) if screen.undo else "",
        "claim": screen.may_claim,
        "rest": screen.rest,
        "announce": bool(screen.offers),
        "led": screen.trick.led,
        "lying": len(screen.trick.cards),
        "open": screen.trick.cards,
        "left": screen.left,
        "seats": len(screen.names),
        "fool": screen.fool,
        "select": {
            "kind": select.kind,
            "count": select.count,
            "unseen": select.unseen,
            "follows": select.follows,
        }
        if select
        else None,
        "turn": screen.turn,
        "phase": screen.phase,
        "sizes": {"stock": screen.stock_size, "discard": screen.discard_size},
        "shows": screen.shows,
        "asks": screen.asks,
    }


def _screen(hand: Hand, replayed: Replay, last: LastTap, kept: int = 0) -> Screen:
    return screen_of(replayed, sits_out=hand.sits_out, kept=kept, last=last)


def _addresses(hand: Hand) -> Addresses:
    return _addresses_in(hand.club.slug, hand.public_id)


@lru_cache(maxsize=64)
def _addresses_in(slug: str, hand_id: str) -> Addresses:
    return Addresses(
        entry=reverse("entries", args=[slug, hand_id]),
        beside=reverse("panel", args=[slug, hand_id, "entries"]),
    )


def context_of(hand: Hand, screen: Screen) -> dict[str, Any]:
    """The context of the templates of the stage and of the panels."""
    voice = voice_of(screen)
    return {
        "screen": screen,
        "voice": voice,
        "drawn": draw_screen(screen, voice, _addresses(hand)),
        "club": hand.club,
        "hand": hand,
        "game_key": screen.game,
    }


def panel_context(hand: Hand, replayed: Replay, **facts: Any) -> dict[str, Any]:
    """The context of a panel's template: `facts`, and the hand."""
    record = replayed.record
    context = {"club": hand.club, "hand": hand, "game_key": record.variant.key}
    return {**context, "voice": Voice(record.players, record.variant.key), **facts}


def _page(club: Club, hand: Hand) -> dict[str, Any]:
    changes = records.changes_of(hand)
    replayed = replay(records.record_of(hand, changes))
    screen = _screen(hand, replayed, records.last_tap(changes))
    stand = stand_of(hand.match)
    variant = replayed.record.variant
    return {
        "running": stand,
        "hand_words": stand.coming(hand.number),
        **_staged(hand, screen, replayed),
        "club": club,
        "match": hand.match,
        "pad": {**pad_of(screen), "undone": undone(hand, screen, changes)},
        "key_words": json.dumps({state: _(words) for state, words in KEY_WORDS.items()}),
        "order": order_of(replayed.state),
        "codes": CODES,
        "suits": [
            (code, _(variant.labels.get(f"suit-{suit}", SUIT_NAMES[suit])))
            for suit, code in enumerate(SUIT_LETTERS)
        ],
    }


def _staged(hand: Hand, screen: Screen, replayed: Replay) -> dict[str, Any]:
    """The context of a stage, with the score if the hand is over."""
    context = context_of(hand, screen)
    return context | score_context(hand, replayed) if screen.finished else context


def undone(hand: Hand, screen: Screen, changes: list[records.Change]) -> dict[str, Any] | None:
    """At the end of a hand the screen that an undo leads back to, for a tablet that is offline.
    None if the hand is not over, or would still be over after the undo."""
    if not screen.finished or not hand.is_open:
        return None
    undo: records.Change = {"op": "undo"}
    _change, follows = judging.judge(hand, changes, undo)
    if follows.problem is not None or follows.state.phase == "over":
        return None
    return answer(hand, follows, records.last_tap([*changes, undo]))


@require_GET
def desk(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """The current screen: the score, or everything for a tablet that has missed something."""
    hand = hand_or_404(request, slug, hand_id)
    changes = records.changes_of(hand)
    replayed = replay(records.record_of(hand, changes))
    last = records.last_tap(changes)
    body = answer(hand, replayed, last)
    if not body["stage"]:
        screen = _screen(hand, replayed, last)
        context = _staged(hand, screen, replayed)
        body["stage"] = render_to_string("recording/_stage.html", context, request)
        body["undone"] = undone(hand, screen, changes)
    return JsonResponse(body)


@login_not_required
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the recording screen in the browser. A service worker can only answer
    for addresses below its own, so it is at the root and not among the static files.

    A tablet sends HEAD to see whether it is online again; no database is needed for that.
    """
    script = (Path(settings.BASE_DIR) / "static" / "js" / "worker.js").read_bytes()
    headers = {"Cache-Control": "public, no-cache"}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


@require_POST
def give_up(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Makes a hand void that cannot be finished or scored, and goes on to the next."""
    hand = hand_or_404(request, slug, hand_id)
    because, version = request.POST.get("because", ""), read_version(request)
    try:
        book.give_up(user=user_of(request), hand=hand, version=version, because=because)
    except ValidationError as error:
        return _not_done(request, hand, error.messages[0], 422)
    except WriteError as error:
        return _not_done(request, hand, str(error), error.status)
    messages.success(request, _("Hand %(number)s is given up.") % {"number": hand.number})
    return redirect("record", slug, hand.match.public_id)


@require_POST
def seal(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Seals the finished hand and goes on to the next."""
    hand = hand_or_404(request, slug, hand_id)
    version = read_version(request)
    try:
        book.seal(user=user_of(request), hand=hand, version=version)
    except WriteError as error:
        return _not_done(request, hand, str(error), error.status)
    return redirect("record", slug, hand.match.public_id)


def read_version(request: HttpRequest) -> int:
    """The number of the last entry that the form has seen. Raises BadRequest."""
    version = request.POST.get("version", "")
    if not version.isdecimal():
        raise BadRequest(_("The version is missing."))
    return int(version)


def _not_done(request: HttpRequest, hand: Hand, why: str, status: int) -> HttpResponse:
    """The current screen of a hand, with the reason why something was not done."""
    now = hand_or_404(request, hand.club.slug, hand.public_id)
    context = {**_page(now.club, now), "error": why}
    return render(request, "recording/desk.html", context, status=status)
