"""Entries and actions as JSON Schema, for the OpenAPI description and the schema of the record.

The schemas say what may be sent; whether it may happen at the table is for the rules to say.
"""

from typing import Any

from games.rules.cards import CODES

Schema = dict[str, Any]

SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 5}
CARD: Schema = {
    "type": "string",
    "pattern": r"^([SHDCshdc](10|[1-9]|[JNQKjnqk])|[Tt]([1-9]|1[0-9]|2[01])|[Ff])$",
    "examples": [CODES[13], CODES[76], CODES[77]],
}
TEXT: Schema = {"type": "string", "maxLength": 2000}
WORD: Schema = {"type": "string", "minLength": 1, "maxLength": 64}


def nullable(schema: Schema) -> Schema:
    """What may be null as well."""
    return {"anyOf": [schema, {"type": "null"}]}


CARDS: Schema = {"type": "array", "items": CARD, "maxItems": 78}
# What every action may carry, and what only those that can be irregular.
ANY: Schema = {"note": TEXT, "at": {"type": "string", "format": "date-time"}}
IRREGULAR: Schema = {"irregular": {"type": "string", "minLength": 1, "maxLength": 2000}}
POINTS: Schema = {"type": "array", "items": {"type": "number"}, "maxItems": 6}

# Kind, the fields it needs, those it may have.
KINDS: dict[str, tuple[Schema, Schema]] = {
    "call": ({"seat": SEAT, "call": WORD}, {"of": WORD} | IRREGULAR),
    "stock": ({"cards": CARDS}, {}),
    "take": ({"seat": SEAT, "half": {"enum": ["first", "second"]}}, {}),
    "discard": ({"seat": SEAT, "cards": nullable(CARDS)}, {"shown": CARDS} | IRREGULAR),
    "buy": (
        {"seat": SEAT, "card": nullable(CARD)},
        {"pay": nullable(CARD), "from": nullable(SEAT)},
    ),
    "king": ({"seat": SEAT, "card": CARD}, {}),
    "announce": (
        {"seat": SEAT, "what": WORD},
        {"cards": CARDS, "size": {"type": "integer", "minimum": 1, "maximum": 78}},
    ),
    "play": ({"seat": SEAT, "card": CARD}, IRREGULAR),
    "claim": ({"seat": SEAT}, {}),
    "ruling": ({"text": TEXT, "points": POINTS}, {}),
    "note": ({"text": TEXT}, {}),
}
# In an entry these may leave their seat out: the one on turn is meant.
SEATED = frozenset({"call", "play", "discard", "king", "take", "buy"})


def action(kind: str, *, in_entry: bool) -> Schema:
    """The schema of an action of one kind; in an entry its seat may be left out."""
    needed, allowed = KINDS[kind]
    required = [name for name in needed if not (in_entry and name == "seat" and kind in SEATED)]
    # What other kinds know is kept and ignored.
    others: Schema = {name: {} for facts in KINDS.values() for part in facts for name in part}
    return {
        "type": "object",
        "properties": {"kind": {"const": kind}} | others | needed | allowed | ANY,
        "required": ["kind", *required],
        "patternProperties": {"^_": {}},
        "additionalProperties": False,
    }


ENTRY_ACTION: Schema = {"anyOf": [action(kind, in_entry=True) for kind in KINDS]}
RECORD_ACTION: Schema = {"anyOf": [action(kind, in_entry=False) for kind in KINDS]}
DEAL: Schema = {
    "type": "object",
    "properties": {
        "hands": {"type": "array", "items": nullable(CARDS), "maxItems": 6},
        "stock": nullable(CARDS),
    },
    "patternProperties": {"^_": {}},
    "additionalProperties": False,
}


def change(op: str, **fields: Schema) -> Schema:
    """The schema of an entry that does `op`."""
    return {
        "type": "object",
        "properties": {"op": {"const": op}} | fields,
        "required": ["op", *fields],
        "additionalProperties": False,
    }


META: Schema = {
    "type": "object",
    "maxProperties": 32,
    "propertyNames": {"maxLength": 64},
    "additionalProperties": TEXT,
}
EXTRA: Schema = {
    "type": "object",
    "patternProperties": {"^_": {}},
    "additionalProperties": False,
}
INDEX: Schema = {"type": "integer", "minimum": 0, "maximum": 399}
EDIT: Schema = {
    "type": "array",
    "prefixItems": [INDEX, nullable(ENTRY_ACTION)],
    "minItems": 2,
    "maxItems": 2,
}
CHANGES: dict[str, Schema] = {
    "act": change("act", action=ENTRY_ACTION),
    "undo": change("undo"),
    "change": change(
        "change", edits={"type": "array", "items": EDIT, "minItems": 1, "maxItems": 400}
    ),
    "rewind": change("rewind", to=INDEX),
    "deal": change("deal", deal=DEAL),
    "about": change("about", meta=nullable(META), extra=EXTRA),
}
CHANGE: Schema = {"oneOf": list(CHANGES.values())}
# What entries that were made may say besides: here those of a further revision begin.
MADE: Schema = {
    "oneOf": [*CHANGES.values(), change("amend", revision={"type": "integer", "minimum": 2})]
}
RECORD: Schema = {
    "type": "object",
    "properties": {
        "format": {"const": "tarot-hand/1"},
        "variant": WORD,
        "options": {"type": "object"},
        "players": {
            "type": "array",
            "items": {"type": "string", "minLength": 1, "maxLength": 80},
            "minItems": 2,
            "maxItems": 6,
        },
        "dealer": SEAT,
        "deal": nullable(DEAL),
        "actions": {"type": "array", "items": RECORD_ACTION, "maxItems": 400},
        "meta": META,
    },
    "required": ["format", "variant", "players", "dealer", "actions"],
    "patternProperties": {"^_": {}},
    "additionalProperties": False,
}
