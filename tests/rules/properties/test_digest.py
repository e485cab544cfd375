"""The digest of a position: the same for the same position, another for any other."""

from collections.abc import Iterator
from dataclasses import replace
from functools import singledispatch
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import Record, Replay, State, Variant, position_digest, replay
from games.rules.game.pile import Pile
from games.rules.game.terms import Bid
from games.rules.game.tricks import TrickPosition
from games.rules.variants.droggn.play import TRICKS_WITH_PAGAT_ANNOUNCED
from tests.rules.properties.playing import EVERY_TABLE, SEEDS, at_random, hands
from tests.rules.table import hand
from tests.thorough import amount

SOME = settings(max_examples=amount(20, thorough=100), deadline=None)
# What the game, its options and the number of seats give.
GIVEN = {
    *("hand_size", "last_play", "options", "pack", "sealed", "seats", "trick_rules"),
    "tricks_in_all",
}
# Where there is one of these, it differs from another in one of its parts.
WITH_PARTS = {"bought", "contract", "draw_pile", "stated", "waiting_for"}


def at(record: Record, actions: int) -> Replay:
    return replay(record, upto=actions)


@singledispatch
def others(value: Any) -> Iterator[Any]:
    """Values that differ from this one in one thing."""
    raise TypeError(value)


@others.register
def _(value: None) -> Iterator[int]:
    yield 0


@others.register
def _(value: bool) -> Iterator[bool]:
    yield not value


@others.register
def _(value: int) -> Iterator[int]:
    yield value + 1


@others.register
def _(value: str) -> Iterator[str]:
    yield f"{value}x"


@others.register
def _(value: set) -> Iterator[set[int]]:
    yield value | {999}


@others.register
def _(value: Bid) -> Iterator[Bid]:
    yield replace(value, key=f"{value.key}x")


@others.register
def _(value: TrickPosition) -> Iterator[TrickPosition]:
    yield TrickPosition(value.led + 1, value.best, value.due)
    yield TrickPosition(value.led, value.best + 1, value.due)


@others.register(list)
@others.register(tuple)
def _(value: Any) -> Iterator[Any]:
    named = getattr(value, "_make", type(value))
    if value and named is type(value):
        yield value + value[-1:]
    for place, part in enumerate(value):
        yield from (named([*value[:place], other, *value[place + 1 :]]) for other in others(part))


def changed(state: State, name: str) -> Iterator[State]:
    """Positions that differ from this one in the field of this name."""
    value = getattr(state, name)
    if value is None and name in WITH_PARTS:
        return
    if isinstance(value, Pile):
        for part in ("least", "left", "rounds", "late"):
            for other in others(getattr(value, part)):
                fork = state.fork()
                setattr(fork.draw_pile, part, other)
                yield fork
        return
    for other in others(value):
        fork = state.fork()
        setattr(fork, name, other)
        yield fork


@SOME
@given(record=hands(), part=st.floats(0, 1))
def test_whatever_differs_in_a_position_changes_its_digest(record: Record, part: float) -> None:
    here = at(record, round(part * len(record.actions)))
    digest = position_digest(here)
    fields = set(State.__slots__) - GIVEN - {"variant", "stated", "opening", "after_trick"}
    unseen = {
        name
        for name in fields
        for other in changed(here.state, name)
        if position_digest(replace(here, state=other)) == digest
    }
    assert unseen == set()


@SOME
@given(record=hands())
def test_the_same_record_leads_to_the_same_digest(record: Record) -> None:
    assert position_digest(replay(record)) == position_digest(replay(record))
    forked = replay(record)
    assert position_digest(replace(forked, state=forked.state.fork())) == position_digest(forked)


@EVERY_TABLE
@settings(max_examples=amount(2, thorough=10), deadline=None)
@given(seed=SEEDS)
def test_each_action_leads_to_another_digest(variant: Variant, players: int, seed: int) -> None:
    record = at_random(variant, players, seed)
    count = len(record.actions) + 1
    assert len({position_digest(at(record, upto)) for upto in range(count)}) == count


def test_options_game_duties_and_stated_facts_are_part_of_a_position_but_not_who_plays() -> None:
    begun = hand(4).says("petite pass pass pass").replay
    renamed = replay(begun.record._replace(players=("Zoé", "Yann", "Xenia", "Wim")))
    assert position_digest(renamed) == position_digest(begun)

    plain = hand(4).replay
    variant = plain.record.variant
    option = variant.options[0]
    changed_option = {**plain.record.options, option.key: option.choices[1].value}
    other = replay(plain.record._replace(options=changed_option))
    assert position_digest(other) != position_digest(plain)
    assert position_digest(hand(3, variant="droggn").replay) != position_digest(
        hand(3, variant="scarto").replay
    )

    # Droggn 2.8.3: the announced pagat is kept for the last trick.
    here = hand(3, variant="droggn").says("super pass pass").replay
    kept = here.state.fork()
    kept.opening = TRICKS_WITH_PAGAT_ANNOUNCED.opening
    assert position_digest(replace(here, state=kept)) != position_digest(here)
    kept = here.state.fork()
    kept.after_trick = print if kept.after_trick is None else None
    assert position_digest(replace(here, state=kept)) != position_digest(here)

    stated = {"taker": 0, "contract": "guard", "bouts": 1, "points": 45}
    hands = [hand(3).results(**stated | {"points": points}).stands() for points in (45, 45.5, 46)]
    assert len({position_digest(result.replay) for result in hands}) == 3
