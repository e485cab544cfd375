"""The sentences of the recording screen: whose turn, what follows, what an undo takes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.display.entry_words import entry_words
from games.rules import (
    FOOL_CARD,
    N_,
    NO_SUIT,
    LastTap,
    Problem,
    Sentence,
    State,
    Variant,
    announcements,
    exchange,
    foresight,
    say,
    say_counted,
)

Status = tuple[Sentence, tuple[Sentence, ...]]


class WayToEnd(NamedTuple):
    """A way in which a hand goes wrong: key, name, who deals next, what is often the reason."""

    key: str
    name: str
    then: str
    reasons: tuple[str, ...]


WAYS_TO_END = (
    WayToEnd(
        "misdealt",
        N_("misdealt"),
        N_("It counts for nothing, and the same player deals again."),
        (
            N_("Too many or too few cards"),
            N_("A card was seen while dealing"),
            N_("The wrong player dealt"),
        ),
    ),
    WayToEnd(
        "thrown-in",
        N_("thrown in"),
        N_("It counts for nothing, and the next player deals."),
        (N_("The table agreed to throw it in"),),
    ),
    WayToEnd(
        "given-up",
        N_("given up"),
        N_("It counts for nothing, and the same player deals again."),
        (N_("Cards were mixed up"), N_("A player had to leave"), N_("Nobody can tell the score")),
    ),
)


def status(state: State) -> Status:
    """Return the status line: who acts, and what the scorer should know about it."""
    seat = state.turn
    if seat is None:
        return say("The hand is over."), _notice(state)
    if state.phase == "auction":
        return say("{player} to speak.", player=seat), (_auction_hint(state),)
    if state.phase == "exchange":
        return _exchange_status(state, seat)
    if state.phase == "announcements":
        return say("{player} leads to the first trick.", player=seat), _first_hint(state)
    return say("{player} to play.", player=seat), (*_notice(state), _play_hint(state, seat))


def _notice(state: State) -> tuple[Sentence, ...]:
    """Say what follows from the trick that has just ended, if anything."""
    line = state.variant.notice(state)
    return () if line is None else (say(line.label, **line.facts),)


def _auction_hint(state: State) -> Sentence:
    if state.contract is None or state.taker is None:
        own = state.variant.labels.get("first-call")
        return Sentence(own) if own else say("A bid or a pass.")
    facts = {"player": state.taker, "bid": state.contract.label}
    return say("A pass, or a bid above {player}’s {bid}.", **facts)


def _exchange_status(state: State, seat: int) -> Status:
    stock = state.variant.labels["stock"]
    match exchange.awaits(state):
        case "king":
            return say("{player} names a king.", player=seat), (
                say("Tap the card that was called."),
            )
        case "stock":
            count = state.variant.stock_size(state.seats)
            return say("Tap the {count} cards of the {what}.", count=count, what=stock), (
                say("Turned up for everybody; {player} takes them.", player=seat),
            )
        case "take":
            return say("{player} takes one half of the {what}.", player=seat, what=stock), (
                say("Tap it."),
            )
        case "buy":
            return say("{player} may buy a card.", player=seat), (
                say("Tap the card that is asked for, or that nothing is bought."),
            )
    return say("Tap the cards that {player} discards.", player=seat), (
        say("Tap again to take one back."),
    )


def tap_words(state: State, action: Mapping[str, Any]) -> Sentence | None:
    """Say what to tap to enter the card or cards of an action again; None if it has none."""
    if "card" in action:
        return say("Tap the card that it really was.")
    if action["kind"] == "announce" and "cards" in action:
        return say("Tap the trumps that were really shown.")
    if action["kind"] not in ("stock", "discard"):
        return None
    stock = action["kind"] == "stock"
    size = (state.variant.stock_size if stock else state.variant.discard_size)(state.seats)
    return say_counted("Tap the card that it really was.", "Tap the {count} cards.", count=size)


# What a screen reader says of a key, by its state (static/js/recording/pad.js).
KEY_WORDS = {
    "clear": N_("play it"),
    "possible": N_("possible"),
    "forbidden": N_("forbidden, say why"),
    "played": N_("played, open it"),
    "absent": N_("not in this hand"),
    "forced": N_("the only card left"),
    "chosen": N_("chosen, take it back"),
    "refused": N_("not recorded"),
    "sent": N_("not sent yet"),
}


class Barred(NamedTuple):
    """What may not be laid away.

    The template of a sentence, which ends with the cards; the number of the rule, and the `mark`
    next to it.
    """

    text: str
    rule: str
    mark: str


def bans(state: State) -> tuple[Barred, ...]:
    """Return what may not be laid away. Rules about the hand of one player are left out."""
    return tuple(
        Barred(ban.template, ban.rule, state.variant.mark(ban.rule))
        for ban in state.variant.bans(state)
        if "{player}" not in ban.template
    )


def _first_hint(state: State) -> tuple[Sentence, ...]:
    if state.called is not None:
        return (say("Not in the suit of the called card, except that card itself."),)
    kinds = {key for _seat, key in announcements.legal(state)}
    labels = tuple(kind.label for kind in state.variant.announcements if kind.key in kinds)
    return (say("Can be announced now: {what}.", what=labels),) if labels else ()


def _play_hint(state: State, seat: int) -> Sentence:
    only = foresight.only_card(state)
    if only is not None:
        return say("One card is left to play: {card}.", card=only)
    if foresight.nothing_fits(state):
        return none_left(state)
    ranks = state.trick_rules.ranks
    if state.led < 0:
        if len(state.played) % state.seats:
            return say("The {card} was led: any card sets the suit.", card=FOOL_CARD)
        return say("Leads to trick {trick}.", trick=len(state.winners) + 1)
    suit, holds = state.variant.suit(state.led), state.possible(seat)
    has_trumps = bool(ranks.trump >= 0 and holds & ranks.suits[ranks.trump])
    if state.led == ranks.trump:
        return _trump_led(state, suit) if has_trumps else say("Out of trumps: any card.")
    if holds & ranks.suits[state.led]:
        return say("{Suit} were led.", Suit=suit)
    return _void(state, seat, suit, trumps=ranks.trump >= 0, has_trumps=has_trumps)


def none_left(state: State) -> Sentence:
    """Return which tricks cannot all be as recorded, where no card fits the seat on turn."""
    tricks = [number // state.seats + 1 for number in foresight.denials(state)]
    if not tricks:
        template = N_("None of the cards left fits {player}: something was recorded wrong.")
        return say(template, player=state.turn)
    *first, last = map(str, tricks)
    either = say("{numbers} or {last}", numbers=", ".join(first), last=last) if first else last
    template = N_("None of the cards left fits {player}: trick {tricks} was recorded wrong.")
    return say(template, player=state.turn, tricks=either)


def _trump_led(state: State, suit: int | str) -> Sentence:
    if _goes_over(state):
        return say("{Suit} were led: over {best} if possible.", Suit=suit, best=state.best)
    return say("{Suit} were led.", Suit=suit)


def _void(state: State, seat: int, suit: int | str, *, trumps: bool, has_trumps: bool) -> Sentence:
    """Say what a seat must play if it has no card of the suit."""
    since = _out_since(state, seat, state.led)
    out = (
        say("Out of {suit} since trick {trick}", suit=suit, trick=since)
        if since
        else say("Out of {suit}", suit=suit)
    )
    if not trumps:
        return say("{out}: any card.", out=out)
    if not has_trumps:
        return say("{out} and of trumps: any card.", out=out)
    if _goes_over(state):
        return say("{out}: a trump, over {best} if possible.", out=out, best=state.best)
    return say("{out}: a trump.", out=out)


def _goes_over(state: State) -> bool:
    """Return whether the seat must beat the best trump, where otherwise any trump would do."""
    return any(duty.code == "must-overtrump" for duty in state.position.due)


def _out_since(state: State, seat: int, suit: int) -> int | None:
    """Return the trick in which a seat first showed that it has, and can get, no card of a suit."""
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


def cited(variant: Variant, problem: Problem) -> tuple[str, str]:
    """Return the rule that a problem cites: its number on the sheet, and its mark.

    The number is "" for none. The mark is a label where the sources leave the rule open, else "".
    """
    number = problem.rule.partition("/")[2]
    return number, variant.mark(number)


def undo_words(
    state: State, actions: Sequence[Mapping[str, Any]], last: LastTap
) -> Sentence | None:
    """Say what an undo takes back: "Elise’s 16"; None if there is nothing."""
    if not actions:
        return None
    words = entry_words(state.variant, actions[-1])
    if last.actions > 1:
        words = say("the last {count} entries", count=last.actions)
    if not last.earlier:
        return words
    where = tuple(_noted(state, index, actions[index]) for index in last.earlier)
    return say("{entry} and the note ({where})", entry=words, where=where)


def _noted(state: State, index: int, action: Mapping[str, Any]) -> Sentence:
    if index in state.play_actions:
        return say("trick {trick}", trick=state.play_actions.index(index) // state.seats + 1)
    return entry_words(state.variant, action)
