"""The end of a hand that plays itself: offered once for all, marked as inferred for ever.

When it does is tried in tests/rules/test_foresight.py.
"""

from typing import Any

from games.recording.drawing import draw_row
from games.recording.screen.pad import keys_of, last_cards
from games.recording.screen.table import rows_of
from games.rules import format_record
from games.rules.cards import CODES
from games.rules.replaying.foresight import FILLED
from tests import hands
from tests.recording.table import hint_of, stands
from tests.rules.test_foresight import after_tricks


def offered(cards: int) -> list[dict[str, Any]]:
    """What is offered after that many cards of the published hand, all hands written down."""
    return last_cards(stands(hands.played_open(cards)).state)


def test_with_one_known_card_left_to_each_all_are_offered_in_turn_order() -> None:
    """One card is offered by its key, and earlier nothing is; nor of hands that nobody knows."""
    assert offered(68) == [
        {"kind": "play", "seat": seat, "card": card, FILLED: True}
        for seat, card in zip((1, 2, 3, 0), hands.CARDS[68:], strict=True)
    ]
    assert [play["card"] for play in offered(70)] == hands.CARDS[70:]
    assert offered(71) == offered(67) == offered(0) == []
    assert last_cards(stands(hands.played(68)).state) == []


def test_what_was_filled_in_stays_marked_in_list_and_record() -> None:
    rest = [{"op": "act", "action": play} for play in offered(68)]
    done = stands([*hands.played_open(68), *rest])
    assert done.problem is None and done.outcome.scores == hands.SCORES
    assert format_record(done.record).decode().count(f'"{FILLED}":true') == 4
    row = draw_row(rows_of(done.state, {done.count - 1: "inferred"}, 17)[0], "french", "/entries/")
    assert row.count("inferred") == 2  # the mark, and the word for who only hears it


def test_of_the_cards_that_could_be_asked_for_the_one_that_is_possible_stands_out() -> None:
    """Nobody wrote down Elise's and Farid's hands: the others are possible only by a slip."""
    told = after_tricks(11)
    keys = dict(zip(CODES, keys_of(told.state, {}), strict=True))
    assert (keys["T11"], keys["CN"]) == ("g", "o")
    assert hint_of(told.replay) == "One card is left to play: trump 11."
