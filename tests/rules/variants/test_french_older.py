"""French Tarot: older ways of counting, as options outside both presets (1.8.17 to 1.8.19)."""

from typing import Any

import pytest

from games.rules import feats
from tests.rules.table import FRENCH, Hand, hand, preset

FFT: dict[str, Any] = dict(preset("fft"))
GARDE: dict[str, Any] = {"taker": 1, "contract": "guard", "points": 45, "bouts": 2}


def told(options: dict[str, Any], **facts: Any) -> Hand:
    return hand(**{**FFT, **options}).results(**{**GARDE, **facts}).stands()


@pytest.mark.parametrize(("cards", "usual", "older"), [(10, 20, 20), (13, 30, 40), (15, 40, 60)])
def test_a_handful_earns_twice_or_three_times_a_single_one(
    cards: int, usual: int, older: int
) -> None:
    """1.8.17: 20, 40 or 60; the contract alone pays 58."""
    shown = {"handfuls": [{"seat": 2, "cards": cards}]}
    assert told({}, **shown).scores == [-58 - usual, 3 * (58 + usual), -58 - usual, -58 - usual]
    counted = told({"handful_pays": "20-40-60"}, **shown)
    assert counted.scores == [-58 - older, 3 * (58 + older), -58 - older, -58 - older]
    (kind,) = (one for one in FRENCH.announcements if one.key == "handful")
    tiers = kind.tiers(counted.state.options, 4)
    assert older in [tier.points for tier in tiers if tier.least == cards]


def test_nobody_is_paid_for_the_petit() -> None:
    """1.8.18: it stays a fact of the hand, with a line that adds nothing."""
    assert told({}, petit="declarers").scores == [-78, 234, -78, -78]
    older = told({"petit": "nobody"}, petit="declarers")
    assert older.scores == told({}).scores == [-58, 174, -58, -58]
    (line,) = (one for one in older.outcome.lines if one.label == "Petit in the last trick")
    assert (line.points, line.rule, line.feat) == (0, "1.8.18", "")


@pytest.mark.parametrize(("seat", "scores"), [(1, [-68, 204, -68, -68]), (3, [-68, 164, -68, -28])])
def test_a_misere_is_paid_by_everybody_else(seat: int, scores: list[int]) -> None:
    """1.8.19: 10 from each, to a taker and to a defender who loses."""
    counted = told({"misere": 10}, misere=seat)
    assert counted.scores == scores
    (line,) = (one for one in counted.outcome.lines if one.feat == feats.MISERE)
    assert (line.points, line.rule) == (30, "1.8.19")
    assert told({"misere": 10}).scores == told({}).scores


def test_no_misere_is_stated_where_none_counts() -> None:
    """1.8.19: neither preset has it, and a form does not ask for it."""
    assert [one.options["misere"] for one in FRENCH.presets] == [0, 0]
    refused = hand(**FFT).results(**GARDE, misere=2).problem
    assert refused and (refused.code, refused.rule) == ("fact-contradicted", "french/1.8.19")
    asked = [
        [fact.key for fact in FRENCH.stating.wanted(hand(**{**FFT, "misere": pays}).state)]
        for pays in (0, 10)
    ]
    assert [*asked[0], "misere"] == asked[1]
