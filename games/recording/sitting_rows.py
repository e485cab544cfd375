"""A hand that is being recorded, from its rows: who may have it, its `Sitting`, `HandAtTable`."""

from __future__ import annotations

from functools import lru_cache

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.middleware.csrf import get_token
from django.urls import reverse

from games.access.pages import require_scorer, row_or_404, scorers_club_or_404, user_of
from games.book import records
from games.confirming.asking import asking_of
from games.matches.match_rows import match_so_far
from games.models import Club, Hand, Match, statements
from games.recording.drawing import Addresses
from games.recording.requests import HandAtTable
from games.recording.sitting import ClubHere, MatchHere, Sitting
from games.writing.durably import require_watcher
from games.writing.errors import PlaysHere


def match_or_404(request: HttpRequest, slug: str, match_id: str) -> tuple[Club, Match]:
    """Return club and match at that address, for somebody who may record there."""
    club = scorers_club_or_404(request, slug)
    return club, row_or_404(request, club, Match, match_id)


def hand_or_404(request: HttpRequest, slug: str, hand_id: str) -> Hand:
    """Return the hand at that address with its table, for somebody who may record it.

    One statement. Raises PermissionDenied, a 403 that says why, where somebody is kept from a
    running hand.
    """
    try:
        hand = statements.find_hand(user_of(request), slug, hand_id)
    except Hand.DoesNotExist:
        raise Http404 from None
    require_scorer(hand.club)
    try:
        require_watcher(request.user, hand)
    except PlaysHere as error:
        raise PermissionDenied(str(error)) from None
    return hand


def sitting_of(hand: Hand) -> Sitting:
    """Return a hand as the screen needs it; its seats are read unless they are there."""
    club, match = hand.club, hand.match
    return Sitting(
        club=ClubHere(club.slug, club.confirms),
        match=MatchHere(match.public_id, match.title, match.variant, match.writes),
        public_id=hand.public_id,
        number=hand.number,
        version=hand.version,
        is_open=hand.is_open,
        writes=hand.writes,
        sits_out=hand.sits_out,
        facts=records.facts_of(hand),
        addresses=_addresses(club.slug, hand.public_id),
    )


@lru_cache(maxsize=64)
def _addresses(slug: str, hand_id: str) -> Addresses:
    return Addresses(
        entry=reverse("entries", args=[slug, hand_id]),
        panel=reverse("panel", args=[slug, hand_id, "entries"]),
    )


def table_of(request: HttpRequest, hand: Hand) -> HandAtTable:
    """Return a hand as its requests need it."""
    return HandAtTable(
        hand=sitting_of(hand),
        match=lambda: match_so_far(hand.match),
        asking=lambda end: asking_of(hand, end),
        written=hand.match.get_writes_display(),
        forms={"csrf_token": get_token(request), "user": request.user},
    )
