"""Names of steps that last: an address says where the play stood, not a number in a file.

`3.2` is the moment at which the second card of trick 3 lies on the table, so that who names a card
shows it. `auction`, `exchange` and `play` are the beginnings of these parts, `score` is the end;
the last card of a hand leads there too. What happens without bringing the play on (a call, an
announcement, a comment) is counted behind: `auction.3`, `1.1.2`. A correction elsewhere in the
record moves none of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.replay.course import AUCTION, EXCHANGE, OVER, Course, Position


class Place:
    """The name of a step in an address; which of them a hand has, only its course knows."""

    regex = r"(?:auction|exchange|play|score|end|[1-9][0-9]?\.[1-9])(?:\.[1-9][0-9]{0,2})?"

    def to_python(self, value: str) -> str:
        """Take the name as it is."""
        return value

    def to_url(self, value: str) -> str:
        """Give the name as it is."""
        return value


def places(course: Course) -> tuple[str, ...]:
    """The name of each step of a course, no two of them alike."""
    return tuple(_numbered(course))


def _numbered(course: Course) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for at in course.positions:
        name = _name(course, at)
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name}.{seen[name]}"


def _name(course: Course, at: Position) -> str:
    if at.phase == AUCTION:
        return "auction"
    if at.phase == EXCHANGE:
        return "exchange"
    if at.phase == OVER:
        # Comments may follow the end; the score stands where everything has been said.
        return "score" if at.step == course.last else "end"
    return at.card or "play"


def other_names(course: Course) -> dict[str, int]:
    """Names by which a step is found as well: the last card of a hand, at the end of which the
    score stands."""
    last = course.positions[-1]
    return {last.card: last.step} if last.phase == OVER and last.card else {}
