"""How a match stands after its hands: who leads, who has won it, and what comes then."""

from typing import Any

import pytest

from games.matches.match_so_far import MatchSoFar
from games.matches.standings import Stand, chart_of, ranked, stand_of
from tests.matches.by_chance import match_of, scored, thrown_in

ANNA_WINS = (3120, -1040, -1040, -1040)
LEVEL = (100, -200, 100, 0)


def french(*hands: tuple[int, ...] | None, **facts: Any) -> Stand:
    """Four at French Tarot; what each hand brought in half points, None for one thrown in."""
    return stand_of(match_with("french", 4, *hands, **facts))


def match_with(key: str, people: int, *hands: tuple[int, ...] | None, **facts: Any) -> MatchSoFar:
    match = match_of(key, people, **facts)
    for number, halves in enumerate(hands, 1):
        match = match.with_hand(scored(number, halves) if halves else thrown_in(number, people))
    return match


@pytest.mark.parametrize(
    ("stand", "headline", "progress"),
    [
        (french(), "Nobody is ahead", "after hand 0"),
        (french(None), "Nobody is ahead", "after hand 1"),
        (french(None, LEVEL), "Anna and Chloé lead", "after hand 2"),
        (french(ANNA_WINS, None), "Anna leads by 2,080", "after hand 2"),
        (french(ANNA_WINS, hands_planned=2), "Anna leads by 2,080", "after hand 1 of 2"),
        (french(ANNA_WINS, hands_planned=2, closed=True), "Anna leads by 2,080", None),
        (french(ANNA_WINS, hands_planned=1), "Anna has won", "after hand 1 of 1"),
        (french(None, hands_planned=1), "Anna, Boris, Chloé and Dario have won", None),
        # 1.11.8: the most points after the last hand, and that is when the match is closed.
        (french(ANNA_WINS, closed=True), "Anna has won", None),
        (french(closed=True), "Nobody is ahead", None),
    ],
)
def test_who_leads_an_open_end_or_has_won_after_the_hands_agreed_on(
    stand: Stand, headline: str, progress: str | None
) -> None:
    assert stand.headline() == headline
    assert progress in (stand.progress(), None)


def test_whoever_has_the_most_at_the_target_has_won_and_a_tie_needs_another_hand() -> None:
    """Tarok, C15; Taros, A27."""
    first = stand_of(match_with("sca-tarok", 2, (1000, 700)))
    assert (first.headline(), first.progress()) == (
        "Anna leads by 150",
        "after hand 1, playing to 1,000",
    )
    second = stand_of(match_with("sca-tarok", 2, (1000, 700), (1000, 700)))
    assert second.headline() == "Anna has won"
    settings = {"target": 300}
    level = stand_of(match_with("sca-tarok", 2, (1000, 1000), settings=settings))
    assert level.headline() == "Anna and Boris are tied: another hand decides"


def test_pairs_win_together_and_a_hand_thrown_in_counts_where_that_was_agreed() -> None:
    """Taroux B7, B18, B53: the deal that was thrown in is none of the six."""
    brought = (60, -20, -40, 60, -20, -40)
    stand = stand_of(match_with("taroux-of-six", 6, brought, None))
    assert [rank.name for rank in ranked(stand)] == [
        *("Anna and Dario", "Boris and Emma", "Chloé and Farid")
    ]
    assert [rank.total for rank in ranked(stand)] == [120, -40, -80]
    assert stand.headline() == "Anna and Dario lead by 80"
    assert stand.coming(3) == "Hand 3 (number 2 of 6)"
    counted = {"passed_hand_counts": True}
    stand = stand_of(match_with("taroux-of-six", 6, None, settings=counted))
    assert stand.coming(2) == "Hand 2 of 6"
    assert french(ANNA_WINS, hands_planned=1).coming(2) == "Hand 2"  # one may play on


def test_the_chart_begins_with_the_second_hand() -> None:
    assert chart_of(french(ANNA_WINS)) is None
    chart = chart_of(french(ANNA_WINS, None))
    assert chart is not None
    assert len(chart.lines) == 4
