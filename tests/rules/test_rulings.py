"""The director gives and takes points (fine points, "Object and actions")."""

from tests.rules.table import Hand, hand

PASSED_OUT = hand().says("pass pass pass pass")
CLAIMED = hand().says("guard-against pass pass pass").plays("SK S1 S2 F").claims(1)
# Anna won trick 1: 4½ + ½ + ½ + 4½, less 4 for Dario's fool, is 6; short of 56 by 50.
EACH = (25 + 50) * 6


def test_rulings_add_up_with_the_score_wherever_they_stand_in_points_and_halves() -> None:
    assert CLAIMED.scores == [-3 * EACH, EACH, EACH, EACH]
    assert CLAIMED.rules(10, -10, 0, 0).scores == [-3 * EACH + 10, EACH - 10, EACH, EACH]

    told = CLAIMED.rules(0.5, -0.5, 0, 0)
    assert told.scores == [-3 * EACH + 0.5, EACH - 0.5, EACH, EACH]
    whole = told.rules(0.5, 0, 0, -0.5).scores
    assert whole == [-3 * EACH + 1, EACH - 0.5, EACH, EACH - 0.5]
    assert isinstance(whole[0], int)

    early = hand().rules(8, -8, 0, 0).says("guard-against pass pass pass")
    told = early.rules(0, 0, 3, -3).plays("SK S1 S2 F").claims(1).rules(1, 1, -1, -1)
    assert told.scores == [-3 * EACH + 9, EACH - 7, EACH + 2, EACH - 4]
    told = CLAIMED.rules(100, -100, 0, 0)
    assert told.outcome.card_points == CLAIMED.outcome.card_points == (6, 85)
    assert told.outcome.sides == CLAIMED.outcome.sides


def test_a_ruling_is_added_to_zeros_and_waits_while_the_hand_is_open() -> None:
    """A hand thrown in, or annulled, has a sheet where something was ruled."""
    assert PASSED_OUT.scores == [0, 0, 0, 0]
    assert PASSED_OUT.rules(5, -5, 0, 0).scores == [5, -5, 0, 0]
    assert PASSED_OUT.rules(5, -5, 0, 0).outcome.status == "passed-out"
    told = hand(petit_sec=True).does("announce", seat=2, what="petit-sec").rules(0, 0, -20, 20)
    assert (told.outcome.status, told.scores) == ("annulled", [0, 0, -20, 20])
    told = hand().rules(5, -5, 0, 0).says("guard pass pass pass")
    assert told.scores is None
    assert told.outcome.turn == 0
    assert PASSED_OUT.outcome.lines == ()
    told = PASSED_OUT.rules(5, -5, 0, 0)
    assert [line.points for line in told.outcome.lines[-4:]] == told.scores == [5, -5, 0, 0]
    assert hand().rules(5, -5, 0, 0).says("guard pass pass pass").outcome.lines == ()


def test_french_tarot_is_zero_sum_and_so_are_its_rulings() -> None:
    """What is malformed comes first."""
    for points in [(1, 0, 0, 0), (0.5, 0, 0, 0), (10, -10, 0.5, 0), (1, 1, 1, 1)]:
        for told in (hand(), CLAIMED, PASSED_OUT):
            problem = told.rules(*points).refused("unbalanced-ruling", "1.11.5")
            assert f"{sum(points):g}" in str(problem)

    hand().does("ruling", text="", points=[1, 0, 0]).refused("malformed")
    hand().does("ruling", text="", points=[1, 0, 0, 0], at="noon").refused("malformed")


# ---- on the score sheet ----------------------------------------------------------------------


def written(told: Hand) -> list[tuple[object, ...]]:
    """The lines that the rulings add, as the verifier prints them."""
    rows = [line.as_json(told.record.players) for line in told.outcome.lines if not line.rule]
    return [(row["label"], row["how"], row["points"]) for row in rows]


def test_a_ruling_has_a_line_for_each_seat_and_the_sheet_ends_with_the_scores() -> None:
    told = CLAIMED.rules(10, -10, 0, 0)
    in_the_end = "with the director’s rulings"
    assert written(told) == [
        ("Ruling", "Anna", 10),
        ("Ruling", "Boris", -10),
        ("Anna", in_the_end, -3 * EACH + 10),
        ("Boris", in_the_end, EACH - 10),
        ("Chloe", in_the_end, EACH),
        ("Dario", in_the_end, EACH),
    ]
    assert [line.points for line in told.outcome.lines[-4:]] == told.scores
    assert told.outcome.lines[: len(CLAIMED.outcome.lines)] == CLAIMED.outcome.lines
