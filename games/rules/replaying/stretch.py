"""Card after card of a record at one stretch: nine actions of ten are plain plays.

No rule stands here that is not in `play` or `tricks`: the same masks say what a hand may play, the same table what
becomes of a trick, and random hands are held against `play` card by card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.cards import BIT, IDS
from games.rules.hand.drawing import draw
from games.rules.hand.state import ANNOUNCEMENTS, OVER, PLAY, State
from games.rules.phases.exchange import is_judged
from games.rules.phases.play import close

# The phases in which a card may be played.
RUNS = (PLAY, ANNOUNCEMENTS)


def run(state: State, actions: Sequence[Any], at: int) -> int:
    """Play the cards from place `at` on, as long as each is a bare play and plain; return where it stopped.

    The phase is one of RUNS. This is a shortcut past reading and phase table. It leaves to them whatever needs a closer
    look: another kind of action, a fault, a first card where some may not be led, a last card that tells the discard.
    """
    if state.phase is not PLAY and state.variant.lead_bar(state):
        return at
    most = state.last_play - len(state.played) + is_judged(state)
    if state.after_trick is None and not state.watched:
        return at + _lay(state, actions[at : at + most])
    return _trick_by_trick(state, actions[: at + most], at)


def _trick_by_trick(state: State, actions: Sequence[Any], at: int) -> int:
    """Do the same where something may follow from each trick; a card that tells more than itself stops it."""
    while at < len(actions) and not state.watched and state.phase is not OVER:
        missing = state.seats - len(state.played) % state.seats
        laid = _lay(state, actions[at : at + missing])
        at += laid
        if laid < missing:
            break
        if state.after_trick is not None and state.phase is not OVER:
            state.after_trick(state)
    return at


def _lay(state: State, actions: Sequence[Any]) -> int:
    """Lays cards on the table until one is not plain; how many lie there now more than before."""
    before = len(state.played)
    _put(state, actions)
    laid = len(state.played) - before
    if laid:
        state.phase = PLAY
        state.play_actions += range(state.index, state.index + laid)
        state.index += laid
    if len(state.winners) == state.tricks_in_all:
        close(state)
    return laid


def _put(state: State, actions: Sequence[Any]) -> None:  # noqa: C901  one loop, by measurement
    """Lays the cards. All that changes with each of them is kept at hand meanwhile."""
    sure, may, lacks, known = state.sure, state.may, state.lacks, state.known
    cards, winners, taken = state.played, state.winners, state.taken
    turn, position, winning = state.turn, state.position, state.winning
    live, unwon = state.unplayed, state.unwon
    empty, left_of = state.opening, (*range(1, state.seats), 0)
    leader = state.leader if cards or turn is None else turn
    missing, pile, size = (
        state.seats - len(cards) % state.seats,
        state.draw_pile,
        state.hand_size - 1,
    )
    try:
        for raw in actions:
            if len(raw) != 3 or raw["kind"] != "play":
                break
            seat: int = raw["seat"]
            card = IDS[raw["card"]]
            if seat is not turn:  # the number itself: neither `true` nor 1.0 is a seat
                break
            bit, held, denied = BIT[card], sure[seat], position.denied[card]
            if denied and held & denied:
                break
            if known[seat]:
                if not bit & held:
                    break
                sure[seat] = held ^ bit
            else:
                if not bit & may[seat] & live or bit & lacks[seat]:
                    break
                if denied:
                    lacks[seat] |= denied
                if bit & held:
                    sure[seat] = held ^ bit
                elif held and held.bit_count() >= size - len(winners) + (
                    pile.drawn(seat) if pile else 0
                ):
                    may[seat] = held  # a full hand, as `State.close_full_hand` has it
            live ^= bit
            cards.append(card)
            after = position.after[card]
            if after is not position:
                position, winning = after, seat
            missing -= 1
            if missing:
                turn = left_of[seat]
            else:
                winners.append(winning)
                taken[winning] |= unwon ^ live
                if pile is not None:
                    draw(state, pile, leader)
                turn, leader, unwon = winning, winning, live
                position, winning, missing = empty, -1, state.seats
    except (KeyError, TypeError):  # not the fields of a play, or not a card
        pass
    if cards:
        state.turn, state.leader = turn, leader
        state.position, state.winning = position, winning
        state.unplayed, state.unwon = live, unwon
