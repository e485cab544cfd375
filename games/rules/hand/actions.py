"""What can happen at the table. How an action is read from a record is for `reading`."""

from typing import Any, NamedTuple


class Call(NamedTuple):
    """A call of the auction by a seat: `call` is "pass", the key of a bid, or a challenge to the bid `of`."""

    seat: int
    call: str
    irregular: bool = False
    of: str = ""


class Stock(NamedTuple):
    """The stock is turned up: its cards in order."""

    cards: tuple[int, ...]


class Discard(NamedTuple):
    """Cards laid away by a seat; None: face down, nobody saw. `shown` are those the rules make him show."""

    seat: int
    cards: tuple[int, ...] | None
    shown: tuple[int, ...] = ()
    irregular: bool = False


class King(NamedTuple):
    """The card that the taker calls for a partner."""

    seat: int
    card: int


class Take(NamedTuple):
    """A seat takes one half of the stock, "first" or "second"; its partner gets the other."""

    seat: int
    half: str


class Buy(NamedTuple):
    """A seat buys a card.

    `card` is the card asked for (None: it buys nothing), `pay` the one that is paid (None: face down), `seller` the
    seat that gives it (None: nobody has it, or nobody knows).
    """

    seat: int
    card: int | None
    pay: int | None = None
    seller: int | None = None


class Announce(NamedTuple):
    """An announcement: cards shown where there are any, `size` where a lower tier is claimed."""

    seat: int
    what: str
    cards: tuple[int, ...] = ()
    size: int | None = None


class Play(NamedTuple):
    """One card to the trick."""

    seat: int
    card: int
    irregular: bool = False


class TakeBack(NamedTuple):
    """A card that lay on the table, and was taken back into the hand."""

    seat: int
    card: int


class Claim(NamedTuple):
    """All remaining tricks go to this seat."""

    seat: int


class Ruling(NamedTuple):
    """The director adjusts the score: half points a seat."""

    halves: tuple[int, ...]


class StatedFacts(NamedTuple):
    """The facts of the hand, stated by the scorer (JSON): nobody wrote down how it was played on."""

    facts: Any


class Note(NamedTuple):
    """A comment; it changes nothing."""


class Foreign(NamedTuple):
    """An action of a kind that other games have and this variant never has."""

    kind: str


Action = (
    Call
    | Stock
    | Take
    | Discard
    | Buy
    | King
    | Announce
    | Play
    | TakeBack
    | Claim
    | StatedFacts
    | Ruling
    | Note
    | Foreign
)
