"""Scarto, the score sheet: player by player the lines that anybody can check at the table (E5, E19 to E24)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.rules.game.scoring import Line, Swap
from games.rules.hand.state import State
from games.rules.problems import gettext_noop

# E24: a third of the 78 points.
AVERAGE = 26


class Tally(NamedTuple):
    """All that the sheet says of a scored hand. By seat: the numbers of its `tricks`, the card points before it as
    they `lay`, its `points` after the Fool's settlement, its score; `aside` are the points of the discard, among
    the dealer's (None: not known)."""

    state: State
    swap: Swap | None
    tricks: list[list[int]]
    lay: list[int]
    aside: int | None
    points: list[int]
    scores: tuple[int, ...]


def lines(tally: Tally) -> Iterator[Line]:
    """The whole sheet, one player after the other."""
    for seat in range(tally.state.n):
        yield from _won(tally, seat)
        yield from _fool(tally, seat)
        yield Line(
            gettext_noop("{player}"),
            gettext_noop("{points} − {average}"),
            tally.scores[seat],
            "E24",
            {"player": seat, "points": tally.points[seat], "average": AVERAGE},
            "result",
        )


def _won(tally: Tally, seat: int) -> Iterator[Line]:
    """E22: the tricks, counted in threes; E23: what the dealer laid away, apart from them where it is known."""
    won, aside = tally.tricks[seat], tally.aside if seat == tally.state.dealer else 0
    label = gettext_noop("{player}'s tricks")
    if aside is None:
        label = gettext_noop("{player}'s tricks, and the cards laid away")
    yield Line(
        label,
        gettext_noop("{numbers}") if won else gettext_noop("none"),
        tally.lay[seat] - (aside or 0),
        "E22",
        {"player": seat, "tricks": won, "numbers": ", ".join(map(str, won))},
    )
    if seat == tally.state.dealer and aside is not None:
        yield Line(gettext_noop("Laid away"), "", aside, "E23")


def _fool(tally: Tally, seat: int) -> Iterator[Line]:
    """E19: the Fool goes back for an empty card, or the least valuable; E20: or not at all."""
    swap, label = tally.swap, gettext_noop("The Matto")
    if swap is None or seat not in (swap.player, swap.winner):
        return
    keeps = seat == swap.player
    if swap.given is None:
        if keeps:
            how = gettext_noop("lost to {other}: there is no card to give for it")
            yield Line(label, how, 0, "E20", {"other": swap.winner})
        return
    if keeps:
        how = gettext_noop("kept; {other} gets the least valuable card")
    else:
        how = gettext_noop("goes to {other} for the least valuable card")
    other = swap.winner if keeps else swap.player
    yield Line(label, how, tally.points[seat] - tally.lay[seat], "E19", {"other": other})
