"""French Tarot, the score sheet: the lines a player checks with pencil and paper (1.11), in the order of the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.rules.cards import cards_of
from games.rules.game.counting import Haul, Sides
from games.rules.game.scoring import Line, number, tricks_of
from games.rules.game.terms import Bid
from games.rules.hand.state import State
from games.rules.problems import gettext_noop
from games.rules.variants.french.counting import BASE, TARGETS, owner_of_stock

WITH_BOUTS = (
    gettext_noop("without a bout"),
    gettext_noop("with one bout"),
    gettext_noop("with two bouts"),
    gettext_noop("with three bouts"),
)


class Bonus(NamedTuple):
    """What somebody is paid beside the contract, an opponent: the petit, a handful, a slam (`feat`: which feat that is)."""

    label: str
    how: str
    points: int
    rule: str
    facts: dict[str, object]
    feat: str = ""


class Tally(NamedTuple):
    """All that the sheet says of a scored hand, whose state changes no more in what is read here.

    `steps`: the points over or short; `stake` and `each`: what one opponent pays the
    taker for the contract and in all; `times`: how many times that each seat of the taker's side wins.
    """

    state: State
    contract: Bid
    found: Sides
    haul: Haul
    steps: int
    stake: int
    bonuses: list[Bonus]
    each: int
    times: tuple[int, ...]


def lines(tally: Tally) -> Iterator[Line]:
    """The whole sheet: what was counted, what it comes to, what is paid."""
    yield from _counted(tally)
    yield from _against_the_target(tally)
    yield from _stake(tally)
    for label, how, points, rule, facts, feat in tally.bonuses:
        yield Line(label, how, points, rule, facts, feat=feat)
    yield Line(
        gettext_noop("Each opponent"),
        gettext_noop("what one opponent pays {player}"),
        tally.each,
        "1.11.4",
        {"player": tally.found[0][0]},
        "result",
    )
    yield from _shares(tally)


def _counted(tally: Tally) -> Iterator[Line]:
    """1.11.1: tricks, discard or dog, the Excuse, card points."""
    haul, pack = tally.haul, tally.state.pack
    yield _tricks(tally)
    if owner_of_stock(tally.state) == 0:
        yield _laid_away(tally)
    if haul.fool:
        how = (
            gettext_noop("goes to the taker's side")
            if haul.fool > 0
            else gettext_noop("goes to the defence")
        )
        yield Line(gettext_noop("The Excuse"), how, number(haul.fool), "1.10")
    total = number(pack.total)
    yield Line(
        gettext_noop("Card points"),
        gettext_noop("of {total}"),
        number(haul.halves),
        "1.3.4",
        {"total": total},
        "result",
    )


def _tricks(tally: Tally) -> Line:
    takers = tally.found[0]
    tricks = tricks_of(tally.state, takers)
    owner = (
        gettext_noop("{player}'s tricks")
        if len(takers) == 1
        else gettext_noop("Tricks of {player} and {other}")
    )
    return Line(
        owner,
        gettext_noop("{numbers}") if tricks else gettext_noop("none"),
        number(tally.haul.tricks),
        "1.11.1",
        {
            "player": takers[0],
            "other": takers[-1],
            "tricks": tricks,
            "numbers": ", ".join(map(str, tricks)),
        },
    )


def _laid_away(tally: Tally) -> Line:
    state = tally.state
    inferred = state.discard is None and (state.exchanged or state.stock is None)
    return Line(
        gettext_noop("Discard") if state.exchanged else gettext_noop("Dog"),
        gettext_noop("{cards}, inferred") if inferred else gettext_noop("{cards}"),
        number(tally.haul.laid),
        "1.7.1" if state.exchanged else "1.7.2",
        {"cards": tuple(cards_of(tally.haul.aside)), "inferred": inferred},
    )


def _against_the_target(tally: Tally) -> Iterator[Line]:
    """1.11.2, 1.11.3: what the bouts ask for, and how far it is from what the side has."""
    halves, held = tally.haul.halves, tuple(cards_of(tally.haul.honours))
    bouts, needed = len(held), TARGETS[len(held)]
    yield Line(
        gettext_noop("Bouts"),
        gettext_noop("{cards}") if bouts else gettext_noop("none"),
        bouts,
        "1.3.3",
        {"cards": held},
    )
    yield Line(gettext_noop("Needed"), WITH_BOUTS[bouts], needed, "1.11.2")
    yield Line(
        gettext_noop("Over by") if halves >= 2 * needed else gettext_noop("Short by"),
        gettext_noop("{points} against {needed}"),
        tally.steps,
        "1.11.3",
        {"points": _shown(halves), "needed": needed},
        "result",
    )


def _stake(tally: Tally) -> Iterator[Line]:
    """1.11.4: the contract, the margin, and what the bid makes of them."""
    contract, steps = tally.contract, tally.steps
    yield Line(gettext_noop("Contract"), "", BASE, "1.11.4")
    yield Line(gettext_noop("Margin"), "", steps, "1.11.4")
    yield Line(
        contract.label,
        gettext_noop("({base} + {steps}) × {factor}")
        if tally.stake >= 0
        else gettext_noop("−({base} + {steps}) × {factor}"),
        tally.stake,
        "1.5.3",
        {"base": BASE, "steps": steps, "factor": contract.factor},
        "result",
    )


def _shares(tally: Tally) -> Iterator[Line]:
    """1.11.5: what the taker, and his partner, win or lose: so many times what each opponent pays."""
    for seat, times in zip(tally.found[0], tally.times, strict=True):
        yield Line(
            gettext_noop("{player}"),
            gettext_noop("{times} × {each}"),
            times * tally.each,
            "1.11.5",
            {"player": seat, "times": times, "each": _signed(tally.each)},
            "result",
        )


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


def _shown(halves: int) -> str:
    return f"{halves // 2}½" if halves % 2 else str(halves // 2)
