"""When a match is over, and who has won it."""

from collections.abc import Sequence
from itertools import accumulate

import pytest

from games.rules import VARIANTS, find_variant
from games.rules.game.endings import OPEN_END, Ending, Finish, agreed, finish

FIFTY = Ending(target=50)
PAIRS = ((0, 3), (1, 4), (2, 5))
GOES_ON = Finish(False, (), None)


def after(
    scores: Sequence[Sequence[float]], ending: Ending, *, thrown_in: tuple[int, ...] = ()
) -> Finish:
    """How a match stands after hands with these scores; `thrown_in`: their numbers from 1."""
    totals = list(
        accumulate(scores, lambda one, other: [a + b for a, b in zip(one, other, strict=True)])
    )
    counted = [number not in thrown_in for number in range(1, len(scores) + 1)]
    return finish(totals, counted, ending, PAIRS if len(scores[0]) == 6 else ())


def test_a_match_goes_on_until_the_target_or_more_is_reached() -> None:
    """A-j: A-j: at least, not exactly; half points of a ruling count."""
    assert after([[500, -500]] * 20, Ending()) == GOES_ON
    assert finish([], [], FIFTY) == GOES_ON
    assert after([[49, 3], [0, 46]], FIFTY) == GOES_ON
    for points in [50, 51, 113]:
        assert after([[points, 3]], FIFTY) == Finish(True, (0,), 1)
    assert after([[49.5, 0]], FIFTY) == GOES_ON
    assert after([[50.5, 50]], FIFTY) == Finish(True, (0,), 1)
    assert after([[55, 40], [-12, 60]], FIFTY) == Finish(True, (0,), 1)


# ---- a target (A26, A27, C15) ------------------------------------------------------------------


def test_the_highest_of_several_above_the_target_wins() -> None:
    """A-Ex9, C-Ex8."""
    # A-Ex9: 47, 44, 12, -9 and then +6, +11, -2, +27.
    hands = [[47, 44, 12, -9], [6, 11, -2, 27]]
    assert after(hands, FIFTY) == Finish(True, (1,), 2)
    assert after(hands, FIFTY._replace(shared=True)) == Finish(True, (0, 1), 2)

    # C-Ex8.
    totals = [[700, 880, 640, 905], [1010, 1105, 810, 1021]]
    assert finish(totals, [True, True], Ending(target=1000)) == Finish(True, (1,), 2)


@pytest.mark.rule("A27")
def test_a_tie_at_the_top_means_another_hand() -> None:
    """A27: and the next hand decides, whatever it brings."""
    tied: list[list[int]] = [[50, 50, 20]]
    assert after(tied, FIFTY) == Finish(False, level=(0, 1))
    assert after([*tied, [5, 4, 0]], FIFTY) == Finish(True, (0,), 2)
    assert after([*tied, [3, 3, 40]], FIFTY) == Finish(True, (2,), 2)
    assert after([*tied, [-12, -12, 3]], FIFTY) == GOES_ON
    assert after([*tied, [3, 3, 0]], FIFTY) == Finish(False, level=(0, 1))
    assert after([[50, 50, 51]], FIFTY) == Finish(True, (2,), 1)
    assert after(tied, FIFTY._replace(shared=True)) == Finish(True, (0, 1), 1)


# ---- a number of hands (B7, B18, B53) ----------------------------------------------------------

SIX = Ending(hands=6, shared=True)
# B-Ex15: what the seats of X, Y and Z win; the third deal is thrown in.
R = [84, -80, 0, 520, 96, -696, 44]
DECLARERS = [0, 1, 0, 2, 0, 1, 2]


def taroux_hands() -> list[list[int]]:
    """Each declarer wins twice what each of the others loses."""
    return [
        [2 * stake if seat % 3 == pair else -stake for seat in range(6)]
        for stake, pair in zip(R, DECLARERS, strict=True)
    ]


@pytest.mark.rule("B7")
def test_a_thrown_in_hand_is_one_of_six_only_where_the_club_counts_it() -> None:
    """B-Ex15, B-k."""
    # B-Ex15: 1144, -4592 and 3448 after the seventh deal; Z wins.
    hands = taroux_hands()
    assert after(hands[:6], SIX, thrown_in=(3,)) == GOES_ON
    assert after(hands, SIX, thrown_in=(3,)) == Finish(True, (2,), 7)

    # B-k, `passed_hand_counts`: after the sixth deal Z leads with 3272.
    counting = SIX._replace(counts_passed=True)
    assert after(taroux_hands(), counting, thrown_in=(3,)) == Finish(True, (2,), 6)


@pytest.mark.rule("B53")
def test_pairs_that_are_level_share_the_win() -> None:
    """B53: the points of a pair are those of both."""
    level: list[list[int]] = [[0] * 6] * 5 + [[10, 7, -14, 0, 3, -6]]
    assert after(level, SIX) == Finish(True, (0, 1), 6)
    assert after(level, SIX._replace(shared=False)) == Finish(False, level=(0, 1))
    assert after([*level, [1, 0, 0, 0, 0, 0]], SIX._replace(shared=False)) == Finish(True, (0,), 7)


def test_what_comes_first_ends_a_match_with_both() -> None:
    both = Ending(target=50, hands=3)
    assert after([[20, 0], [40, 0]], both) == Finish(True, (0,), 2)
    assert after([[20, 0], [0, 15], [0, 4]], both) == Finish(True, (0,), 3)


# ---- what the games say ------------------------------------------------------------------------

ENDINGS = {
    "french": OPEN_END,
    "droggn": OPEN_END,
    "taros-1659": FIFTY,
    "taroux-of-six": SIX,
    "sca-tarok": Ending(target=1000),
}


@pytest.mark.rule("C15")
def test_what_ends_a_match_of_each_game_where_nothing_else_is_agreed() -> None:
    """French 1.11.8, A26, B53, C15."""
    found = {variant.key: variant.ending for variant in VARIANTS if variant.key != "scarto"}
    assert found == ENDINGS
    for variant in VARIANTS:
        assert variant.ending.target is None or not variant.zero_sum
        assert agreed(variant.ending, {}) == variant.ending
        assert agreed(variant.ending, variant.complete_settings({})) == variant.ending


# ---- what a club has agreed on -----------------------------------------------------------------

TAROS, TAROUX, TAROK = map(find_variant, ("taros-1659", "taroux-of-six", "sca-tarok"))


@pytest.mark.rule("A26")
def test_a_club_may_agree_on_another_target_number_of_hands_or_winner() -> None:
    """A26, A-j, A-Ex9, B-k, C-g: editable."""
    # Taros to another number;
    assert TAROS is not None
    ending = agreed(TAROS.ending, {"target": 30})
    assert after([[29, 3], [0, 26]], ending) == GOES_ON
    assert after([[30, 3]], ending) == Finish(True, (0,), 1)

    # A-Ex9 with `finish_rule`: 53 and 55 both win;
    assert TAROS is not None
    hands = [[47, 44, 12, -9], [6, 11, -2, 27]]
    assert after(hands, agreed(TAROS.ending, {"finish_rule": "shared"})).winners == (0, 1)
    assert after(hands, agreed(TAROS.ending, {"finish_rule": "highest"})).winners == (1,)

    # `passed_hand_counts`;
    assert TAROUX is not None
    ending = agreed(TAROUX.ending, {"passed_hand_counts": True})
    assert after(taroux_hands(), ending, thrown_in=(3,)) == Finish(True, (2,), 6)

    # Tarok to another number;
    assert TAROK is not None
    assert agreed(TAROK.ending, {"target": 1500}) == Ending(target=1500)

    # and a number of hands comes before that of the game.
    assert TAROUX is not None
    assert agreed(TAROUX.ending, {}, 12).hands == 12
    assert agreed(TAROUX.ending, {}).hands == 6
    ten = agreed(OPEN_END, {}, 10)
    level: list[list[int]] = [[0, 0, 0, 0]] * 10
    assert after(level, ten, thrown_in=(1,)) == Finish(True, (0, 1, 2, 3), 10)
