"""The keys of the pad, and beside them: what each may do now, what may be announced, and the last
cards where they play themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from games.rules import (
    BIT,
    CODES,
    KINGS,
    NO_SUIT,
    NO_TRUMP,
    State,
    announcements,
    cards_of,
    exchange,
    foresight,
    knowledge,
    play,
)

# One letter a state, as static/js/recording/pad.js reads them.
CLEAR, POSSIBLE, FORBIDDEN, ABSENT, PLAYED, FORCED = "c", "o", "f", "a", "p", "g"
SUIT_LETTERS = "SHDCT"


class CardOrder(NamedTuple):
    """What takes a trick, as static/js/recording/tricks.js reads it.

    `cards`: a word for each card of the pack, its suit and its strength there, "-" where it takes
    no trick; `trump`: the suit that beats the others, "" where none does.
    """

    cards: str
    trump: str


def order_of(state: State) -> CardOrder:
    """The order of the cards, which is the same from the first trick of a hand to its last."""
    ranks = state.trick_rules.ranks
    words = (
        "-" if suit == NO_SUIT else f"{SUIT_LETTERS[suit]}{strength}"
        for suit, strength in zip(ranks.suit_of, ranks.strength, strict=True)
    )
    trump = "" if ranks.trump == NO_TRUMP else SUIT_LETTERS[ranks.trump]
    return CardOrder(" ".join(words), trump)


def keys_of(state: State, irregular: Mapping[int, str], chosen: int = 0) -> list[str]:
    """The state of each key in the order of the pack.

    A letter, `!` where the card stands against the rules, then what is written on the key: the
    trick it was played in, or "d" for a card of the dog.

    `irregular` maps indexes of actions to the reasons why they stand; `chosen` are the cards (mask)
    that are about to be laid away.
    """
    keys = _idle(state)
    for number, card in enumerate(state.played):
        mark = "!" if state.play_actions[number] in irregular else ""
        keys[card] = f"{PLAYED}{mark}{number // state.seats + 1}"
    if state.phase == "exchange":
        _exchange(state, keys, chosen)
    elif state.turn is not None and state.phase in ("play", "announcements"):
        _play(state, keys)
    return keys


def _idle(state: State) -> list[str]:
    return [PLAYED if not state.unplayed & bit else FORBIDDEN for bit in BIT]


def _exchange(state: State, keys: list[str], chosen: int) -> None:
    waiting = exchange.awaits(state)
    free = exchange.may_go(state, chosen) if waiting == "discard" else exchange.legal(state)
    seat = state.waiting_for.seat if state.waiting_for else 0
    there = state.possible(seat) if waiting == "discard" else state.unplayed
    dog = (state.stock or 0) & state.sure[seat] if waiting == "discard" else 0
    usual = KINGS if waiting == "king" else free
    for card, bit in enumerate(BIT):
        if free & bit:
            keys[card] = CLEAR if usual & bit else POSSIBLE
        else:
            keys[card] = FORBIDDEN if there & bit else PLAYED
        if dog & bit:
            keys[card] += "d"


def _play(state: State, keys: list[str]) -> None:
    seat = state.turn or 0
    free = play.legal(state)
    # The keys of a hand that is known show no more than it; else any card may be asked for.
    known = knowledge.is_known(state, seat)
    there = state.may[seat] & state.unplayed if known else state.unplayed
    elsewhere = reduce(or_, state.may) & state.unplayed
    proves = 0 if known else _proves(state, seat)
    for card in cards_of(state.unplayed):
        bit = BIT[card]
        if free & bit:
            keys[card] = POSSIBLE if proves & bit else CLEAR
        else:
            keys[card] = FORBIDDEN if there & bit else ABSENT if elsewhere & bit else PLAYED
    only = foresight.only_card(state)
    if only is not None:
        for card in cards_of(free):
            keys[card] = FORCED if card == only else POSSIBLE


def _proves(state: State, seat: int) -> int:
    """The cards (mask) that would show that the seat holds none of some others that it may hold."""
    if state.led < 0:
        return 0
    unknown = state.possible(seat) & ~state.sure[seat]
    proving = 0
    for duty in state.position.due:
        if unknown & duty.demand:
            proving |= duty.forbids
    return proving


class Offer(NamedTuple):
    """An announcement that a seat may make now, with its label; `shows`: by showing cards."""

    seat: int
    name: str
    key: str
    label: str
    shows: bool


def offers(state: State, names: Sequence[str]) -> tuple[Offer, ...]:
    """Who may announce what, the seat on turn first. No game has any after the first trick."""
    if state.phase == "over" or state.winners:
        return ()
    allowed = [
        Offer(seat, names[seat], key, kind.label, kind.shows_cards)
        for seat, key in announcements.legal(state)
        if (kind := state.variant.announcement(key)) is not None
    ]
    return tuple(sorted(allowed, key=lambda offer: offer.seat != state.turn))


def last_cards(state: State) -> list[dict[str, Any]]:
    """The plays that must end the hand, in turn order, marked as filled in. Empty where it may end
    in several ways, and where only one card is left, which its key offers."""
    plays = foresight.rest(state)
    if len(plays) < 2:
        return []
    return [
        {"kind": "play", "seat": seat, "card": CODES[card], foresight.FILLED: True}
        for seat, card, _ in plays
    ]
