"""Stretches of steps: when something is to be seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class When:
    """The steps at which something holds: half-open stretches, an end of None lasting to the end.

    Written as the script reads it: "3-7 9-".
    """

    spans: tuple[tuple[int, int | None], ...] = ()

    @classmethod
    def between(cls, start: int, stop: int | None = None) -> When:
        """Return the steps from one up to, not including, another; none if they are the same."""
        return cls(()) if stop is not None and stop <= start else cls(((start, stop),))

    @classmethod
    def of(cls, flags: Iterable[bool], *, lasting: bool = False) -> When:
        """Return the steps whose flag is set; a last flag lasts on only if `lasting`."""
        spans: list[tuple[int, int | None]] = []
        start = None
        step = -1
        for step, flag in enumerate(flags):
            if flag and start is None:
                start = step
            elif not flag and start is not None:
                spans.append((start, step))
                start = None
        if start is not None:
            spans.append((start, None if lasting else step + 1))
        return cls(tuple(spans))

    def __contains__(self, step: int) -> bool:
        return any(start <= step and (stop is None or step < stop) for start, stop in self.spans)

    def __bool__(self) -> bool:
        return bool(self.spans)

    def __str__(self) -> str:
        return " ".join(
            f"{start}-" if stop is None else f"{start}-{stop}" for start, stop in self.spans
        )


def each_value(
    values: Iterable[int | None], *, lasting: bool = False
) -> Iterator[tuple[int, When]]:
    """Yield each number, the highest first, with the steps that have it; None is no number."""
    by_step = list(values)
    for value in sorted({one for one in by_step if one is not None}, reverse=True):
        yield value, When.of((one == value for one in by_step), lasting=lasting)


ALWAYS = When.between(0)
NEVER = When()
