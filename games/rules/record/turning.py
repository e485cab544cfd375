"""A record turned round the table: everybody moves on by the same number of seats."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.game.facts import BySeat, Fact, SeatForm, ShownForm
from games.rules.game.variant import Variant
from games.rules.record.canonical import format_record
from games.rules.record.kinds import Holds, fields_of
from games.rules.record.record import Record, read_record


def turned(record: Record, step: int) -> Record:
    """Return the record with its dealer, deal and actions moved on by `step` seats; the players stay where they are.

    Each hand keeps its distance from the dealer and its cards, so a record that is valid stays valid when it is turned.
    """
    whole = json.loads(format_record(record))
    seats = len(record.players)
    if record.dealer is not None:
        whole["dealer"] = (record.dealer + step) % seats
    if "deal" in whole:
        whole["deal"]["hands"] = _moved(whole["deal"]["hands"], step)
    whole["actions"] = [_action(one, record.variant, step, seats) for one in whole["actions"]]
    return read_record(whole)._replace(sealed=record.sealed)


def _moved(by_seat: Sequence[Any], step: int) -> list[Any]:
    """Return a list with an element per seat, each at its new seat."""
    return [by_seat[(seat - step) % len(by_seat)] for seat in range(len(by_seat))]


def _action(action: dict[str, Any], variant: Variant, step: int, seats: int) -> dict[str, Any]:
    holds = fields_of(action["kind"])
    return {
        field: _field(value, holds.get(field), variant, step, seats)
        for field, value in action.items()
    }


def _field(value: Any, holds: Holds | None, variant: Variant, step: int, seats: int) -> Any:
    match holds:
        case Holds.SEAT:
            return (value + step) % seats
        case Holds.POINTS:
            return _moved(value, step)
        case Holds.FACTS:
            facts = {fact.key: fact for fact in variant.stating.facts}
            return {key: _fact(one, facts.get(key), step, seats) for key, one in value.items()}
    return value


def _fact(value: Any, fact: Fact | None, step: int, seats: int) -> Any:
    match fact.form if fact else None:
        case SeatForm() if value is not None:
            return (value + step) % seats
        case BySeat():
            return _moved(value, step)
        case ShownForm():
            shown: list[Mapping[str, Any]] = value
            return [{**one, "seat": (one["seat"] + step) % seats} for one in shown]
    return value
