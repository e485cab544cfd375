"""What the earlier lines of an import have settled, for those that follow."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from games.models import Player


@dataclass(frozen=True, slots=True)
class Memory:
    """What each id of the archive means, as far as the tables do not say it.

    The tables are read again for each piece that is written, since others go on recording.

    A piece may be tried again, so it works on a copy; no value is changed in place.
    """

    # By the digest of a record, how many more lines with an id than without one have brought it.
    unpaired: dict[bytes, int] = field(default_factory=dict)
    # The digest of each record that came under an id.
    digests: dict[str, bytes] = field(default_factory=dict)
    # The id that a hand here has in the archive, by its id; and the id that it got here.
    source_ids: dict[str, str] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    # Which player here an id of the archive means; and back, of players who came with an archive or
    # are known by their id.
    meant: dict[str, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    # What the archive calls those who were erased here: texts that it brings may name them.
    erased: dict[Player, frozenset[str]] = field(default_factory=dict)
    # Matches of which the archive itself has a line, and what else it brought: by their ids.
    introduced: dict[str, bool] = field(default_factory=dict)
    brought: dict[str, bool] = field(default_factory=dict)

    def copy(self) -> Memory:
        """Return a memory that can go on without changing this one.

        Made for each piece of an import: 2 ms where 100,000 entries are remembered, so nothing for
        a club; a file of a million hands would want one that only notes what it adds.
        """
        return Memory(*(dict(getattr(self, one.name)) for one in fields(self)))
