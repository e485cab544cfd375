"""Every code that French Tarot can answer, once each, worked by hand; and which of two faults is
named.

A case says what the record is, and then: code, index of the action, rule, cards concerned, cards
that would have been legal (None: no set of cards would), index of the earlier action.
"""

import re
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from games.rules.problems import CODES_IN_ORDER, EXCUSABLE
from tests.rules.published import published
from tests.rules.table import Hand, hand
from tests.rules.written import filled, said

FINE_POINTS = Path(__file__).parents[2] / "games" / "rules" / "fine-points.md"
# Codes for games with other rules: honours in bids, companies of kings, buying, announced pagats,
# smaller packs.
OTHER_GAMES = {
    "card-not-in-pack",
    "honour-required",
    "discard-king-needs-trump",
    "buy-not-allowed",
    "announced-pagat-kept-back",
}
DOG = "S1 S2 S3 S4 S5 S6"
BLIND = hand().says("guard-without pass pass pass")
TAKEN = hand().says("guard pass pass pass")
STRICT = hand(discard="strict", deal={0: filled("SK T21 T5", "HD")}).says("guard pass pass pass")
STRICT = STRICT.turns_up(DOG)
# Below the king in the taker's hand and the dog: what may be laid away strictly.
PIPS = f"{DOG} H1 H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HN HQ D1"
BARE = "SK HK DK CK T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15"
FORCED = hand(discard="strict", deal={0: BARE}).says("guard pass pass pass")
FIVE = hand(5).says("guard-without pass pass pass pass")
COURT = " ".join(suit + rank for suit in "SHDC" for rank in "JNQK")
# Boris took SK from the dog, and threw C1 under diamonds (action 7): he must follow spades with SK,
# and a diamond would prove a revoke.
TWO_DUTIES = hand().says("pass guard pass pass").turns_up("SK H2 H3 H4 H5 H6").lays_away(None)
TWO_DUTIES = TWO_DUTIES.plays("DQ C1 DK D1").plays("S2 S3 S4")
BORIS_TRUMPS = "T4 T7 T9 T11 T14 T19 T21"  # TM17, after the exchange


class Case(NamedTuple):
    told: Hand
    action: int | None
    rule: str = ""
    cards: str = ""
    legal: str | None = None
    earlier: int | None = None


CASES = {
    "malformed": Case(hand().says("pass").does("call", seat=1), 1),
    "unknown-option": Case(hand(colour="red"), None),
    "unknown-card": Case(BLIND.plays("EX"), 4, "1.3.1"),
    "unknown-call": Case(hand().says("pass prise"), 1, "1.5.3"),
    "unknown-announcement": Case(TAKEN.does("announce", seat=0, what="carousel"), 4, "1.8"),
    "unknown-fact": Case(hand().results(slams=1), 0),
    "fact-missing": Case(hand().results(contract="guard", points=45, bouts=2), 0, "1.5.2"),
    "fact-impossible": Case(TAKEN.results(points=92, bouts=2), 4, "1.3.4"),
    "fact-contradicted": Case(TAKEN.results(points=45, bouts=2, taker=3), 4, "1.5.2"),
    "duplicate-card": Case(TAKEN.turns_up("S1 S2 S3 S4 S5 S1"), 4, cards="S1"),
    "wrong-card-count": Case(TAKEN.turns_up("S1 S2 S3"), 4, "1.7.1", "S1 S2 S3"),
    "wrong-phase": Case(TAKEN.plays("S1"), 4, "1.7.1"),
    "not-your-turn": Case(BLIND.does("play", seat=1, card="S1"), 4, "1.9.1"),
    "bid-too-low": Case(hand().says("guard small"), 1, "1.5.2"),
    "call-not-allowed": Case(FIVE.does("king", seat=0, card="T5"), 5, "1.6.2", "", COURT),
    "not-in-hand": Case(published().plays("H1 HQ HK H1"), 8, "1.4", "H1", None, 5),
    "discard-king": Case(STRICT.lays_away("SK S1 S2 S3 S4 S5"), 5, "1.7.4", "SK", PIPS),
    "discard-honour": Case(STRICT.lays_away("T21 S1 S2 S3 S4 S5"), 5, "1.7.4", "T21", PIPS),
    "discard-trump": Case(STRICT.lays_away("T5 S1 S2 S3 S4 S5"), 5, "1.7.5", "T5", PIPS),
    "discard-not-shown": Case(
        FORCED.turns_up("S1 S2 S3 S4 T16 T17").lays_away("S1 S2 S3 S4 T2 T3"),
        5,
        "1.7.5",
        "T2 T3",
        "S1 S2 S3 S4",
    ),
    "announcement-not-allowed": Case(TAKEN.calls_slam(seat=2), 4, "1.5.6"),
    "petit-sec": Case(
        hand(petit_sec=True, deal={2: filled("T1", "SH")}).says("pass"), 0, "1.4.2", "T1"
    ),
    "lead-not-allowed": Case(
        hand(5, deal={0: filled("S9 T3", "H", players=5)})
        .says("guard-without pass pass pass pass")
        .names("HK")
        .plays("H1"),
        6,
        "1.6.6",
        "HK",
        "S9 T3",
    ),
    "must-follow-suit": Case(published().plays("H1 CK"), 6, "1.9.3a", "HN HQ", "HN HQ"),
    "must-trump": Case(published().plays("S8 CK"), 6, "1.9.3b", BORIS_TRUMPS, BORIS_TRUMPS),
    "must-overtrump": Case(
        published().plays("T10 T9"), 6, "1.9.3b", "T11 T14 T19 T21", "T11 T14 T19 T21"
    ),
    # Boris threw H1 under spades in trick 1 and plays S1 in trick 2.
    "revoke": Case(
        BLIND.plays("SK H1 S3 S4 SQ S1"),
        9,
        "1.9.3a",
        "H1",
        said(BLIND.plays("SK H1 S3 S4 SQ").state.possible(1)),
        5,
    ),
    "unbalanced-ruling": Case(hand().rules(1, 0, 0, 0), 0, "1.11.5"),
}


@pytest.mark.parametrize("code", CASES)
def test_a_record_that_provokes_it(code: str) -> None:
    case = CASES[code]
    case.told.refused(
        code,
        case.rule,
        cards=case.cards,
        legal=case.legal,
        earlier=case.earlier,
        action=case.action,
    )


def test_every_code_is_here_in_the_order_of_the_fine_points() -> None:
    """But for a variant and a number of players that `hand` cannot write: see test_record.py."""
    elsewhere = OTHER_GAMES | {"unknown-variant", "wrong-player-count"}
    assert set(CASES) | elsewhere == set(CODES_IN_ORDER)
    listed = FINE_POINTS.read_text().partition("## The order of codes")[2].partition("[The")[0]
    assert re.findall(r"`([a-z-]+)`", listed) == list(CODES_IN_ORDER)


# ---- what the table may let stand ------------------------------------------------------------

NOT_EXCUSED = (
    "malformed unknown-card unknown-call wrong-phase not-your-turn not-in-hand wrong-card-count "
    "duplicate-card unknown-announcement announcement-not-allowed call-not-allowed "
    "unbalanced-ruling revoke"
).split()


def let_stand(told: Hand) -> Hand:
    """The same record with a reason on the last action."""
    last = {**told.actions[-1], "irregular": "nobody noticed in time"}
    return replace(told, actions=(*told.actions[:-1], last))


def test_a_reason_excuses_ten_codes_and_no_other() -> None:
    """A revoke is excused by a reason on the earlier play."""
    excused = {code for code in CASES if code in EXCUSABLE} - {"revoke", "call-not-allowed"}
    assert len(excused) == 10
    for code in excused:
        told = let_stand(CASES[code].told).stands()
        assert told.state.irregular == {CASES[code].action}
    for code in NOT_EXCUSED:
        problem = let_stand(CASES[code].told).problem
        assert (problem.code, problem.action) == (code, CASES[code].action)
    BLIND.plays("SK H1! S3 S4 SQ S1").stands()
    # A duty that is excused may still prove an earlier revoke.
    problem = TWO_DUTIES.plays("D2!").problem
    assert (problem.code, problem.earlier) == ("revoke", 7)
    # What needs no reason may have one.
    told = hand().says("guard! pass! pass pass").turns_up(DOG).lays_away(DOG, irregular="slow")
    told.plays("H1! H2!").stands()


# ---- two faults in one action ----------------------------------------------------------------

TWO_FAULTS: dict[str, tuple[Hand, str]] = {
    "a broken time before an unknown call": (
        hand().does("call", seat=0, call="prise", at="noon"),
        "malformed",
    ),
    "a seat out of range before an unknown card": (
        BLIND.does("play", seat=9, card="EX"),
        "malformed",
    ),
    "a card that is none before one given twice": (
        TAKEN.turns_up("S1 S1 EX S2 S3 S4"),
        "unknown-card",
    ),
    "a card that is none before a wrong number": (TAKEN.turns_up("EX"), "unknown-card"),
    "a card that is none before the phase": (hand().plays("EX"), "unknown-card"),
    "an unknown call before the turn": (hand().does("call", seat=2, call="prise"), "unknown-call"),
    "an unknown announcement before the phase": (
        hand().does("announce", seat=0, what="carousel"),
        "unknown-announcement",
    ),
    "a card given twice before a wrong number": (TAKEN.turns_up("S1 S1"), "duplicate-card"),
    "a wrong number before the phase": (BLIND.turns_up("S1"), "wrong-card-count"),
    "a wrong number before the turn": (
        TAKEN.turns_up(DOG).does("discard", seat=2, cards=["S1"]),
        "wrong-card-count",
    ),
    "a wrong number before a king": (TAKEN.turns_up(DOG).lays_away("SK"), "wrong-card-count"),
    "the phase before the turn": (BLIND.does("call", seat=3, call="pass"), "wrong-phase"),
    "the phase before the cards": (
        TAKEN.plays("S1").does("play", seat=0, card="S1"),
        "wrong-phase",
    ),
    "the turn before a bid that is too low": (
        hand().says("guard").does("call", seat=3, call="small"),
        "not-your-turn",
    ),
    "the turn before a petit sec": (
        hand(petit_sec=True, deal={2: filled("T1", "SH")}).does("call", seat=2, call="pass"),
        "not-your-turn",
    ),
    "the turn before the called card": (FIVE.does("king", seat=3, card="T5"), "not-your-turn"),
    "the turn before the hand": (published().does("play", seat=1, card="HK"), "not-your-turn"),
    "the turn before a handful that is too small": (
        hand(handful_by="anyone")
        .says("guard-without pass pass pass")
        .plays("S1")
        .shows("T1", seat=2),
        "not-your-turn",
    ),
    "the hand before a king laid away": (
        STRICT.lays_away("SK CK S1 S2 S3 S4"),
        "not-in-hand",
    ),
    "the hand before an announcement": (
        hand(deal={0: filled("", "SH")}).says("guard-without pass pass pass").shows("T1 T2"),
        "not-in-hand",
    ),
    "the hand before the opening lead": (
        hand(5, deal={2: filled("H1", "CT", players=5)})
        .says("guard-without pass pass pass pass")
        .names("HK")
        .plays("H1"),
        "not-in-hand",
    ),
    "the hand before the duty to follow": (published().plays("H1 C5"), "not-in-hand"),
    "a king before a bout": (STRICT.lays_away("SK T21 S1 S2 S3 S4"), "discard-king"),
    "a bout before a trump": (STRICT.lays_away("T21 T5 S1 S2 S3 S4"), "discard-honour"),
    "a trump before one that is not shown": (
        STRICT.lays_away("T5 S1 S2 S3 S4 S5"),
        "discard-trump",
    ),
    "the duty to follow before an earlier revoke": (TWO_DUTIES.plays("D2"), "must-follow-suit"),
    "points that are none before points that do not add up": (
        hand().does("ruling", text="", points=[0.3, 0, 0, 0]),
        "malformed",
    ),
}


@pytest.mark.parametrize("faults", TWO_FAULTS)
def test_the_first_in_the_table_is_named(faults: str) -> None:
    told, code = TWO_FAULTS[faults]
    assert told.problem.code == code
