"""Revisions of a sealed hand.

What one says of the revision that it replaces, and the entries that lead from a sealed record to a
corrected one. See games/book/README.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.dateparse import parse_datetime

from games.book import records
from games.book.sealing import Texts
from games.models import Entry, Seal
from games.rules import Change, Record, entering, format_record, read_record, replay

MARK = "amend"  # the entry with which the entries of a later revision begin
SEATS = "seats"  # the entry with which other people play a sealed hand, or somebody else deals it
PLACE = "amended"  # where its seal keeps the texts of an amendment


class Amendment(NamedTuple):
    """Why a revision was made.

    When (as RFC 3339), because of what, by which account, and the link of the seal that it
    replaces. "" means a text that was erased.
    """

    at: str
    because: str
    by: str
    replaces: str

    def texts(self) -> Texts:
        """Return the texts that the seal of the new revision holds besides those of its record."""
        return [(f"{PLACE}/{name}", text) for name, text in zip(self._fields, self, strict=True)]


def amendment_of(seal: Seal) -> Amendment | None:
    """Return why this revision, whose texts have been read, was made; None for the first."""
    if seal.revision == 1:
        return None
    texts = {text.place: text.text for text in seal.texts.all()}
    return Amendment(*(texts.get(f"{PLACE}/{name}", "") for name in Amendment._fields))


class Brought(NamedTuple):
    """The origin of a revision imported with an archive: the account that did it, and when."""

    by: str
    at: datetime


def brought_in(seal: Seal) -> Brought | None:
    """Return who imported a revision with an archive; None for one made here, or the first.

    Its entries tell: their author is the person who made them, whatever its texts say of the
    amendment. One statement for a later revision, and its texts have been read before.
    """
    why = amendment_of(seal)
    if why is None:
        return None
    begins = {"change": records.write_text(mark(seal.revision)), "device": Entry.IMPORTED}
    entries = Entry.objects.filter(hand=seal.hand_id, **begins)
    row = entries.values_list("author__username", "at").first()
    if row is None:
        return None
    by, at = row
    # A key for programs may have that name too; a program that amends names its person itself.
    # A name that was erased since says nothing.
    here = why.by in ("", by) and at.replace(microsecond=0) == parse_datetime(why.at)
    return None if here else Brought(by, at)


def mark(revision: int) -> Change:
    """Return the entry with which the entries of a revision begin."""
    return {"op": MARK, "revision": revision}


class Seated(NamedTuple):
    """Who plays a hand, by public ids, and the seat that deals it."""

    players: list[str]
    dealer: int | None


def seats_entry(before: Seated, after: Seated) -> Change:
    """Return the entry that puts right who plays a sealed hand and who deals it."""
    return {"op": SEATS, **after._asdict(), "was": before._asdict()}


def seated_at(changes: Sequence[Change], revision: int, now: Seated) -> Seated:
    """Return who played and dealt a revision: what an entry replaced, or how it is `now`."""
    later = changes[len(changes_upto(changes, revision)) :]
    return next((Seated(**one["was"]) for one in later if one["op"] == SEATS), now)


def changes_upto(changes: Sequence[Change], revision: int) -> list[Change]:
    """Return the changes of a hand that led to a revision."""
    ends = (at for at, change in enumerate(changes) if change == mark(revision + 1))
    return list(changes[: next(ends, len(changes))])


def amended(before: Record, changes: Sequence[Change]) -> Record:
    """Return a sealed record after changes.

    Names stay as they were sealed; so do `meta` and what other programs have added to the game,
    unless an entry says otherwise. Stated facts still hold if neither they nor anything before them
    is changed.

    Raises RecordError, NoLiveAction.
    """
    whole = json.loads(format_record(before))
    deal, actions = entering.fold(changes, whole.get("deal"), whole["actions"])
    abouts = [change for change in changes if change["op"] == "about"]
    if abouts:
        kept = {key: whole[key] for key in whole if not key.startswith("_")}
        meta = kept.get("meta", {}) if abouts[-1]["meta"] is None else abouts[-1]["meta"]
        whole = {**kept, "meta": meta, **abouts[-1]["extra"]}
    record = read_record({**whole, "deal": deal, "actions": actions})
    same = deal == whole.get("deal") and _upto_facts(actions) == _upto_facts(whole["actions"])
    return record._replace(sealed=before.sealed and same)


def _upto_facts(actions: Sequence[Any]) -> Sequence[Any]:
    """Return the actions up to the one that states facts, or all."""
    kinds = [action["kind"] for action in actions]
    return actions[: kinds.index("result") + 1] if "result" in kinds else actions


def completed(before: Record, changes: Sequence[Change]) -> list[Change]:
    """Return the changes with the seat on turn filled in. Raises RecordError, NoLiveAction."""
    done: list[Change] = []
    for change in changes:
        if entering.leaves_seat_out(change):
            state = replay(amended(before, done)).state
            change = {"op": "act", "action": entering.seated_action(change["action"], state)}
        elif change["op"] == "several":
            change = {**change, "changes": completed(amended(before, done), change["changes"])}
        done.append(change)
    return done


def changes_to(before: Record, after: Record) -> list[Change]:
    """Return the fewest entries that turn one record into another of the same people and game."""
    old, new = (json.loads(format_record(record)) for record in (before, after))
    changes: list[Change] = []
    if _extras(old) != _extras(new):
        meta, extra = _extras(new)
        changes.append({"op": "about", "meta": meta, "extra": extra})
    if old.get("deal") != new.get("deal"):
        changes.append({"op": "deal", "deal": new.get("deal")})
    return changes + _edits(old["actions"], new["actions"])


def _extras(whole: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    return whole.get("meta", {}), {key: whole[key] for key in whole if key.startswith("_")}


def _edits(old: list[Any], new: list[Any]) -> list[Change]:
    if len(old) == len(new):
        edits = [[at, new[at]] for at in range(len(new)) if new[at] != old[at]]
        return [{"op": "change", "edits": edits}] if edits else []
    pairs = enumerate(zip(old, new, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(old), len(new)))
    back: list[Change] = [{"op": "rewind", "to": same}] if same < len(old) else []
    return back + [{"op": "act", "action": action} for action in new[same:]]
