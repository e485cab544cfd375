"""Steps of the exchange that only some games have: taking half of the stock, and buying a card."""

from __future__ import annotations

import json
from typing import NamedTuple

from games.rules import BIT, CODES, N_, State, exchange

HALVES = {"first": N_("First half"), "second": N_("Second half")}


class Half(NamedTuple):
    """One half of the stock: the action (JSON) that takes it, its label, and its cards (codes)."""

    action: str
    label: str
    cards: tuple[str, ...]


class Buying(NamedTuple):
    """A seat that may buy a card, and the action (JSON) of buying nothing."""

    name: str
    nothing: str


class Purchase(NamedTuple):
    """A card that is asked for: its code, who asks, and who may give it (seat, name)."""

    code: str
    seat: int
    buyer: str
    sellers: tuple[tuple[int, str], ...]


def halves_of(state: State) -> tuple[Half, ...]:
    """Return the two halves of the stock, if a seat is to take one of them now."""
    step = state.waiting_for
    if step is None or exchange.awaits(state) != "take" or state.stock_cards is None:
        return ()
    middle = len(state.stock_cards) // 2
    parts = (state.stock_cards[:middle], state.stock_cards[middle:])
    return tuple(
        Half(
            json.dumps({"kind": "take", "seat": step.seat, "half": half}),
            label,
            tuple(CODES[card] for card in cards),
        )
        for (half, label), cards in zip(HALVES.items(), parts, strict=True)
    )


def buying_of(state: State, names: tuple[str, ...]) -> Buying | None:
    """Return the seat that may buy a card now, if there is one."""
    step = state.waiting_for
    if step is None or exchange.awaits(state) != "buy":
        return None
    return Buying(names[step.seat], json.dumps({"kind": "buy", "seat": step.seat, "card": None}))


def bought_of(state: State, names: tuple[str, ...], code: str) -> Purchase | None:
    """Return what is still to be said about a card asked for; None if the code is not a card."""
    step = state.waiting_for
    if step is None or exchange.awaits(state) != "buy" or code not in CODES:
        return None
    card = CODES.index(code)
    holders = [
        seat
        for seat in range(state.seats)
        if seat != step.seat and state.possible(seat) & BIT[card]
    ]
    sure = [seat for seat in holders if state.sure[seat] & BIT[card]]
    sellers = sure or holders or [seat for seat in range(state.seats) if seat != step.seat]
    return Purchase(
        code=code,
        seat=step.seat,
        buyer=names[step.seat],
        sellers=tuple((seat, names[seat]) for seat in sellers),
    )
