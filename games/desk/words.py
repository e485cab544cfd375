"""The sentences of the recording screen: who is next and what follows, what an undo takes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.card_names import card_name, short_name
from games.desk.table import call_label
from games.rules import State, cards_of, exchange, play
from games.rules.cards import BIT, CODES, FOOL, FOOL_CARD, SUITS, TRUMP_SUIT, TRUMPS
from games.rules.problems import SUIT_NAMES


def word(state: State, key: str) -> str:
    """The variant's own word for a thing ("stock", "honour", …), translated."""
    return _(state.variant.labels.get(key, key))


def status(state: State, names: Sequence[str]) -> tuple[str, str]:
    """The status line: who acts, and what is to be known about it."""
    if state.turn is None:
        return _("The hand is over."), ""
    name = names[state.turn]
    if state.phase == "auction":
        return _("%(player)s to speak.") % {"player": name}, _auction_hint(state, names)
    if state.phase == "exchange":
        return _exchange_status(state, name)
    if state.phase == "announcements":
        return _("%(player)s leads to the first trick.") % {"player": name}, _first_hint(state)
    return _("%(player)s to play.") % {"player": name}, _play_hint(state, state.turn)


def _auction_hint(state: State, names: Sequence[str]) -> str:
    if state.contract is None or state.taker is None:
        return _("A bid or a pass; each speaks once.")
    facts = {"player": names[state.taker], "bid": call_label(state, state.contract.key)}
    return _("A pass, or a bid that goes over %(player)s’s %(bid)s.") % facts


def _exchange_status(state: State, name: str) -> tuple[str, str]:
    waiting = exchange.awaits(state)
    size = state.variant.stock_size(state.n)
    if waiting == "king":
        return _("%(player)s names a king.") % {"player": name}, _("Tap the card that was called.")
    if waiting == "stock":
        sentence = ngettext(
            "Tap the %(count)s card of the %(stock)s.",
            "Tap the %(count)s cards of the %(stock)s.",
            size,
        )
        return sentence % {"count": size, "stock": word(state, "stock")}, _(
            "Turned up for everybody; %(player)s takes them."
        ) % {"player": name}
    return (
        _("Tap the cards that %(player)s lays away.") % {"player": name},
        _("Tap again to take one back."),
    )


def tap_words(state: State, action: Mapping[str, Any]) -> str:
    """What to tap to enter the card or the cards of an action anew; "" where it has none."""
    size = state.variant.stock_size(state.n)
    if "card" in action:
        return _("Tap the card that it really was.")
    if action["kind"] == "announce" and "cards" in action:
        return _("Tap the trumps that were really shown.")
    if action["kind"] in ("stock", "discard"):
        words = ngettext("Tap the card that it really was.", "Tap the %(count)s cards.", size)
        return words % {"count": size}
    return ""


def key_words() -> dict[str, str]:
    """What a key is, for those who do not see it: by its state (static/js/desk/pad.js)."""
    return {
        "clear": _("play it"),
        "possible": _("possible"),
        "forbidden": _("forbidden, say why"),
        "played": _("played, open it"),
        "absent": _("not in this hand"),
        "forced": _("the only card left"),
        "chosen": _("chosen, take it back"),
        "refused": _("not recorded"),
        "sent": _("not sent yet"),
    }


def bans(state: State) -> tuple[tuple[str, str], ...]:
    """What may not be laid away: the numbers of the rules, their sentences without the cards."""
    return tuple(
        (ban.rule, _(ban.template).replace(": {cards}", "")) for ban in state.variant.bans(state)
    )


def _first_hint(state: State) -> str:
    if state.called is not None:
        return _("Not in the suit of the called card, except that card itself.")
    return _("Handful and slam come now.")


def _play_hint(state: State, seat: int) -> str:
    only = cards_of(play.legal(state))
    if len(only) == 1:
        return _("One card is left to play: %(card)s.") % {"card": card_name(CODES[only[0]])}
    if state.led < 0:
        trick = len(state.winners) + 1
        return (
            _("Leads to trick %(trick)s.") % {"trick": trick}
            if not _lying(state)
            else _("The Fool was led: any card sets the suit.")
        )
    suit = _(SUIT_NAMES[state.led])
    if state.led == TRUMP_SUIT:
        return _trump_hint(state, seat)
    if state.possible(seat) & SUITS[state.led]:
        return _("%(suit)s were led.") % {"suit": suit.capitalize()}
    since = _out_since(state, seat, state.led)
    out = (
        _("Out of %(suit)s since trick %(trick)s") % {"suit": suit, "trick": since}
        if since
        else _("Out of %(suit)s") % {"suit": suit}
    )
    if not state.possible(seat) & TRUMPS:
        return _("%(out)s and of trumps: any card.") % {"out": out}
    if state.best:
        return _("%(out)s: a trump, over %(best)s if possible.") % {"out": out, "best": state.best}
    return _("%(out)s: a trump.") % {"out": out}


def _trump_hint(state: State, seat: int) -> str:
    if not state.possible(seat) & TRUMPS:
        return _("Out of trumps: any card.")
    return _("Trumps were led: over %(best)s if possible.") % {"best": state.best}


def _lying(state: State) -> int:
    return len(state.cards) % state.n


def _out_since(state: State, seat: int, suit: int) -> int | None:
    """The trick in which a seat first showed that it has none of a suit."""
    for first in range(0, len(state.cards), state.n):
        trick = state.cards[first : first + state.n]
        led = next((card for card in trick if card != FOOL_CARD), FOOL_CARD)
        place = (seat - state.seat_of_play(first)) % state.n
        if not SUITS[suit] & BIT[led] or place >= len(trick):
            continue
        if not (SUITS[suit] | FOOL) & BIT[trick[place]]:
            return first // state.n + 1
    return None


def entry_words(state: State, action: Mapping[str, Any], names: Sequence[str]) -> str:
    """An entry in a few words, for the undo button and the list: "Elise’s 16"."""
    kind = action["kind"]
    who = names[action["seat"]] if isinstance(action.get("seat"), int) else ""
    if kind == "play":
        return _("%(player)s’s %(what)s") % {"player": who, "what": short_name(action["card"])}
    if kind == "call":
        return _("%(player)s’s %(what)s") % {
            "player": who,
            "what": call_label(state, action["call"]),
        }
    if kind == "king":
        return _("%(player)s calls %(what)s") % {"player": who, "what": short_name(action["card"])}
    if kind == "announce":
        announced = state.variant.announcement(action["what"])
        return _("%(player)s’s %(what)s") % {
            "player": who,
            "what": _(announced.label) if announced else "",
        }
    if kind == "claim":
        return _("%(player)s’s claim") % {"player": who}
    return _(
        {
            "stock": gettext_noop("the dog"),
            "discard": gettext_noop("the discard"),
            "ruling": gettext_noop("the ruling"),
            "note": gettext_noop("the comment"),
        }[kind]
    )
