"""What a seal says of its hand besides the game and the texts: where, when and by whom.

Lines of text that go into the seal's content: the match and the hand's number in it, the day, the
players by seat, and a digest over who entered what and when. Nothing in them names anybody, so they
stay when somebody is forgotten. The layout is in README.md.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import NamedTuple, Self

from games.book import records, sealing
from games.models import Entry, Hand, Match, User
from games.rules import Change


class WrittenEntry(NamedTuple):
    """What is proven of an entry: its number, its author's key, its moment, its change."""

    seq: int
    author: int
    at: datetime
    change: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where, when and by whom a hand was played and written down.

    The public id of its match and its number there, the day, the public ids of its players by seat,
    the key of the account that sealed it, how many entries there are up to this seal, and their
    digest. `agreed`: at which entry who confirmed the score and how, as `seat:how` each; "" where
    nobody was asked.
    """

    match: str
    number: int
    day: date
    players: tuple[str, ...]
    sealed_by: int
    entries: int
    digest: str
    agreed: str = ""

    def __str__(self) -> str:
        return self._lines() + (f"agreed {self.agreed}\n" if self.agreed else "")

    def _lines(self) -> str:
        return (
            f"match {self.match} {self.number}\nday {self.day.isoformat()}\n"
            f"players {' '.join(self.players)}\nsealed by {self.sealed_by}\n"
            f"entries {self.entries} {self.digest}\n"
        )

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a provenance from its lines. Raises ValueError if they are not those of one."""
        match [line.split(" ") for line in text.splitlines()]:
            case [
                ["match", match, number],
                ["day", day],
                ["players", *ids],
                ["sealed", "by", account],
                ["entries", count, digest],
                *agreed,
            ] if all(words[0] == "agreed" for words in agreed):
                when, sealed_by = date.fromisoformat(day), int(account)
                facts = int(number), when, tuple(ids), sealed_by, int(count), digest
                made = cls(match, *facts, "\n".join(" ".join(words[1:]) for words in agreed))
                if str(made) == text:
                    return made
        raise ValueError("its lines are not those of a provenance")


def provenance_of(
    hand: Hand, players: Iterable[str], user: User, entries: Sequence[WrittenEntry]
) -> str:
    """Return the lines for a seal that `user` is making; `players`: the public ids by seat.

    The day is read again: somebody who moves a match waits for the hand that is being sealed. One
    statement.
    """
    return lines_of(Match.objects.get(pk=hand.match_id), hand, players, user, entries)


def lines_of(
    match: Match, hand: Hand, players: Iterable[str], user: User, entries: Sequence[WrittenEntry]
) -> str:
    """Return the lines of a hand of that match."""
    digest = digest_of(entries)
    ids, day = tuple(players), match.played_on
    made = Provenance(match.public_id, hand.number, day, ids, user.pk, len(entries), digest)
    return str(made)


def agreed_of(version: int, given: Iterable[tuple[int | None, str]]) -> str:
    """Return who agreed to the score at entry `version`, by seat, and how.

    The seat is None where nobody could be asked; the text is "" where nobody agreed.
    """
    words = [how if seat is None else f"{seat}:{how}" for seat, how in given]
    return " ".join([str(version), *sorted(words)]) if words else ""


def written_entries(hand: Hand, upto: int | None = None) -> list[WrittenEntry]:
    """Return the entries of a hand, or those up to number `upto`, in order."""
    rows = Entry.objects.filter(hand=hand).order_by("seq")
    if upto is not None:
        rows = rows.filter(seq__lte=upto) if upto else rows.none()
    return [WrittenEntry(*row) for row in rows.values_list("seq", "author", "at", "change")]


def digest_of(entries: Sequence[WrittenEntry]) -> str:
    """Return the SHA-256 over a line for each entry. Raises what a damaged change raises."""
    digest = hashlib.sha256()
    for entry, change in zip(entries, changes_in(entries), strict=True):
        at = entry.at.astimezone(UTC).isoformat(timespec="microseconds")
        core = json.dumps(_without_words(change), sort_keys=True, separators=(",", ":"))
        digest.update(f"{entry.seq} {entry.author} {at} {core}\n".encode())
    return digest.hexdigest()


def changes_in(entries: Iterable[WrittenEntry]) -> list[Change]:
    return records.read_texts(entry.change for entry in entries)


def _without_words(change: Change) -> Change:
    """Return a change without people's own words, which may have to be forgotten."""
    match change["op"]:
        case "act":
            return {"op": "act", "action": sealing.game_part(change["action"])}
        case "several":
            return {"op": "several", "changes": [*map(_without_words, change["changes"])]}
        case "change":
            edits = [
                [index, None if action is None else sealing.game_part(action)]
                for index, action in change["edits"]
            ]
            return {"op": "change", "edits": edits}
        case "about":
            return {"op": "about"}
        case "deal":
            deal = change["deal"]
            return {"op": "deal", "deal": {key: deal[key] for key in deal if key[:1] != "_"}}
    return change
