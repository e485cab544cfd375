"""What may be announced now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules import State
from games.rules.phases import announcements


@dataclass(frozen=True, slots=True)
class Offer:
    """An announcement that a seat may make now; `shows`: by showing cards."""

    seat: int
    name: str
    key: str
    label: str
    shows: bool


def offers(state: State, names: Sequence[str]) -> tuple[Offer, ...]:
    """Who may announce what, the seat on turn first. No game has any after the first trick."""
    if state.phase == "over" or state.winners:
        return ()
    found = [
        Offer(seat, names[seat], key, _(kind.label), kind.shows_cards)
        for seat, key in announcements.legal(state)
        if (kind := state.variant.announcement(key)) is not None
    ]
    return tuple(sorted(found, key=lambda offer: offer.seat != state.turn))
