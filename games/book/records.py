"""The one seam between rows and rules: entries folded into a record, records read from seals."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from games.book import sealing
from games.display.chairs import SITS_OUT
from games.models import Entry, Hand, Seal
from games.rules import (
    DIRECTION,
    Change,
    Record,
    entering,
    read_record,
    rotation,
)


def changes_of(hand: Hand, upto: int | None = None) -> list[Change]:
    """Return the changes of all entries of a hand, or of those up to number `upto`, in order."""
    entries = Entry.objects.filter(hand=hand).order_by("seq")
    if upto is not None:
        entries = entries.filter(seq__lte=upto)
    return read_texts(entries.values_list("change", flat=True))


def read_texts(texts: Iterable[str]) -> list[Change]:
    """Decode stored changes: one pass for all is several times quicker than one for each."""
    changes: list[Change] = json.loads(f"[{','.join(texts)}]")
    return changes


# Made once: `json.dumps` makes one for each text.
_WRITER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def write_text(change: Change) -> str:
    """Write a change as it is stored."""
    return _WRITER.encode(change)


def record_of(hand: Hand, changes: Iterable[Change] | None = None) -> Record:
    """Return the record of a hand.

    A sealed hand is read from its seal: it stays as it was sealed, whatever is renamed later.
    With `changes`, and for an open hand, the record is their fold with today's names.
    Raises RecordError, NoLiveAction as `entering.fold`.
    """
    if changes is None:
        if hand.state == Hand.State.SEALED:
            return sealed_record(hand)
        changes = changes_of(hand)
    return entering.record_of(facts_of(hand), list(changes))


def latest_seal(hand: Hand) -> Seal:
    """Return the seal that holds a sealed hand as it stands, with its texts. Two statements."""
    return Seal.objects.prefetch_related("texts").filter(hand=hand).latest("revision")


def sealed_record(hand: Hand) -> Record:
    """Return the record as the latest seal of the hand keeps it."""
    return read_seal(latest_seal(hand))


def read_seal(seal: Seal) -> Record:
    """Return the record that a seal and its texts hold."""
    texts = {text.place: text.text for text in seal.texts.all()}
    record = read_record(sealing.opened(bytes(seal.game), seal.commitments, texts))
    return record._replace(sealed=True)


def facts_of(hand: Hand) -> dict[str, Any]:
    """Return what the record of an open hand has from its table, not from its entries."""
    return {
        "variant": hand.match.variant,
        "options": hand.match.options,
        "players": seat_names(hand),
        "dealer": hand.dealer,
        "meta": _meta(hand),
    }


def seat_names(hand: Hand) -> list[str]:
    """Return the names of the players of a hand, by seat."""
    return rotation.seated(chair_names(hand), hand.sits_out)


def chair_names(hand: Hand) -> list[str]:
    """Return the names of all at a hand's table, by chair, including the one who sits it out."""
    names = getattr(hand, "names_by_seat", None)
    if names is None:
        seats = hand.match.seats.at(hand.number).order_by("seat")
        return list(seats.values_list("player__name", flat=True))
    return [names[str(chair)] for chair in range(len(names))]


def _meta(hand: Hand) -> dict[str, str]:
    match, drawn = hand.match, hand.match.round
    board = hand.board if match.first_board else hand  # its number says nothing of its cards
    meta = {
        "date": match.played_on.isoformat(),
        "club": hand.club.name,
        "event": drawn.evening.title if drawn else match.title,
        "round": str(drawn.number) if drawn else "",
        "table": match.table,
        "board": str(board.number) if board else "",
        "comment": hand.comment,
        DIRECTION: match.settings.get(DIRECTION, ""),
        SITS_OUT: "" if hand.sits_out is None else chair_names(hand)[hand.sits_out],
    }
    return {key: value for key, value in meta.items() if value}
