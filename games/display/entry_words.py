"""An entry in a few words, and the words that a game has of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.display.card_names import short_name
from games.display.phrases import call_label
from games.rules import State

OTHER_ENTRIES = {
    "discard": gettext_noop("the discard"),
    "ruling": gettext_noop("the ruling"),
    "note": gettext_noop("the comment"),
}


def word(state: State, key: str) -> str:
    """The variant's own word for a thing ("stock", "honour", …), translated."""
    return _(state.variant.labels.get(key, key))


def own_words(state: State, key: str) -> str:
    """What only this variant has to say about something, translated; "" where it says nothing."""
    sentence = state.variant.labels.get(key)
    return _(sentence) if sentence else ""


def entry_words(state: State, action: Mapping[str, Any], names: Sequence[str]) -> str:
    """An entry in a few words, for the undo button and the list: "Elise’s 16"."""
    kind = action["kind"]
    card = short_name(action["card"], state.variant.key) if action.get("card") else ""
    who = names[action["seat"]] if isinstance(action.get("seat"), int) else ""
    if kind == "play":
        return _("%(player)s’s %(what)s") % {"player": who, "what": card}
    if kind == "call":
        return _("%(player)s’s %(what)s") % {
            "player": who,
            "what": call_label(state.variant, action["call"]),
        }
    if kind == "king":
        return _("%(player)s calls %(what)s") % {"player": who, "what": card}
    if kind == "announce":
        announced = state.variant.announcement(action["what"])
        return _("%(player)s’s %(what)s") % {
            "player": who,
            "what": _(announced.label) if announced else "",
        }
    if kind == "claim":
        return _("%(player)s’s claim") % {"player": who}
    if kind == "take":
        half = {"first": _("first"), "second": _("second")}[action["half"]]
        return _("%(player)s takes the %(half)s half") % {"player": who, "half": half}
    if kind == "buy":
        if action["card"] is None:
            return _("%(player)s buys nothing") % {"player": who}
        return _("%(player)s buys %(what)s") % {"player": who, "what": card}
    if kind == "stock":
        return _("the %(stock)s") % {"stock": word(state, "stock")}
    return _(OTHER_ENTRIES[kind])
