"""What holds of every hand that is played by the rules, whatever the cards."""

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import (
    State,
    auction,
    card_code,
    cards_of,
    exchange,
    format_record,
    parse_record,
    replay,
)
from games.rules.actions import Play
from games.rules.engine import enter
from games.rules.play import check, legal
from games.rules.reading import read_action
from games.rules.replay import fold, start
from tests.rules.properties.playing import hands
from tests.rules.refusals import assert_well_said
from tests.rules.table import Hand

FEW, SOME = settings(max_examples=25), settings(max_examples=60)


def positions(told: Hand) -> Iterator[State]:
    """The state before each action and at the end; it changes in place from one to the next."""
    state = start(told.record)
    for action in told.actions:
        yield state
        assert fold(state, [action]) is None
    yield state


def is_scored(told: Hand) -> bool:
    return told.outcome.status == "scored"


@SOME
@given(told=hands())
def test_every_card_is_somewhere_and_is_played_once(told: Hand) -> None:
    state = told.state
    if is_scored(told):
        aside = told.record.variant.stock_size(told.players)
        assert len(state.cards) == len(set(state.cards)) == 78 - aside
        assert state.live.bit_count() == aside


@SOME
@given(told=hands())
def test_somebody_can_act_until_the_hand_is_over(told: Hand) -> None:
    for state in positions(told):
        if state.over:
            assert state.turn is None
            continue
        assert state.turn is not None
        may_act = auction.legal(state) or exchange.legal(state) or legal(state)
        assert may_act or state.options["petit_sec"]


@SOME
@given(told=hands())
def test_card_points_add_up_to_91_and_scores_to_zero(told: Hand) -> None:
    assert sum(told.scores or ()) == 0
    if is_scored(told):
        assert sum(told.outcome.card_points or ()) == 91
        seats = sorted(seat for side in told.outcome.sides or () for seat in side)
        assert seats == list(range(told.players))


@SOME
@given(told=hands())
def test_every_opponent_pays_the_same(told: Hand) -> None:
    if is_scored(told):
        scores, sides = told.scores or [], told.outcome.sides or ((), ())
        each = {scores[seat] for seat in sides[1]}
        assert each == {-(told.pays("Each opponent") or 0)}


def plays_of(state: State) -> Iterator[tuple[Play, bool]]:
    """All 78 cards for the seat on turn, and whether they are said to be legal."""
    if state.turn is not None and state.phase in ("announcements", "play"):
        allowed = legal(state)
        for card in range(78):
            yield Play(state.turn, card), bool(allowed >> card & 1)


@FEW
@given(told=hands())
def test_the_legal_cards_are_those_that_are_accepted(told: Hand) -> None:
    for state in positions(told):
        for action, allowed in plays_of(state):
            assert (check(state, action) is None) == allowed


@FEW
@given(told=hands())
def test_so_they_are_where_hands_are_unknown(told: Hand) -> None:
    for state in positions(told.as_seen()):
        for action, allowed in plays_of(state):
            # The last card shows what was laid away: more may be wrong with it.
            if len(state.cards) < state.last_play:
                assert (check(state, action) is None) == allowed


@FEW
@given(told=hands(), known=st.booleans())
def test_what_a_refusal_calls_legal_is_legal(told: Hand, known: bool) -> None:
    for state in positions(told if known else told.as_seen()):
        for action, allowed in plays_of(state):
            problem = check(state, action)
            if problem is None or problem.legal is None or allowed:
                continue
            assert_well_said(problem)
            assert set(problem.legal) == set(cards_of(legal(state)))


@FEW
@given(told=hands())
def test_somebody_who_saw_no_hand_comes_to_the_same_score(told: Hand) -> None:
    seen = told.as_seen()
    assert seen.outcome.knowledge == "none"
    assert (seen.scores, seen.outcome.sides) == (told.scores, told.outcome.sides)
    assert seen.outcome.card_points == told.outcome.card_points
    assert [line.points for line in seen.outcome.lines] == [
        line.points for line in told.outcome.lines
    ]


@FEW
@given(told=hands(), data=st.data())
def test_so_does_somebody_who_saw_some_hands(told: Hand, data: st.DataObject) -> None:
    seats = data.draw(st.sets(st.integers(0, told.players - 1), max_size=told.players - 2))
    seen = replace(told.as_seen(), deal={seat: told.deal[seat] for seat in seats})
    assert (seen.scores, seen.outcome.sides) == (told.scores, told.outcome.sides)
    assert seen.outcome.card_points == told.outcome.card_points


@FEW
@given(told=hands(), known=st.booleans(), data=st.data())
def test_a_part_and_then_the_rest_come_to_the_whole(
    told: Hand, known: bool, data: st.DataObject
) -> None:
    written = told if known else told.as_seen()
    cut = data.draw(st.integers(0, len(written.actions)))
    part = replay(written.record, cut)
    assert (part.problem, part.count) == (None, cut)
    assert fold(part.state, written.actions[cut:]) is None
    whole = written.replay
    for field in State.__slots__:
        assert getattr(part.state, field) == getattr(whole.state, field), field


def one_by_one(told: Hand) -> State:
    """The end of a hand whose actions were read and entered each by itself."""
    state = start(told.record)
    for action in told.actions:
        assert enter(state, read_action(action, state.variant, state.n)) is None
        state.index += 1
    return state


@FEW
@given(told=hands(), known=st.booleans())
def test_cards_at_a_stretch_come_to_what_they_come_to_one_by_one(told: Hand, known: bool) -> None:
    written = told if known else told.as_seen()
    whole, apart = written.state, one_by_one(written)
    for field in State.__slots__:
        assert getattr(whole, field) == getattr(apart, field), field


@FEW
@given(told=hands(), known=st.booleans(), data=st.data())
def test_at_a_stretch_a_wrong_card_is_refused_as_by_itself(
    told: Hand, known: bool, data: st.DataObject
) -> None:
    written = told if known else told.as_seen()
    plays = [at for at, action in enumerate(written.actions) if action["kind"] == "play"]
    if not plays:
        return
    at, card = data.draw(st.sampled_from(plays)), data.draw(st.integers(0, 77))
    state = replay(written.record, at).state
    wrong = {**written.actions[at], "card": card_code(card)}
    changed = replace(written, actions=(*written.actions[:at], wrong)).replay
    expected = check(state, Play(wrong["seat"], card))
    found = changed.problem
    assert (found and found.code) == (expected and expected.code)
    assert changed.count == at + (expected is None)


@FEW
@given(told=hands(), known=st.booleans(), data=st.data())
def test_a_record_cut_anywhere_is_valid(told: Hand, known: bool, data: st.DataObject) -> None:
    written = told if known else told.as_seen()
    cut = data.draw(st.integers(0, len(written.actions)))
    replace(written, actions=written.actions[:cut]).stands()


@FEW
@given(told=hands(), known=st.booleans())
def test_the_canonical_line_is_stable(told: Hand, known: bool) -> None:
    line = format_record((told if known else told.as_seen()).record)
    assert format_record(parse_record(line)) == line
    assert parse_record(line) == (told if known else told.as_seen()).record
