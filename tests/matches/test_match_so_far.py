"""A match as plain values: the JSON form that a tablet gets, and what a hand more makes of it."""

import json

import pytest

from games.display.headlines import title_columns
from games.matches.agreements import agreements
from games.matches.match_so_far import MatchHand, match_as_json, match_from_json
from games.matches.standings import chart_of, ranked, stand_of
from games.rules import VARIANTS, Variant, replay
from tests.games import EVERY_TABLE, EVERY_VARIANT, record_by_chance
from tests.matches.by_chance import match_by_chance, match_of
from tests.thorough import amount


@EVERY_VARIANT
def test_a_match_read_from_its_json_is_the_same_and_stands_the_same(variant: Variant) -> None:
    """What everybody has is what the hands brought."""
    for table in variant.seatings:
        for seed in range(amount(10, thorough=60)):
            match = match_by_chance(variant, table, seed)
            text = json.dumps(match_as_json(match))
            read = match_from_json(json.loads(text))
            assert read == match
            assert json.dumps(match_as_json(read)) == text
            stand, same = stand_of(match), stand_of(read)
            assert same == stand
            assert (same.headline(), same.end) == (stand.headline(), stand.end)
            assert (ranked(same), chart_of(same)) == (ranked(stand), chart_of(stand))
            assert agreements(read) == agreements(match)
            assert read.coming() == match.coming()
            standings = stand.standings
            assert sum(standings.totals) == sum(sum(hand.scores) for hand in match.sealed)
            shares = [sum(one.total for one in people) for people in standings.people]
            assert tuple(shares) == standings.totals


FIRST = MatchHand("h1", 1, "french", 0, None, "sealed", status="passed-out", scores=(0,) * 4)


def test_the_json_of_a_match_names_people_once_and_says_for_good_as_null() -> None:
    fields = match_as_json(match_of("french", 4).with_hand(FIRST))
    assert fields["people"][1] == {"public_id": "boris", "name": "Boris"}
    assert fields["seats"][1] == {"seat": 1, "since": 1, "until": None, "player": "boris"}
    assert fields["hands"] == [
        {
            **{"public_id": "h1", "number": 1, "dealer": 0, "sits_out": None},
            **{"state": "sealed", "void_as": "", "status": "passed-out", "contract": ""},
            **{"taker": None, "won": None, "margin_halves": None, "scores": [0, 0, 0, 0]},
        }
    ]


def test_a_hand_takes_the_place_of_the_one_of_its_number() -> None:
    match = match_of("french", 4).with_hand(FIRST).with_hand(FIRST._replace(number=2, state="open"))
    again = match.with_hand(match.hand(2)._replace(state="void"))
    assert [(one.number, one.state) for one in again.hands] == [(1, "sealed"), (2, "void")]
    assert match.open_hand == match.hand(2)
    assert again.open_hand is None
    with pytest.raises(KeyError):
        match.hand(3)


@EVERY_TABLE
def test_a_hand_that_is_over_has_the_columns_of_a_sealed_one(
    variant: Variant, players: int
) -> None:
    end = replay(record_by_chance(variant, players, seed=3))
    hand = MatchHand("h1", 1, variant.key, 0, None).as_sealed(end)
    assert hand.state == "sealed"
    assert [half / 2 for half in hand.scores] == list(end.outcome.scores or ())
    columns = title_columns(end)
    assert tuple(getattr(hand, name) for name in columns._fields) == columns
    assert end.outcome.status == hand.status


def test_a_hand_without_a_score_is_not_sealed() -> None:
    hand = MatchHand("h1", 1, "french", 0, None)
    record = record_by_chance(VARIANTS[0], 4)
    unfinished = replay(record._replace(actions=record.actions[:6]))
    assert hand.as_sealed(unfinished) == hand
