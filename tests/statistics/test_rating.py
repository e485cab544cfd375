"""The rating: who is compared with whom in a hand, and what follows from it."""

from datetime import UTC, datetime

import pytest
from openskill.models import BradleyTerryFull

from games.statistics.facts import HandFacts, SeatFacts
from games.statistics.rating import DEVIATION, DRIFT, LUCK, RATING, Rating, rated

MOMENT = datetime(2026, 11, 20, 20, tzinfo=UTC)
# Another's arithmetic, which takes equal ranks for a draw.
JUDGE = BradleyTerryFull(mu=RATING, sigma=DEVIATION, beta=LUCK, tau=DRIFT)


def hand(*seats: tuple[str, int, bool | None]) -> HandFacts:
    """A hand with these roles, scores and winners."""
    facts = tuple(
        SeatFacts(player, role, score, won, place=player + 1, irregular=False)
        for player, (role, score, won) in enumerate(seats)
    )
    return HandFacts(1, MOMENT, 1, 1, 1, "french", MOMENT.date(), "guard", None, facts)


def taker_against(defenders: int, *, won: bool) -> HandFacts:
    """A taker against that many."""
    return hand(
        ("taker", 90 if won else -90, won), *[("defender", -30 if won else 30, not won)] * defenders
    )


def judged(before: list[Rating], ranks: list[float]) -> list[float]:
    """What the other arithmetic makes of it: ratings and deviations."""
    after = JUDGE.rate([[JUDGE.rating(*one)] for one in before], ranks=ranks)
    return [value for [one] in after for value in (one.mu, one.sigma)]


def test_hands_are_compared_as_others_do_it() -> None:
    """Where everybody plays alone equal scores are a draw; so is one against one, without any."""
    before = [Rating(1420, 60), Rating(1500, 100), Rating(1611, 35)]
    for scores in ((30, -10, -20), (12, 12, -24), (-20, 10, 10), (0, 0, 0)):
        played = hand(*(("alone", score, score == max(scores)) for score in scores))
        ours = [value for one in rated(played, before) for value in one]
        theirs = judged(before, [-float(score) for score in scores])
        assert ours == pytest.approx(theirs, rel=1e-12), scores
    for won in (True, False):
        ours = [value for one in rated(taker_against(1, won=won), before[::2]) for value in one]
        assert ours == pytest.approx(judged(before[::2], [not won, won]), rel=1e-12), won


def test_partners_are_not_compared_with_each_other() -> None:
    """A strong defender loses nothing, and a weak one gains nothing, by defending together."""
    before = [Rating(), Rating(1300), Rating(1800), Rating(1500)]
    together = rated(taker_against(3, won=True), before)
    for seat in (1, 2, 3):
        _taker, apart = rated(taker_against(1, won=True), [before[0], before[seat]])
        assert together[seat] == apart


def test_winners_gain_what_losers_lose_where_all_are_equally_sure() -> None:
    before = [Rating(), Rating(1300), Rating(1800), Rating(1500)]
    after = rated(taker_against(3, won=False), before)
    assert sum(one.mu for one in after) == pytest.approx(sum(one.mu for one in before))


def test_nobody_is_rated_by_a_hand_that_was_thrown_in() -> None:
    before = [Rating(1510, 90)] * 4
    assert rated(hand(*[("", 0, None)] * 4), before) == before
