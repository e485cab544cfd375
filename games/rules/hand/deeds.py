"""What was done in a hand that later rules come back to: cards laid away, a card bought, a trick."""

from __future__ import annotations

from typing import NamedTuple


class Laid(NamedTuple):
    """Cards that a seat laid away: their mask, None where nobody saw all of them; those it showed; the index of the
    action; whether the table let a fault in it stand."""

    seat: int
    cards: int | None
    shown: int
    at: int
    excused: bool


class Bought(NamedTuple):
    """A card that the taker bought: None where none was; the one paid for it (None: nobody saw it), by which seat it
    was sold; `held` what the taker was known to hold then (mask); the index of the action; whose hands were known
    whole before (by seat)."""

    card: int | None
    pay: int | None
    seller: int | None
    held: int
    at: int
    known: tuple[bool, ...]


class Trick(NamedTuple):
    """A trick: number from 1, the seat that led, cards in the order played, the indexes of their actions,
    the seat that won it (None while it lies open), the suit to follow (4 trumps; None: only an excuse so far),
    its card points in half points as the cards lie, the card that says what to follow (None as with the suit)."""

    number: int
    leader: int
    cards: tuple[int, ...]
    actions: tuple[int, ...]
    winner: int | None
    led: int | None
    points: int
    card_led: int | None
