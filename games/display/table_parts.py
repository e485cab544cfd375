"""What recording and replay draw alike: a player's plate, a row of the trick list.

The fragments `_plate.html` and `_trick.html` draw them. What holds now is a bool in recording; the
replay, whose page holds all steps at once, says at which steps (`games.replay.When`): `Held`.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

Held = TypeVar("Held")


class PlateMark(NamedTuple, Generic[Held]):
    """A word on a plate beside the name. `kind`: "" or "filled", "promise", "holds" for a tag,
    "call" for what was called; `spoken` instead of `text` for who only hears it."""

    text: str
    when: Held
    kind: str = ""
    spoken: str = ""


class Plate(NamedTuple, Generic[Held]):
    """The plate of a seat. `counts`: numbers of tricks won, none where the plate says nothing of
    tricks; `strokes`: one for each of them; `no_trick`: it has won none; `scored`: its score is
    shown, `score` in points, None where there is none."""

    seat: int
    name: str
    turn: Held
    marks: tuple[PlateMark[Held], ...]
    strokes: tuple[Held, ...]
    counts: tuple[tuple[int, Held], ...]
    no_trick: Held
    scored: Held
    score: float | None = None


class TrickCell(NamedTuple, Generic[Held]):
    """A card of the trick list; `code` is "" for one that has not been played.

    It leads to its `entry` (an index), or to `step`, at which it has just been played. `seen`: it
    may be read; `unseen`: nobody knows yet whether it will be played; `next`: its seat is on turn
    to play it; `won`: it is known to have won; `inferred`: nobody saw it, no other card was left;
    `irregular`: why it was let stand, "" for a card that fits.
    """

    code: str
    seen: Held
    unseen: Held
    next: Held
    won: Held
    led: bool = False
    irregular: str = ""
    inferred: bool = False
    step: int = 0
    entry: int | None = None


class TrickRow(NamedTuple, Generic[Held]):
    """A trick: cells by seat (None where nobody played), half points as the cards lie (None before
    its end), whether they are told, whether it is the trick of the moment. In the replay `start` is
    the step to which the number leads, `running` the card points of the sides so far, in half
    points (None where they cannot be told)."""

    number: int
    cells: tuple[TrickCell[Held] | None, ...]
    halves: int | None
    told: Held
    now: Held
    start: int | None = None
    running: tuple[int, int] | None = None
    running_told: Held | None = None  # None with `running`
