"""What a seat is shown, it could know: no claim about hidden cards fails in another deal that
looked the same to it.

Two cards that a player has not seen change places, everything that he has seen happens again, and
the hand goes on by chance. What the replay of the first hand tells him must be true of the second,
however little of the first was written down.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.replay import Film, film, view_of
from games.rules import Record, State, Variant, card_id, cards_of
from games.rules.cards import BIT
from games.rules.game.ranks import NO_SUIT
from games.rules.hand.actions import Stock
from games.rules.replaying.replay import fold, start
from tests import chance
from tests.games import EVERY_TABLE, wild_record
from tests.replay.secrets import exchanged, seen_by

# What was written down: everything; the own hand; nothing; the own hand and what was laid away.
MODES = ("all", "own", "none", "laid")


def written(record: Record, seat: int, mode: str) -> Record:
    if mode == "all":
        return record
    if mode == "laid":
        hands = tuple(cards if at == seat else None for at, cards in enumerate(record.hands))
        stock = record.stock if Stock in record.variant.phases else None
        return record._replace(hands=hands, stock=stock)
    return chance.as_seen(record, known=[seat] if mode == "own" else [])


def true_hands(record: Record, upto: int) -> State:
    """Where every card is after that many actions."""
    state = start(record)
    assert fold(state, record.actions[:upto]) is None
    return state


def others(record: Record, seat: int, upto: int, luck: random.Random) -> Iterator[State]:
    """Other deals in which the seat has seen the same, as they stand then."""
    hidden = sorted(set(cards_of(record.variant.pack.cards)) - seen_by(record, seat, upto))
    if len(hidden) < 2:
        return
    past = record._replace(actions=record.actions[:upto])
    for _ in range(12):
        changed = exchanged(past, luck.sample(hidden, 2))
        state = start(changed)
        if fold(state, changed.actions) is None:
            yield state


def claims_hold(shown: Film, seat: int, step: int, state: State) -> None:
    """Whatever stands on the page at a step is true of a deal that looked the same then."""
    order = state.trick_rules.ranks
    laid = sum(one.cards or 0 for one in state.laid if one.seat == seat)
    out = state.variant.pack.cards & state.unplayed & ~state.sure[seat] & ~laid & ~state.shown
    if Stock not in state.variant.phases and not state.laid:
        out |= (state.stock or 0) & state.sure[seat]  # taken up, but not looked at yet
    for known in shown.known:
        cards = order.suits[known.suit]
        true = (out & cards).bit_count()
        for count, when in known.counts:
            assert step not in when or count == true, (known.name, count, true)
        for count, when in known.most:
            assert step not in when or count >= true, (known.name, count, true)
        for holder in known.holders:
            other = shown.course.names.index(holder.name)
            theirs = state.sure[other] & cards
            assert step not in holder.out or not theirs, (known.name, holder.name)
        whole = any(step in when for _count, when in known.counts)
        for code, when in known.honours:
            if step in when and whole:
                assert out & BIT[card_id(code)] & (cards | order.suits[NO_SUIT])
    fans_hold(shown, seat, step, state)


def fans_hold(shown: Film, seat: int, step: int, state: State) -> None:
    """A seat is shown cards of its own that it surely holds, and none of the others'."""
    for held in shown.seats[seat].fan.cards:
        if held.code and step in held.when:
            assert state.sure[seat] & BIT[card_id(held.code)], held.code
    for other, fan in ((at.seat, at.fan) for at in shown.seats if at.seat != seat):
        assert not any(card.code for card in fan.cards), other


@EVERY_TABLE
@pytest.mark.parametrize("mode", MODES)
def test_no_seat_learns_what_it_could_not_know(variant: Variant, players: int, mode: str) -> None:
    luck = random.Random(f"{variant.key} {players} {mode}")
    tried = told = 0
    for seed in range(3):
        record = wild_record(variant, players, seed)
        seat = luck.randrange(players)
        seen = written(record, seat, mode)
        view = view_of(str(seat), players)
        assert view is not None
        shown = film(seen, view)
        later = len(seen.actions) - len(record.actions)  # a stock turned up is a step of its own
        for upto in sorted(luck.sample(range(len(record.actions)), min(5, len(record.actions)))):
            if later and any(one["kind"] == "stock" for one in seen.actions[upto:]):
                continue
            for state in [true_hands(record, upto), *others(record, seat, upto, luck)]:
                claims_hold(shown, seat, upto + later, state)
                tried += 1
        told += bool(shown.known)
    assert tried > 10
    assert told or mode == "none"
