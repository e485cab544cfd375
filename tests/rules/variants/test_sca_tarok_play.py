"""Tarok, card by card (sheet C4 to C8, C10, C14). The last seat deals, so Anna, seat 0, leads."""

from typing import Any

import pytest

from games.rules.phases.play import legal
from tests.rules.table import EXCHANGES, NAMES, Hand, hand
from tests.rules.written import PACK, in_order, said

ANNA, BORIS, CHLOE, DARIO = range(4)
# Boris has no cups, Chloe no Major but the Fool.
ANNAS = "HK H2 D3 D4 C5 C6 SJ S10 T5 T9 T20 D5 T1 T2 T3"
BORIS_S = "S1 S2 S3 S4 T8 T15 SN SQ T10 D1 D2 C1 C2 C3 C4"
CHLOES = "D7 D8 D9 C7 C8 C9 C10 H3 H4 H5 CJ F H9 H10 HJ"


def tarok(players: int = 3, **facts: Any) -> Hand:
    return hand(players, variant="sca-tarok", **facts)


def known(**options: Any) -> Hand:
    return tarok(deal={ANNA: ANNAS, BORIS: BORIS_S, CHLOE: CHLOES}, **options)


def may_play(told: Hand) -> str:
    return said(legal(told.state))


def first_trick(cards: str, **options: Any) -> Hand:
    """A trick of four of which nobody's hand is known."""
    return tarok(4, **options).plays(cards).stands()


# ---- who wins (C3, C4, C8) -------------------------------------------------------------------


@pytest.mark.rule("C3", "C4")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("H9 HK T21 H2", 1),  # C-Ex1: the World beats nothing where cups were led
        ("T1 F T21 CK", 2),  # C-Ex2
        ("F H10 S8 SQ", 0),  # C-Ex3: the Fool led, nobody has a Major
        ("F H10 T1 SQ", 2),  # any Major beats the Fool that is the lowest of them
        ("H1 H2 H3 H4", 3),
        ("H10 HJ HN HQ", 3),
        ("H1 SK DK CK", 0),  # what does not follow cannot win
        ("T2 T10 T9 F", 1),
    ],
)
def test_the_highest_card_of_the_suit_led_wins(cards: str, winner: int) -> None:
    """C3, C4, C8; C10: the winner leads next."""
    told = first_trick(cards)
    assert told.state.tricks[0].winner == told.outcome.turn == winner


@pytest.mark.parametrize(
    ("cards", "winner"),
    [("T1 F T21 CK", 1), ("T21 T20 F H1", 2), ("F T21 T20 T1", 0), ("HK F H2 H3", 0)],
)
def test_the_fool_above_the_21(cards: str, winner: int) -> None:
    """C4 (`fool_rank`: high): it wins where a Major was led, and nowhere else."""
    assert first_trick(cards, fool_rank="high").outcome.turn == winner


@pytest.mark.parametrize(
    ("cards", "points"), [("H9 HK T21 H2", 51), ("T1 F T21 CK", 70), ("F H10 S8 SQ", 53)]
)
def test_what_a_trick_counts(cards: str, points: int) -> None:
    """C-Ex1 to C-Ex3 (C13)."""
    (trick,) = first_trick(cards).state.tricks
    assert trick.points == 2 * points


# ---- following (C7) --------------------------------------------------------------------------


def test_a_suit_is_followed_with_any_card_of_it_and_majors_are_a_suit_like_the_others() -> None:
    """C2, C7: the leader, and who cannot follow, may play anything; there are no trumps."""
    assert may_play(known()) == in_order(ANNAS)
    assert may_play(tarok()) == in_order(" ".join(PACK))
    swords = "S1 S2 S3 S4 SN SQ"
    told = known().plays("SJ")
    assert may_play(told) == swords
    problem = told.plays("D1").refused(
        "must-follow-suit", "C7", cards=swords, legal=swords, seat=BORIS
    )
    assert str(problem).startswith("Boris must follow swords")
    assert told.plays("D1!").stands().state.irregular == {1}
    assert may_play(known().plays("H2")) == in_order(BORIS_S)
    assert may_play(known().plays("T5")) == "T8 T10 T15"


def test_the_fool_follows_and_excuses_nothing() -> None:
    """C4: Chloe has to play it to a Major, and may not play it to a suit that she has."""
    told = known().plays("T5 T8")
    assert may_play(told) == "F"
    problem = told.plays("D7").refused("must-follow-suit", "C7", cards="F", legal="F", seat=CHLOE)
    assert str(problem) == "Chloe must follow Majors: Chloe holds F."
    clubs = known().plays("C5 C1").plays("F")
    clubs.refused("must-follow-suit", "C7", cards="C7 C8 C9 C10 CJ", legal="C7 C8 C9 C10 CJ")


def test_a_fool_led_asks_for_majors() -> None:
    """C-Ex3 (C4): a player with a Major plays it, and wins."""
    told = tarok(2, dealer=ANNA, deal={ANNA: ANNAS, BORIS: CHLOES}).plays("F")
    assert may_play(told) == "T1 T2 T3 T5 T9 T20"
    told.plays("HK").refused(
        "must-follow-suit", "C7", cards="T1 T2 T3 T5 T9 T20", legal="T1 T2 T3 T5 T9 T20"
    )
    assert told.plays("T1").outcome.turn == ANNA


# ---- turns and places ------------------------------------------------------------------------


def test_a_card_is_played_in_turn_by_who_has_it_and_once() -> None:
    """C6, C10, C5: nobody else can have what was dealt to a known hand."""
    tarok().does("play", seat=CHLOE, card="S1").refused("not-your-turn", "C10", seat=ANNA)
    tarok().plays("S1 S2").does("play", seat=ANNA, card="S3").refused(
        "not-your-turn", "C10", seat=CHLOE
    )

    problem = (
        tarok(deal={ANNA: ANNAS})
        .plays("D3")
        .does("play", seat=BORIS, card="D4")
        .refused("not-in-hand", "C5", cards="D4", seat=BORIS)
    )
    assert str(problem) == "Boris cannot have D4: Anna holds it."

    told = tarok().plays("D3 D4 D5").plays("D6").does("play", seat=ANNA, card="D3")
    assert told.problem.code == "not-in-hand"
    told = tarok().plays("D3 D4 D3")
    assert str(told.refused("not-in-hand", "C5", cards="D3", earlier=0)) == (
        "D3 was already played by Anna in trick 1."
    )


# ---- what there is not (C14) -----------------------------------------------------------------


def test_nothing_is_said_announced_or_exchanged() -> None:
    """C14."""
    tarok().does("call", seat=ANNA, call="pass").refused("unknown-call", "C14")
    tarok().does("call", seat=ANNA, call="guard").refused("unknown-call", "C14")
    tarok().does("announce", seat=ANNA, what="slam").refused("unknown-announcement", "C14")
    for exchange in EXCHANGES:
        tarok().does(**exchange).refused("wrong-phase", "C10", seat=ANNA)
        tarok().plays("H2 H7").does(**exchange).refused("wrong-phase", "C10", seat=CHLOE)


def test_nothing_follows_the_end_but_notes_and_rulings() -> None:
    """C11."""
    over = tarok().plays("S1").claims(CHLOE)
    over.remarks().rules(1, 0, -5.5).stands()
    over.does("play", seat=BORIS, card="S2").refused("wrong-phase", "C11")
    over.claims(ANNA).refused("wrong-phase", "C11")


# ---- notices at the table (C9, C11) --------------------------------------------------------------


def said_at_the_table(told: Hand) -> str:
    line = told.stands().state.variant.notice(told.state)
    return "" if line is None else str(line.as_json(NAMES)["label"])


def led_by_anna(players: int, tricks: int, **options: Any) -> Hand:
    """That many tricks that Anna leads and wins; the table lets every card stand."""
    led = [f"{suit}{rank}" for suit in "SHDC" for rank in ("K", "Q", "N", "J")]
    rest = [card for card in PACK if card not in led]
    told = tarok(players, **options)
    for number in range(tricks):
        others = rest[number * (players - 1) : (number + 1) * (players - 1)]
        told = told.plays(" ".join(f"{card}!" for card in (led[number], *others)))
    return told


def test_a_notice_says_who_draws_first_and_how_many_are_left() -> None:
    """C9, C11."""
    assert said_at_the_table(tarok(2)) == ""
    assert said_at_the_table(tarok(2).plays("S1")) == ""
    assert said_at_the_table(tarok(2).plays("S1 SK")) == "Everybody draws, Anna first; 46 left."
    told = tarok(2).plays("S1 SK").plays("H1 H2")
    assert said_at_the_table(told) == "Everybody draws, Boris first; 44 left."

    # Eleven draws of three.
    assert said_at_the_table(led_by_anna(3, 11)) == (
        "Everybody draws, Anna first; the pile is used up."
    )
    assert said_at_the_table(led_by_anna(3, 12)) == ""

    assert said_at_the_table(led_by_anna(4, 4)) == "Everybody draws, Anna first; 2 left."
    assert said_at_the_table(led_by_anna(4, 5)) == "Anna and Boris draw the last two cards."
    assert said_at_the_table(led_by_anna(4, 6)) == ""
    stays = led_by_anna(4, 5, short_draw="none")
    assert said_at_the_table(stays) == "Nobody draws: 2 cards stay in the pile."
    assert said_at_the_table(led_by_anna(4, 6, short_draw="none")) == ""
