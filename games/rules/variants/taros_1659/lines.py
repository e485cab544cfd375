"""Le Jeu de Taros, the score sheet: player by player the lines that anybody can check at the table (A18 to A25)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.rules.game.scoring import Line, Swap
from games.rules.hand.state import State
from games.rules.problems import gettext_noop


class Tally(NamedTuple):
    """All that the sheet says of a scored hand. By seat: the numbers of its `tricks`, the card points in them as
    they `lay`, its `points` after the Fool's settlement, its score."""

    state: State
    swap: Swap | None
    tricks: list[list[int]]
    lay: list[int]
    points: list[int]
    scores: tuple[int, ...]


def lines(tally: Tally) -> Iterator[Line]:
    """The whole sheet, one player after the other."""
    for seat in range(tally.state.n):
        yield _tricks(tally, seat)
        yield from _fool(tally, seat)
        yield from _result(tally, seat)


def _tricks(tally: Tally, seat: int) -> Line:
    won = tally.tricks[seat]
    return Line(
        gettext_noop("{player}'s tricks"),
        gettext_noop("{numbers}") if won else gettext_noop("none"),
        tally.lay[seat],
        "A5",
        {"player": seat, "tricks": won, "numbers": ", ".join(map(str, won))},
    )


def _fool(tally: Tally, seat: int) -> Iterator[Line]:
    """A18: the Fool goes back for an empty card; A20: for the least valuable; A19: or not at all."""
    swap, label = tally.swap, gettext_noop("The Fool")
    if swap is None or seat not in (swap.player, swap.winner):
        return
    if swap.given is None:
        if seat == swap.player:
            how = gettext_noop("lost to {other}: there is no card to give for it")
            yield Line(label, how, 0, "A19", {"other": swap.winner})
        return
    worth = tally.state.pack.worth[swap.given]
    keeps = seat == swap.player
    if worth:
        how = (
            gettext_noop("kept; no card is empty, so {other} gets one worth {worth}")
            if keeps
            else gettext_noop("goes to {other} for a card worth {worth}")
        )
    else:
        how = (
            gettext_noop("kept; {other} gets an empty card")
            if keeps
            else gettext_noop("goes to {other} for an empty card")
        )
    other = swap.winner if keeps else swap.player
    moved = tally.points[seat] - tally.lay[seat]
    yield Line(label, how, moved, "A20" if worth else "A18", {"other": other, "worth": worth})


def _result(tally: Tally, seat: int) -> Iterator[Line]:
    """A23 to A25: card points, and a point for every card above twelve, or below."""
    state, tricks = tally.state, len(tally.tricks[seat])
    count = state.n * tricks
    if tricks:
        yield Line(
            gettext_noop("Cards"),
            gettext_noop("{count} − {size}"),
            count - state.size,
            "A23",
            {"count": count, "size": state.size},
        )
    yield Line(
        gettext_noop("{player}"),
        gettext_noop("{points} + ({count} − {size})") if tricks else gettext_noop("no trick"),
        tally.scores[seat],
        "A24" if tricks else "A25",
        {"player": seat, "points": tally.points[seat], "count": count, "size": state.size},
        "result",
    )


def told(state: State, swap: Swap) -> Line:
    """The Fool's settlement as it is said at the table, without points (A18 to A20)."""
    facts: dict[str, object] = {"player": swap.player, "other": swap.winner}
    if swap.given is None:
        template = gettext_noop("{player} loses the Fool to {other}: there is no card to give.")
        return Line(template, "", None, "A19", facts)
    worth = state.pack.worth[swap.given]
    if worth:
        template = gettext_noop("{player} keeps the Fool and gives {other} a card worth {worth}.")
        return Line(template, "", None, "A20", facts | {"worth": worth})
    template = gettext_noop("{player} keeps the Fool and gives {other} an empty card.")
    return Line(template, "", None, "A18", facts)


def left_open(swap: Swap) -> Line:
    """What is said of a Fool that is settled at the end of the hand, when its trick is gathered (A19)."""
    template = gettext_noop("{player}'s Fool is settled at the end of the hand.")
    return Line(template, "", None, "A19", {"player": swap.player})
