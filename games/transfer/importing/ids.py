"""Which id a row of an archive gets in the club that takes it in."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from games.models import Club
from games.models.fields import PUBLIC_ID_LENGTH


class Ids:
    """The ids of the rows that an import adds.

    Those who have the server keep the ids of an archive (`kept`), as far as no other club of the
    site has them. Everybody else gets ids that follow from the club and the id in the archive,
    whether that is free or not: else an import would tell which ids other clubs have. The same
    archive leads to the same ids each time, so that it finds its rows again.
    """

    def __init__(self, club: Club, *, kept: bool) -> None:
        self.club = club
        self.kept = kept
        self.elsewhere: set[str] = set()
        self.again: dict[str, int] = {}  # how often what has the id was taken back

    def look_up(self, model: Any, keys: Iterable[str]) -> None:
        """Learn which of these ids rows of other clubs have.

        One statement, none unless ids are kept.
        """
        if self.kept:
            # Also of players who are in no list any more.
            rows = model._base_manager.filter(public_id__in=set(keys))
            others = rows.exclude(club=self.club)
            self.elsewhere.update(others.values_list("public_id", flat=True))

    def known(self, rows: QuerySet[Any], keys: Iterable[str]) -> set[str]:
        """Return those of these ids of which there is a row here, and look up the others."""
        here = {one: key for key in keys for one in self.both(key)}
        there = rows.filter(public_id__in=list(here)).values_list("public_id", flat=True)
        known = {here[one] for one in there}
        self.look_up(rows.model, {*here.values()} - known)
        return known

    def pass_over(self, gone: Any, keys: Iterable[str]) -> None:
        """Learn which of these ids are those of rows that were taken back: each gets another."""
        left = set(keys)
        while left:
            ids = [here for key in left for here in self.both(key)]
            taken = set(gone.filter(public_id__in=ids).values_list("public_id", flat=True))
            left = {key for key in left if not taken.isdisjoint(self.both(key))}
            self.again |= {key: self.again.get(key, 0) + 1 for key in left}

    def new(self, key: str) -> str:
        """Return the id of a row that is new here and has been looked up."""
        mine = self.kept and key not in self.elsewhere and key not in self.again
        return key if mine else self.derived(key)

    def both(self, key: str) -> tuple[str, str]:
        """Return the ids under which a row of the archive may be here."""
        return (key, self.derived(key)) if key not in self.again else (self.derived(key),) * 2

    def derived(self, key: str) -> str:
        """Return the id that follows from the club and an id of an archive.

        It has 80 bits, like a random one.
        """
        key += f"\n{self.again[key]}" if key in self.again else ""
        digest = hashlib.sha256(f"clubtarot/id/1\n{self.club.public_id}\n{key}\n".encode()).digest()
        return base64.b32encode(digest).decode("ascii")[:PUBLIC_ID_LENGTH].lower()
