"""Droggn, the score sheet: the lines a player checks with pencil and paper (sheet 2.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.rules.cards import cards_of
from games.rules.game.counting import Haul, Sides
from games.rules.game.scoring import Line, number, tricks_of
from games.rules.game.terms import Bid
from games.rules.hand.state import State
from games.rules.problems import gettext_noop
from games.rules.variants.droggn.counting import HALF
from games.rules.variants.droggn.exchange import TAKEN, owner_of_stock
from games.rules.variants.droggn.play import bids_slam


class Part(NamedTuple):
    """A part of what each opponent pays the declarer; `feat`: the feat that it pays for."""

    label: str
    how: str
    points: int
    rule: str
    facts: dict[str, object]
    feat: str = ""


class Tally(NamedTuple):
    """All that the sheet says of a scored hand, whose state changes no more in what is read here.

    `haul`: what the declarer has, None where it is not known and, at a slam, nothing hangs on it; `parts` make up
    what `each` opponent pays.
    """

    state: State
    bid: Bid
    found: Sides
    haul: Haul | None
    parts: list[Part]
    each: int


def lines(tally: Tally) -> Iterator[Line]:
    """The whole sheet: what was counted, what it comes to, what is paid."""
    yield from _counted(tally)
    if not bids_slam(tally.state) and tally.haul is not None:
        yield from _against_what_is_needed(tally.state, tally.haul)
    for part in tally.parts:
        yield Line(part.label, part.how, part.points, part.rule, part.facts, feat=part.feat)
    declarer = tally.found[0][0]
    yield Line(
        gettext_noop("Each opponent"),
        gettext_noop("what one opponent pays {player}"),
        tally.each,
        "2.10.3",
        {"player": declarer},
        "result",
    )
    yield Line(
        gettext_noop("{player}"),
        gettext_noop("2 × {each}"),
        2 * tally.each,
        "2.10.4",
        {"player": declarer, "each": str(tally.each).replace("-", "−")},
        "result",
    )


def _counted(tally: Tally) -> Iterator[Line]:
    """2.10.1: tricks, discard or stock, the fool, card points."""
    state, haul = tally.state, tally.haul
    tricks = tricks_of(state, tally.found[0])
    yield Line(
        gettext_noop("{player}'s tricks"),
        gettext_noop("{numbers}") if tricks else gettext_noop("none"),
        None if haul is None else number(haul.tricks),
        "2.10.1",
        {
            "player": tally.found[0][0],
            "tricks": tricks,
            "numbers": ", ".join(map(str, tricks)),
        },
    )
    if haul is None:
        return
    if owner_of_stock(state) == 0:
        yield _laid_away(tally, haul)
    if haul.fool:
        how = (
            gettext_noop("back to the declarer for an empty card")
            if haul.fool > 0
            else gettext_noop("back to the defenders for an empty card")
        )
        yield Line(gettext_noop("The fool"), how, number(haul.fool), "2.8.6")
    yield Line(
        gettext_noop("Card points"),
        gettext_noop("of {total}"),
        number(haul.halves),
        "2.3.5",
        {"total": number(state.pack.total)},
        "result",
    )


def _laid_away(tally: Tally, haul: Haul) -> Line:
    state, taken = tally.state, tally.bid.stock == TAKEN
    cards = tuple(cards_of(haul.aside))
    inferred = state.discard is None if taken else state.stock is None
    if not cards:  # after a claim all cards that nobody saw count for the same side
        how = gettext_noop("counted with the tricks claimed")
    else:
        how = gettext_noop("{cards}, inferred") if inferred else gettext_noop("{cards}")
    return Line(
        gettext_noop("Discard") if taken else gettext_noop("Stock"),
        how,
        number(haul.laid),
        "2.6.1" if taken else "2.6.5",
        {"cards": cards, "inferred": inferred},
    )


def _against_what_is_needed(state: State, haul: Haul) -> Iterator[Line]:
    """2.10.2: what the declarer needs, and how far it is from 37, from where points are paid."""
    needed = state.options["points_to_win"]
    yield Line(gettext_noop("Needed"), "", needed, "2.10.2")
    points = haul.halves // 2
    yield Line(
        gettext_noop("Above 37 by") if points >= HALF else gettext_noop("Below 37 by"),
        gettext_noop("{points} against {half}"),
        abs(points - HALF),
        "2.10.3",
        {"points": points, "half": HALF},
        "result",
    )
