"""Taroux of Six: what a hand comes to, number by number (sheet B47 to B50)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.rules.game.terms import Bid
from games.rules.hand.state import State
from games.rules.variants.taroux_of_six.counting import Haul
from games.rules.variants.taroux_of_six.sides import Sides


class Bonus(NamedTuple):
    """What is scored beside the contract, as the Declarers see it: a Sparrow, a Slam, an Abundance; `feat`: which feat
    that is."""

    label: str
    how: str
    points: int
    rule: str
    facts: Mapping[str, object]
    feat: str = ""


class Tally(NamedTuple):
    """All that the sheet says of a scored hand, in the words of B47 to B50.

    `points` D, `margin` D − T, `factor` M, `times` F; `stake` is the contract with the Sparrow, multiplied, `doubled`
    what a contra doubled of it, `each` R.
    """

    state: State
    contract: Bid
    sides: Sides
    haul: Haul
    points: int
    margin: int
    factor: int
    times: int
    sparrows: list[Bonus]
    slams: list[Bonus]
    abundances: list[Bonus]
    stake: int
    doubled: int
    each: int
