"""Writing down the deal: its parts, what is known of each, and what follows by subtraction."""

from __future__ import annotations

from typing import NamedTuple

from games.rules import CODES, Replay, Sentence, cards_of


class DealtPart(NamedTuple):
    """A hand (`seat`) or the stock (None): its name, its size, and the cards written down (codes).

    `inferred`: the cards follow from the other parts. For a part that is `ordered`, which cards it
    has would follow, but not their order.
    """

    seat: int | None
    name: str | Sentence
    size: int
    cards: tuple[str, ...]
    inferred: bool
    ordered: bool = False


def parts_of(replayed: Replay) -> tuple[DealtPart, ...]:
    """Return the hands in turn order, then the stock."""
    record, state = replayed.record, replayed.state
    variant, seats = record.variant, len(record.players)
    parts = [
        _part(seat, name, variant.hand_size(seats), record.hands[seat], state.dealt[seat])
        for seat, name in enumerate(record.players)
    ]
    return (*parts, _stock(replayed))


def _stock(replayed: Replay) -> DealtPart:
    """Return the stock.

    If the order of its cards matters, they have to be written down even if only they are missing.
    """
    record, state = replayed.record, replayed.state
    name, size = Sentence(record.variant.labels["stock"]), record.variant.stock_size(state.seats)
    ordered = record.variant.stock_in_order
    follows = not ordered and (record.stock is not None or _only_stock_missing(record.hands))
    part = _part(None, name, size, record.stock, state.stock if follows else None)
    return part._replace(ordered=ordered)


def _only_stock_missing(hands: tuple[tuple[int, ...] | None, ...]) -> bool:
    return all(hand is not None for hand in hands)


def _part(
    seat: int | None,
    name: str | Sentence,
    size: int,
    written: tuple[int, ...] | None,
    known: int | None,
) -> DealtPart:
    cards = written if written is not None else tuple(cards_of(known or 0))
    codes = tuple(CODES[card] for card in cards)
    return DealtPart(seat, name, size, codes, written is None and bool(codes))
