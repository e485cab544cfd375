"""The last trick, where it plays itself: offered once for all, marked as inferred for ever."""

from games.desk.filling import FILLED, last_cards
from games.desk.tricks import trick_rows
from games.rules import format_record
from tests import hands
from tests.desk.table import stands
from tests.factories import act


def offered(cards: int) -> str:
    """The cards that are offered after so many of the published hand, all hands written down."""
    plays = last_cards(stands(hands.played_open(cards)).state)
    return " ".join(play["card"] for play in plays)


def test_with_one_known_card_left_to_each_all_are_offered_in_turn_order() -> None:
    assert offered(68) == " ".join(hands.CARDS[68:])
    assert offered(70) == " ".join(hands.CARDS[70:])
    assert {play["seat"] for play in last_cards(stands(hands.played_open(68)).state)} == {
        0,
        1,
        2,
        3,
    }


def test_one_card_is_offered_by_its_key_and_earlier_nothing_is() -> None:
    assert offered(71) == offered(67) == offered(0) == ""


def test_of_hands_that_nobody_knows_nothing_is_offered() -> None:
    assert last_cards(stands(hands.played(68)).state) == []


def test_what_was_filled_in_stays_marked_in_list_and_record() -> None:
    rest = [
        {"op": "act", "action": play} for play in last_cards(stands(hands.played_open(68)).state)
    ]
    done = stands([*hands.played_open(68), *rest])
    assert done.problem is None and done.outcome.scores == hands.SCORES
    assert format_record(done.record).decode().count(f'"{FILLED}":true') == 4
    row = trick_rows(done.state, {done.count - 1: "inferred"}, "/entries/", 17)[0]
    assert row.count("inferred") == 2  # the mark, and the word for who only hears it


def test_a_filled_play_is_a_play_like_any_other() -> None:
    filled = act("play", card=hands.CARDS[4], seat=2)
    filled["action"][FILLED] = True
    assert stands([*hands.played(4), filled]).problem is None
