"""The wall: what a projector, a television or a telephone at home shows of an evening.

Who knows its address sees it without an account. So nothing of it depends on who looks, one drawing
serves all, and it shows no card but those that lie face up on one table.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.book.records import changes_of, record_of, seat_names
from games.display.headlines import headline
from games.evening.evenings import people_here
from games.evening.tables_shown import TableShown, tables_of_round
from games.evening.totals import list_of
from games.models import Club, Evening, EveningRound, Hand, User
from games.models.club_choices import RunningSeenBy
from games.models.marks import recorded_then
from games.rules import card_code, replay
from games.writing.durably import durably, require_scorer

KEPT = 120  # seconds that a drawing is kept, when nobody asks for a newer one
BUSY = 5  # seconds that others wait for a new one, at most
TABLES, LINES = 9, 12  # that a screen shows at once
Shown = TypeVar("Shown")


class NewestHand(NamedTuple):
    """The hand that was sealed last: its table and number, and its result in words."""

    table: str
    number: int
    headline: str


class CardSeen(NamedTuple):
    """A card on the table, and who played it; `wins`: it has won the trick, or would now."""

    name: str
    code: str
    wins: bool


class Watched(NamedTuple):
    """The watched table: its running trick as it was a while ago; `contract` is "" before a bid."""

    table: str
    number: int
    contract: str
    trick: int
    cards: list[CardSeen]
    minutes: int


def set_wall(*, user: User, evening: Evening, address: str | None, **facts: object) -> None:
    """Open the wall at an address, or at none; `facts` are what it shows. Raises NotAllowed."""
    require_scorer(user, evening)
    facts |= {"wall": address, "changed_at": timezone.now()}
    durably(lambda: Evening.objects.filter(pk=evening.pk).update(**facts))


def may_be_watched(club: Club) -> bool:
    """Return whether a club lets a running hand be watched where its own table sees it, too."""
    return club.running_seen_by == RunningSeenBy.ELSEWHERE and not club.hides_running


def drawn_wall(evening: Evening, mark: str) -> tuple[str, int]:
    """Return the wall of an evening in the reader's language, and how many seconds old it is.

    It is drawn again if another `mark` was kept with it.

    While it is drawn others get the last one: hundreds ask for what is new at the same moment.
    """
    name = f"wall-{evening.pk}-{get_language()}"
    kept = cache.get(name)
    if kept is None or (kept[0] != mark and cache.add(f"{name}-busy", True, BUSY)):
        text = render_to_string("evening/_wall.html", wall_shown(evening) | {"mark": mark})
        kept = mark, text, time.time()
        cache.set(name, kept, KEPT)
        cache.delete(f"{name}-busy")
    _mark, text, drawn_at = kept
    return text, int(time.time() - drawn_at)


def wall_shown(evening: Evening) -> dict[str, Any]:
    """Return what the wall shows: the newest round that was announced, and what came of it."""
    drawn = evening.drawn.filter(announced_at__isnull=False).last()
    facts: dict[str, Any] = {"evening": evening, "game_key": evening.variant, "drawn": drawn}
    if drawn is None:
        return facts
    tables = tables_of_round(drawn)
    seated = {one.player.pk for table in tables for one in table.people}
    ends = drawn.ends_at
    return facts | {
        "left": int((ends - timezone.now()).total_seconds()) if ends else None,
        "tables": _in_turns(tables, TABLES),
        "out": [player for key, player in people_here(evening).items() if key not in seated],
        "lists": [] if hides_totals(evening, drawn) else _in_turns(list_of(evening), LINES),
        "last": _last_hand(evening),
        "watched": _watched(evening, tables),
    }


def hides_totals(evening: Evening, drawn: EveningRound) -> bool:
    """Return whether nobody sees totals: boards are still played, or the director hides the end."""
    if evening.method and evening.boards_shown_at is None:
        return True
    return evening.wall_hides_totals and drawn.number >= evening.rounds


def _in_turns(rows: Sequence[Shown], most: int) -> list[Sequence[Shown]]:
    """Return rows in as few parts as possible, all of about the same length."""
    parts = -(-len(rows) // most)
    size = -(-len(rows) // max(parts, 1))
    return [rows[size * part : size * (part + 1)] for part in range(parts)]


def _last_hand(evening: Evening) -> NewestHand | None:
    hands = Hand.objects.filter(match__round__evening=evening).shown()
    hand = hands.select_related("match").order_by("-sealed_at", "-pk").first()
    if hand is None:
        return None
    seats = hand.seats.select_related("player").order_by("seat")
    names, halves = [one.player.name for one in seats], [one.score_halves for one in seats]
    return NewestHand(hand.match.table, hand.number, headline(hand, names, halves))


def _watched(evening: Evening, tables: Sequence[TableShown]) -> Watched | None:
    """Return what lay on the watched table, where its cards may be seen: never those of a board."""
    match = next((one.match for one in tables if str(one.number) == evening.wall_table), None)
    if match is None or not may_be_watched(evening.club):
        return None
    then = recorded_then(match.pk, evening.wall_delay)
    hands = then and Hand.objects.filter(pk=then[0], held=None).select_related("match", "club")
    hand = hands and hands.first()
    if not then or not hand:
        return None
    state, names = replay(record_of(hand, changes_of(hand, then[1]))).state, seat_names(hand)
    count = -(-len(state.played) // state.seats)
    cards = []
    if count:
        trick = state.trick(count - 1)
        wins = state.winning if trick.winner is None else trick.winner
        seats = [(trick.leader + place) % state.seats for place in range(len(trick.cards))]
        laid = zip(seats, trick.cards, strict=True)
        cards = [CardSeen(names[seat], card_code(card), seat == wins) for seat, card in laid]
    bid = ""
    if state.contract is not None and state.taker is not None:
        bid = f"{names[state.taker]}: {_(state.contract.label)}"
    return Watched(evening.wall_table, hand.number, bid, count, cards, evening.wall_delay)
