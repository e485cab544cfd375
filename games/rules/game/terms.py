"""The terms that a game is told in: bids, tables, steps of the exchange, bans, announcements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from games.rules.problems import gettext_noop

if TYPE_CHECKING:
    from games.rules.hand.actions import Announce
    from games.rules.hand.state import State
    from games.rules.problems import Problem


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid of the auction. `stock` says what becomes of the stock: "exchange" (turned up, joins the
    taker's hand), "own" (unseen, counts for the taker's side), "other" (unseen, for the other side). `least` is
    what it wins or costs an opponent at least. One that does not win is a signal: nobody plays it. `needs` are the
    cards (mask) of which a hand must hold one to make it; 0: any hand may."""

    key: str
    label: str
    factor: int
    stock: str
    least: int
    wins: bool = True
    needs: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A number of players: cards dealt to each, cards in the stock; how many of them a seat lays away (0: as many
    as there are in the stock) and how many tricks are played (0: as many as a hand has cards). `sits_out`: one more
    may sit at the table; whoever deals sits out then."""

    hand: int
    stock: int
    discard: int = 0
    tricks: int = 0
    sits_out: bool = False


class Seating(NamedTuple):
    """How many sit at the table of a match, and whether the dealer sits out, so that one less plays."""

    people: int
    dealer_sits_out: bool = False

    @property
    def players(self) -> int:
        """How many play a hand."""
        return self.people - self.dealer_sits_out


class Step(NamedTuple):
    """What the exchange waits for: the kind of action, by which seat; `unseen`: while the stock is unknown, a
    discard face down may come instead."""

    kind: str
    seat: int
    unseen: bool = False


class Laying(NamedTuple):
    """Cards that a seat lays away, as far as they are known: those laid away, those kept, those shown (masks);
    `seen`: all that is laid away is known; `room`: so many cards more are still to be chosen."""

    seat: int
    laid: int
    kept: int
    shown: int
    seen: bool = True
    room: int = 0


# What a rule is where the sources say nothing of it, or too little.
RECONSTRUCTED = gettext_noop("reconstructed")
PARTLY = gettext_noop("partly reconstructed")
OUR_READING = gettext_noop("our reading")
OURS_IN_PART = gettext_noop("our reading in part")


def nothing(*facts: object) -> None:
    """What a game has not."""
    return None


def no_cards(*facts: object) -> int:
    """The empty set."""
    return 0


@dataclass(frozen=True, slots=True)
class Ban:
    """Cards that may not be laid away, or not be chosen next: `barred(state, laying)` gives their mask. `owed(state, laying)` gives those
    (mask) of which more had to be shown than were. `together`: what is barred depends on what else goes."""

    code: str
    rule: str
    template: str
    barred: Callable[[State, Laying], int] = no_cards
    owed: Callable[[State, Laying], int] = no_cards
    together: bool = False


@dataclass(frozen=True, slots=True)
class AnnouncementKind:
    """An announcement of the variant.

    `check(state, announce)` gives the problem or None. Of one that shows cards, `time(state, seat)` says why it is
    not the moment, `offered(state, seat)` why this seat may not make it, whatever the cards, `again(state, seat)` which
    cards (mask) it may show although they are laid away. `reveals` are cards (mask) known to be in the hand of who
    makes it; `then(state, announce)` is what it changes beside; `ends` says what status the hand has when the
    announcement ends it ("" where play goes on).
    """

    key: str
    label: str
    check: Callable[[State, Announce], Problem | None]
    shows_cards: bool = False
    time: Callable[[State, int], Problem | None] = nothing
    offered: Callable[[State, int], Problem | None] = nothing
    again: Callable[[State, int], int] = no_cards
    reveals: int = 0
    then: Callable[[State, Announce], None] = nothing
    ends: str = ""
