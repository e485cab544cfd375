"""Hands made up for their score: the card points and bouts in the taker's pile, the number of
tricks.

Nobody's cards are written down, and the table lets every card stand, so that tricks can be put
together as an example needs them. The result of a hand is asserted by the tests, never taken from
here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.rules.table import Hand, hand
from tests.rules.written import HAND_SIZE, PACK

# What a card counts above the half point that every card counts, in half points.
EXTRA = {"K": 8, "Q": 6, "N": 4, "J": 2}
HONOUR = 8
COURT = [suit + rank for rank in EXTRA for suit in "SHDC"]
PIPS = [card for card in PACK[:56] if card not in COURT]
ORDINARY_TRUMPS = [f"T{number}" for number in range(2, 21)]


@dataclass(frozen=True)
class Wanted:
    """The result that the hand is to have.

    `points` and `bouts` ("T21 F") lie in the taker's pile at the end, as the cards lie, with what
    was laid away. `last`: whether the taker's side wins the last trick. `petit` and `fool` say
    where trump 1 and the fool lie: "early", "before-last" or "last"; `fool_by` who plays it (None:
    somebody else of the side that wins the trick). `won`: how many tricks (None: as the points
    need). `over_petit`: a higher trump lies on the petit. `handfuls`: (seat, trumps).
    """

    contract: str
    points: float
    bouts: str = ""
    players: int = 4
    taker: int = 0
    partner: int | None = None
    won: int | None = None
    last: bool = False
    petit: str = "early"
    over_petit: bool = False
    fool: str = "early"
    fool_by: int | None = None
    handfuls: tuple[tuple[int, int], ...] = ()
    slam_called: bool = False
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def side(self) -> list[int]:
        """The seats of the taker's side."""
        return [self.taker] if self.partner is None else [self.taker, self.partner]

    @property
    def defence(self) -> list[int]:
        """The other seats."""
        return [seat for seat in range(self.players) if seat not in self.side]

    @property
    def tricks(self) -> int:
        """How many tricks a hand has."""
        return HAND_SIZE[self.players]

    @property
    def aside(self) -> int:
        """How many cards are laid away, or lie in the dog."""
        return len(PACK) - self.tricks * self.players

    def courtly(self, won: int) -> int:
        """What the court cards of the taker's pile count above half points each, in half points."""
        cards = self.players * won + (0 if self.contract == "guard-against" else self.aside)
        return int(2 * self.points) - cards - HONOUR * len(self.bouts.split())

    def most_even(self) -> int:
        """Tricks for the taker's side that give the points, if possible half of all."""
        mine = [number for seat, number in self.handfuls if seat in self.side]
        fitting = [
            won
            for won in range(1, self.tricks)
            if 0 <= self.courtly(won) <= 4 * sum(EXTRA.values()) and not self.courtly(won) % 2
        ]
        enough = max(mine, default=self.tricks // 2)
        return min(fitting, key=lambda won: (won < max(mine, default=0), abs(won - enough)))


@dataclass
class Trick:
    """A trick being put together: the seat that is to win it, its cards, who must play one."""

    winner: int
    cards: list[str]
    by: dict[str, int]

    def best(self) -> str:
        """The card that wins: the highest trump, else of its suit, which must be led."""
        return max((card for card in self.cards if card != "F"), key=PACK.index, default="F")

    def has_trump(self) -> bool:
        """Whether a trump lies in it."""
        return any(card[0] == "T" for card in self.cards)

    def played(self, leader: int, players: int) -> Iterator[tuple[int, str]]:
        """Who plays which card, from the leader on."""
        places = {seat: card for card, seat in self.by.items()}
        winner = self.winner if self.winner not in places else (self.winner + 1) % players
        places.setdefault(winner, self.best())
        rest = [card for card in self.cards if card not in places.values()]
        for turn in range(players):
            seat = (leader + turn) % players
            yield seat, places[seat] if seat in places else rest.pop()


def made_up(wanted: Wanted) -> Hand:
    """The complete record of such a hand."""
    tricks = _winners(wanted)
    _place_bouts(wanted, tricks)
    _place_called_king(wanted, tricks)
    _place_trumps(wanted, tricks)
    aside = _fill(wanted, tricks)
    told = _up_to_the_play(wanted, aside)
    for seat, shown in _shown(wanted, tricks).items():
        told = told.shows(" ".join(shown), seat=seat)
    leader = told.state.first_leader
    for trick in tricks:
        for seat, card in trick.played(leader, wanted.players):
            told = told.does("play", seat=seat, card=card, irregular="made up")
        leader = trick.winner
    return told


def _winners(wanted: Wanted) -> list[Trick]:
    won = wanted.most_even() if wanted.won is None else wanted.won
    eager = [seat for seat, _ in wanted.handfuls]
    mine = next((seat for seat in eager if seat in wanted.side), wanted.taker)
    theirs = next((seat for seat in eager if seat in wanted.defence), wanted.defence[0])
    blocks = [(theirs, wanted.tricks - won), (mine, won)]
    order = blocks if wanted.last else blocks[::-1]
    return [Trick(seat, [], {}) for seat, number in order for _ in range(number)]


def _place_bouts(wanted: Wanted, tricks: list[Trick]) -> None:
    when = {"last": tricks[-1:], "before-last": tricks[-2:-1], "early": tricks[:-2]}
    for bout, place in (("T21", "early"), ("T1", wanted.petit), ("F", wanted.fool)):
        mine = bout in wanted.bouts.split()
        piles = [one for one in when[place] if (one.winner in wanted.side) is mine]
        trick = next(one for one in piles if not one.cards or place != "early")
        trick.cards.append(bout)
        if bout == "F":
            own = wanted.side if mine else wanted.defence
            mate = next((seat for seat in own if seat != trick.winner), None)
            player = mate if wanted.fool_by is None else wanted.fool_by
            assert player is not None, "say who plays the fool"
            trick.by["F"] = player


def _place_called_king(wanted: Wanted, tricks: list[Trick]) -> None:
    """At five the king of spades is called; the taker's own goes to a trick of the defence."""
    if wanted.players == 5:
        mine = wanted.partner is not None
        free = [one for one in tricks if (one.winner in wanted.side) is mine and not one.by]
        free[0].cards.append("SK")
        free[0].by["SK"] = wanted.side[-1]


def _place_trumps(wanted: Wanted, tricks: list[Trick]) -> None:
    """A trump for every trick as far as they go; a handful's others lie under higher trumps."""
    trumps = list(ORDINARY_TRUMPS)
    lacking = {}
    for seat, number in wanted.handfuls:
        lacking[seat] = max(0, number - sum(trick.winner == seat for trick in tricks))
    low, high = trumps[: sum(lacking.values())], trumps[sum(lacking.values()) :]
    changes = [
        tricks[at]
        for at in range(len(tricks))
        if not at or tricks[at].winner != tricks[at - 1].winner
    ]
    for trick in [*changes, *tricks]:
        if not trick.has_trump() and high:
            trick.cards.append(high.pop())
    for seat, number in lacking.items():
        for trick in [one for one in tricks if one.winner != seat and one.best() != "T1"][:number]:
            trick.by[low[0]] = seat
            trick.cards.append(low.pop(0))
    if wanted.over_petit:
        next(one for one in tricks if "T1" in one.cards).cards.append(high.pop())
    trumped = (one for one in tricks if one.has_trump() and one.best() != "T1" and not one.by)
    for card in high:
        next(trumped).cards.append(card)


def _shown(wanted: Wanted, tricks: list[Trick]) -> dict[int, list[str]]:
    """The trumps of each handful: those that its seat plays."""
    shown = {}
    for seat, number in wanted.handfuls:
        top = [one.best() for one in tricks if one.winner == seat and one.has_trump()]
        under = [card for one in tricks for card, by in one.by.items() if by == seat]
        shown[seat] = [*(card for card in under if card[0] == "T"), *top][:number]
    return shown


def _fill(wanted: Wanted, tricks: list[Trick]) -> list[str]:
    """Court cards to the side whose points they are, pips elsewhere; the rest is laid away."""
    won = sum(trick.winner in wanted.side for trick in tricks)
    placed = [card for trick in tricks for card in trick.cards]
    needed = wanted.courtly(won) - (EXTRA["K"] if wanted.partner is not None else 0)
    court = [card for card in COURT if card not in placed]
    for mine in (True, False):
        places = [one for one in tricks if (one.winner in wanted.side) is mine]
        for card in list(court):
            worth = EXTRA[card[1]] if mine else 0
            if worth <= needed and places:
                needed -= worth
                min(places, key=lambda one: len(one.cards)).cards.append(card)
                court.remove(card)
    pips = list(PIPS)
    for trick in tricks:
        while len(trick.cards) < wanted.players:
            trick.cards.append(pips.pop())
    return [*court, *pips]


def _up_to_the_play(wanted: Wanted, aside: list[str]) -> Hand:
    told = hand(wanted.players, **wanted.options)
    calls = ["pass"] * wanted.players
    calls[wanted.taker] = wanted.contract
    told = told.says(" ".join(calls))
    if wanted.players == 5:
        told = told.names("SK")
    if wanted.contract in ("small", "guard"):
        told = told.turns_up(" ".join(aside)).lays_away(" ".join(aside))
    return told.calls_slam() if wanted.slam_called else told
