"""Entries and actions as JSON Schema, for the OpenAPI description and the schema of the record.

The schemas say what may be sent; whether it may happen at the table is for the rules to say.
"""

from typing import Any

from games.rules import VARIANTS
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


CARDS: Schema = {"type": "array", "items": CARD}
# What every action may carry, and what only those that can be irregular.
ANY: Schema = {"note": TEXT, "at": {"type": "string", "format": "date-time"}}
IRREGULAR: Schema = {"irregular": {"type": "string", "minLength": 1, "maxLength": 2000}}
POINTS: Schema = {"type": "array", "items": {"type": "number"}, "maxItems": 6}

# Words that ask for other fields than the rest of their kind, in any game.
CHALLENGES = sorted({key for variant in VARIANTS for key in variant.challenges})
SHOWING = sorted(
    {kind.key for variant in VARIANTS for kind in variant.announcements if kind.shows_cards}
)


def other_than(names: list[str]) -> Schema:
    """A word that is none of these."""
    return WORD | {"not": {"enum": names}}


# The forms of each kind: the fields that it needs, those it may have. What a form does not name is
# not used by it, but kept: anything may stand there.
KINDS: dict[str, list[tuple[Schema, Schema]]] = {
    "call": [
        ({"seat": SEAT, "call": {"enum": CHALLENGES}, "of": WORD}, IRREGULAR),
        ({"seat": SEAT, "call": other_than(CHALLENGES)}, IRREGULAR),
    ],
    "stock": [({"cards": CARDS}, {})],
    "take": [({"seat": SEAT, "half": {"enum": ["first", "second"]}}, {})],
    "discard": [({"seat": SEAT, "cards": nullable(CARDS)}, {"shown": CARDS} | IRREGULAR)],
    "buy": [
        ({"seat": SEAT, "card": CARD}, {"pay": nullable(CARD), "from": SEAT}),
        ({"seat": SEAT, "card": {"type": "null"}}, {}),
    ],
    "king": [({"seat": SEAT, "card": CARD}, {})],
    "announce": [
        (
            {"seat": SEAT, "what": {"enum": SHOWING}, "cards": CARDS},
            {"size": {"type": "integer"}},
        ),
        ({"seat": SEAT, "what": other_than(SHOWING)}, {}),
    ],
    "play": [({"seat": SEAT, "card": CARD}, IRREGULAR)],
    "claim": [({"seat": SEAT}, {})],
    "ruling": [({"text": TEXT, "points": POINTS}, {})],
    "note": [({"text": TEXT}, {})],
}
NAMES = {name for forms in KINDS.values() for form in forms for part in form for name in part}
# In an entry these may leave their seat out: the one on turn is meant.
SEATED = frozenset({"call", "play", "discard", "king", "take", "buy"})


def actions(*, in_entry: bool) -> Schema:
    """The schema of an action of any kind; in an entry its seat may be left out."""
    found = []
    for kind, forms in KINDS.items():
        optional = {"seat"} if in_entry and kind in SEATED else set()
        found += [form(kind, needed, allowed, optional) for needed, allowed in forms]
    return {"anyOf": found}


def form(kind: str, needed: Schema, allowed: Schema, optional: set[str]) -> Schema:
    """The schema of one form of a kind; `optional` are names that may be left out all the same."""
    others: Schema = {name: {} for name in sorted(NAMES)}
    return {
        "type": "object",
        "properties": {"kind": {"const": kind}} | others | needed | allowed | ANY,
        "required": ["kind", *(name for name in needed if name not in optional)],
        "patternProperties": {"^_": {}},
        "additionalProperties": False,
    }


ENTRY_ACTION: Schema = actions(in_entry=True)
RECORD_ACTION: Schema = actions(in_entry=False)
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
REPLACEMENTS: Schema = {
    "type": "array",
    "items": EDIT | {"prefixItems": [INDEX, ENTRY_ACTION]},
    "minItems": 1,
    "maxItems": 400,
}
ACT = change("act", action=ENTRY_ACTION)
CHANGES: dict[str, Schema] = {
    "act": ACT,
    "undo": change("undo"),
    "change": change(
        "change", edits={"type": "array", "items": EDIT, "minItems": 1, "maxItems": 400}
    ),
    "several": change(
        "several",
        changes={
            "type": "array",
            "items": {"oneOf": [change("change", edits=REPLACEMENTS), ACT]},
            "contains": ACT,
            "maxItems": 400,
        },
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
