"""A hand of Droggn told in a few words, a deal to make rulings on, whole hands made up for their
score.

    stubai().says("ansager pass pass").lays_away("SK T5 S4").buys("T21", pay="S5", of=BORIS)

Seat 2, Chloe, deals where nobody else is named, so that Anna speaks first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from games.rules import find_variant
from tests.rules.table import Hand
from tests.rules.written import PACK, TRUMPS

ANNA, BORIS, CHLOE = range(3)
# The three lowest cards of each suit are not in the pack; black and red pips count up and down.
ABSENT = "S1 S2 S3 C1 C2 C3 H8 H9 H10 D8 D9 D10".split()
CARDS = [card for card in PACK if card not in ABSENT]
COURT = [suit + rank for rank in "KQNJ" for suit in "SHDC"]
PIPS = [card for card in CARDS if card[1:].isdigit() and card[0] != "T"]
# What a card counts above the third of a point that every card counts.
ABOVE = {"K": 4, "Q": 3, "N": 2, "J": 1}
# A deal in which Anna has all kings, fool, 21 and pagat.
DEAL = {
    ANNA: "SK SQ SN SJ S10 S9 HK HQ H1 DK D1 CK T21 T1 F T5 T6 T7 T8 T9 T10",
    BORIS: "S8 S7 HN HJ H2 H3 DQ DN D2 D3 CQ CN CJ C10 T20 T19 T18 T17 T16 T15 T14",
    CHLOE: "S6 S5 H4 H5 H6 H7 DJ D4 D5 D6 D7 C9 C8 C7 C6 C5 T13 T12 T11 T3 T2",
}
STOCK = "S4 T4 C4"
# An empty discard, or stock.
ASIDE = "S4 S5 S6"


class Stubai(Hand):
    """A record of Droggn being written."""

    def buys(self, card: str | None, *, of: int | None = None, **fields: Any) -> Self:
        """The declarer buys a card of a seat, or nothing (None); without `pay`, face down."""
        if of is not None:
            fields["from"] = of
        return self.does("buy", **{"seat": self.taker, "card": card, **fields})

    def announces(self, what: str, *, seat: int | None = None) -> Self:
        """Pagat ultimo, or the fool displayed, by the declarer where nobody else is named."""
        return self.does("announce", seat=self.taker if seat is None else seat, what=what)


def stubai(
    *,
    dealer: int = CHLOE,
    deal: Mapping[int, str] | None = None,
    stock: str | None = None,
    **options: Any,
) -> Stubai:
    """A hand of Droggn before the first call; nothing is known of the cards but what is named;
    the options are the defaults except those named."""
    return Stubai(3, dealer, options, deal or {}, stock, variant="droggn")


def known(*seats: int, stock: bool = True, **options: Any) -> Stubai:
    """The deal above, with all hands written down or those of some seats, with the stock or not."""
    hands = {seat: DEAL[seat] for seat in seats or (ANNA, BORIS, CHLOE)}
    return stubai(deal=hands, stock=STOCK if stock else None, **options)


def documented(**options: Any) -> dict[str, Any]:
    """The options of the preset of the Stubai valley, except those named."""
    variant = find_variant("droggn")
    assert variant is not None
    return dict(variant.presets[1].options) | options


def contract(bid: str, *, aside: str | None = ASIDE, **facts: Any) -> Stubai:
    """A hand up to the announcements: Anna has bid, `aside` was laid away, or the stock untaken."""
    if bid in ("super", "slam"):
        return stubai(stock=aside, **facts).says(f"{bid} pass pass")
    told = stubai(**facts).says(f"{bid} pass pass").lays_away(aside)
    return told.buys(None) if bid == "ansager" else told


@dataclass(frozen=True)
class Wanted:
    """The result that a hand is to have.

    `winners` are the seats that win the tricks, `court` the kings, queens, knights, jacks and trump
    21 in Anna's tricks; the others' have the rest. `fool` and `pagat`: who plays it to which trick,
    from 1. `aside` is nobody's to play.
    """

    winners: str
    court: str
    fool: tuple[int, int] | None
    pagat: tuple[int, int]
    aside: str = ASIDE


def made_up(told: Stubai, wanted: Wanted) -> Stubai:
    """The hand played as wanted, every card let stand by the table."""
    leader = told.state.first_leader
    for number, cards in enumerate(_tricks(told, wanted), 1):
        winner = int(wanted.winners[number - 1])
        placed = {seat: card for card, seat in _own(wanted, number).items()}
        placed.setdefault(winner, _best(cards, led=leader == winner))
        rest = [card for card in cards if card not in placed.values()]
        for turn in range(3):
            seat = (leader + turn) % 3
            card = placed[seat] if seat in placed else rest.pop()
            told = told.does("play", seat=seat, card=card, irregular="made up")
        leader = winner
    return told


def _own(wanted: Wanted, number: int) -> dict[str, int]:
    """The cards of a trick that must come from one seat."""
    own = {"T1": wanted.pagat}
    if wanted.fool is not None:
        own["F"] = wanted.fool
    return {card: seat for card, (seat, at) in own.items() if at == number}


def _best(cards: list[str], *, led: bool) -> str:
    """The card that wins a trick: the highest trump, or one that is led and not beaten."""
    trumps = [card for card in cards if card in TRUMPS]
    assert trumps or led, cards
    if trumps:
        return max(trumps, key=TRUMPS.index)
    return max((card for card in cards if card != "F"), key=_strength)


def _strength(card: str) -> int:
    """Courts over pips; hearts and diamonds count down from the ace."""
    if card[1] in ABOVE:
        return 20 + ABOVE[card[1]]
    return -int(card[1:]) if card[0] in "HD" else int(card[1:])


def _tricks(told: Stubai, wanted: Wanted) -> list[list[str]]:
    """The cards of each trick: honours where they belong, a trump wherever the lead changes hands,
    courts to the side whose they are, and pips."""
    aside, court = wanted.aside.split(), wanted.court.split()
    leaders = [told.state.first_leader, *map(int, wanted.winners)]
    tricks: list[list[str]] = [
        list(_own(wanted, number + 1)) for number in range(len(wanted.winners))
    ]
    trumps = [card for card in TRUMPS[1:20] if card not in aside]
    closed = [_holds(wanted, number) for number in range(len(tricks))]
    for number, cards in enumerate(tricks):
        changes = int(wanted.winners[number]) != leaders[number]
        if (changes or "T1" in cards) and not closed[number]:
            cards.append(trumps.pop())
    others = [card for card in [*COURT, "T21"] if card not in [*court, *aside]]
    for mine, cards in ((True, court), (False, others)):
        places = [
            trick
            for number, trick in enumerate(tricks)
            if (wanted.winners[number] == str(ANNA)) is mine and not closed[number]
        ]
        for card in cards:
            next(trick for trick in places if len(trick) < 3).append(card)
    filling = [*(card for card in PIPS if card not in aside), *trumps[::-1]]
    for number in sorted(range(len(tricks)), key=lambda number: not closed[number]):
        while len(tricks[number]) < 3:
            tricks[number].append(filling.pop(0))
    return tricks


def _holds(wanted: Wanted, number: int) -> bool:
    """Whether pagat or fool wins the trick, so that only empty cards may lie with it."""
    return int(wanted.winners[number]) in _own(wanted, number + 1).values()


def court_worth(points: int, *, but: str = "") -> str:
    """Kings, queens, knights and jacks that count `points` points above the third of each card."""
    chosen = []
    for card in COURT:
        if ABOVE[card[1]] <= points and card not in but.split():
            chosen.append(card)
            points -= ABOVE[card[1]]
    assert not points
    return " ".join(chosen)
