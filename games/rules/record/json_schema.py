"""The record format as JSON Schema 2020-12, made from its declarations (`kinds`, `shape`).

A schema says what may be written down; whether it may happen at the table is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from games.rules.cards import CODES
from games.rules.game.variant import Variant
from games.rules.record.kinds import COMMON, FIELDS, KINDS, ActionForm, Holds
from games.rules.record.shape import (
    FORMAT,
    FORMAT_STATED,
    MAX_ACTIONS,
    MAX_META,
    MAX_META_KEY,
    MAX_NAME,
    SECOND_FORMAT,
)
from games.rules.record.strict import MAX_TEXT
from games.rules.variants import VARIANTS

Schema = dict[str, Any]
# What a part of a schema is replaced by: itself, or a reference to it by this name.
Named = Callable[[str, Schema], Schema]

_SEATS = [players for variant in VARIANTS for players in variant.seats]
MOST_PLAYERS = max(_SEATS)
# Words that ask for other fields than the rest of their kind, in any game.
_CHALLENGES = sorted({key for variant in VARIANTS for key in variant.challenges})
_SHOWING = sorted(
    {kind.key for variant in VARIANTS for kind in variant.announcements if kind.shows_cards}
)


def itself(name: str, schema: Schema) -> Schema:
    """Return a part that is not replaced."""
    return schema


def nullable(schema: Schema) -> Schema:
    """Return the schema of what may be null as well."""
    return {"anyOf": [schema, {"type": "null"}]}


_NULL: Schema = {"type": "null"}
_WORD: Schema = {"type": "string", "minLength": 1, "maxLength": 64}
_TEXT: Schema = {"type": "string", "maxLength": MAX_TEXT}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_PLAYERS - 1}
CARD: Schema = {
    "type": "string",
    "pattern": r"^([SHDCshdc](10|[1-9]|[JNQKjnqk])|[Tt]([1-9]|1[0-9]|2[01])|[Ff])$",
    "examples": [CODES[13], CODES[76], CODES[77]],
}
_CARDS: Schema = {"type": "array", "items": CARD}
_OF_FIELDS: dict[Holds, Schema] = {
    Holds.SEAT: SEAT,
    Holds.CARD: CARD,
    Holds.CARDS: _CARDS,
    Holds.NULL: _NULL,
    Holds.CARD_OR_NULL: nullable(CARD),
    Holds.CARDS_OR_NULL: nullable(_CARDS),
    Holds.BID: _WORD,
    Holds.CHALLENGE: {"enum": _CHALLENGES},
    Holds.CALL: _WORD | {"not": {"enum": _CHALLENGES}},
    Holds.SHOWING: {"enum": _SHOWING},
    Holds.ANNOUNCEMENT: _WORD | {"not": {"enum": _SHOWING}},
    Holds.HALF: {"enum": ["first", "second"]},
    Holds.WHOLE: {"type": "integer"},
    Holds.POINTS: {"type": "array", "items": {"type": "number"}, "maxItems": MOST_PLAYERS},
    Holds.FACTS: {"type": "object"},
    Holds.TEXT: _TEXT,
    Holds.REASON: {"type": "string", "minLength": 1, "maxLength": MAX_TEXT},
    Holds.TIME: {"type": "string", "format": "date-time"},
}
# Keys that begin with "_" belong to the program that wrote them.
OPEN: Schema = {"patternProperties": {"^_": {}}, "additionalProperties": False}
DEAL: Schema = {
    "type": "object",
    "properties": {
        "hands": {"type": "array", "items": nullable(_CARDS), "maxItems": MOST_PLAYERS},
        "stock": nullable(_CARDS),
    },
} | OPEN
META: Schema = {
    "type": "object",
    "maxProperties": MAX_META,
    "propertyNames": {"maxLength": MAX_META_KEY},
    "additionalProperties": _TEXT,
}


def action_schema(seat_optional: Container[str] = (), named: Named = itself) -> Schema:
    """Return the schema of an action; those of the kinds `seat_optional` may leave their seat out."""
    return {
        "anyOf": [
            named(
                f"{kind.title()}{'Entry' if kind in seat_optional else 'Action'}{number or ''}",
                _form_schema(kind, form, {"seat"} if kind in seat_optional else set(), named),
            )
            for kind, forms in KINDS.items()
            for number, form in enumerate(forms)
        ]
    }


def _of_field(holds: Holds, named: Named) -> Schema:
    schema = _OF_FIELDS[holds]
    return named("Facts", schema) if holds is Holds.FACTS else schema


def _form_schema(kind: str, form: ActionForm, omissible: set[str], named: Named) -> Schema:
    """Return the schema of a form; what the form does not use is kept, whatever it is."""
    used = {**form.needed, **form.optional, **COMMON}
    unused: Schema = {name: {} for name in sorted(FIELDS - {"kind", *COMMON})}
    properties = unused | {name: _of_field(holds, named) for name, holds in used.items()}
    return {
        "type": "object",
        "properties": {"kind": {"const": kind}} | properties,
        "required": ["kind", *(name for name in form.needed if name not in omissible)],
    } | OPEN


def _of_kind(*kinds: str) -> Schema:
    return {"properties": {"kind": {"enum": list(kinds)}}, "required": ["kind"]}


def facts_schema(variant: Variant, players: int) -> Schema:
    """Return the schema of the facts that a game's score follows from, at a table of that many players."""
    facts = variant.stating.facts
    return {
        "type": "object",
        "properties": {
            fact.key: {"title": fact.label} | fact.form.schema(players) for fact in facts
        },
        "additionalProperties": False,
    }


def record_schema(named: Named = itself) -> Schema:
    """Return the schema of a record; `named` may put references in the place of its larger parts."""
    return {
        "type": "object",
        "properties": {
            "format": {"enum": [FORMAT, FORMAT_STATED]},
            "variant": _WORD,
            "options": {"type": "object"},
            "players": {
                "type": "array",
                "items": {"type": "string", "minLength": 1, "maxLength": MAX_NAME},
                "minItems": min(_SEATS),
                "maxItems": MOST_PLAYERS,
            },
            # Null where only the result of a hand is known, and not who dealt.
            "dealer": nullable(SEAT),
            "deal": nullable(named("Deal", DEAL)),
            "actions": {
                "type": "array",
                "items": named("RecordAction", action_schema(named=named)),
                "maxItems": MAX_ACTIONS,
            },
            "meta": named("Meta", META),
        },
        "required": ["format", "variant", "players", "dealer", "actions"],
        # A record of the first format states no facts, and no card was taken back.
        "if": {"properties": {"format": {"const": FORMAT}}},
        "then": {"properties": {"actions": {"items": {"not": _of_kind(*SECOND_FORMAT)}}}},
    } | OPEN
