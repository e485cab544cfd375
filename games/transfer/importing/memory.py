"""What the earlier lines of an import have settled, for those that follow."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import MutableMapping
from dataclasses import dataclass, field, fields

from games.models import Player


@dataclass(frozen=True, slots=True)
class Memory:
    """Which id of the archive means whom and what. What the tables say is looked up anew for each
    piece that is written, since others go on recording; this is what they do not say.

    No value is ever changed in place: a piece that is tried again begins on a new branch.
    """

    # By the digest of a record, how many more lines with an id than without one have brought it.
    unpaired: MutableMapping[bytes, int] = field(default_factory=dict)
    # The digest of each record that came under an id.
    digests: MutableMapping[str, bytes] = field(default_factory=dict)
    # For which id of the archive a hand here stands, by its id; and which id such a hand has.
    stands_for: MutableMapping[str, str] = field(default_factory=dict)
    renamed: MutableMapping[str, str] = field(default_factory=dict)
    # Which player here an id of the archive means; and back, of players who came with an archive or
    # are known by their id.
    meant: MutableMapping[str, str] = field(default_factory=dict)
    people: MutableMapping[str, str] = field(default_factory=dict)
    # What the archive calls those who were erased here: texts that it brings may name them.
    erased: MutableMapping[Player, frozenset[str]] = field(default_factory=dict)
    # Matches of which the archive itself has a line, and what readers said: by their ids.
    introduced: MutableMapping[str, bool] = field(default_factory=dict)
    said: MutableMapping[str, bool] = field(default_factory=dict)

    def branch(self) -> Memory:
        """A memory that goes on from this one and leaves it as it is."""
        return Memory(*(ChainMap({}, getattr(self, one.name)) for one in fields(self)))

    def keep(self, branch: Memory) -> None:
        """Take over what a branch has added."""
        for one in fields(self):
            getattr(self, one.name).update(getattr(branch, one.name).maps[0])
