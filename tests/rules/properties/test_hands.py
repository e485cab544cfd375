"""What holds of every hand of every game that is played by the rules, whatever the cards."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import (
    Record,
    Replay,
    State,
    Variant,
    card_code,
    cards_of,
    format_record,
    parse_record,
    replay,
)
from games.rules.game.pile import Pile
from games.rules.hand.actions import Play
from games.rules.phases.play import check, legal
from games.rules.record.reading import read_action
from games.rules.replaying.phase_table import enter
from games.rules.replaying.replay import fold, start
from tests.rules.properties.playing import (
    EVERY_MODE,
    EVERY_TABLE,
    MODES,
    NAMES,
    SEEDS,
    TABLES,
    at_random,
    may_act,
    positions,
    written,
)
from tests.thorough import amount

FEW = settings(max_examples=amount(1, thorough=6))
SOME = settings(max_examples=amount(5, thorough=20))


class Sheet(NamedTuple):
    """What the sheet of a game says of every hand: the card points of the pack, the tricks by
    number of players, and which cards (a mask) nobody wins: put aside, or left in the pile."""

    points: int
    tricks: dict[int, int]
    nobody_s: Callable[[State], int] = lambda state: 0


def _put_aside(state: State) -> int:
    return state.stock or 0


def _left_over(state: State) -> int:
    return state.unplayed if state.claim is None else 0


SHEETS = {
    "french": Sheet(91, {3: 24, 4: 18, 5: 15}),
    "droggn": Sheet(74, {3: 21}),
    "taros-1659": Sheet(53, dict.fromkeys(range(2, 7), 12), _put_aside),
    "taroux-of-six": Sheet(91, {6: 12}),
    "scarto": Sheet(78, {3: 25}),
    "sca-tarok": Sheet(850, {2: 39, 3: 26, 4: 19}, _left_over),
}


FRENCH, TAROS = (
    next(variant for variant, _players in TABLES if variant.key == key)
    for key in ("french", "taros-1659")
)


def worth(variant: Variant, cards: int) -> float:
    """What a set of cards counts, in points."""
    return variant.pack.points(cards) / 2


# ---- conservation ------------------------------------------------------------------------------


@EVERY_TABLE
def test_the_pack_counts_what_the_sheet_says(variant: Variant, players: int) -> None:
    sheet, table = SHEETS[variant.key], variant.tables[players]
    assert worth(variant, variant.pack.cards) == sheet.points
    assert players * table.hand + table.stock == variant.pack.cards.bit_count()
    assert (table.tricks or table.hand) == sheet.tricks[players]


@EVERY_TABLE
@SOME
@given(seed=SEEDS)
def test_a_hand_adds_up_and_has_the_same_score_and_line_whatever_was_written_down(
    variant: Variant, players: int, seed: int
) -> None:
    told = at_random(variant, players, seed)
    whole = replay(told)
    assert_cards_points_and_scores_add_up(variant, players, whole)
    knowledge = []
    for mode in MODES:
        record = written(told, seed, mode)
        line = format_record(record)
        assert format_record(parse_record(line)) == line
        assert parse_record(line) == record
        part = replay(record)
        knowledge.append(part.outcome.knowledge)
        assert_same_score(whole, part)
    assert (knowledge[0], knowledge[2]) == ("full", "none")


def assert_cards_points_and_scores_add_up(variant: Variant, players: int, done: Replay) -> None:
    """Every card is somewhere and is played once. There are 91, 78, 74, 53 and 850 card points;
    scores cancel out, or are made of the card points. The sheet ends with what each wins; where the
    others' scores follow from it, with what the taker does."""
    found, state = done.outcome, done.state
    played = (variant.pack.cards & ~state.unplayed).bit_count()
    assert len(state.played) == len(set(state.played)) == played
    assert sum(cards.bit_count() for cards in state.taken) == players * len(state.winners)
    scores = found.scores
    assert scores is not None
    if found.status != "scored":
        assert set(scores) == {0}
        return
    if state.claim is None and len(state.played) > state.last_play:
        assert len(state.winners) == SHEETS[variant.key].tricks[players]
    assert found.card_points is not None and found.sides is not None
    lost = SHEETS[variant.key].nobody_s(state)
    assert sum(found.card_points) == SHEETS[variant.key].points - worth(variant, lost)
    assert sorted(seat for side in found.sides for seat in side) == list(range(players))
    assert sum(scores) == (0 if variant.zero_sum else sum(found.card_points))
    ends = [line.points for line in found.lines if line.weight == "result"]
    assert (set(scores) if state.taker is None else {scores[state.taker]}) <= set(ends)
    for line in found.lines:
        said = line.as_json(NAMES)
        assert "{" not in f"{said['label']} {said.get('how', '')}"


def assert_same_score(whole: Replay, part: Replay) -> None:
    """A hand known in part or not at all has the same score, but for a claim: where nobody knows
    what was left there is none."""
    by_all, by_some = whole.outcome, part.outcome
    if by_some.scores is None:
        assert part.state.claim is not None
        return
    assert (by_some.status, by_some.scores, by_some.sides) == (
        by_all.status,
        by_all.scores,
        by_all.sides,
    )
    if by_some.card_points is None:
        return
    assert by_some.card_points == by_all.card_points
    if whole.state.claim is None:
        assert [line.points for line in by_some.lines] == [line.points for line in by_all.lines]


@SOME
@given(seed=SEEDS, players=st.integers(3, 5))
def test_every_opponent_of_a_taker_in_french_tarot_pays_the_same(seed: int, players: int) -> None:
    """1.11.5."""
    found = replay(at_random(FRENCH, players, seed)).outcome
    if found.status == "scored":
        scores, sides = found.scores or (), found.sides or ((), ())
        each = next(line.points for line in found.lines if line.label == "Each opponent")
        assert {-scores[seat] for seat in sides[1]} == {each}


@SOME
@given(seed=SEEDS, players=st.integers(2, 6))
def test_a_score_in_taros_is_card_points_and_a_point_a_card_less_twelve(
    seed: int, players: int
) -> None:
    """A24, A25."""
    done = replay(at_random(TAROS, players, seed))
    state, found = done.state, done.outcome
    for seat, score in enumerate(found.scores or ()):
        tricks = state.winners.count(seat)
        tricks += 12 - len(state.winners) if state.claim == seat else 0
        assert score == (found.card_points or ())[seat] + players * tricks - 12
        assert score >= -12 if tricks else score == -12


# ---- at every position ---------------------------------------------------------------------------


@EVERY_TABLE
@EVERY_MODE
@FEW
@given(seed=SEEDS)
def test_every_position_says_rightly_what_may_be_done_and_what_is_known(
    variant: Variant, players: int, mode: str, seed: int
) -> None:
    """Somebody can act until the hand is over. The legal cards are those that are accepted, and a
    refusal names them. Surely there is only what is there, and whatever is there is possible."""
    truth = at_random(variant, players, seed)
    held = {len(state.played): hands_of(state) for state in positions(truth)}
    for state in positions(written(truth, seed, mode)):
        assert (state.turn is None) == state.over
        assert state.over or may_act(state)
        # The last card may show what was laid away: more may be wrong with it.
        tells_more = len(state.played) == state.last_play and mode != "all"
        for action, allowed in plays_of(state):
            problem = check(state, action)
            assert (problem is None) == allowed or (tells_more and allowed)
            if problem is not None and problem.legal is not None and not allowed:
                assert problem.legal
                assert set(problem.legal) == set(cards_of(legal(state)))
        if state.phase not in ("announcements", "play"):
            continue
        for seat, hand in enumerate(held[len(state.played)]):
            assert not state.held(seat) & ~hand
            assert not hand & ~state.possible(seat)


def plays_of(state: State) -> Iterator[tuple[Play, bool]]:
    """Every card of the pack for the seat on turn, and whether it counts as legal."""
    if state.turn is not None and state.phase in ("announcements", "play"):
        allowed = legal(state)
        for card in cards_of(state.variant.pack.cards):
            yield Play(state.turn, card), bool(allowed >> card & 1)


def hands_of(state: State) -> list[int]:
    """What each seat holds (masks), where everything is written down."""
    return [state.held(seat) for seat in range(state.seats)]


# ---- folding -------------------------------------------------------------------------------------


def fields(state: State) -> dict[str, Any]:
    """Everything that a state holds."""
    values = {name: getattr(state, name) for name in State.__slots__}
    pile = values["draw_pile"]
    return values | {"draw_pile": pile and {name: getattr(pile, name) for name in Pile.__slots__}}


def one_by_one(record: Record) -> State:
    """The end of a hand whose actions were read and entered each by itself."""
    state = start(record)
    for action in record.actions:
        assert enter(state, read_action(action, state.variant, state.seats)) is None
        state.index += 1
    return state


@EVERY_TABLE
@EVERY_MODE
@FEW
@given(seed=SEEDS, data=st.data())
def test_a_hand_at_a_stretch_equals_its_cards_one_by_one(
    variant: Variant, players: int, mode: str, seed: int, data: st.DataObject
) -> None:
    """So does a part and then the rest; and a wrong card is refused as by itself."""
    record = written(at_random(variant, players, seed), seed, mode)
    whole = fields(replay(record).state)
    assert whole == fields(one_by_one(record))
    cut = data.draw(st.integers(0, len(record.actions)))
    part = replay(record, cut)
    assert (part.problem, part.count) == (None, cut)
    assert fold(part.state, record.actions[cut:]) is None
    assert fields(part.state) == whole

    plays = [at for at, action in enumerate(record.actions) if action["kind"] == "play"]
    if not plays:
        return
    at = data.draw(st.sampled_from(plays))
    card = data.draw(st.sampled_from(cards_of(variant.pack.cards)))
    state = replay(record, at).state
    wrong = {**record.actions[at], "card": card_code(card)}
    changed = replay(record._replace(actions=(*record.actions[:at], wrong)))
    expected = check(state, Play(wrong["seat"], card))
    assert (changed.problem and changed.problem.code) == (expected and expected.code)
    assert changed.count == at + (expected is None)
