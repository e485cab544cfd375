"""What may be called or announced now, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.desk.table import call_label
from games.rules import State, announcements, auction

STOCK_SENTENCES = {
    "exchange": gettext_noop("%(stock)s turned up, %(count)s laid away"),
    "own": gettext_noop("%(stock)s closed, for the taker"),
    "other": gettext_noop("%(stock)s closed, for the defence"),
}


@dataclass(frozen=True, slots=True)
class CallCard:
    """A call as a card of the auction.

    `least`: points a head at least; `stock`: "exchange", "own", "other" or "".
    """

    key: str
    label: str
    factor: int
    least: int
    stock: str
    stock_cards: range
    note: str
    allowed: bool
    height: int


@dataclass(frozen=True, slots=True)
class Offer:
    """An announcement that a seat may make now; `shows`: by showing cards."""

    seat: int
    name: str
    key: str
    label: str
    shows: bool


def call_cards(state: State, names: Sequence[str]) -> tuple[CallCard, ...]:
    """Every call from low to high; the ones the rules refuse stay, to say why."""
    if state.turn is None:
        return ()
    allowed = auction.legal(state)
    size = state.variant.stock_size(state.n)
    passing = _("%(player)s is out of the bidding.") % {"player": names[state.turn]}
    cards = [CallCard("pass", _("Pass"), 0, 0, "", range(0), passing, "pass" in allowed, 0)]
    for height, bid in enumerate(state.variant.bids, 1):
        may = bid.key in allowed
        stock = _(state.variant.labels["stock"]).capitalize()
        note = _(STOCK_SENTENCES[bid.stock]) % {"stock": stock, "count": size}
        cards.append(
            CallCard(
                bid.key,
                _(bid.label),
                bid.factor,
                bid.least,
                bid.stock,
                range(size),
                note if may else _why_not(state, names),
                may,
                height,
            )
        )
    return tuple(cards)


def _why_not(state: State, names: Sequence[str]) -> str:
    if state.contract is None or state.taker is None:
        return ""
    facts = {"player": names[state.taker], "bid": call_label(state, state.contract.key)}
    return _("%(player)s has said %(bid)s.") % facts


def offers(state: State, names: Sequence[str]) -> tuple[Offer, ...]:
    """Who may announce what, the seat on turn first; after the first trick nobody may."""
    if state.phase == "over" or state.winners:
        return ()
    found = [
        Offer(seat, names[seat], key, _(kind.label), kind.shows_cards)
        for seat, key in announcements.legal(state)
        if (kind := state.variant.announcement(key)) is not None
    ]
    return tuple(sorted(found, key=lambda offer: offer.seat != state.turn))
