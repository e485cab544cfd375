"""An entry in a few words: without Django, so that a tablet can say it too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.rules import N_, Sentence, Variant, card_id, say

OF_A_CARD = {
    "play": N_("{player}’s {short}"),
    "takeback": N_("{player} took back {short}"),
    "king": N_("{player} calls {short}"),
}
OTHER_ENTRIES = {
    "discard": N_("the discard"),
    "result": N_("the result"),
    "ruling": N_("the ruling"),
    "note": N_("the comment"),
}
HALVES = {"first": N_("first"), "second": N_("second")}


def entry_words(variant: Variant, action: Mapping[str, Any]) -> Sentence:
    """Describe an entry in a few words, for the undo button and the list: "Elise’s 16"."""
    seat, short = action.get("seat"), card_id(action["card"]) if action.get("card") else None
    match action["kind"]:
        case "play" | "takeback" | "king":
            return say(OF_A_CARD[action["kind"]], player=seat, short=short)
        case "call":
            return say("{player}’s {what}", player=seat, what=variant.call_label(action["call"]))
        case "announce":
            kind = variant.announcement(action["what"])
            return say("{player}’s {what}", player=seat, what=kind.label if kind else "")
        case "claim":
            return say("{player}’s claim", player=seat)
        case "take":
            return say("{player} takes the {what} half", player=seat, what=HALVES[action["half"]])
        case "buy" if short is None:
            return say("{player} buys nothing", player=seat)
        case "buy":
            return say("{player} buys {short}", player=seat, short=short)
        case "stock":
            return say("the {what}", what=variant.labels["stock"])
    return Sentence(OTHER_ENTRIES[action["kind"]])
