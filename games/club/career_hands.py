"""The hands of a player's page: a page of them, and the few that are named next to the sums."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.archive import listed_hands
from games.archive.conditions import NEWEST_SEAT
from games.archive.listing import Listed
from games.club.career_filters import CareerSearch
from games.club.career_words import role_name
from games.display.headlines import contract_name, is_shared, verdict, winner
from games.models import Hand, HandSeat, Player
from games.models.paging import Cursor
from games.statistics.scope import HandScope

# The best and the worst hands that are named, and the irregular ones.
EXTREMES, IRREGULAR = 3, 5

Seats = dict[int, tuple[int, str]]


def read_hands(search: CareerSearch, cursor: Cursor, limit: int) -> list[CareerHand]:
    """Return the hands that fit, newest first, beyond a cursor. Two statements."""
    keys = search.hits.keys(cursor, limit)
    mine = HandSeat.objects.filter(player=search.person, hand__in=keys)
    [lines] = as_lines(seats_in(mine, NEWEST_SEAT.columns()))
    return lines


def seats_in(seats: QuerySet[HandSeat], order: Iterable[str], most: int | None = None) -> Seats:
    """Return some seats of a player in an order: seat and role, by hand. One statement."""
    rows = seats.order_by(*order).values_list("hand_id", "seat", "role")[:most]
    return {hand: (seat, role) for hand, seat, role in rows}


def as_lines(*lists: Seats) -> list[list[CareerHand]]:
    """Return the hands of some lists as lines. One statement."""
    keys = {hand for seats in lists for hand in seats}
    hands = {hand.pk: hand for hand in listed_hands(Hand.objects.filter(pk__in=keys))}
    return [
        [line_of(hands[hand], seat, role) for hand, (seat, role) in seats.items()]
        for seats in lists
    ]


def line_of(hand: Listed, seat: int, role: str) -> CareerHand:
    """Return a hand as the player of a seat sees it."""
    names, title = hand.names, contract_name(hand)
    if hand.taker is not None and hand.taker != seat:
        title = _("%(contract)s by %(player)s") % {"contract": title, "player": names[hand.taker]}
    return CareerHand(
        hand,
        title,
        verdict=winner(names, hand.halves) if is_shared(hand) else verdict(hand),
        role=role_name(role) if role else "",
        others=", ".join(
            other.player for other in hand.seats if other.seat not in (seat, hand.taker)
        ),
        score_halves=hand.halves[seat],
    )


def extremes(player: Player, scope: HandScope) -> dict[str, list[CareerHand]]:
    """Return the best, the worst and the last irregular hands. Four statements."""
    mine = scope.seats_of(player)
    best, worst, irregular = as_lines(
        seats_in(mine.filter(score_halves__gt=0), ("-score_halves", "-hand_id"), EXTREMES),
        seats_in(mine.filter(score_halves__lt=0), ("score_halves", "-hand_id"), EXTREMES),
        seats_in(mine.filter(irregular=True), NEWEST_SEAT.columns(), IRREGULAR),
    )
    return {"best": best, "worst": worst, "irregular": irregular}


class CareerHand(NamedTuple):
    """A hand as a player sees it: what was bid and by whom, what came of it, who else was there."""

    hand: Listed
    title: str
    verdict: str
    role: str
    others: str
    score_halves: int

    @property
    def public_id(self) -> str:
        """Return the id of the hand, next to which a page of the list may begin."""
        return self.hand.public_id

    @property
    def when(self) -> str:
        """Return its day, in this year without the year."""
        day = timezone.localtime(self.hand.played_at).date()
        this_year = day.year == timezone.localdate().year
        return date_format(day, "MONTH_DAY_FORMAT" if this_year else "SHORT_DATE_FORMAT")
