"""What is offered as the only way on is the only way on: held against every deal that can be.

A deal here is where the cards are that nobody has played, as far as plays and shown cards allow it;
each is played out in every legal order, without `games.rules.replaying.foresight`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules import Record, State, Variant, card_code, cards_of
from games.rules.cards import BIT
from games.rules.hand.actions import Play
from games.rules.hand.knowledge import before, laid_away
from games.rules.phases.play import apply, check, legal
from games.rules.replaying.foresight import TRICKS, only_card, rest
from games.rules.replaying.replay import fold, start
from tests.rules.properties.playing import MODES, SEEDS, TABLES, at_random, written
from tests.thorough import amount

MOST_DEALS = 1500
MOST_ENDS = 40
FEW = settings(
    max_examples=amount(20, thorough=60),
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much],
)


def in_sight(record: Record) -> Record:
    """No hand is written down, but the stock and all that was laid away is known."""
    if record.variant.pile(record.options, len(record.players)) is not None:
        return written(record, 0, "none")
    return record._replace(hands=(None,) * len(record.players))


def near_the_end(record: Record, missing: int) -> State | None:
    """The position with that many cards still to be played; None where the hand ends before it."""
    state = start(record)
    for action in record.actions:
        if state.phase == "play" and state.last_play + 1 - len(state.played) == missing:
            return state
        assert fold(state, [action]) is None
        if state.turn is None:
            return None
    return None


def deals(state: State) -> Iterator[list[int]]:
    """Every way in which the cards left can lie: a mask for each seat; the rest is laid away."""
    away = laid_away(state)
    rooms = [state.in_hand(seat) for seat in range(state.seats)]

    def fill(seat: int, left: int) -> Iterator[list[int]]:
        if seat == state.seats:
            if away is None or away == left:
                yield []
            return
        mine = left & state.may[seat] & ~(away or 0) & ~state.shown
        sure = state.sure[seat] & state.unplayed
        others = cards_of(mine & ~sure)
        missing = rooms[seat] - sure.bit_count()
        if sure & ~left or missing < 0:
            return
        for more in combinations(others, missing):
            hand = sure | sum(BIT[card] for card in more)
            if may_have_held(state, seat, hand):
                for rest_of_it in fill(seat + 1, left & ~hand):
                    yield [hand, *rest_of_it]

    yield from fill(0, state.unplayed)


def may_have_held(state: State, seat: int, hand: int) -> bool:
    """Whether no play of the seat was against the rules with these cards left at the end."""
    later = hand
    for number in range(len(state.played) - 1, -1, -1):
        if state.seat_of_play(number) != seat:
            continue
        played = state.played[number]
        if state.play_actions[number] not in state.irregular:
            for duty in before(state, number).due:
                owed = (later & duty.demand).bit_count()
                if BIT[played] & duty.forbids and owed > drawn_since(state, seat, number):
                    return False
        later |= BIT[played]
    return True


def drawn_since(state: State, seat: int, number: int) -> int:
    """How many cards a seat has drawn since a play, the one after that trick included."""
    return (
        0
        if state.draw_pile is None
        else max(0, state.draw_pile.drawn(seat) - number // state.seats)
    )


def in_this_deal(state: State, hands: list[int]) -> State:
    """The same position, with these hands written down."""
    here = state.fork()
    for seat, hand in enumerate(hands):
        here.known[seat], here.lacks[seat] = True, 0
        here.sure[seat] = here.may[seat] = hand
    return here


def ends(state: State) -> Iterator[tuple[int, ...]]:
    """Every order in which known hands can be played out."""
    if state.turn is None:
        yield ()
        return
    for card in cards_of(legal(state)):
        played = Play(state.turn, card, irregular=False)
        if check(state, played) is None:
            ahead = state.fork()
            apply(ahead, played)
            ahead.index += 1
            for more in ends(ahead):
                yield (card, *more)


def all_ends(state: State) -> set[tuple[int, ...]] | None:
    """Every way in which the hand can go on, in every deal; None where there are too many."""
    found: set[tuple[int, ...]] = set()
    for count, hands in enumerate(deals(state)):
        if count > MOST_DEALS:
            return None
        for end in ends(in_this_deal(state, hands)):
            if may_end(state, end):
                found.add(end)
            if len(found) > MOST_ENDS:
                return found
    return found


def may_end(state: State, cards: tuple[int, ...]) -> bool:
    """Whether what is left over may have been laid away: the last play is judged by it."""
    ahead = state.fork()
    for card in cards:
        assert ahead.turn is not None
        played = Play(ahead.turn, card, irregular=False)
        if check(ahead, played) is not None:
            return False
        apply(ahead, played)
        ahead.index += 1
    return True


def held_against(state: State, found: set[tuple[int, ...]]) -> None:
    """The one card, and the rest, are offered just where all ends agree in them."""
    firsts = {end[0] for end in found}
    only, plays = only_card(state), tuple(play.card for play in rest(state))
    assert only is None or firsts == {only}
    assert not plays or found == {plays}
    if len(found) == 1:
        assert (only, plays) == (next(iter(found))[0], next(iter(found)))


@FEW
@given(st.sampled_from(TABLES), SEEDS, st.integers(2, 12))
def test_of_known_hands_the_rest_is_offered_just_where_it_is_the_only_end(
    table: tuple[Variant, int], seed: int, missing: int
) -> None:
    state = near_the_end(at_random(*table, seed), missing)
    if state is not None:
        hands = [state.held(seat) for seat in range(state.seats)]
        found: set[tuple[int, ...]] = set()
        for end in ends(in_this_deal(state, hands)):
            found.add(end)
            if len(found) > MOST_ENDS:
                break
        held_against(state, found)


@FEW
@given(st.sampled_from(TABLES), SEEDS, st.integers(2, 8), st.sampled_from(MODES))
def test_of_unknown_hands_the_rest_is_offered_just_where_every_deal_ends_so(
    table: tuple[Variant, int], seed: int, missing: int, mode: str
) -> None:
    whole = at_random(*table, seed)
    record = in_sight(whole) if mode == "all" else written(whole, seed, mode)
    state = near_the_end(record, missing)
    if state is None:
        return
    found = all_ends(state)
    if found is not None:
        held_against(state, found)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0].key}-{table[1]}")
def test_the_real_hand_always_goes_on_as_offered(table: tuple[Variant, int]) -> None:
    """Whatever is written down: what was really played is what was offered."""
    for seed in range(amount(4, thorough=12)):
        whole = at_random(*table, seed)
        for mode in ("all", "some", "none"):
            record = written(whole, seed, mode)
            state, cards = start(record), None
            for action in record.actions:
                if state.phase == "play" and "irregular" not in action:
                    only, plays = only_card(state), rest(state)
                    if action["kind"] == "play" and only is not None and cards is None:
                        assert action["card"] == card_code(only)
                    if plays and cards is None:
                        cards = [card_code(play.card) for play in plays]
                        at = len(state.played)
                assert fold(state, [action]) is None
            if cards is not None and state.claim is None:
                assert [card_code(card) for card in state.played[at:]] == cards


def test_only_the_last_tricks_of_unknown_hands_are_worked_out() -> None:
    assert TRICKS == 3
