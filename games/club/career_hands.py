"""The hands of a player's page: a page of them, and the few that are named beside the sums."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from games.archive import listed_hands
from games.archive.listing import Listed
from games.archive.lists import SHOWN, address_with
from games.club.career_words import role_name
from games.display.headlines import contract_name, is_shared, verdict, winner
from games.models import Hand, HandSeat, Player
from games.models.paging import Hits, Order, Place, cut
from games.statistics.scope import Scope

NEWEST = Order("played_at", descending=True, key="hand_id")
# The best and the worst hands that are named, and the irregular ones.
EXTREMES, IRREGULAR = 3, 5

Seats = dict[int, tuple[int, str]]


def hands_page(request: HttpRequest, player: Player, scope: Scope) -> dict[str, Any]:
    """The hands of a scope, newest first, from the place that the address names; the ways to newer
    and older ones. Two statements, one more with a cursor."""
    before = request.GET.get("before", "")
    cursor = before or request.GET.get("after", "")
    hits = Hits(scope.seats_of(player), NEWEST)
    keys = hits.keys(
        beside=place_of(player, cursor) if cursor else None,
        backwards=bool(before),
        limit=SHOWN + 1,
    )
    mine = HandSeat.objects.filter(player=player, hand__in=keys)
    [found] = told(seats_in(mine, NEWEST.columns()))
    page = cut(found, SHOWN, begun=bool(cursor), backwards=bool(before))
    rows: list[CareerHand] = list(page.rows)
    return {
        "lines": rows,
        "newer": address_with(request, after="", before=rows[0].public_id) if page.before else "",
        "older": address_with(request, before="", after=rows[-1].public_id) if page.after else "",
        "newest": address_with(request, before="", after="") if page.before else "",
    }


def place_of(player: Player, public_id: str) -> Place:
    """The place of a hand of the player's club; a 404 for another."""
    hands = Hand.objects.filter(club=player.club_id, public_id=public_id).sealed()
    for place in hands.values_list("played_at", "pk"):
        return Place(*place)
    raise Http404


def seats_in(seats: QuerySet[HandSeat], order: Iterable[str], most: int | None = None) -> Seats:
    """Some seats of a player in an order: seat and role, by hand. One statement."""
    rows = seats.order_by(*order).values_list("hand_id", "seat", "role")[:most]
    return {hand: (seat, role) for hand, seat, role in rows}


def told(*lists: Seats) -> list[list[CareerHand]]:
    """The hands of some lists as lines. One statement."""
    keys = {hand for seats in lists for hand in seats}
    hands = {hand.pk: hand for hand in listed_hands(Hand.objects.filter(pk__in=keys))}
    return [
        [line_of(hands[hand], seat, role) for hand, (seat, role) in seats.items()]
        for seats in lists
    ]


def line_of(hand: Listed, seat: int, role: str) -> CareerHand:
    """A hand as the player of a seat sees it."""
    names = [other.player for other in hand.seats]
    scores = [other.score_halves for other in hand.seats]
    title = contract_name(hand)
    if hand.taker is not None and hand.taker != seat:
        title = _("%(contract)s by %(player)s") % {"contract": title, "player": names[hand.taker]}
    return CareerHand(
        public_id=hand.public_id,
        day=timezone.localtime(hand.played_at).date(),
        title=title,
        verdict=winner(names, scores) if is_shared(hand) else verdict(hand),
        role=role_name(role) if role else "",
        others=", ".join(
            other.player for other in hand.seats if other.seat not in (seat, hand.taker)
        ),
        irregular=hand.irregular,
        score_halves=scores[seat],
        variant=hand.variant,
    )


def extremes(player: Player, scope: Scope) -> dict[str, list[CareerHand]]:
    """The best, the worst and the last irregular hands. Four statements."""
    mine = scope.seats_of(player)
    best, worst, irregular = told(
        seats_in(mine.filter(score_halves__gt=0), ("-score_halves", "-hand_id"), EXTREMES),
        seats_in(mine.filter(score_halves__lt=0), ("score_halves", "-hand_id"), EXTREMES),
        seats_in(mine.filter(irregular=True), NEWEST.columns(), IRREGULAR),
    )
    return {"best": best, "worst": worst, "irregular": irregular}


class CareerHand(NamedTuple):
    """A hand as a player sees it: what was bid and by whom, what came of it, who else was there."""

    public_id: str
    day: date
    title: str
    verdict: str
    role: str
    others: str
    irregular: bool
    score_halves: int
    variant: str
