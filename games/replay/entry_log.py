"""Who entered what, when and on which tablet: the entries of a hand in their order, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.book import records
from games.book.revisions import MARK, amendment_of
from games.display.phrases import listed
from games.models import Entry, Hand, Seal
from games.replay.differences import DifferenceWords
from games.rules import Action, Change, LiveActions, Record

# What kind of correction an entry is; an entry that adds something is none of them.
SLIP, RULING, AMENDMENT = "slip", "ruling", "amendment"
KINDS = {
    SLIP: gettext_lazy("slip of the scorer, put right"),
    RULING: gettext_lazy("ruling of the director"),
    AMENDMENT: gettext_lazy("amendment"),
}


@dataclass(slots=True)
class LoggedEntry:
    """An entry: its number from 1, what it says, who made it when and on which tablet.

    `undone`: nothing that it wrote stands any more; `changed`: something of it was replaced later;
    `brought`: it came with an archive. `because` is the reason of an amendment.
    """

    number: int
    words: str
    kind: str
    by: str
    device: str
    at: datetime
    brought: bool
    because: str = ""
    undone: bool = False
    changed: bool = False

    @property
    def kind_words(self) -> str:
        """Return the kind of correction in words, "" for none."""
        return str(KINDS.get(self.kind, ""))


@dataclass(slots=True)
class _Course:
    """The live actions while the entries are read, each with the entry that wrote it."""

    live: LiveActions = field(default_factory=LiveActions)
    owners: list[LoggedEntry] = field(default_factory=list)
    amending: bool = False


def entry_log(hand: Hand, record: Record) -> list[LoggedEntry]:
    """Return every entry of a hand, the first one first. Three statements."""
    rows = list(Entry.objects.filter(hand=hand).select_related("author").order_by("seq"))
    changes = records.read_texts(row.change for row in rows)
    says = _Words(record)
    reasons = _reasons(hand)
    course = _Course()
    log = []
    for row, change in zip(rows, changes, strict=True):
        course.amending = course.amending or change["op"] == MARK
        before = list(course.live.actions)
        line = LoggedEntry(
            number=row.seq,
            words="",
            kind=_kind_of(change, course),
            by=row.author.get_username(),
            device="" if row.device == Entry.IMPORTED else row.device,
            at=row.at,
            brought=row.device == Entry.IMPORTED,
        )
        _follow(course, change, line)
        line.words = says.entry(change, before, course.live.actions)
        if change["op"] == MARK:
            line.because = reasons.get(change["revision"], "")
        log.append(line)
    standing = {id(line) for line in course.owners}
    for line, change in zip(log, changes, strict=True):
        line.undone = change["op"] in ("act", "several") and id(line) not in standing
    return log


def _reasons(hand: Hand) -> dict[int, str]:
    """Return why each revision of an amended hand was made."""
    if hand.amended_at is None:
        return {}
    seals = Seal.objects.filter(hand=hand, revision__gt=1).prefetch_related("texts")
    whys = ((seal.revision, amendment_of(seal)) for seal in seals)
    return {revision: why.because for revision, why in whys if why}


def _kind_of(change: Change, course: _Course) -> str:
    if course.amending:
        return AMENDMENT
    if change["op"] in ("undo", "change", "rewind"):
        return SLIP
    return RULING if any(one["kind"] == "ruling" for one in _acts(change)) else ""


def _acts(change: Change) -> list[Action]:
    """Return the actions that an entry adds."""
    if change["op"] == "act":
        return [change["action"]]
    parts = change["changes"] if change["op"] == "several" else ()
    return [one["action"] for one in parts if one["op"] == "act"]


def _follow(course: _Course, change: Change, line: LoggedEntry) -> None:
    """Apply an entry to the live actions, and to whose they are."""
    live, owners = course.live, course.owners
    match change["op"]:
        case "act":
            live.actions.append(change["action"])
        case "several":
            live.tap(change["changes"])
            for one in change["changes"]:
                if one["op"] == "change":
                    _replace(owners, one["edits"])
        case "undo":
            live.undo()
        case "rewind":
            live.cut(change["to"])
        case "change":
            live.edit(change["edits"])
            _replace(owners, change["edits"])
    del owners[len(live.actions) :]
    owners.extend([line] * (len(live.actions) - len(owners)))


def _replace(owners: list[LoggedEntry], edits: Sequence[list[object]]) -> None:
    for index, action in sorted(edits, key=lambda edit: -int(str(edit[0]))):
        at = int(str(index))
        owners[at].changed = True
        if action is None:
            del owners[at]


class _Words(DifferenceWords):
    """What entries say, in the words of one hand."""

    def entry(self, change: Change, before: Sequence[Action], after: Sequence[Action]) -> str:
        """Return an entry in words: what was live before it, and after it."""
        match change["op"]:
            case "act" | "several":
                words = self.listed(_acts(change))
            case "undo":
                words = _("takes back %(what)s") % {"what": self.listed(before[len(after) :])}
            case "rewind":
                gone = before[len(after) :]
                words = ngettext(
                    "takes back %(count)s entry, from %(what)s on",
                    "takes back %(count)s entries, from %(what)s on",
                    len(gone),
                ) % {"count": len(gone), "what": self.listed(gone[:1])}
            case "change":
                words = listed([self.edit(before[index], now) for index, now in change["edits"]])
            case "deal":
                words = _("hands are written down")
            case "about":
                words = _("comment and particulars of the hand")
            case "seats":
                words = _("who played and who dealt is put right")
            case _:
                words = _("revision %(number)s begins") % {"number": change["revision"]}
        return capfirst(words)
