"""Deal logs of TarotClub become records: what they leave out is worked out where it can be."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.models import Hand
from games.rules import RecordError, read_record, replay
from games.transfer.tarotclub import record_of
from tests.cast import Cast
from tests.hands import DOG, HANDS, PEOPLE, SCORES, TRICKS
from tests.transfer.archives import bring_all
from tests.transfer.test_folder import faults_of

RANKS = {"J": "11", "N": "12", "Q": "13", "K": "14"}
SEATS = ("South", "East", "North", "West", "Fifth")


def card(code: str) -> str:
    """A card as the program writes it: 14-S is the king of spades, 00-T the Excuse."""
    if code == "F":
        return "00-T"
    return f"{RANKS.get(code[1:], code[1:]).zfill(2)}-{code[0]}"


def cards(codes: str) -> str:
    return ";".join(map(card, codes.split()))


def log(**facts: Any) -> dict[str, Any]:
    """The published petite as the program would have written it down."""
    info = {
        "number_of_players": 4,
        "taker": "East",
        "contract": "Take",
        "slam": False,
        "first_trick_lead": "South",
        "dog": cards(DOG),
        "attack_handle": "",
        "defense_handle": "",
    }
    return {"version": "3", "deal_info": info | facts, "tricks": [cards(one) for one in TRICKS]}


def scored(raw: dict[str, Any], *names: str) -> Any:
    played = replay(read_record(record_of(raw, names)))
    assert played.problem is None, played.problem
    return played


def test_the_published_petite_comes_to_its_published_score() -> None:
    played = scored(log(), *PEOPLE)
    assert played.outcome.scores == SCORES
    assert played.record.players == PEOPLE
    assert played.record.dealer == 3
    hands = read_record(record_of(log())).hands
    assert [sorted(hand or ()) for hand in hands] == [
        sorted(hand or ()) for hand in read_record({**record_of(log()), "deal": DEAL}).hands
    ]


DEAL = {"hands": [hand.split() for hand in HANDS], "stock": DOG.split()}


def test_what_follows_from_the_rest_is_marked() -> None:
    record = record_of(log())
    calls = [action for action in record["actions"] if action["kind"] == "call"]
    assert [call["call"] for call in calls] == ["pass", "small", "pass", "pass"]
    assert all(call["_inferred"] for call in calls)
    assert record["players"] == list(SEATS[:4])


def test_without_the_dog_the_score_is_the_same() -> None:
    assert scored(log(dog="")).outcome.scores == SCORES


def test_a_guard_without_the_dog_keeps_what_nobody_played() -> None:
    played = scored(log(contract="Guard without", dog=""))
    assert played.record.stock is not None
    assert {action["kind"] for action in played.record.actions} == {"call", "play"}


def test_a_handful_is_shown_by_whoever_had_it() -> None:
    shown = "T21 T19 T14 T11 T9 T4 T10 T7 T12 T8"
    played = replay(read_record(record_of(log(attack_handle=cards(shown)))))
    assert not [one for one in played.record.actions if one["kind"] == "announce"]  # nobody had
    mine = "T18 T17 T13 T10 T3"
    record = record_of(log(defense_handle=cards(mine)))
    (told,) = [one for one in record["actions"] if one["kind"] == "announce"]
    assert (told["seat"], told["cards"]) == (0, mine.split())


def test_four_passes() -> None:
    passed = {**log(contract="Pass", taker="Nowhere"), "tricks": ["", ""]}
    assert scored(passed).outcome.status == "passed-out"


def test_a_card_against_the_rules_stands_as_it_stood() -> None:
    """The program forbids it; a log that was edited may have it. The rest of the hand is kept."""
    raw = log()
    raw["tricks"][0], raw["tricks"][1] = cards("H1 HQ H8 H3"), cards("HK H7 H9 HN")
    raw["tricks"][2] = cards("D1 DK D4 D3")
    played = replay(read_record(record_of(raw)))
    stood = [one for one in played.record.actions if "irregular" in one]
    assert all(one["irregular"] == "It stands so in the log of TarotClub." for one in stood)


def test_fields_that_have_no_place_here_survive(cast: Cast, tmp_path: Path) -> None:
    raw = {**log(score={"attacker_points": 28}), "table": [1, 2.5, None]}
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(raw, indent=4))
    bring_all(cast.admin, cast.club, path, names=PEOPLE)
    from games.book.records import sealed_record

    kept = sealed_record(Hand.objects.get()).extra["_tarotclub"]
    assert kept == {
        "version": "3",
        "table": [1, 2.5, None],
        "deal_info": {"score": {"attacker_points": 28}},
    }


def test_logs_are_read_one_a_line_as_well(cast: Cast, tmp_path: Path) -> None:
    path = tmp_path / "deals.ndjson"
    other = log(contract="Guard")
    path.write_text("".join(json.dumps(one) + "\n" for one in (log(), other, log())))
    report = bring_all(cast.admin, cast.club, path)
    assert (report.hands.new, report.hands.known) == (3, 0)
    contracts = Hand.objects.order_by("number").values_list("contract", flat=True)
    assert list(contracts) == ["small", "guard", "small"]


@pytest.mark.parametrize(
    "facts",
    [
        {"number_of_players": 6},
        {"number_of_players": True},
        {"taker": "Up"},
        {"contract": "Solo"},
        {"slam": "yes"},
        {"first_trick_lead": None},
        {"dog": "99-X"},
        {"dog": "22-T"},
        {"dog": "15-S"},
        {"attack_handle": 7},
    ],
)
def test_a_log_that_says_something_else_is_refused_by_its_field(facts: dict[str, Any]) -> None:
    (name,) = facts
    with pytest.raises(RecordError, match=name):
        record_of(log(**facts))


@pytest.mark.parametrize(
    "broken",
    [
        {**log(), "version": "2"},
        {**log(), "deal_info": []},
        {**log(), "tricks": "none"},
        {**log(), "tricks": [cards("H1 H2")]},
        {**log(), "tricks": [7]},
        {**log(number_of_players=5), "tricks": []},
    ],
)
def test_a_log_of_another_shape_is_a_fault_of_its_line(
    broken: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(broken))
    assert faults_of(path) == ["malformed"]
