"""Heads of chains, written down outside of the database: what was true of a chain at a moment.

Whoever has the database can make a whole chain anew, and inside it everything is sound again. A
head that was kept elsewhere is then no longer a link of the chain.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from games.models import Club


@dataclass(frozen=True, slots=True)
class ChainHead:
    """The link of the last seal of a club, by its public id, when it had so many; `at` as RFC
    3339."""

    club: str
    seals: int
    head: str
    at: str

    @classmethod
    def read(cls, line: str) -> Self:
        """The same from its line. Raises ValueError where it is not one."""
        try:
            raw = json.loads(line)
            made = cls(str(raw["club"]), int(raw["seals"]), str(raw["head"]), str(raw["at"]))
        except (KeyError, TypeError):
            raise ValueError("it must name club, seals, head and at") from None
        return made

    def __str__(self) -> str:
        return json.dumps(asdict(self))


def heads_now() -> Iterator[ChainHead]:
    """The heads of all clubs that have sealed anything. One statement."""
    at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    for club in Club.objects.exclude(seals=0).order_by("pk"):
        yield ChainHead(club.public_id, club.seals, club.head, at)


def read_heads(path: Path) -> list[ChainHead]:
    """The heads in a file, a line each. Raises OSError, ValueError with the number of the line."""
    heads = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            heads.append(ChainHead.read(line))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    return heads
