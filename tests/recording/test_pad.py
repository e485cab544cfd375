"""The 78 keys: what each may do, card by card."""

from games.recording.screen.pad import keys_of
from games.rules import Replay, card_id
from games.rules.cards import CODES, mask_of
from tests import hands
from tests.factories import act, calls, plays
from tests.recording.table import stands
from tests.rules.table import Hand, hand

FIVE = [*calls("pass small pass pass pass")]


def keys(table: Replay, irregular: dict[int, str] | None = None) -> dict[str, str]:
    return dict(zip(CODES, keys_of(table.state, irregular or {}), strict=True))


def in_state(table: Replay, state: str) -> str:
    return " ".join(card for card, key in keys(table).items() if key[0] == state)


# --- hands that nobody wrote down -----------------------------------------------------------------


def test_each_key_says_whether_its_card_is_clear_possible_forbidden_or_played() -> None:
    """Trick 7 of the published hand, as the design draws it: Nadia must trump, over 16."""
    table = stands(hands.played(26))
    assert in_state(table, "c") == "T17 T18 T19 T20 T21"
    possible = in_state(table, "o").split()  # would prove that she has no better
    assert {"T1", "T14", "S1", "SK", "H5", "HJ", "C7"} <= set(possible)
    assert not {"F", "T7", "S3", "DJ"} & set(possible)
    # Diamonds, which she denied in trick 5, and Samir's dog.
    assert in_state(table, "f") == "S3 D6 D7 D8 DJ C4 T7"
    now = keys(table)
    assert (now["H1"], now["F"], now["T15"], now["T16"]) == ("p1", "p4", "p5", "p7")
    assert len(in_state(table, "p").split()) == 26
    # Samir leads to trick 7, and may have his dog.
    assert keys(stands(hands.played(28 - 4)))["D6"] == "c"


def test_of_a_hand_that_was_shown_whole_only_its_own_cards_stand_out() -> None:
    """Fifteen trumps shown by one of five: no other key may be asked for, and nothing is proven."""
    trumps = [f"T{number}" for number in range(7, 22)]
    told = hand(5).says("guard-without pass pass pass pass").names("SK").shows(" ".join(trumps))
    assert in_state(told.replay, "c").split() == trumps
    assert in_state(told.replay, "o") == in_state(told.replay, "f") == ""


# --- known hands ---------------------------------------------------------------------------------


def test_of_a_known_hand_only_its_own_cards_stand_out_and_the_last_is_offered() -> None:
    """Wanda led hearts: Samir follows; his other cards say why not, those of others are grey."""
    table = stands(hands.played_open(1))
    assert in_state(table, "c") == "HN HQ"
    assert in_state(table, "f").split() == [
        card
        for card in CODES
        if card in hands.HANDS[hands.SAMIR].split() + hands.DOG.split()
        and card not in hands.DISCARD.split()
        and card not in ("HN", "HQ")
    ]
    elsewhere = set(CODES) - {*hands.HANDS[hands.SAMIR].split(), *hands.DOG.split(), "H1"}
    assert set(in_state(table, "a").split()) == elsewhere
    assert set(in_state(table, "p").split()) == {"H1", *hands.DISCARD.split()}
    assert in_state(stands(hands.played_open(68)), "g") == "CJ", "the only one is to be confirmed"


# --- the exchange --------------------------------------------------------------------------------


def test_the_dog_may_hold_any_card_and_of_the_discard_some_say_why_they_stay() -> None:
    """Kings, bouts and trumps; of a known taker the rest of the pack is grey."""
    assert in_state(stands(hands.auction()), "c") == " ".join(CODES)
    table = stands([*hands.auction(), act("stock", cards=hands.DOG.split())])
    trumps = [card for card in CODES if card[0] == "T" or card == "F"]
    assert in_state(table, "f").split() == ["SK", "HK", "DK", "CK", *trumps]
    assert (keys(table)["S3"], keys(table)["T7"]) == ("cd", "fd")
    known = stands([hands.dealt(), *hands.auction()])
    mine = set(hands.HANDS[hands.SAMIR].split() + hands.DOG.split())
    assert set(in_state(known, "p").split()) == set(CODES) - mine


def test_a_king_is_called_a_queen_only_by_who_has_four_and_its_suit_is_not_led_first() -> None:
    table = stands(FIVE, players=5)
    assert in_state(table, "c") == "SK HK DK CK"
    assert (keys(table)["HQ"], keys(table)["H10"]) == ("o", "f")
    opening = [*FIVE, act("king", seat=1, card="HK"), act("discard", cards=None)]
    table = stands(opening, players=5)
    assert (keys(table)["H5"], keys(table)["HK"]) == ("f", "c")


# --- faults --------------------------------------------------------------------------------------


def test_a_card_that_stands_against_the_rules_is_marked() -> None:
    table = stands(
        [*hands.exchange(), *plays("H1"), act("play", card="S5", irregular="All agreed")]
    )
    faults = dict.fromkeys(table.state.irregular, "All agreed")
    assert keys(table, faults)["S5"] == "p!1"


# --- what may be laid away with what is chosen ----------------------------------------------------


def goes_with(told: Hand, chosen: str) -> str:
    """The keys that are clear once these cards are chosen."""
    keys = keys_of(told.stands().state, {}, mask_of(map(card_id, chosen.split())))
    return " ".join(card for card, key in zip(CODES, keys, strict=True) if key[0] == "c")


def test_a_king_goes_where_there_is_room_for_its_trump_and_then_asks_for_it() -> None:
    """Droggn 2.6.3: with a king among three cards one has to be a trump."""
    dealt = "SK S4 S5 HK H1 T2 T3 T1 T21 F C4 C5 C6 C7 C8 C9 C10 CJ CN CQ CK"
    told = hand(3, variant="droggn", deal={0: dealt}, stock="D1 D2 D3").says("ansager pass pass")
    assert {"SK", "HK", "S4", "T2"} <= set(goes_with(told, "").split())
    assert not {"T1", "T21", "F"} & set(goes_with(told, "").split())
    assert {"HK", "S4"} <= set(goes_with(told, "SK").split())
    assert goes_with(told, "SK S4") == "T2 T3"
    assert {"HK", "S5", "T3"} <= set(goes_with(told, "SK T2").split())
    assert not {"SK", "HK", "CK"} & set(goes_with(told, "S4 S5").split())


def test_trumps_become_free_once_no_plain_card_below_the_king_is_left() -> None:
    """French 1.7.5, and Taroux B26 with it."""
    dealt = "SK S4 S5 HK H1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 CK DK"
    told = hand(4, discard="strict", deal={0: dealt}, stock="T13 T14 T15 T16 T17 C1")
    told = told.says("guard pass pass pass")
    assert goes_with(told, "") == "S4 S5 H1 C1"
    assert goes_with(told, "S4 S5 H1") == "S4 S5 H1 C1"
    assert goes_with(told, "S4 S5 H1 C1").split()[4:] == [f"T{number}" for number in range(2, 18)]
