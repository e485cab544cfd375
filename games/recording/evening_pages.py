"""The steps of an evening as a tablet sends them, JSON instead of a form and a page: confirming a
score or disputing it, sealing a hand, giving it up or taking it up again, dealing the next.

A tablet may have done all of it long ago, without a connection. So it may be sent again: a score is
confirmed once, a hand sealed or given up once, and a key deals one hand.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from games import book
from games.access.live import watch
from games.access.pages import scorers_club_or_404, user_of
from games.book import records
from games.confirming import confirmations, disputes
from games.matches.match_rows import match_so_far
from games.matches.match_so_far import MatchSoFar, match_as_json
from games.models import Hand, Match, Player
from games.people.merge_plan import player_now
from games.recording import answers
from games.recording.entry_pages import (
    device_of,
    not_taken,
    read_body,
    read_version,
    sender_of,
    speaks_json,
)
from games.recording.screen_pages import hand_or_404, sitting_of
from games.recording.sitting import deal_as_json
from games.writing.errors import WriteError
from games.writing.once import Once


@require_POST
@speaks_json
def confirm(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Takes down that `player` (an id) agrees with the score: `{version, player}`."""
    hand = hand_or_404(request, slug, hand_id)
    body = read_body(request)
    player = _player_of(hand, body)
    try:
        confirmations.confirm(**_sender(request, hand), version=read_version(body), player=player)
    except (ValidationError, WriteError) as error:
        return _not_done(error)
    return _done(request, hand)


@require_POST
@speaks_json
def dispute(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Takes down that `player` (an id) says the score is wrong: `{key, player, because}`."""
    hand = hand_or_404(request, slug, hand_id)
    body = read_body(request)
    once, because = Once(str(body.get("key"))), str(body.get("because", ""))
    player = _player_of(hand, body)
    try:
        disputes.dispute(**_sender(request, hand), player=player, because=because, once=once)
    except (ValidationError, WriteError) as error:
        return _not_done(error)
    return _done(request, hand)


@require_POST
@speaks_json
def seal(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Seals a finished hand: `{version, unconfirmed}`, where nobody can be asked why not; the
    answer has the `match` with it."""
    hand = hand_or_404(request, slug, hand_id)
    body = read_body(request)
    unconfirmed = str(body.get("unconfirmed", ""))
    try:
        book.seal(**_sender(request, hand), version=read_version(body), unconfirmed=unconfirmed)
    except (ValidationError, WriteError) as error:
        return _not_done(error)
    return _done(request, hand)


@require_POST
@speaks_json
def give_up(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Makes a hand void that went wrong: `{version, void_as, because}`; the answer has the `match`
    with it."""
    hand = hand_or_404(request, slug, hand_id)
    body = read_body(request)
    why = {name: str(body.get(name, "")) for name in ("void_as", "because")}
    try:
        book.give_up(user=sender_of(request), hand=hand, version=read_version(body), **why)
    except (ValidationError, WriteError) as error:
        return _not_done(error)
    return _done(request, hand)


@require_POST
@speaks_json
def take_up(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Goes on with a hand that was given up; the answer has the `match`, and where to follow the
    hand (`live`)."""
    hand = hand_or_404(request, slug, hand_id)
    read_body(request)
    try:
        book.take_up(user=sender_of(request), hand=hand)
    except WriteError as error:
        return _not_done(error)
    return _done(request, hand, hand)


@require_POST
@speaks_json
def deal(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Deals the next hand: `{key, deals}`; the answer has the `hand` as the tablet needs it, with
    what others may have recorded in it (`changes`), the `match`, and where to follow it (`live`).

    `deals` is what the tablet has dealt (`Sitting.deal`). Where that is not the next hand nothing
    is dealt: what waits there belongs to no other.
    """
    club = scorers_club_or_404(request, slug)
    match = get_object_or_404(
        Match.objects.visible_to(request.user).filter(club=club), public_id=match_id
    )
    body = read_body(request)
    deals = body.get("deals")
    refusal = _not_dealt(match_so_far(match), deals) if deals else None
    if refusal is not None:
        return JsonResponse(refusal[1], status=refusal[0])
    once = Once(str(body.get("key")))
    there = match.hands.filter(number=deals["number"]).first() if deals else None
    try:
        dealt = there or book.open_hand(user=sender_of(request), match=match, once=once)
    except (ValidationError, WriteError) as error:
        return _not_done(error)
    hand = hand_or_404(request, slug, dealt.public_id)
    live = watch(hand, user_of(request))
    return JsonResponse(
        {
            "hand": sitting_of(hand).as_json(),
            "match": match_as_json(match_so_far(match)),
            "changes": records.changes_of(hand),
            "live": live._asdict(),
        },
        status=201,
    )


def _not_dealt(match: MatchSoFar, deals: Any) -> tuple[int, answers.Body] | None:
    """Why the hand that a tablet has dealt as `deals` says cannot be dealt; None where it can, or
    is there."""
    number: Any = deals.get("number") if isinstance(deals, dict) else None
    there = next((one for one in match.hands if one.number == number), None)
    if there is not None:
        known = deal_as_json(there.number, there.dealer, there.sits_out)
    elif match.open_hand is not None:
        return answers.still_open(match.open_hand.number)
    else:
        coming, deal = match.coming()
        known = deal_as_json(coming, deal.dealer, deal.sits_out)
    return None if known == deals else answers.dealt_otherwise(number)


def _player_of(hand: Hand, body: dict[str, Any]) -> Player:
    player = player_now(hand.club_id, str(body.get("player")))
    if player is None:
        raise Http404
    return player


def _sender(request: HttpRequest, hand: Hand) -> dict[str, Any]:
    """Who sends something about a hand, and from which tablet."""
    return {"user": sender_of(request), "hand": hand, "device": device_of(request)}


def _done(request: HttpRequest, hand: Hand, followed: Hand | None = None) -> HttpResponse:
    """The match after a step, and where to follow it until the next hand is dealt; a hand that is
    recorded is `followed` by itself."""
    live = watch(followed or hand.match, user_of(request))
    match = match_as_json(match_so_far(hand.match))
    return JsonResponse({"match": match, "live": live._asdict()})


def _not_done(error: ValidationError | WriteError) -> HttpResponse:
    if isinstance(error, ValidationError):
        return JsonResponse({"code": "malformed", "message": error.messages[0]}, status=422)
    return not_taken(error)
