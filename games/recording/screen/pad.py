"""The keys of the pad and what is next to them.

The state of each key, the announcements that can be made, and the last cards if they follow by
themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from games.rules import (
    BIT,
    CODES,
    KINGS,
    SUIT_NAMES,
    AnnouncementKind,
    Sentence,
    State,
    Variant,
    announcements,
    cards_of,
    exchange,
    foresight,
    knowledge,
    play,
    say,
)

# One letter for each state, as static/js/recording/pad.js reads them.
CLEAR, POSSIBLE, FORBIDDEN, ABSENT, PLAYED, FORCED = "c", "o", "f", "a", "p", "g"
SUIT_LETTERS = "SHDCT"


def suits_of(variant: Variant) -> tuple[tuple[str, str], ...]:
    """Return the suits as the pad has them: the letter of each, and its label in this game."""
    return tuple(
        (letter, variant.labels.get(f"suit-{suit}", SUIT_NAMES[suit]))
        for suit, letter in enumerate(SUIT_LETTERS)
    )


def keys_of(state: State, irregular: Mapping[int, str], chosen: int = 0) -> list[str]:
    """Return the state of each key, in the order of the pack.

    A letter, then `!` if the card is irregular, then what is written on the key: the number of the
    trick in which it was played, or "d" for a card of the dog.

    `irregular` maps indexes of actions to the reasons why they were let stand; `chosen` is the mask
    of the cards chosen to be laid away.
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
    # A known hand has only keys for its own cards; otherwise any card can be asked for.
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
    """Return the cards (mask) whose play would prove that the seat lacks others it may hold."""
    if state.led < 0:
        return 0
    unknown = state.possible(seat) & ~state.sure[seat]
    proving = 0
    for duty in state.position.due:
        if unknown & duty.demand:
            proving |= duty.forbids
    return proving


class Offer(NamedTuple):
    """An announcement that a seat can make now, with its label.

    `shows`: it is made by showing cards; `tiers`: how many of them (at least) make what.
    """

    seat: int
    name: str
    key: str
    label: str
    shows: bool
    tiers: tuple[tuple[int, Sentence], ...]


def offers(state: State, names: Sequence[str]) -> tuple[Offer, ...]:
    """Return who can announce what, beginning with the seat whose turn it is.

    In no game can anything be announced after the first trick.
    """
    if state.phase == "over" or state.winners:
        return ()
    allowed = [
        Offer(seat, names[seat], key, kind.label, kind.shows_cards, _tiers(state, kind))
        for seat, key in announcements.legal(state)
        if (kind := state.variant.announcement(key)) is not None
    ]
    return tuple(sorted(allowed, key=lambda offer: offer.seat != state.turn))


def _tiers(state: State, kind: AnnouncementKind) -> tuple[tuple[int, Sentence], ...]:
    return tuple(
        (tier.least, say("{what}, +{points}", what=tier.label, points=tier.points))
        for tier in kind.tiers(state.options, state.seats)
    )


def last_cards(state: State) -> list[dict[str, Any]]:
    """Return the plays that must end the hand, in turn order, marked as filled in.

    Empty if it can end in several ways, or if only one card is left: its key already offers that.
    """
    plays = foresight.rest(state)
    if len(plays) < 2:
        return []
    return [
        {"kind": "play", "seat": seat, "card": CODES[card], foresight.FILLED: True}
        for seat, card, _ in plays
    ]
