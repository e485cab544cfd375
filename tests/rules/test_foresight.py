"""What must follow: the only card that a seat can have, and a hand that plays itself to the end."""

from games.rules import card_code
from games.rules.replaying.foresight import denials, nothing_fits, only_card, rest
from tests.rules.table import Hand, hand

UNDEALT = "CQ CK HQ HK DQ DK"
# Taros for two: Anna has ten trumps and a card of two suits, Boris nothing to beat them with.
ANNA = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 H5 S3"
BORIS = "D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 H7 C2"
TEN_TRICKS = " ".join(f"T{number + 1} D{number}" for number in range(1, 11))


def taros(plays: str, **deal: str) -> Hand:
    known = {"0": ANNA, "1": BORIS} | deal
    hands = {int(seat): cards for seat, cards in known.items() if cards}
    return hand(2, variant="taros-1659", dealer=0, deal=hands).plays(plays).stands()


def follows(told: Hand) -> str:
    return " ".join(card_code(play.card) for play in rest(told.state))


def only(told: Hand) -> str:
    card = only_card(told.state)
    return "" if card is None else card_code(card)


def test_the_rest_is_offered_as_soon_as_nobody_has_a_choice() -> None:
    """A12: Boris must follow with the 7, wins, and leads his last card."""
    assert follows(taros(f"{TEN_TRICKS} H5")) == "H7 C2 S3"

    # Who leads two cards before the end may choose.
    assert follows(taros(TEN_TRICKS)) == ""
    assert only(taros(TEN_TRICKS)) == ""

    # The heart can be followed with one card alone; but later on much is open.
    begun = taros("H5")
    assert (only(begun), follows(begun)) == ("H7", "")

    # Any of the undealt cards may be in hands that nobody knows.
    assert follows(taros(f"{TEN_TRICKS} H5", **{"0": "", "1": ""})) == ""


# Boris throws hearts on clubs, spades and diamonds; then all hearts and the Fool are played.
STUCK = "CK H2 SK H3 DK H4 F H5 H1 HK HQ H6 HN H7 HJ H8 H10 H9"


def test_who_has_denied_every_card_left_has_none_that_fits_unless_it_was_let_stand() -> None:
    """A12, A13: without clubs he had to trump in trick 1; nor has he spades or diamonds."""
    begun = taros(STUCK, **{"0": "", "1": ""})
    assert not nothing_fits(begun.state)
    stuck = taros(f"{STUCK} C1", **{"0": "", "1": ""})
    assert nothing_fits(stuck.state)
    assert [number // 2 + 1 for number in denials(stuck.state)] == [1, 2, 3]

    # Fine points: the card that broke the duty stands with its reason.
    spades = taros(f"{STUCK} C1".replace("SK H3", "SK H3!"), **{"0": "", "1": ""})
    assert not nothing_fits(spades.state)


# Six players: of Elise's and Farid's hands nothing is written down, all else is.
WRITTEN = {
    0: "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 SQ SK",
    1: "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SN",
    2: "H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HN",
    3: "D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 DJ DN",
}
ELISE = "F T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11"
FARID = "C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 CJ CN"


def after_tricks(tricks: int, more: str = "", *, undealt: str | None = UNDEALT) -> Hand:
    """Anna draws ten trumps: Elise follows, the others throw off; then she leads the queen."""
    hands = [cards.split() for cards in (*WRITTEN.values(), ELISE, FARID)]
    plays = " ".join(hand[trick] for trick in range(tricks) for hand in hands)
    told = hand(6, variant="taros-1659", dealer=0, deal=WRITTEN, stock=undealt)
    return told.plays(f"{plays} {more}").stands()


def test_the_last_cards_of_two_unknown_hands_follow_by_counting() -> None:
    """A13: Farid threw off clubs on trumps, so the last trump is Elise's and the last club his."""
    assert follows(after_tricks(11)) == "T11 CN SK SN HN DN"
    assert follows(after_tricks(11, "T11")) == "CN SK SN HN DN"

    # Of two trumps Elise may play either; Farid has clubs alone, and the choice of two.
    begun = after_tricks(10, "SQ SJ HJ DJ")
    assert only(begun) == ""
    assert only(after_tricks(10, "SQ SJ HJ DJ T10")) == ""
    assert follows(begun) == ""

    # Undealt cards that are not known may be in a hand.
    assert only(after_tricks(11, "T11", undealt=None)) == ""
    assert follows(after_tricks(11, undealt=None)) == ""


# Anna has all trumps but the 2, which Chloe has to play at once.
DROGGN = (
    "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 T5 T4 T3 SK T1".split(),
    "S4 S5 S6 S7 S8 S9 S10 SN H4 H5 H6 H7 HJ HN HQ D1 D2 D3 C4 SQ HK".split(),
    "T2 F C5 C6 C7 C8 C9 C10 CJ CN CQ D4 D5 D6 D7 DJ DN DQ DK SJ CK".split(),
)


def test_an_announced_pagat_leaves_the_leader_no_choice() -> None:
    """2.8.2: with two cards left the pagat has to wait, so that the king is led."""
    dealt = {seat: " ".join(cards) for seat, cards in enumerate(DROGGN)}
    led = " ".join(cards[trick] for trick in range(19) for cards in DROGGN)
    told = hand(3, variant="droggn", deal=dealt, stock="H1 H2 H3").says("super pass pass")
    announced = told.does("announce", seat=0, what="pagat-ultimo").plays(led).stands()
    assert follows(announced) == "SK SQ SJ T1 HK CK"
    assert follows(told.plays(led).stands()) == ""
