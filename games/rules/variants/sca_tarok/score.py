"""Tarok: the cards in the tricks are counted, and that is the score (C11 to C14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from games.rules.cards import FOOL, JACKS, KINGS, KNIGHTS, PLAIN, QUEENS, TRUMPS, cards_of
from games.rules.game.scoring import Line, Settlement, Sheet, claimed, tricks_of, won_by
from games.rules.hand.state import State
from games.rules.problems import gettext_noop

COURT = KINGS | QUEENS | KNIGHTS | JACKS

# C13: what counts the same, and how much.
KINDS = (
    (gettext_noop("Majors"), TRUMPS | FOOL, 15),
    (gettext_noop("Kings"), KINGS, 25),
    (gettext_noop("Queens"), QUEENS, 20),
    (gettext_noop("Knights"), KNIGHTS, 15),
    (gettext_noop("Pages"), JACKS, 15),
)


def settle(state: State) -> Settlement:
    """C13: each player's score is the value of the cards in the tricks won; C12: cards in hand count for nobody."""
    won = piles(state)
    halves = tuple(map(state.pack.points, won))
    return Settlement(
        sides=tuple((seat,) for seat in range(state.n)),
        halves=halves,
        scores=tuple(points // 2 for points in halves),
        sheet=Sheet(partial(lines, state, won)),
    )


def piles(state: State) -> list[int]:
    """The cards (mask) in each player's tricks; C12: a claim takes all that is not won, also what nobody has drawn."""
    return [
        won_by(state, (seat,)) | (claimed(state, 0) if state.claim == seat else 0)
        for seat in range(state.n)
    ]


def lines(state: State, won: list[int]) -> Iterator[Line]:
    """The whole sheet: player by player, then the pack as a check."""
    for seat, cards in enumerate(won):
        yield _tricks(state, seat, cards)
        yield from _counted(cards)
        yield Line(
            gettext_noop("{player}"), "", _points(state, cards), "C13", {"player": seat}, "result"
        )
    yield from _check(state, won)


def _points(state: State, cards: int) -> int:
    return state.pack.points(cards) // 2


def _tricks(state: State, seat: int, cards: int) -> Line:
    """C9: the tricks that a player has set aside."""
    tricks = tricks_of(state, (seat,))
    return Line(
        gettext_noop("{player}'s tricks"),
        gettext_noop("{numbers}: {count} cards") if tricks else gettext_noop("none"),
        None,
        "C9",
        {
            "player": seat,
            "tricks": tricks,
            "numbers": ", ".join(map(str, tricks)),
            "count": cards.bit_count(),
        },
    )


def _counted(cards: int) -> Iterator[Line]:
    """C13: what counts the same is counted together; of the low cards each counts its number."""
    for label, kind, worth in KINDS:
        count = (cards & kind).bit_count()
        if count:
            facts = {"count": count, "worth": worth}
            yield Line(label, gettext_noop("{count} × {worth}"), count * worth, "C13", facts)
    low = cards & PLAIN & ~COURT
    if low:
        numbers = sorted(card % 14 + 1 for card in cards_of(low))
        yield Line(
            gettext_noop("Ace to ten"),
            gettext_noop("{sum}"),
            sum(numbers),
            "C13",
            {"sum": " + ".join(map(str, numbers))},
        )


def _check(state: State, won: list[int]) -> Iterator[Line]:
    """C12: what is left over counts for nobody; all the rest of the 850 is somebody's."""
    total, over = _points(state, state.variant.pack.cards), 0
    if state.claim is None and state.unwon:
        over = _points(state, state.unwon)
        yield Line(
            gettext_noop("Left over"),
            gettext_noop("{cards}: for nobody"),
            over,
            "C12",
            {"cards": tuple(cards_of(state.unwon))},
        )
    yield Line(
        gettext_noop("Together"),
        gettext_noop("{total} − {over}") if over else gettext_noop("the whole pack"),
        sum(_points(state, cards) for cards in won),
        "C13",
        {"total": total, "over": over},
        "result",
    )
