"""The end of a hand that plays itself: offered once for all, marked as inferred for ever."""

from games.recording.drawing import draw_row
from games.recording.screen.pad import keys_of, last_cards
from games.recording.screen.table import rows_of
from games.rules import format_record
from games.rules.cards import CODES
from games.rules.replaying.foresight import FILLED
from tests import hands
from tests.factories import act
from tests.recording.table import hint_of, stands
from tests.rules.table import hand
from tests.rules.test_foresight import after_tricks


def offered(cards: int) -> str:
    """The cards that are offered after that many of the published hand, all hands written down."""
    plays = last_cards(stands(hands.played_open(cards)).state)
    return " ".join(play["card"] for play in plays)


def test_with_one_known_card_left_to_each_all_are_offered_in_turn_order() -> None:
    """One card is offered by its key, and earlier nothing is; nor of hands that nobody knows."""
    assert offered(68) == " ".join(hands.CARDS[68:])
    assert offered(70) == " ".join(hands.CARDS[70:])
    assert offered(71) == offered(67) == offered(0) == ""
    plays = last_cards(stands(hands.played_open(68)).state)
    assert {play["seat"] for play in plays} == {0, 1, 2, 3}
    assert last_cards(stands(hands.played(68)).state) == []


def test_what_was_filled_in_stays_marked_in_list_and_record() -> None:
    rest = [
        {"op": "act", "action": play} for play in last_cards(stands(hands.played_open(68)).state)
    ]
    done = stands([*hands.played_open(68), *rest])
    assert done.problem is None and done.outcome.scores == hands.SCORES
    assert format_record(done.record).decode().count(f'"{FILLED}":true') == 4
    row = draw_row(rows_of(done.state, {done.count - 1: "inferred"}, 17)[0], "french", "/entries/")
    assert row.count("inferred") == 2  # the mark, and the word for who only hears it


def test_a_filled_play_is_a_play_like_any_other() -> None:
    filled = act("play", card=hands.CARDS[4], seat=2)
    filled["action"][FILLED] = True
    assert stands([*hands.played(4), filled]).problem is None


def test_what_follows_beyond_the_last_trick_is_offered_as_well() -> None:
    """Taros A12: Boris follows with the one heart he has, wins with it, and leads his last card."""
    dealt = {0: f"{TRUMPS} H5 S3", 1: f"{DIAMONDS} H7 C2"}
    tricks = " ".join(
        f"{trump} {card}" for trump, card in zip(TRUMPS.split(), DIAMONDS.split(), strict=True)
    )
    told = hand(2, variant="taros-1659", dealer=0, deal=dealt).plays(f"{tricks} H5").stands()
    assert last_cards(told.state) == [
        {"kind": "play", "seat": seat, "card": card, FILLED: True}
        for seat, card in ((1, "H7"), (1, "C2"), (0, "S3"))
    ]
    keys = dict(zip(CODES, keys_of(told.state, {}), strict=True))
    assert keys["H7"] == "g" and keys["C2"] == "f"


TRUMPS = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11"
DIAMONDS = "D1 D2 D3 D4 D5 D6 D7 D8 D9 D10"


def test_of_the_cards_that_could_be_asked_for_the_one_that_is_possible_stands_out() -> None:
    """Nobody wrote down Elise's and Farid's hands: the others are possible only by a slip."""
    told = after_tricks(11)
    keys = dict(zip(CODES, keys_of(told.state, {}), strict=True))
    assert (keys["T11"], keys["CN"]) == ("g", "o")
    assert hint_of(told.replay) == "One card is left to play: trump 11."
