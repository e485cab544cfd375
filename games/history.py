"""Every read across many hands: standings, lists, what a player has done.

All of it reads the derived columns of sealed hands; each function takes a constant number of
statements. Scores are half points, as stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Generic, TypeVar

from django.db.models import Count, Prefetch, Q, QuerySet, Sum
from django.utils import timezone

from games.models import Club, Hand, HandSeat, Match, Player

PAGE = 50
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Standing:
    """One hand of a match: its scores by place, and what each place has after it (half points).

    Who sits the hand out (`hand.sits_out`) has nothing of it.
    """

    hand: Hand
    scores: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The score sheet of a match: people by place, hands in order, the totals so far."""

    players: tuple[Player, ...]
    rows: tuple[Standing, ...]
    totals: tuple[int, ...]


def match_standings(match: Match) -> Standings:
    """The running scores of a match, from its sealed hands. Three statements."""
    players = tuple(seat.player for seat in match.seats.select_related("player").order_by("seat"))
    scores = HandSeat.objects.filter(hand__match=match)
    by_hand: dict[int, dict[int, int]] = {}
    for hand_id, player, score in scores.values_list("hand_id", "player_id", "score_halves"):
        by_hand.setdefault(hand_id, {})[player] = score
    totals = (0,) * len(players)
    rows = []
    for hand in match.hands.sealed().order_by("number"):
        mine = tuple(by_hand[hand.pk].get(player.pk, 0) for player in players)
        totals = tuple(total + score for total, score in zip(totals, mine, strict=True))
        rows.append(Standing(hand, mine, totals))
    return Standings(players, tuple(rows), totals)


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """Some items of a long list; `next` is the cursor of those that follow, "" at the end."""

    items: tuple[Item, ...]
    next: str


class UnknownCursor(ValueError):
    """The cursor names no hand of this list."""


def hands_of(
    club: Club,
    *,
    player: Player | None = None,
    variant: str = "",
    since: date | None = None,
    until: date | None = None,
    after: str = "",
    limit: int = PAGE,
) -> Page[Hand]:
    """The sealed hands of a club, newest first, each with its match and its seats.

    `since` and `until` are the first and last day; `after` is the `next` of the page before.
    Raises UnknownCursor. Two statements, one more with a cursor.
    """
    if player is not None:
        seats = player_history(
            player, variant=variant, since=since, until=until, after=after, limit=limit
        )
        return Page(tuple(seat.hand for seat in seats.items), seats.next)
    hands = Hand.objects.filter(club=club).sealed()
    hands = filtered(hands, variant, since, until)
    if after:
        hands = _behind(hands, _place_of(after, club.pk), "id")
    page = (
        hands.order_by("-played_at", "-id")
        .select_related("match")
        .prefetch_related(_seats("seats"))
    )
    return _page(page, limit)


def player_history(
    player: Player,
    *,
    variant: str = "",
    role: str = "",
    since: date | None = None,
    until: date | None = None,
    after: str = "",
    limit: int = PAGE,
) -> Page[HandSeat]:
    """What a player did, hand by hand, newest first: his seat, with `hand`, its match and seats.

    Filters and cursor as in `hands_of`; `role` as in HandSeat. Two statements, one more with a
    cursor.
    """
    mine = filtered(HandSeat.objects.filter(player=player), variant, since, until)
    return seats_page(mine.filter(role=role) if role else mine, player, after=after, limit=limit)


def seats_page(
    mine: QuerySet[HandSeat], player: Player, *, after: str = "", limit: int = PAGE
) -> Page[HandSeat]:
    """A page of some of a player's seats, as `player_history` gives it. Two statements, one more
    with a cursor."""
    if after:
        mine = _behind(mine, _place_of(after, player.club_id), "hand_id")
    page = mine.order_by("-played_at", "-hand_id").select_related("hand__match")
    return _page(page.prefetch_related(_seats("hand__seats")), limit)


def _seats(lookup: str) -> Prefetch[str, QuerySet[HandSeat], str]:
    return Prefetch(lookup, HandSeat.objects.select_related("player").order_by("seat"))


def filtered(rows: Any, variant: str, since: date | None, until: date | None) -> Any:
    """The hands, or seats, of a game and of the days from `since` to `until`."""
    if variant:
        rows = rows.filter(variant=variant)
    if since is not None:
        rows = rows.filter(played_at__gte=_midnight(since))
    if until is not None:
        rows = rows.filter(played_at__lt=_midnight(until + timedelta(days=1)))
    return rows


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, timezone.get_current_timezone())


def _place_of(cursor: str, club_id: int) -> tuple[datetime, int]:
    found = Hand.objects.filter(club=club_id, public_id=cursor).values_list("played_at", "id")
    for place in found:
        return place
    raise UnknownCursor(cursor)


def _behind(rows: Any, place: tuple[datetime, int], key: str) -> Any:
    """Rows after a place. The first condition follows from the second, and lets the index serve."""
    when, number = place
    earlier = Q(played_at__lt=when) | Q(played_at=when, **{f"{key}__lt": number})
    return rows.filter(played_at__lte=when).filter(earlier)


def _page(rows: QuerySet[Any], limit: int) -> Page[Any]:
    found = tuple(rows[: limit + 1])
    items = found[:limit]
    last = getattr(items[-1], "hand", items[-1]) if len(found) > limit else None
    return Page(items, last.public_id if last else "")


@dataclass(frozen=True, slots=True)
class Total:
    """Hands played, of them won, and half points, for one role or one contract."""

    key: str
    hands: int
    won: int
    score_halves: int


@dataclass(frozen=True, slots=True)
class Totals:
    """What a player has come to: in all, by role in the hand, by contract of the hand."""

    all: Total
    by_role: tuple[Total, ...]
    by_contract: tuple[Total, ...]


def totals_by_role(player: Player, *, variant: str = "") -> Totals:
    """The sums over all sealed hands of a player. One statement, answered from one index.

    Keys are those of HandSeat.Role and of the variant's bids; "" where nobody bid. Roles come in
    the order of HandSeat.Role, contracts by name.
    """
    groups = HandSeat.objects.filter(player=player)
    if variant:
        groups = groups.filter(variant=variant)
    sums = list(
        groups.order_by()
        .values("role", "contract")
        .annotate(
            hands=Count("*"), won=Count("won", filter=Q(won=True)), points=Sum("score_halves")
        )
    )
    order = [*HandSeat.Role.values, ""]
    return Totals(
        all=_total("", sums),
        by_role=_totals("role", sums, sorted({one["role"] for one in sums}, key=order.index)),
        by_contract=_totals("contract", sums, sorted({one["contract"] for one in sums})),
    )


def _totals(field: str, sums: Sequence[Any], keys: Iterable[str]) -> tuple[Total, ...]:
    return tuple(_total(key, [one for one in sums if one[field] == key]) for key in keys)


def _total(key: str, sums: Sequence[Any]) -> Total:
    return Total(
        key,
        hands=sum(one["hands"] for one in sums),
        won=sum(one["won"] for one in sums),
        score_halves=sum(one["points"] for one in sums),
    )
