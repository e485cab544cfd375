"""Confirming a score, sealing a hand and dealing the next, as a tablet sends it: JSON instead of a
form and a page.

A tablet may have done all of it long ago, without a connection. So it may be sent again: a score is
confirmed once, a hand sealed once, and a key deals one hand.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from games import book
from games.access.errors import StaleVersion, WriteError
from games.access.live import watch
from games.access.once import Once
from games.access.pages import scorers_club_or_404, user_of
from games.book import records
from games.matches.match_rows import match_so_far
from games.matches.match_so_far import match_as_json
from games.models import Hand, Match, Player
from games.recording.entry_pages import device_of, read_body, read_version, speaks_json
from games.recording.screen_pages import hand_or_404, sitting_of


@require_POST
@speaks_json
def confirm(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Takes down that `player` (an id) agrees with the score: `{version, player}`."""
    hand = hand_or_404(request, slug, hand_id)
    body = read_body(request)
    people = Player.objects.filter(club=hand.club_id)
    player = get_object_or_404(people, public_id=str(body.get("player")))
    facts: dict[str, Any] = {
        **{"user": user_of(request), "hand": hand},
        "device": device_of(request),
    }
    try:
        book.confirm(**facts, version=read_version(body), player=player)
    except (ValidationError, WriteError) as error:
        return _not_done(error)
    return JsonResponse({"match": match_as_json(match_so_far(hand.match))})


@require_POST
@speaks_json
def seal(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Seals a finished hand: `{version, unconfirmed}`, where nobody can be asked why not; the
    answer has the `match` with it."""
    hand = hand_or_404(request, slug, hand_id)
    body = read_body(request)
    facts: dict[str, Any] = {
        **{"user": user_of(request), "hand": hand},
        "device": device_of(request),
    }
    unconfirmed = str(body.get("unconfirmed", ""))
    try:
        book.seal(**facts, version=read_version(body), unconfirmed=unconfirmed)
    except (ValidationError, WriteError) as error:
        return _not_done(error)
    return JsonResponse({"match": match_as_json(match_so_far(hand.match))})


@require_POST
@speaks_json
def deal(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Deals the next hand: `{key}`; the answer has the `hand` as the tablet needs it, with what
    others may have recorded in it (`changes`), the `match`, and where to follow it (`live`)."""
    club = scorers_club_or_404(request, slug)
    match = get_object_or_404(
        Match.objects.visible_to(request.user).filter(club=club), public_id=match_id
    )
    key = read_body(request).get("key")
    try:
        dealt = book.open_hand(user=user_of(request), match=match, once=Once(str(key)))
    except (ValidationError, WriteError) as error:
        return _not_done(error)
    hand = Hand.objects.visible_to(request.user).with_table().get(pk=dealt.pk)
    live = watch(hand)
    return JsonResponse(
        {
            "hand": sitting_of(hand).as_json(),
            "match": match_as_json(match_so_far(match)),
            "changes": records.changes_of(hand),
            "live": {"address": live.address, "mark": live.mark},
        },
        status=201,
    )


def _not_done(error: ValidationError | WriteError) -> HttpResponse:
    if isinstance(error, ValidationError):
        return JsonResponse({"code": "malformed", "message": error.messages[0]}, status=422)
    body: dict[str, Any] = {"code": error.code, "message": str(error)}
    if isinstance(error, StaleVersion):
        body["version"] = error.version
    return JsonResponse(body, status=error.status)
