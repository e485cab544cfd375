"""A position in sixteen signs, so that two machines can tell whether they are at the same one."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

from games.rules.game import facts

if TYPE_CHECKING:
    from games.rules.hand.state import State
    from games.rules.replaying.replay import Replay


def position_digest(replay: Replay) -> str:
    """Return the digest of where the good part of a record leads: 16 hexadecimal digits.

    Equal positions have equal digests, in every process and every version of Python: they are made
    from whole numbers and ASCII text, in a fixed order. The position is everything in the state of
    the hand, down to the indexes of the actions; it does not include the names of the players, or
    which undos and corrections led here.
    """
    return sha256(ascii(_plain_fields(replay.state)).encode("ascii")).hexdigest()[:16]


def _plain_fields(state: State) -> tuple[object, ...]:
    """Return the fields of a state as plain values.

    What the game, its options and the number of seats give is left out: the pack, the order of the
    cards, the numbers of cards and tricks.
    """
    contract, pile, step = state.contract, state.draw_pile, state.waiting_for
    dealer = state.dealer if state.dealer_known else None
    return (
        (state.variant.key, sorted(state.options.items()), state.seats, dealer),
        (state.phase, state.status, state.turn, state.index, sorted(state.irregular), state.second_format),
        (state.knowledge, state.dealt, state.stock, state.stock_cards),
        (state.sure, state.may, state.lacks, state.known, state.unplayed, state.watched),
        ([*map(tuple, state.calls)], state.taker, contract and contract.key, state.called),
        (state.exchanged, step and tuple(step), [*map(tuple, state.laid)], state.bought and tuple(state.bought)),
        [*map(tuple, state.announcements)],
        (bytes(state.played).hex(), state.play_actions, state.winners, state.taken, state.unwon),
        (state.leader, state.winning, state.position.led, state.position.best, state.claim, state.rulings),
        # A rule may change these two for the rest of a hand, always to the same of its game.
        (state.after_trick is None, [duty.code for duty in state.opening.due]),
        pile and (pile.left, pile.least, pile.rounds, pile.late, [sorted(own.items()) for own in pile.slack]),
        state.stated and json.dumps(facts.written(state.variant.stating, state.stated, state), sort_keys=True),
    )  # fmt: skip
