"""What recording and replay draw alike: a player's plate, a row of the trick list.

The fragments `_plate.html` and `_trick.html` draw them. What holds now is a bool in recording; the
replay, whose page holds all steps at once, says at which steps (`games.display.when`): `Held`.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

Held = TypeVar("Held")


class PlateMark(NamedTuple, Generic[Held]):
    """A word on a plate next to the name.

    `kind` is "" or "filled", "announced", "holds" for a tag, "call" for what was called. `spoken`
    replaces `text` for a reader who only hears it.
    """

    text: str
    when: Held
    kind: str = ""
    spoken: str = ""


class Plate(NamedTuple, Generic[Held]):
    """The plate of a seat.

    `counts` are numbers of tricks won, none where the plate does not mention tricks; `strokes` has
    one for each of them; `no_trick`: it has won none; `scored`: its score is shown; `score` is in
    points, None where there is none.
    """

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
    may be read; `next`: it is its seat's turn to play it; `won`: it is known to have won;
    `inferred`: nobody saw it, no other card was left; `irregular`: why it was let stand, "" for a
    card that fits. In the replay `unseen`: it has not been played yet.
    """

    code: str
    seen: Held
    next: Held
    won: Held
    led: bool = False
    irregular: str = ""
    inferred: bool = False
    step: int = 0
    entry: int | None = None
    unseen: Held | None = None


class TrickRow(NamedTuple, Generic[Held]):
    """A trick.

    It has its cells by seat (None where nobody played), its card points in half points (None before
    its end), whether they are known, and whether it is the trick being played. In the replay
    `start` is the step to which the number leads, and `running` the card points of both sides so
    far, in half points (None where they cannot be known).
    """

    number: int
    cells: tuple[TrickCell[Held] | None, ...]
    halves: int | None
    points_known: Held
    now: Held
    start: int | None = None
    running: tuple[int, int] | None = None
    running_known: Held | None = None  # None with `running`
