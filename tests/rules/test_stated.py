"""Stated facts: a hand of which nobody wrote the cards down (record format, `tarot-hand/2`)."""

import json
from typing import Any

import pytest

from games.rules import format_record, parse_record, verify
from tests.rules.published import published, tricks
from tests.rules.table import Hand, hand, preset

# Boris plays a Garde with two bouts and makes it by 4: (25 + 4) × 2 = 58 from each.
GARDE = {"taker": 1, "contract": "guard", "points": 45, "bouts": 2}
FFT: dict[str, Any] = dict(preset("fft"))
QUICK: dict[str, Any] = dict(preset("quick-guide"))


def droggn() -> Hand:
    return hand(3, variant="droggn")


# ---- what is stated ------------------------------------------------------------------------------


def test_contract_bouts_and_points_are_enough_for_a_score() -> None:
    """1.11.3: 40½ with two bouts is short by 1."""
    told = hand().results(**GARDE).stands()
    assert told.scores == [-58, 174, -58, -58]
    assert told.outcome.card_points == (45, 46)
    assert (told.outcome.level, told.state.over) == ("result", True)

    told = hand(3).results(taker=0, contract="small", points=40.5, bouts=2)
    assert told.scores == [-52, 26, 26]

    # The sheet has the lines of any hand but where the cards lay.
    lines = hand().results(**GARDE).outcome.lines
    labels = ["Card points", "Bouts", "Needed", "Over by", "Contract", "Margin", "Garde"]
    assert [line.label for line in lines] == [*labels, "Each opponent", "{player}"]
    assert lines[1].how == ""
    named = hand().results(**{**GARDE, "bouts": ["T21", "F"]}).outcome.lines
    assert named[1].how == "{cards}" and named[1].facts["cards"] == (76, 77)


def test_partner_handfuls_and_what_a_claim_leaves_open_are_stated_with_the_rest() -> None:
    told = hand(5).results(**GARDE, partner=3).stands()
    assert told.scores == [-58, 116, -58, 58, -58]
    alone = hand(5).results(**GARDE, partner=None).stands()
    assert alone.scores == [-58, 232, -58, -58, -58]
    hand(5).results(**GARDE).refused("fact-missing", "1.6.4")

    shown = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11"
    begun = hand().says("pass guard-without pass pass").shows(shown)
    begun.results(points=45, bouts=2).refused("fact-contradicted", "1.8.1")
    begun.results(points=45, bouts=2, handfuls=[{"seat": 1, "cards": 10}]).stands()

    # Nobody knows who has the Excuse: the points and bouts are stated after the claim.
    told = hand().says("guard-without pass pass pass").plays("SK S1 S2 S3")
    claimed = told.claims(0)
    assert claimed.stands().outcome.scores is None
    told = claimed.results(points=87, bouts=2, slam="declarers").stands()
    assert told.outcome.level == "tricks" and told.scores is not None
    hand().results(**GARDE).results(**GARDE).refused("wrong-phase", "1.11.1")


def test_bonuses_are_stated_where_there_are_any_and_a_lower_handful_may_be_claimed() -> None:
    """1.8, 1.8.4: the petit 10 × 2, a handful of ten 20, a called slam 400."""
    facts = {"taker": 1, "contract": "guard", "points": 91, "bouts": 3, "petit": "declarers"}
    told = hand().results(
        **facts, handfuls=[{"seat": 1, "cards": 10}], slam_called=True, slam="declarers"
    )
    each = (25 + 91 - 36) * 2 + 20 + 20 + 400
    assert told.stands().scores == [-each, 3 * each, -each, -each]

    # Thirteen trumps shown as a single handful.
    shown = {"seat": 1, "cards": 13}
    double, single = (
        hand().results(**GARDE, handfuls=[one]).pays("Handful of 13")
        for one in (shown, {**shown, "size": 10})
    )
    assert (double, single) == (30, 20)


def test_of_a_hand_that_was_begun_only_the_rest_is_stated_and_rulings_may_follow() -> None:
    told = hand().says("pass guard pass pass").results(points=45, bouts=2).stands()
    assert told.scores == [-58, 174, -58, -58] and told.outcome.level == "auction"
    hand().says("pass small pass pass").results(**GARDE).refused("fact-contradicted", "1.5.3")
    told = published().plays(tricks(1, 9)).results(points=42, bouts=1).stands()
    assert told.outcome.level == "tricks"
    assert told.scores == published().plays(tricks(1, 18)).scores

    told = hand().results(**GARDE).remarks().rules(10, -10, 0, 0).stands()
    assert told.scores == [-48, 164, -58, -58]
    told.claims(1).refused("wrong-phase", "1.11.1")
    told.results(**GARDE).refused("wrong-phase", "1.11.1")


@pytest.mark.parametrize(
    ("told", "scores"),
    [
        (droggn().results(taker=0, contract="solo", points=45), None),
        (droggn().results(taker=0, contract="slam", all_tricks=True), [334, -167, -167]),
        (droggn().results(taker=0, contract="slam"), [-334, 167, 167]),
        (hand(3, variant="scarto").results(points=[30, 28, 20]), [4, 2, -6]),
        (
            hand(2, variant="taros-1659").results(tricks=[8, 4], points=[30, 10]),
            [30 + 16 - 12, 10 + 8 - 12],
        ),
        (hand(4, variant="sca-tarok").results(points=[400, 300, 100, 50]), [400, 300, 100, 50]),
        (
            hand(6, variant="taroux-of-six").results(
                taker=0, contract="take", points=51, honours=1, challenge="contra"
            ),
            None,
        ),
    ],
)
def test_every_game_states_what_its_score_follows_from(
    told: Hand, scores: list[int] | None
) -> None:
    assert told.stands().outcome.status == "scored"
    assert scores is None or told.scores == scores


# ---- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "code", "rule"),
    [
        ({"bouts": None}, "malformed", None),
        ({"bouts": 4}, "fact-impossible", "1.3.3"),
        ({"bouts": ["T2"]}, "fact-impossible", "1.3.3"),
        ({"points": 92}, "fact-impossible", "1.3.4"),
        ({"points": 45.25}, "malformed", None),
        ({"points": 8, "bouts": 2}, "fact-impossible", "1.3.4"),
        ({"points": 88, "bouts": 1}, "fact-impossible", "1.3.4"),
        ({"contract": "solo"}, "malformed", None),
        ({"taker": 4}, "malformed", None),
        ({"petit": "declarers", "bouts": 0}, "fact-impossible", "1.8.15"),
        ({"petit": "defenders", "bouts": 3}, "fact-impossible", "1.8.15"),
        ({"petit": "declarers", "bouts": ["T21", "F"]}, "fact-impossible", "1.8.15"),
        ({"handfuls": [{"seat": 1, "cards": 9}]}, "fact-impossible", "1.8.1"),
        ({"handfuls": [{"seat": 1, "cards": 10, "size": 13}]}, "fact-impossible", "1.8.1"),
        ({"bouts": ["T1", "T1"]}, "duplicate-card", None),
        ({"bouts": ["X9"]}, "unknown-card", None),
        ({"handfuls": [{"seat": 1, "cards": 10}] * 2}, "fact-impossible", "1.8.3"),
        ({"handfuls": [{"seat": at, "cards": 12} for at in (0, 1)]}, "fact-impossible", "1.8.5"),
        ({"slam": "declarers"}, "fact-impossible", "1.8.14"),
        ({"slam": "defenders"}, "fact-impossible", "1.8.14"),
        ({"slams": True}, "unknown-fact", None),
    ],
)
def test_what_cannot_be_is_refused_with_its_rule(
    facts: dict[str, object], code: str, rule: str | None
) -> None:
    problem = hand(**FFT).results(**{**GARDE, **facts}).problem
    assert problem.code == code
    assert rule is None or problem.rule == f"french/{rule}"


def test_what_the_clubs_options_or_the_cards_rule_out_is_refused() -> None:
    """1.8.2 and 1.8.16, as the quick guide has them."""
    quick = hand(**QUICK)
    quick.results(**GARDE, petit="defenders").refused("fact-impossible", "1.8.16")
    quick.results(**GARDE, handfuls=[{"seat": 0, "cards": 10}]).refused("fact-impossible", "1.8.2")

    # TM17, trick 1: Boris's queen and Chloé's king of hearts go to Chloé: 9 points.
    begun = published().plays(tricks(1, 6))
    won = begun.results(points=80, bouts=2).replay.problem
    assert won is not None and won.code == "fact-contradicted"
    assert won.cards and "count" in str(won)
    slam = begun.results(points=88, bouts=3, slam="declarers").replay.problem
    assert slam is not None and slam.code in ("fact-contradicted", "fact-impossible")


def test_the_first_code_of_the_table_counts() -> None:
    """A malformed fact before one that is missing, that before one that cannot be."""
    missing = {"taker": 1, "contract": "guard", "points": 92}
    hand().results(**missing).refused("fact-missing", "1.3.3")
    told = hand().results(points=45, bouts=None)
    assert told.replay.problem is not None and told.replay.problem.code == "malformed"
    late = hand().results(**GARDE).does("result", facts={"bouts": None})
    assert late.replay.problem is not None and late.replay.problem.code == "malformed"


def test_a_bid_under_the_one_that_stands_is_refused_to_who_has_spoken() -> None:
    """1.5.2: who has still to speak may have one that was let stand; the whole auction would have
    the reason."""
    begun = hand().says("guard pass")  # Anna has said it, Boris has passed
    begun.results(**{**GARDE, "contract": "small"}).refused("fact-contradicted", "1.5.2")
    begun.results(**GARDE).refused("fact-contradicted", "1.5.2")
    own = {"taker": 0, "contract": "small"}
    begun.results(**{**GARDE, **own}).refused("fact-contradicted", "1.5.2")
    begun.results(**{**GARDE, "contract": "guard-without"}).stands()

    # Chloe and Dario speak after Boris.
    chloe = {**GARDE, "taker": 2, "contract": "small"}
    stated = hand().says("guard pass").results(**chloe).stands()
    assert stated.scores == hand().says("guard pass small! pass").results(**chloe).scores
    hand().says("guard pass").results(**{**GARDE, "taker": 3}).stands()
    hand().says("guard pass pass").results(**chloe).refused("fact-contradicted", "1.5.2")


def test_who_passed_may_still_bid_where_the_auction_comes_back() -> None:
    """B16 (Taroux of Six): until all but one have passed in a row."""
    facts = {"taker": 0, "contract": "take", "points": 45, "honours": 2}
    begun = hand(6, variant="taroux-of-six")
    passed = begun.does("call", seat=0, call="pass").does("call", seat=5, call="take-without")
    passed.results(**facts).stands()
    for seat in (4, 3, 2, 1):
        passed = passed.does("call", seat=seat, call="pass")
    passed.results(**facts).stands()
    over = passed.does("call", seat=0, call="pass")
    over.results(**facts).refused("fact-contradicted", "B11")


# ---- the record ----------------------------------------------------------------------------------


def test_only_a_record_of_the_second_format_states_facts_and_in_one_action() -> None:
    record = hand().results(**GARDE).json
    answer = verify(json.dumps({**record, "format": "tarot-hand/1"}).encode())
    assert answer["error"]["code"] == "malformed" and answer["error"]["action"] == 0
    assert verify(json.dumps(record).encode())["level"] == "result"

    for form in ("tarot-hand/1", "tarot-hand/2"):
        record = hand().says("pass").json
        record["format"], record["actions"][0]["facts"] = form, {}
        assert verify(json.dumps(record).encode())["error"]["code"] == "malformed"


def test_the_canonical_line_has_the_least_format_and_facts_in_order() -> None:
    record = {**hand().says("pass guard").json, "format": "tarot-hand/2"}
    line = format_record(parse_record(json.dumps(record).encode()))
    assert line.startswith(b'{"format":"tarot-hand/1"')

    told = hand().results(**{**GARDE, "bouts": ["t21", "f"]})
    assert format_record(told.record).endswith(
        b'{"kind":"result","facts":{"bouts":["T21","F"],"contract":"guard","points":45,"taker":1}}]}'
    )
