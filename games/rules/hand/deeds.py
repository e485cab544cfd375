"""What was done in a hand that later rules come back to: cards laid away, a card bought, a trick."""

from __future__ import annotations

from typing import NamedTuple


class Laid(NamedTuple):
    """Cards that a seat laid away.

    It has their mask (None where nobody saw all of them), the cards shown, the index of the action, and whether the
    table let a fault in it stand.
    """

    seat: int
    cards: int | None
    shown: int
    at: int
    excused: bool


class Bought(NamedTuple):
    """A card that the taker bought: None where they bought none.

    `pay` is the card paid for it (None: nobody saw it), `seller` the seat that sold it, `held` what the taker was known
    to hold then (mask), `at` the index of the action, `known` whose hands were known completely before (by seat).
    """

    card: int | None
    pay: int | None
    seller: int | None
    held: int
    at: int
    known: tuple[bool, ...]


class Trick(NamedTuple):
    """A trick.

    It has its number from 1, the seat that led, the cards in the order played, the indexes of their actions, the seat
    that won it (None while it is open), the suit to follow (4 trumps; None: only an excuse so far), its card points in
    half points as the cards lie, and the card that says what to follow (None as with the suit).
    """

    number: int
    leader: int
    cards: tuple[int, ...]
    actions: tuple[int, ...]
    winner: int | None
    led: int | None
    points: int
    card_led: int | None
