"""Heads of chains, written down outside of the database: what was true of a chain at a moment.

Anybody with the database can make a whole new chain that is sound in itself. A
head that was kept elsewhere is then no longer a link of the chain.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from games.models import Club, PublishedHead
from games.writing.durably import durably


@dataclass(frozen=True, slots=True)
class ChainHead:
    """The link of the last seal of a club at a moment.

    `club` is a public id, `seals` the number of seals, `at` a moment as RFC 3339.
    """

    club: str
    seals: int
    head: str
    at: str

    @classmethod
    def read(cls, line: str) -> Self:
        """Return the head on a line. Raises ValueError where it is not one."""
        try:
            raw = json.loads(line)
            made = cls(str(raw["club"]), int(raw["seals"]), str(raw["head"]), str(raw["at"]))
        except (KeyError, TypeError):
            raise ValueError("it must name club, seals, head and at") from None
        return made

    @classmethod
    def of(cls, row: PublishedHead) -> Self:
        """Return one that was published. Its club has been read before."""
        return cls(row.club.public_id, row.seals, row.head, moment(row.at))

    def __str__(self) -> str:
        return json.dumps(asdict(self))


def moment(at: datetime) -> str:
    """Return a moment as a head names it, to the second, in UTC."""
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def heads_now() -> Iterator[ChainHead]:
    """Yield the heads of all clubs that have sealed anything. One statement."""
    at = moment(datetime.now(UTC))
    for club in Club.objects.exclude(seals=0).order_by("pk"):
        yield ChainHead(club.public_id, club.seals, club.head, at)


def publish_head(club: Club) -> None:
    """Keep where the chain of a club ends now, for people outside, unless it is kept already.

    Raises Busy, StorageFull.
    """

    def write() -> None:
        now = Club.objects.only("seals", "head").get(pk=club.pk)
        if now.seals:
            PublishedHead.objects.get_or_create(club=club, seals=now.seals, head=now.head)

    durably(write)


# What stands in braces. In an e-mail it may be broken at a space, and every line of an answer
# begins with ">".
BRACED = re.compile(r"\{[^{}]*\}?")
QUOTED = re.compile(r"^[>\s]+", re.MULTILINE)


def read_heads(path: Path) -> list[ChainHead]:
    """Return the heads in a file.

    The file is a list of lines, or a saved e-mail or page that has them in it. Raises OSError,
    ValueError with the number of the line, also where there is none.
    """
    heads = []
    text = path.read_text(encoding="utf-8")
    for braced in BRACED.finditer(text):
        try:
            heads.append(ChainHead.read(QUOTED.sub("", braced[0])))
        except ValueError as error:
            number = text.count("\n", 0, braced.start()) + 1
            raise ValueError(f"line {number}: {error}") from None
    if not heads:
        raise ValueError("there are none in it")
    return heads
