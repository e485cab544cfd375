"""A record as text: the canonical form, the same bytes for the same hand (record format)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from games.rules.cards import CODES, IDS
from games.rules.record.kinds import STATED
from games.rules.record.record import Record
from games.rules.record.shape import format_of


def canonical_action(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return an action in its canonical form.

    Kind and seat come first, other keys are sorted, and card codes are in upper case where the action's kind uses them
    as cards.
    """
    first = [key for key in ("kind", "seat") if key in raw]
    tidy: dict[str, Any] = {}
    for key in [*first, *sorted(key for key in raw if key not in ("kind", "seat"))]:
        value = raw[key]
        if key in ("card", "pay") and isinstance(value, str):
            value = _upper(value)
        elif key in ("cards", "shown") and isinstance(value, list):
            value = [_upper(code) if isinstance(code, str) else code for code in value]
        elif key == STATED and isinstance(value, dict):
            value = {name: _tidy_fact(value[name]) for name in sorted(value)}
        tidy[key] = value
    return tidy


def _tidy_fact(value: Any) -> Any:
    """Return a fact with the card codes in upper case where it is a list of cards."""
    if not isinstance(value, list):
        return value
    return [_upper(part) if isinstance(part, str) else part for part in value]


def _upper(code: str) -> str:
    return CODES[IDS[code]] if code in IDS else code


def format_record(record: Record) -> bytes:
    """Return the canonical line of a record.

    UTF-8, no spaces, keys in the order of the format, options only where they differ from the default. Reading it back
    and writing it again gives the same bytes.
    """
    body: dict[str, Any] = {
        "format": format_of(record.actions),
        "variant": record.variant.key,
        "options": record.variant.differing(record.options),
        "players": list(record.players),
        "dealer": record.dealer,
    }
    hands = [None if hand is None else [CODES[card] for card in hand] for hand in record.hands]
    stock = None if record.stock is None else [CODES[card] for card in record.stock]
    if stock is not None or any(hand is not None for hand in hands) or record.deal_extra:
        body["deal"] = {"hands": hands, "stock": stock} | dict(sorted(record.deal_extra.items()))
    body["actions"] = [canonical_action(action) for action in record.actions]
    if record.meta:
        body["meta"] = dict(sorted(record.meta.items()))
    body |= dict(sorted(record.extra.items()))
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
