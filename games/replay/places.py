"""Names of steps that last: an address says where the play stood, not a number in a file.

`3.2` is the moment at which the second card of trick 3 lies on the table, so that who names a card
shows it. `auction`, `exchange` and `play` are the beginnings of these parts, `score` is the end;
the last card of a hand leads there too. What happens without bringing the play on (a call, an
announcement, a comment) is counted behind: `auction.3`, `1.1.2`. A correction elsewhere in the
record moves none of them.

Until 0.2.0 a step was named after the card to come. Such a name still leads where it led, unless a
step has it now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from django.urls.converters import StringConverter

from games.replay.course import AUCTION, EXCHANGE, OVER, Course, Position


class Place(StringConverter):
    """The name of a step in an address; which of them a hand has, only its course knows."""

    regex = r"(?:auction|exchange|play|score|end|[1-9][0-9]?\.[1-9])(?:\.[1-9][0-9]{0,2})?"


def places(course: Course) -> tuple[str, ...]:
    """Return the name of each step of a course, no two of them alike."""
    return tuple(_numbered(_name(course, at, at.card or "play") for at in course.positions))


def _numbered(names: Iterable[str]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name}.{seen[name]}"


def _name(course: Course, at: Position, in_play: str) -> str:
    if at.phase == AUCTION:
        return "auction"
    if at.phase == EXCHANGE:
        return "exchange"
    if at.phase == OVER:
        # Comments may follow the end; the score stands where everything has been said.
        return "score" if at.step == course.last else "end"
    return in_play


def other_names(course: Course) -> dict[str, int]:
    """Return names by which a step is found where no step has them.

    The last card of a hand, at the end of which the score stands; what a step was called until
    0.2.0.
    """
    last = course.positions[-1]
    coming = (_name(course, at, f"{at.closed + 1}.{at.lying + 1}") for at in course.positions)
    former = {name: step for step, name in enumerate(_numbered(coming))}
    return former | ({last.card: last.step} if last.phase == OVER and last.card else {})
