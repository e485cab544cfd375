"""What a step says: who did what, and who is next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.display.card_names import card_name
from games.display.phrases import call_label
from games.display.reasons import line_label
from games.display.stated_words import stated_words
from games.replay.course import AUCTION, EXCHANGE, OVER, Course, Position
from games.replay.moves import trade_of
from games.replay.views import View
from games.rules import Variant, card_code, foresight

# What a variant without a word of its own says.
COMMON_WORDS = {"stock": gettext_noop("Stock"), "discard": gettext_noop("Discard")}


def word(variant: Variant, key: str) -> str:
    """Return the variant's own word for a thing of every game ("stock", "discard"), translated."""
    return _(variant.labels.get(key, COMMON_WORDS[key]))


def place(course: Course, at: Position) -> str:
    """Return the short name of a step: "7.3" once the third card of trick 7 is on the table.

    Else the phase.
    """
    if at.phase == AUCTION:
        calls = sum(step <= at.step for step, _action in course.actions("call"))
        return _("call %(number)s") % {"number": calls} if calls else _("the deal")
    if at.phase == EXCHANGE:
        return _("the exchange")
    if at.phase == OVER:
        return _("the score") if course.outcome.scores else _("the end")
    return at.card or _("before the first card")


def words_at(course: Course, view: View, at: Position) -> str:
    """Return the sentences of a step.

    They say what has just happened, as far as the view sees it, and whose turn it is.
    """
    return " ".join(filter(None, (happened(course, view, at), _next(course, at))))


def happened(course: Course, view: View, at: Position) -> str:
    if at.step == 0:
        if course.chairs.out:
            return _("%(player)s has dealt and sits out.") % {"player": course.chairs.out}
        dealer = course.record.dealer
        if dealer is None:
            return _("Nobody wrote down who dealt.")
        return _("%(player)s has dealt.") % {"player": course.names[dealer]}
    action = course.record.actions[at.step - 1]
    return SAYS[action["kind"]](Event(course, view, at, action))


@dataclass(frozen=True, slots=True)
class Event:
    """An action of the record at the step where it has just happened."""

    course: Course
    view: View
    at: Position
    action: Mapping[str, Any]

    @property
    def who(self) -> str:
        seat: int = self.action["seat"]
        return self.course.names[seat]

    @property
    def variant(self) -> Variant:
        return self.course.record.variant


def _next(course: Course, at: Position) -> str:
    if at.turn is None:
        return _("The hand is over.") if at.phase == OVER else ""
    if at.phase == AUCTION:
        sentence = gettext_noop("%(player)s to call.")
    elif at.phase == EXCHANGE:
        sentence = _WAITS.get(at.waits, gettext_noop("%(player)s to exchange."))
    else:
        sentence = gettext_noop("%(player)s to play.")
    return _(sentence) % {"player": course.names[at.turn]}


# Who is to do what, where the exchange has several steps.
_WAITS = {
    "king": gettext_noop("%(player)s to call a card."),
    "take": gettext_noop("%(player)s to take half of the stock."),
    "discard": gettext_noop("%(player)s to lay cards away."),
    "buy": gettext_noop("%(player)s may buy a card."),
}


def _call(event: Event) -> str:
    variant, action = event.variant, event.action
    facts = {"player": event.who, "bid": call_label(variant, action["call"])}
    if action["call"] in variant.challenges:
        facts |= {"challenge": facts["bid"], "bid": call_label(variant, action["of"])}
        return _("%(player)s says %(challenge)s to %(bid)s.") % facts
    bid = variant.bid(action["call"])
    if bid is None:
        return _("%(player)s passes.") % facts
    if not bid.wins:
        return _("%(player)s says %(bid)s.") % facts
    return _("%(player)s bids %(bid)s.") % facts


def _stock(event: Event) -> str:
    stock, cards = word(event.variant, "stock"), _cards(event, event.action["cards"])
    return _("%(stock)s turned up: %(cards)s.") % {"stock": capfirst(stock), "cards": cards}


def _take(event: Event) -> str:
    if event.action["half"] == "first":
        return _("%(player)s takes the first three cards.") % {"player": event.who}
    return _("%(player)s takes the second three cards.") % {"player": event.who}


def _discard(event: Event) -> str:
    count = event.variant.discard_size(event.course.end.seats)
    sentence = ngettext(
        "%(player)s discards %(count)s card.", "%(player)s discards %(count)s cards.", count
    )
    return sentence % {"player": event.who, "count": count}


def _buy(event: Event) -> str:
    """Describe a purchase: all hear who asks for which card and gets it, two see what is paid."""
    trade = trade_of(event.course)
    if trade is None:
        return _("%(player)s buys nothing.") % {"player": event.who}
    facts = {"player": event.who, "other": event.course.names[trade.seller]}
    facts["card"] = card_name(event.action["card"], event.variant.key)
    if trade.pay is None or not (event.view.sees(trade.buyer) or event.view.sees(trade.seller)):
        return _("%(player)s buys the %(card)s from %(other)s.") % facts
    facts["paid"] = card_name(card_code(trade.pay), event.variant.key)
    return _("%(player)s buys the %(card)s from %(other)s for the %(paid)s.") % facts


def _king(event: Event) -> str:
    card = card_name(event.action["card"], event.variant.key)
    return _("%(player)s calls the %(card)s.") % {"player": event.who, "card": card}


def _announce(event: Event) -> str:
    kind, cards = event.variant.announcement(event.action["what"]), event.action.get("cards")
    what = _(kind.label) if kind else event.action["what"]
    facts = {"player": event.who, "what": what, "cards": _cards(event, cards or ())}
    if cards:
        return _("%(player)s announces: %(what)s, %(cards)s.") % facts
    return _("%(player)s announces: %(what)s.") % facts


def _play(event: Event) -> str:
    at, course = event.at, event.course
    trick = at.closed + (1 if at.lying else 0)
    card = card_name(event.action["card"], event.variant.key)
    played = _("Trick %(trick)s, %(player)s plays %(card)s.")
    played %= {"trick": trick, "player": event.who, "card": card}
    if foresight.FILLED in event.action:
        played = f"{played} {_('Inferred: no other card was left to play.')}"
    winner = course.end.trick(trick - 1).winner
    if at.lying or winner is None:
        return played
    won = _("%(player)s wins the trick.") % {"player": course.names[winner]}
    return " ".join(filter(None, (played, won, _notice(event))))


def _notice(event: Event) -> str:
    """Say what follows from the trick, and whether its rule had to be reconstructed."""
    line, variant = event.at.notice, event.variant
    if line is None:
        return ""
    label, mark = line_label(line, event.course.names, variant.key), variant.mark(line.rule)
    if not mark:
        return label
    sentence = _("Rule %(rule)s: %(mark)s.") % {"rule": line.rule, "mark": _(mark)}
    return f"{label} {sentence}"


def _takeback(event: Event) -> str:
    card = card_name(event.action["card"], event.variant.key)
    return _("%(player)s took back %(card)s.") % {"player": event.who, "card": card}


def _claim(event: Event) -> str:
    return _("%(player)s claims the remaining tricks.") % {"player": event.who}


def _result(event: Event) -> str:
    facts = stated_words(event.variant, event.action["facts"], event.course.names)
    return _("The result is stated: %(facts)s.") % {"facts": facts}


def _ruling(event: Event) -> str:
    return _("The director rules: %(text)s") % {"text": event.action["text"]}


def _note(event: Event) -> str:
    return _("A comment.")


def _cards(event: Event, codes: Iterable[str]) -> str:
    return ", ".join(card_name(code, event.variant.key) for code in codes)


SAYS: dict[str, Callable[[Event], str]] = {
    "call": _call, "stock": _stock, "take": _take, "discard": _discard, "buy": _buy, "king": _king,
    "announce": _announce, "play": _play, "takeback": _takeback, "claim": _claim, "ruling": _ruling,
    "note": _note, "result": _result,
}  # fmt: skip
