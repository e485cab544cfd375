"""What a step says: who did what, and who is next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.card_names import card_name
from games.replays.course import AUCTION, EXCHANGE, OVER, Course, Position
from games.rules import Variant

# What a variant without a word of its own says.
COMMON_WORDS = {"stock": gettext_noop("Stock"), "discard": gettext_noop("Discard")}


def word(variant: Variant, key: str) -> str:
    """The variant's own word for a thing of every game ("stock", "discard"), translated."""
    return _(variant.labels.get(key, COMMON_WORDS[key]))


def bid_label(variant: Variant, call: str) -> str:
    """What is said at the table: the name of a bid, or that the player passes."""
    bid = variant.bid(call)
    return _(bid.label) if bid else _("passes")


def place(course: Course, at: Position) -> str:
    """The short name of a step: "7.3" before the third card of trick 7, else the phase."""
    if at.phase == AUCTION:
        calls = sum(step <= at.step for step, _action in course.actions("call"))
        return _("call %(number)s") % {"number": calls + 1}
    if at.phase == EXCHANGE:
        return _("the exchange")
    if at.phase == OVER:
        return _("the score") if course.outcome.scores else _("the end")
    return f"{at.closed + 1}.{at.lying + 1}"


def said(course: Course, at: Position) -> str:
    """The sentences of a step: what has just happened and whose turn it is."""
    return " ".join(filter(None, (_happened(course, at), _next(course, at))))


def _happened(course: Course, at: Position) -> str:
    if at.step == 0:
        return _("%(player)s has dealt.") % {"player": course.names[course.record.dealer]}
    action = course.record.actions[at.step - 1]
    return _SAYS[action["kind"]](Event(course, at, action))


@dataclass(frozen=True, slots=True)
class Event:
    """An action of the record at the step where it has just happened."""

    course: Course
    at: Position
    action: Mapping[str, Any]

    @property
    def who(self) -> str:
        """The player's name."""
        return self.course.names[self.action["seat"]]

    @property
    def variant(self) -> Variant:
        """The game."""
        return self.course.record.variant


def _next(course: Course, at: Position) -> str:
    if at.turn is None:
        return _("The hand is over.") if at.phase == OVER else ""
    sentence = {
        AUCTION: gettext_noop("%(player)s to call."),
        EXCHANGE: gettext_noop("%(player)s to exchange."),
    }.get(at.phase, gettext_noop("%(player)s to play."))
    return _(sentence) % {"player": course.names[at.turn]}


def _call(event: Event) -> str:
    call = event.action["call"]
    if event.variant.bid(call) is None:
        return _("%(player)s passes.") % {"player": event.who}
    bid = bid_label(event.variant, call)
    return _("%(player)s bids %(bid)s.") % {"player": event.who, "bid": bid}


def _stock(event: Event) -> str:
    stock, cards = word(event.variant, "stock"), listed(event.action["cards"])
    return _("%(stock)s turned up: %(cards)s.") % {"stock": stock, "cards": cards}


def _discard(event: Event) -> str:
    count = event.variant.stock_size(event.course.end.n)
    sentence = ngettext(
        "%(player)s lays away %(count)s card.", "%(player)s lays away %(count)s cards.", count
    )
    return sentence % {"player": event.who, "count": count}


def _king(event: Event) -> str:
    card = card_name(event.action["card"])
    return _("%(player)s calls the %(card)s.") % {"player": event.who, "card": card}


def _announce(event: Event) -> str:
    kind, cards = event.variant.announcement(event.action["what"]), event.action.get("cards")
    what = _(kind.label) if kind else event.action["what"]
    facts = {"player": event.who, "what": what, "cards": listed(cards or ())}
    if cards:
        return _("%(player)s announces: %(what)s, %(cards)s.") % facts
    return _("%(player)s announces: %(what)s.") % facts


def _play(event: Event) -> str:
    at, course = event.at, event.course
    trick = at.closed + (1 if at.lying else 0)
    card = card_name(event.action["card"])
    played = _("Trick %(trick)s, %(player)s plays %(card)s.")
    played %= {"trick": trick, "player": event.who, "card": card}
    winner = course.end.trick(trick - 1).winner
    if at.lying or winner is None:
        return played
    return f"{played} " + _("%(player)s wins the trick.") % {"player": course.names[winner]}


def _claim(event: Event) -> str:
    return _("%(player)s claims the remaining tricks.") % {"player": event.who}


def _ruling(event: Event) -> str:
    return _("The director rules: %(text)s") % {"text": event.action["text"]}


def _note(event: Event) -> str:
    return _("A comment.")


def listed(codes: Iterable[str]) -> str:
    """Cards in words, one after the other."""
    return ", ".join(str(card_name(code)) for code in codes)


_SAYS: dict[str, Callable[[Event], str]] = {
    "call": _call, "stock": _stock, "discard": _discard, "king": _king, "announce": _announce,
    "play": _play, "claim": _claim, "ruling": _ruling, "note": _note,
}  # fmt: skip
