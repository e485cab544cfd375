"""What every score sheet is made of: half points, lines in words, what lies in a pile."""

from games.rules import Line, card_id
from games.rules.game.settlement import ScoreSheet, Sides, number
from games.rules.scoring import sides as scoring
from tests.rules.published import published, tricks
from tests.rules.table import Hand, hand
from tests.rules.written import said

T1, FOOL = card_id("T1"), card_id("F")


def test_half_points_and_lines_are_printed_in_words() -> None:
    assert [number(halves) for halves in (0, 1, 2, 81, -1, -4)] == [
        0,
        0.5,
        1,
        40.5,
        -0.5,
        -2,
    ]
    assert isinstance(number(82), int)

    line = Line("{player}’s tricks", "{numbers}", 7, "1.11.1", {"player": 1, "numbers": "2, 3"})
    assert line.as_json(["Anna", "Boris"]) == {
        "label": "Boris’s tricks",
        "points": 7,
        "how": "2, 3",
        "rule": "1.11.1",
    }

    assert "how" not in Line("Contract", "", 25, "1.11.4").as_json([])


def test_what_a_side_has_won_and_claims_and_where_the_fool_was_played() -> None:
    """TM17."""
    # TM17 trick 1, to Chloe: ½ + 3½ + 4½ + ½.
    state = published().plays(tricks(1, 1)).plays("H8").state
    won = scoring.won_by(state, (0, 2, 3))
    assert (state.variant.pack.points(won), scoring.won_by(state, (1,))) == (18, 0)
    assert scoring.tricks_of(state, (2,)) == [1]
    assert said(won) == "H1 H3 HQ HK"
    # H8 lies on the table; all but that, the four of trick 1 and the six laid away are in hands.
    assert scoring.claimed(state, state.discard or 0).bit_count() == 78 - 4 - 6
    assert scoring.trick_of(state, FOOL) is None

    # TM17, trick 4: Anna's.
    state = published().plays(tricks(1, 4)).state
    assert (scoring.trick_of(state, FOOL), state.card_by(0, 3)) == (3, FOOL)


def test_a_score_sheet_adds_up_what_is_paid_and_nothing_else() -> None:
    sheet = ScoreSheet()
    sheet.show("Contract", "", 25, "1.11.4")
    sheet.pay("Garde", "", 74, "1.5.3", weight="result")
    sheet.pay("Slam", "", -200, "1.8.10", feat="slam-missed")
    sheet.result("Each opponent", "", sheet.total, "1.11.4", player=0)
    assert sheet.total == -126
    assert [(line.points, line.weight, line.feat) for line in sheet.lines] == [
        (25, "line", ""),
        (74, "result", ""),
        (-200, "line", "slam-missed"),
        (-126, "result", ""),
    ]


def test_a_sum_that_is_multiplied_is_written_out_and_is_one_term_from_then_on() -> None:
    sheet = ScoreSheet()
    for points in (25, -20):
        sheet.pay("", "", points, "B49")
    sheet.multiply("We'll Take", 2, "B50", "{sum} × {factor}", factor=2)
    sheet.pay("Slam", "", 200, "B36")
    sheet.multiply("Contra", 2, "B23", "{sum} × {times}", times=2)
    assert [line.facts for line in sheet.lines if line.weight == "result"] == [
        {"sum": "(25 − 20)", "factor": 2},
        {"sum": "(10 + 200)", "times": 2},
    ]
    assert (sheet.terms, sheet.total) == ([420], 420)


def test_a_score_is_given_as_the_declarers_see_it() -> None:
    sides = Sides((0, 3), (1, 2))
    assert [sides.sign(seat) for seat in range(4)] == [1, -1, -1, 1]
    assert (sides.of(3), sides.against(3), sides.of(2)) == ((0, 3), (1, 2), (1, 2))


def test_the_points_so_far_are_shown_as_the_play_goes_on_and_end_as_the_score() -> None:
    told = published().plays(tricks(1, 4))
    standing = told.state.variant.points_so_far(told.state)
    assert standing is not None
    # Chloe's trick 1 counts 9, and Anna's fool of trick 4 is hers for 4 points.
    assert standing.others == 2 * (9 + 4)
    points = told.state.variant.pack.points
    won = 0
    for trick in told.state.tricks[1:]:
        won += trick.points
    assert standing.takers == won + points(told.state.discard or 0) - 8
    assert standing.needed == 56  # no bout so far
    assert standing.bouts == ((77, 1),)

    told = published().plays(tricks(1, 18))
    standing = told.state.variant.points_so_far(told.state)
    assert standing is not None
    assert (standing.takers / 2, standing.others / 2) == told.outcome.card_points == (42, 49)
    assert standing.needed == told.pays("Needed")

    assert hand().state.variant.points_so_far(hand().state) is None


def so_far(told: Hand) -> tuple[float, float, tuple[tuple[int, int], ...], int]:
    """Card points of both sides, bouts and whose they are, what the taker's side needs."""
    found = told.state.variant.points_so_far(told.state)
    assert found is not None
    return found.takers / 2, found.others / 2, found.bouts, found.needed


def test_so_far_dog_fool_and_partner_count_for_whom_they_belong_to_by_now() -> None:
    told = hand(stock="T1 SQ S1 S2 S3 S4")  # 4½ + 3½ + 4 x ½ = 10
    assert so_far(told.says("guard-without pass pass pass")) == (10, 0, ((T1, 0),), 51)
    assert so_far(told.says("guard-against pass pass pass")) == (0, 10, ((T1, 1),), 56)

    anna = hand().says("guard-without pass pass pass")
    # Anna's fool in Boris's trick, 4½ + 4½ + ½ + ½ with 4 for her; then Boris's in hers.
    assert so_far(anna.plays("F SK S1 S2")) == (4, 6, ((FOOL, 0),), 51)
    assert so_far(anna.plays("SK F S1 S2")) == (6, 4, ((FOOL, 1),), 56)
    # A fool in a trick of its own side moves nothing: Chloe's in Boris's.
    assert so_far(anna.plays("S1 SK F S2")) == (0, 10, ((FOOL, 1),), 56)

    # While the partner is unknown the taker is counted alone.
    told = hand(5).says("guard-without pass pass pass pass").names("HK").plays("SK S1 S2 S3 S4")
    assert so_far(told)[:2] == (6.5, 0)
    # Boris wins trick 2 with HK and is the partner: 4½ + 2½ + 3 x ½ = 8½.
    shown = told.plays("HN HK H1 H2 H3")
    assert so_far(shown)[:2] == (6.5 + 8.5, 0)
