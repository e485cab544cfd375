"""The order of the cards in each game: which beats which, which have no suit."""

from games.rules import card_id
from games.rules.cards import FOOL, TRUMPS
from games.rules.game.obligations import follow, go_over, go_over_when_void, trump_when_void
from games.rules.game.ranks import NO_SUIT, NO_TRUMP, Ranks, ranks
from games.rules.game.tricks import TrickPosition, TrickRules, trick_rules
from tests.rules.written import said


def strengths(order: Ranks, row: str) -> list[int]:
    return [order.strength[card_id(code)] for code in row.split()]


def lying(rules: TrickRules, row: str) -> tuple[TrickPosition, str]:
    """What lies after these cards, and the one that takes them."""
    here, taking = rules.opening, ""
    for code in row.split():
        after = here.after[card_id(code)]
        here, taking = after, taking if after is here else code
    return here, taking


def test_as_in_french_tarot_the_fool_is_outside_the_suits() -> None:
    order = ranks()
    assert order.suits[NO_SUIT] == FOOL and order.suits[4] == TRUMPS
    assert strengths(order, "S1 S10 SJ SK T1 T21") == [1, 10, 11, 14, 1, 21]
    assert said(order.above(4, order.strength[card_id("T19")])) == "T20 T21"


def test_droggn_2_3_2_red_pips_run_the_other_way() -> None:
    """Red: king, queen, cavalier, jack, 1, 2 ... 10; black: king ... jack, 10, 9 ... 1."""
    order = ranks(inverted=(1, 2))
    assert strengths(order, "HK HQ HN HJ H1 H2 H7 H10") == [14, 13, 12, 11, 10, 9, 4, 1]
    assert strengths(order, "SK SJ S10 S1") == [14, 11, 10, 1]
    rules = trick_rules(order, follow, trump_when_void)
    assert lying(rules, "H7 H1 H3")[1] == "H1"
    assert lying(rules, "C7 C10 C9")[1] == "C10"


def test_taros_a22_the_fool_may_be_the_highest_trump() -> None:
    rules = trick_rules(ranks(fool=22), follow, trump_when_void)
    here, taking = lying(rules, "S3 T21 F")
    assert (taking, here.led, here.best) == ("F", 0, 22)
    assert lying(rules, "F T21 S1")[1] == "F"


def test_tarok_c2_five_equal_suits_without_trumps() -> None:
    for fool, taking in ((0, "T1"), (22, "F")):
        rules = trick_rules(ranks(trump=NO_TRUMP, fool=fool), follow)
        assert lying(rules, "T1 F SK")[1] == taking
    assert lying(rules, "S3 T21 SK F")[1] == "SK"
    here, _ = lying(rules, "T3 SK")
    assert [duty.code for duty in here.due] == ["must-follow-suit"]
    assert here.due.duties[0].demand == TRUMPS | FOOL


def test_taroux_b40_to_a_trump_led_any_trump_may_do() -> None:
    must, may = (trick_rules(ranks(), follow, rule) for rule in (go_over, go_over_when_void))
    codes = [
        [duty.code for duty in lying(rules, row)[0].due]
        for rules in (must, may)
        for row in ("T9", "S3 T9")
    ]
    assert codes == [
        ["must-follow-suit", "must-overtrump"],
        ["must-follow-suit", "must-overtrump"],
        ["must-follow-suit"],
        ["must-follow-suit", "must-overtrump"],
    ]
