"""Hands that tests play out, card by card, as facts.

The published one: deal 17 of a French tarot magazine (rule sheet, block `french-deals`), under
the federation's options, with Wanda, Samir, Elise and Nadia on the seats 0 to 3. Nadia deals,
Samir takes a petite and is nine points short.
"""

from typing import Any

from games import people
from games.models import Match
from tests.cast import Cast
from tests.factories import act, calls, open_match, plays

FEDERATION = {
    "petit": "either-side",
    "handful_by": "anyone",
    "handful_excuse": "last-resort",
    "slam_lead": "caller",
    "petit_sec": True,
    "defence_slam": 200,
    "discard": "strict",
    "fool_last_in_slam": "stays",
}
PEOPLE = ("Wanda", "Samir", "Elise", "Nadia")
WANDA, SAMIR, ELISE, NADIA = range(4)
DEALER = NADIA

HANDS = (
    "T18 T17 T13 T10 T3 S8 S4 HJ H10 H9 H5 H1 DN DJ D3 C7 C5 F",
    "T21 T19 T14 T11 T9 T4 S10 S1 HQ HN H6 DK DQ D7 D5 CK CJ C3",
    "T20 T16 T6 T5 T2 SQ SN SJ S7 HK H8 H4 D10 D1 CQ C9 C6 C2",
    "T15 T12 T8 T1 SK S9 S6 S5 S2 H7 H3 H2 D9 D4 CN C10 C8 C1",
)
DOG = "T7 S3 D8 D6 D2 C4"
CALLS = "pass small pass pass"
DISCARD = "S10 S3 S1 H6 C4 C3"
TRICKS = (
    "H1 HQ HK H3",
    "H8 H7 H9 HN",
    "DK D1 D4 D3",
    "DQ D10 D9 F",
    "D2 T2 T15 DN",
    "H2 H10 T4 H4",
    "D5 T16 T1 DJ",
    "SJ S2 S8 T7",
    "D6 T5 T8 T10",
    "HJ T21 T20 T12",
    "D7 T6 SK T13",
    "H5 T9 C2 S5",
    "D8 SQ CN T3",
    "T17 T19 C6 S6",
    "T11 SN C1 T18",
    "S4 T14 S7 S9",
    "CK C9 C8 C5",
    "CJ CQ C10 C7",
)
CARDS = " ".join(TRICKS).split()
SCORES = (34, -102, 34, 34)

# The first trick at tables of three, four and five, all hands unknown.
FIRST_TRICKS = {
    3: [*calls("pass pass guard-without"), *plays("S1 S2 S3")],
    4: [*calls("pass pass pass guard-without"), *plays("S1 S2 S3 S4")],
    5: [
        *calls("pass guard-without pass pass pass"),
        act("king", seat=1, card="HK"),
        *plays("S1 S2 S3 S4 S5"),
    ],
}


def seated(cast: Cast, players: int = 4, **facts: Any) -> Match:
    """A match of Wanda, Samir, Elise, Nadia (and Bruno), dealt first by the last of them."""
    names = (*PEOPLE, "Bruno")[:players]
    seats = [people.add_player(user=cast.scorer, club=cast.club, name=name) for name in names]
    plain = {"title": "Friday evening", "options": FEDERATION, "first_dealer": players - 1}
    return open_match(cast.scorer, cast.club, seats, **plain | facts)


def dealt() -> dict[str, Any]:
    """The change that writes down all four hands and the dog."""
    hands = [hand.split() for hand in HANDS]
    return {"op": "deal", "deal": {"hands": hands, "stock": DOG.split()}}


def auction() -> list[dict[str, Any]]:
    """The four calls."""
    return calls(CALLS)


def exchange() -> list[dict[str, Any]]:
    """The calls, the dog turned up, the discard that nobody saw."""
    return [*auction(), act("stock", cards=DOG.split()), act("discard", cards=None)]


def played(cards: int) -> list[dict[str, Any]]:
    """As it was seen at the table, up to `cards` cards; 26 is the design's picture, in trick 7."""
    return [*exchange(), *plays(" ".join(CARDS[:cards]))]


def played_open(cards: int) -> list[dict[str, Any]]:
    """The same with all hands written down beforehand, and the discard seen."""
    seen = act("discard", cards=DISCARD.split())
    return [dealt(), *auction(), seen, *plays(" ".join(CARDS[:cards]))]
