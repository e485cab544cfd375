"""What an action of each kind holds, declared once (record format, "Actions").

The reader, the JSON Schema of a record and the seal of a hand all go by this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple


class Holds(Enum):
    """What a field of an action holds."""

    SEAT = auto()
    CARD = auto()
    CARDS = auto()
    NULL = auto()
    CARD_OR_NULL = auto()
    CARDS_OR_NULL = auto()
    BID = auto()
    CHALLENGE = auto()  # a call that answers another
    CALL = auto()  # any other call
    SHOWING = auto()  # an announcement that shows cards
    ANNOUNCEMENT = auto()  # any other announcement
    HALF = auto()
    WHOLE = auto()
    POINTS = auto()
    FACTS = auto()  # an object; what it holds is declared by the game
    TEXT = auto()
    REASON = auto()  # a text that is not empty
    TIME = auto()


class ActionForm(NamedTuple):
    """One form of a kind: the fields that it needs, and those that it may have besides.

    An action may also hold fields that its form does not use; they are kept as they are.
    """

    needed: Mapping[str, Holds]
    optional: Mapping[str, Holds] = {}


# What an action of any kind may hold besides.
COMMON = {"note": Holds.TEXT, "at": Holds.TIME}
# The fields in which people write.
TEXTS = ("note", "text", "irregular")

_SEAT = {"seat": Holds.SEAT}
_IRREGULAR = {"irregular": Holds.REASON}
KINDS: Mapping[str, tuple[ActionForm, ...]] = {
    "call": (
        ActionForm(_SEAT | {"call": Holds.CHALLENGE, "of": Holds.BID}, _IRREGULAR),
        ActionForm(_SEAT | {"call": Holds.CALL}, _IRREGULAR),
    ),
    "stock": (ActionForm({"cards": Holds.CARDS}),),
    "take": (ActionForm(_SEAT | {"half": Holds.HALF}),),
    "discard": (
        ActionForm(_SEAT | {"cards": Holds.CARDS_OR_NULL}, {"shown": Holds.CARDS} | _IRREGULAR),
    ),
    "buy": (
        ActionForm(_SEAT | {"card": Holds.CARD}, {"pay": Holds.CARD_OR_NULL, "from": Holds.SEAT}),
        ActionForm(_SEAT | {"card": Holds.NULL}),
    ),
    "king": (ActionForm(_SEAT | {"card": Holds.CARD}),),
    "announce": (
        ActionForm(_SEAT | {"what": Holds.SHOWING, "cards": Holds.CARDS}, {"size": Holds.WHOLE}),
        ActionForm(_SEAT | {"what": Holds.ANNOUNCEMENT}),
    ),
    "play": (ActionForm(_SEAT | {"card": Holds.CARD}, _IRREGULAR),),
    "takeback": (ActionForm(_SEAT | {"card": Holds.CARD}),),
    "claim": (ActionForm(_SEAT),),
    "result": (ActionForm({"facts": Holds.FACTS}),),
    "ruling": (ActionForm({"text": Holds.TEXT, "points": Holds.POINTS}),),
    "note": (ActionForm({"text": Holds.TEXT}),),
}


def fields_of(kind: str) -> dict[str, Holds]:
    """Return the fields of a kind in any of its forms, without those that every kind may have."""
    return {
        name: holds
        for form in KINDS[kind]
        for name, holds in {**form.needed, **form.optional}.items()
    }


# Only what states facts may hold any: a record of the first format has no such field (record format, "Limits").
STATED = "facts"
# Every field that an action of some kind uses, and those of any kind may hold.
FIELDS = frozenset({"kind", *COMMON, *(name for kind in KINDS for name in fields_of(kind))}) - {
    STATED
}
