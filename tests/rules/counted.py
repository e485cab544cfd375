"""Whole hands put together for what lies in the tricks; tests say what they score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from tests.rules.table import Hand
from tests.rules.written import PACK

# Cards that fill the tricks up, and trumps that win them.
PIPS = [card for card in PACK[:56] if card[1:].isdigit()]
WINNERS = [f"T{number}" for number in range(20, 1, -1)]
Told = TypeVar("Told", bound=Hand)


def counted(
    told: Told,
    winners: str,
    piles: Mapping[int, str],
    *,
    fool: tuple[int, int] | None = None,
    aside: str = "",
    last: str = "",
    by: Mapping[str, int] | None = None,
) -> Told:
    """The hand played to the end.

    `winners`: the seat that wins each trick ("000111…"); `piles`: the cards that shall lie in the
    tricks of a seat, from its first trick on; all others are pips, and trumps. `fool`: who
    plays it to which trick (from 1); without, nobody has it. `aside`: cards that nobody plays;
    `last`: the card that wins the last trick, over pips; `by`: who plays a card that not just
    anybody may play.
    """
    player, at = fool or (-1, 0)
    leader = told.state.first_leader
    tricks = _tricks(winners, piles, told.players, at, aside=aside, last=last)
    for winner, cards in zip(map(int, winners), tricks, strict=True):
        for seat, card in _places(leader, winner, cards, {"F": player, **(by or {})}):
            told = told.does("play", seat=seat, card=card, irregular="made up")
        leader = winner
    return told


def _tricks(
    winners: str,
    piles: Mapping[int, str],
    players: int,
    fool_in: int,
    *,
    aside: str,
    last: str,
) -> Iterator[list[str]]:
    """The cards of each trick; the first of them wins it, the last may be the fool."""
    rest = {seat: pile.split() for seat, pile in piles.items()}
    placed = {*(card for pile in rest.values() for card in pile), *aside.split(), last}
    trumps = [card for card in WINNERS if card not in placed]
    pips = [card for card in PIPS if card not in placed]
    final = [last, *(pips.pop() for _ in range(players - 1))] if last else []
    for number, seat in enumerate(map(int, winners), 1):
        if final and number == len(winners):
            yield final
            break
        pile = rest.get(seat, [])
        cards = [pile.pop(0) if pile[:1] == ["T21"] else trumps.pop(0)]
        while len(cards) < players - (number == fool_in):
            cards.append(pile.pop(0) if pile else pips.pop(0) if pips else trumps.pop())
        yield [*cards, "F"] if number == fool_in else cards
    assert not any(rest.values()), "more cards than the tricks hold"


def _places(
    leader: int, winner: int, cards: list[str], by: Mapping[str, int]
) -> Iterator[tuple[int, str]]:
    """Who plays which card, from the leader on."""
    own = {by[card]: card for card in cards if card in by}
    assert own.setdefault(winner, cards[0]) == cards[0], "who wins the trick plays the best card"
    others = [card for card in cards if card not in own.values()]
    for turn in range(len(cards)):
        seat = (leader + turn) % len(cards)
        yield seat, own[seat] if seat in own else others.pop(0)
