"""The sentences of the recording screen: who is next and what follows, what an undo takes back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.book.live_actions import LastTap
from games.display.card_names import card_name
from games.display.entry_words import entry_words, own_words, word
from games.display.phrases import call_label, listed
from games.display.reasons import line_label
from games.rules import CODES, NO_SUIT, SUIT_NAMES, State, announcements, exchange, foresight


def status(state: State, names: Sequence[str]) -> tuple[str, str]:
    """The status line: who acts, and what is to be known about it."""
    if state.turn is None:
        return _("The hand is over."), _told(state, names)
    name = names[state.turn]
    if state.phase == "auction":
        return _("%(player)s to speak.") % {"player": name}, _auction_hint(state, names)
    if state.phase == "exchange":
        return _exchange_status(state, name)
    if state.phase == "announcements":
        return _("%(player)s leads to the first trick.") % {"player": name}, _first_hint(state)
    hint = f"{_told(state, names)} {_play_hint(state, state.turn)}"
    return _("%(player)s to play.") % {"player": name}, hint.strip()


def _told(state: State, names: Sequence[str]) -> str:
    """What follows from the trick just gathered, if anything."""
    told = state.variant.notice(state)
    return line_label(told, names, state.variant.key) if told else ""


def _auction_hint(state: State, names: Sequence[str]) -> str:
    if state.contract is None or state.taker is None:
        return own_words(state, "first-call") or _("A bid or a pass.")
    facts = {"player": names[state.taker], "bid": call_label(state.variant, state.contract.key)}
    return _("A pass, or a bid that goes over %(player)s’s %(bid)s.") % facts


def _exchange_status(state: State, name: str) -> tuple[str, str]:
    waiting, facts = exchange.awaits(state), {"player": name, "stock": word(state, "stock")}
    if waiting == "king":
        return _("%(player)s names a king.") % facts, _("Tap the card that was called.")
    if waiting == "stock":
        facts["count"] = str(state.variant.stock_size(state.seats))
        sentence = _("Tap the %(count)s cards of the %(stock)s.") % facts
        return sentence, _("Turned up for everybody; %(player)s takes them.") % facts
    if waiting == "take":
        return _("%(player)s takes one half of the %(stock)s.") % facts, _("Tap it.")
    if waiting == "buy":
        sentence = _("%(player)s may buy a card.") % facts
        return sentence, _("Tap the card that is asked for, or that nothing is bought.")
    return (
        _("Tap the cards that %(player)s lays away.") % facts,
        _("Tap again to take one back."),
    )


def tap_words(state: State, action: Mapping[str, Any]) -> str:
    """What to tap to enter the card or the cards of an action anew; "" where it has none."""
    stock = action["kind"] == "stock"
    size = (state.variant.stock_size if stock else state.variant.discard_size)(state.seats)
    if "card" in action:
        return _("Tap the card that it really was.")
    if action["kind"] == "announce" and "cards" in action:
        return _("Tap the trumps that were really shown.")
    if action["kind"] in ("stock", "discard"):
        words = ngettext("Tap the card that it really was.", "Tap the %(count)s cards.", size)
        return words % {"count": size}
    return ""


def key_words() -> dict[str, str]:
    """What a key is, for those who do not see it: by its state (static/js/recording/pad.js)."""
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
    """What may not be laid away: the numbers of the rules, their sentences without the cards.

    Those that speak of one player's hand are left out.
    """
    return tuple(
        (ban.rule, re.sub(r"\s?: \{cards\}", "", _(ban.template)))
        for ban in state.variant.bans(state)
        if "{player}" not in ban.template
    )


def _first_hint(state: State) -> str:
    if state.called is not None:
        return _("Not in the suit of the called card, except that card itself.")
    kinds = {key for _seat, key in announcements.legal(state)}
    labels = [_(kind.label) for kind in state.variant.announcements if kind.key in kinds]
    return _("To be announced now: %(what)s.") % {"what": listed(labels)} if labels else ""


def _play_hint(state: State, seat: int) -> str:
    only = foresight.only_card(state)
    if only is not None:
        card = card_name(CODES[only], state.variant.key)
        return _("One card is left to play: %(card)s.") % {"card": card}
    ranks = state.trick_rules.ranks
    if state.led < 0:
        trick = len(state.winners) + 1
        return (
            _("Leads to trick %(trick)s.") % {"trick": trick}
            if not _lying(state)
            else _("The %(fool)s was led: any card sets the suit.")
            % {"fool": card_name("F", state.variant.key)}
        )
    suit = suit_name(state, state.led)
    has_trumps = ranks.trump >= 0 and state.possible(seat) & ranks.suits[ranks.trump]
    if state.led == ranks.trump:
        if not has_trumps:
            return _("Out of %(suit)s: any card.") % {"suit": suit}
        return f"{_('%(suit)s were led') % {'suit': suit.capitalize()}}{_over(state)}."
    if state.possible(seat) & ranks.suits[state.led]:
        return _("%(suit)s were led.") % {"suit": suit.capitalize()}
    since = _out_since(state, seat, state.led)
    out = (
        _("Out of %(suit)s since trick %(trick)s") % {"suit": suit, "trick": since}
        if since
        else _("Out of %(suit)s") % {"suit": suit}
    )
    if ranks.trump < 0:
        return _("%(out)s: any card.") % {"out": out}
    if not has_trumps:
        return _("%(out)s and of trumps: any card.") % {"out": out}
    return f"{_('%(out)s: a trump') % {'out': out}}{_over(state)}."


def _over(state: State) -> str:
    """The best trump, where the rules ask to go over it; "" where any trump will do."""
    if not any(duty.code == "must-overtrump" for duty in state.position.due):
        return ""
    trump_led = state.led == state.trick_rules.ranks.trump
    sentence = _(": over %(best)s if possible") if trump_led else _(", over %(best)s if possible")
    return sentence % {"best": state.best}


def suit_name(state: State, suit: int) -> str:
    """What a suit is named in this game, in the plural."""
    return own_words(state, f"suit-{suit}") or _(SUIT_NAMES[suit])


def _lying(state: State) -> int:
    return len(state.played) % state.seats


def _out_since(state: State, seat: int, suit: int) -> int | None:
    """The trick in which a seat first showed that it has none of a suit, and can get none back."""
    if state.variant.after_trick is not None:
        return None
    suit_of = state.trick_rules.ranks.suit_of
    for first in range(0, len(state.played), state.seats):
        trick = state.played[first : first + state.seats]
        led = next((suit_of[card] for card in trick if suit_of[card] != NO_SUIT), NO_SUIT)
        place = (seat - state.seat_of_play(first)) % state.seats
        if led == suit and place < len(trick) and suit_of[trick[place]] not in (suit, NO_SUIT):
            return first // state.seats + 1
    return None


def undo_words(
    state: State, actions: Sequence[Mapping[str, Any]], names: Sequence[str], last: LastTap
) -> str:
    """What an undo takes back: "Elise’s 16"; "" where there is nothing."""
    if not actions:
        return ""
    words = entry_words(state, actions[-1], names)
    if last.actions > 1:
        words = _("the last %(count)s entries") % {"count": last.actions}
    if not last.earlier:
        return words
    where = listed([_noted(state, index, actions[index], names) for index in last.earlier])
    return _("%(entry)s and the note (%(where)s)") % {"entry": words, "where": where}


def _noted(state: State, index: int, action: Mapping[str, Any], names: Sequence[str]) -> str:
    if index in state.play_actions:
        return _("trick %(trick)s") % {"trick": state.play_actions.index(index) // state.seats + 1}
    return entry_words(state, action, names)
