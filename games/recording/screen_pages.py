"""The page of the recording screen, and the page between two hands."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from games import book
from games.access.forms import new_key
from games.access.live import watch
from games.access.pages import scorers_club_or_404, user_of
from games.book import records
from games.confirming.asking import asking_of
from games.display.card_names import typed_letters
from games.matches.match_rows import match_so_far
from games.matches.match_so_far import match_as_json
from games.matches.standings import stand_of
from games.models import Club, Hand, Match, Membership, User
from games.recording import answers
from games.recording.score import score_context, standing_context
from games.recording.screen import KEY_WORDS, suits_of
from games.recording.sitting_rows import match_or_404, sitting_of
from games.recording.tablets import writers_of
from games.writing.durably import require_watcher
from games.writing.errors import HandSealed, HandVoid, PlaysHere


@require_GET
def record(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Show the open hand of a match, or the deal of the next one."""
    club, match = match_or_404(request, slug, match_id)
    hands = Hand.objects.visible_to(request.user).with_table()
    hand = hands.filter(match=match, state=Hand.State.OPEN).first()
    if hand is None:
        return _next_hand(request, club, match)
    try:
        require_watcher(request.user, hand)
    except PlaysHere as error:
        context = {"club": club, "section": "matches", "hand": hand, "why": str(error)}
        return render(request, "recording/take-over.html", context, status=403)
    return recording_page(request, hand)


@require_POST
def take_over(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Make somebody who sits at the table the one who records a hand, and show it."""
    club = scorers_club_or_404(request, slug)
    hands = Hand.objects.visible_to(request.user).filter(club=club).select_related("match")
    hand = get_object_or_404(hands, public_id=hand_id)
    with suppress(HandSealed, HandVoid):  # the next page says so
        book.take_over(user=user_of(request), hand=hand)
    return redirect("record", club.slug, hand.match.public_id)


def _next_hand(request: HttpRequest, club: Club, match: Match) -> HttpResponse:
    live, stand = watch(match, user_of(request)), stand_of(match_so_far(match))
    context = {
        "club": club,
        "section": "matches",
        "match": match,
        "live": live,
        "written": match.get_writes_display(),
        "key": new_key(),
        **standing_context(stand),
    }
    return render(request, "recording/next.html", context)


def recording_page(
    request: HttpRequest, hand: Hand, error: str = "", status: int = 200
) -> HttpResponse:
    """Show the recording screen; `error` says why something was not done."""
    context = {**_page(user_of(request), hand), "error": error}
    return render(request, "recording/recording.html", context, status=status)


def _page(user: User, hand: Hand) -> dict[str, Any]:
    live, club = watch(hand, user), hand.club
    changes, here = records.changes_of(hand), sitting_of(hand)
    replayed = here.replay_of(changes)
    screen = answers.screen_after(here, replayed, changes)
    match, letters = match_so_far(hand.match), typed_letters(hand.match.variant)
    stand = stand_of(match)
    context = answers.context_of(here, screen)
    if screen.finished:
        context |= score_context(match, hand.number, replayed, asking_of(hand, replayed))
    return {
        "running": stand,
        "hand_words": stand.coming(hand.number),
        **context,
        "club": club,
        "match": hand.match,
        "live": live,
        "writers": writers_of(hand),
        "sitting": {
            "written": hand.match.get_writes_display(),
            "confirms": club.confirms,
            "me": _player_of(user, club),
            "hand": here.as_json(),
            "match": match_as_json(match),
            "changes": changes,
        },
        "pad": {**answers.pad_of(screen), "undone": answers.undone(here, screen, changes)},
        "key_words": json.dumps({state: _(words) for state, words in KEY_WORDS.items()}),
        "letters": {**letters._asdict(), "examples": letters.examples},
        "suits": suits_of(replayed.record.variant),
    }


def _player_of(user: User, club: Club) -> str:
    """Return the public id of the player of an account, "" where it has none."""
    mine = Membership.objects.filter(user=user, club=club, player__isnull=False)
    return mine.values_list("player__public_id", flat=True).first() or ""


@login_not_required
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the script that keeps the recording screen in the browser.

    A service worker can only answer for addresses below its own, so it is at the root and not among
    the static files. A tablet sends HEAD to see whether it is online again; no database is needed
    for that.
    """
    script = (Path(settings.BASE_DIR) / "static" / "js" / "worker.js").read_bytes()
    headers = {"Cache-Control": "public, no-cache"}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)
