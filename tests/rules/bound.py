"""The possible results of a hand of French Tarot, counted with pencil and paper. It shares no code
with `games.rules`.

A side has some tricks, and perhaps the six (or three) cards aside. Half a point is 1 here. There
are four kings (9), queens (7), knights (5) and jacks (3), 59 small cards (1) and the bouts (9).

The Excuse: its side has 8 for it, and the trick in which it lies counts 1 for it. Only where the
other side has no trick is it a card like others, and aside it always is.
"""

from __future__ import annotations

from functools import cache
from itertools import product

KING, QUEEN, KNIGHT, JACK, SMALL, BOUT = 9, 7, 5, 3, 1, 9
SMALL_CARDS = 59
HAND = {3: 24, 4: 18, 5: 15}
CONTRACTS = ("guard", "guard-without", "guard-against")
SLAMS = ("", "declarers", "defenders")

Row = tuple[str, int, str]  # contract, bouts, slam


@cache
def possible(players: int, *, strict: bool) -> dict[Row, set[int]]:
    """Return the half points that the taker's side can have, by contract, bouts and slam."""
    found: dict[Row, set[int]] = {row: set() for row in product(CONTRACTS, range(4), SLAMS)}
    hand = HAND[players]
    for contract, won in product(CONTRACTS, range(hand + 1)):
        slam = {0: "defenders", hand: "declarers"}.get(won, "")
        # In a trick of the taker's side, of the defence, aside.
        places = "TD" if contract == "guard" and strict else "TDA"
        mine = "T" if contract == "guard-against" else "TA"
        for bouts in product(places, repeat=3):
            number = sum(place in mine for place in bouts)
            found[contract, number, slam] |= counts(players, contract, won, bouts)
    return found


def counts(players: int, contract: str, won: int, bouts: tuple[str, ...]) -> set[int]:
    """Return what the taker's side can have in `won` tricks, with the bouts lying there."""
    *trumps, excuse = bouts
    room = {"T": players * won, "D": players * (HAND[players] - won)}
    room["A"] = 78 - room["T"] - room["D"]
    for place in trumps:
        room[place] -= 1
    other = {"T": "D", "D": "T"}.get(excuse, "A")
    lies = other if room[other] > 0 else excuse
    room[lies] -= 1
    if min(room.values()) < 0:
        return set()
    mine = "T" if contract == "guard-against" else "TA"
    fixed = BOUT * sum(place in mine for place in trumps)
    if excuse in mine:
        fixed += BOUT if lies == excuse else BOUT - SMALL
    elif lies in mine:
        fixed += SMALL
    cards = sum(room[place] for place in mine)
    return {fixed + rest for rest in without_bouts(cards, room["T"] if contract == "guard" else 4)}


@cache
def without_bouts(cards: int, most_kings: int) -> frozenset[int]:
    """Return what that many cards, none a bout, can count."""
    return frozenset(
        KING * kings + QUEEN * queens + KNIGHT * knights + JACK * jacks + SMALL * small
        for kings, queens, knights, jacks in product(range(5), repeat=4)
        if kings <= most_kings
        and 0 <= (small := cards - kings - queens - knights - jacks) <= SMALL_CARDS
    )
