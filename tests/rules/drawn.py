"""Whole hands of Tarok: told trick by trick, so that dealt hands and pile follow; or put together
from what each player wins.

The result of a hand is asserted by the tests, never taken from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.rules.table import Hand, hand
from tests.rules.written import PACK

DEALT = 15


def suited(winner: int, cards: str, players: int) -> list[tuple[int, str]]:
    """Tricks of one suit, all won by the same seat: `cards` from high to low, the highest of each
    trick for the winner, the others for the other seats in order. For `scheduled`."""
    codes, tricks = cards.split(), []
    for at in range(0, len(codes), players):
        best, *others = codes[at : at + players]
        tricks.append((winner, " ".join([*others[:winner], best, *others[winner:]])))
    return tricks


def scheduled(
    tricks: Sequence[tuple[int, str]],
    *,
    left: Mapping[int, str] | None = None,
    **facts: Any,
) -> Hand:
    """A hand in which everything is written down, played to the end.

    `tricks`: the seat that wins each, and its cards in the order of the seats; `left`: the card
    that a seat has left over. Seat 0 leads. Each seat is
    dealt its first fifteen cards and draws the others in the order in which it plays them, after
    each trick from the seat that led it on (C9).
    """
    rows = [cards.split() for _, cards in tricks]
    players = len(rows[0])
    own = [[row[seat] for row in rows] for seat in range(players)]
    for seat, card in (left or {}).items():
        own[seat].append(card)
    leaders = [0, *(winner for winner, _ in tricks)]
    pile = [
        own[seat][DEALT + trick]
        for trick, leader in enumerate(leaders)
        for seat in (*range(leader, players), *range(leader))
        if DEALT + trick < len(own[seat])
    ]
    told = hand(
        players,
        variant="sca-tarok",
        deal={seat: " ".join(cards[:DEALT]) for seat, cards in enumerate(own)},
        stock=" ".join(pile),
        **facts,
    )
    for leader, row in zip(leaders, rows, strict=False):
        told = told.plays(" ".join(row[leader:] + row[:leader]))
    assert told.stands().state.winners == leaders[1:]
    return told


def won(tricks: str, piles: Mapping[int, str], **facts: Any) -> Hand:
    """A hand of which nobody wrote down a card and in which the table lets every card stand.

    `tricks`: who wins how many, in blocks ("0:7 1:5"); `piles`: what each seat has won at the end:
    cards, or numbers of them as "8M" (Majors), "2K", and low cards by their number ("3"), of
    whatever suit is there; under -1 what is left over.
    """
    players = int(facts.pop("players"))
    told, leader = hand(players, variant="sca-tarok", **facts), 0
    rest = list(PACK)
    for seat, pile in piles.items():
        if seat < 0:
            _taken(pile, rest)
    for block in tricks.split():
        winner, number = map(int, block.split(":"))
        cards = _taken(piles[winner], rest)
        assert len(cards) == number * players, (winner, len(cards), number * players)
        for trick in _tricks(cards, players):
            told = _played(told, leader, winner, trick)
            leader = winner
    return told


def _taken(pile: str, rest: list[str]) -> list[str]:
    """The cards that a pile names, taken out of what is left of the pack."""
    cards = []
    for word in pile.split():
        if word in rest:
            cards.append(word)
            rest.remove(word)
            continue
        number, rank = (int(word[:-1]), word[-1]) if word[-1] in "MKQNJ" else (1, word)
        for _ in range(number):
            fitting = (
                one
                for one in rest
                if (one[0] in "TF" if rank == "M" else one[1:] == rank and one[0] != "T")
            )
            cards.append(next(fitting))
            rest.remove(cards[-1])
    return cards


def _tricks(cards: Sequence[str], players: int) -> list[list[str]]:
    """The cards of a pile in tricks, the first with two Majors; nothing beats the first card."""
    majors = sorted((card for card in cards if card[0] in "TF"), key=PACK.index)
    low, best = (
        majors[0] if majors[0] != "F" else majors[1],
        majors[-1] if majors[-1] != "F" else majors[-2],
    )
    others = [card for card in cards if card not in (low, best)]
    queue = [best, low, *others]
    tricks = [queue[at : at + players] for at in range(0, len(queue), players)]
    return [_best_first(trick) for trick in tricks]


def _best_first(trick: list[str]) -> list[str]:
    """The same with a card in front that none of its suit in the trick beats."""
    majors = [card for card in trick if card[0] == "T"]
    suit = majors or [card for card in trick if card[0] == trick[0][0]]
    best = max(suit, key=PACK.index)
    return [best, *(card for card in trick if card != best)]


def _played(told: Hand, leader: int, winner: int, trick: list[str]) -> Hand:
    best, *others = trick
    if leader != winner:
        others.remove(follows := next(card for card in others if card[0] == best[0]))
        others.insert(0, follows)
    for place in range(told.players):
        seat = (leader + place) % told.players
        card = best if seat == winner else others.pop(0)
        told = told.does("play", seat=seat, card=card, irregular="made up")
    return told
