"""The changes at the table of a running hand, with who made them and when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.book.provenance import digest_of, written_entries
from games.display.seat_changes import SeatedNames, seat_changes
from games.models import Hand, Match, Player, TableChange, User
from games.writing.durably import durably, require_scorer
from games.writing.errors import HandSealed, HandVoid


def take_over(*, user: User, hand: Hand) -> None:
    """Make somebody who sits at the table the one who records a running hand, for all to see.

    Taken over again nothing changes. Raises HandSealed, HandVoid, NotAllowed, Busy, StorageFull.
    """
    require_scorer(user, hand)

    def write() -> None:
        # Anybody who seals the hand, or takes it over at the same moment, waits for the row.
        Hand.objects.filter(pk=hand.pk).update(changed_at=timezone.now())
        now = Hand.objects.only("state").get(pk=hand.pk)
        if now.state != Hand.State.OPEN:
            raise HandSealed if now.state == Hand.State.SEALED else HandVoid
        facts: dict[str, Any] = {"number": hand.number, "by": user, "match_id": hand.match_id}
        TableChange.objects.get_or_create(what=TableChange.What.RECORDER, **facts)

    durably(write)


@dataclass(frozen=True, slots=True)
class TableSeats:
    """Who sits at the table in a hand, by chair, and the chair that deals; None: not dealt yet."""

    people: Sequence[Player]
    dealer: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the same as a row keeps it."""
        return {"people": [player.public_id for player in self.people], "dealer": self.dealer}


def note_seats(
    match: Match, number: int, user: User, before: TableSeats, after: TableSeats
) -> None:
    """Keep who sat where before and after a change from a hand on, in the caller's transaction."""
    facts = {"number": number, "before": before.as_json(), "after": after.as_json(), "by": user}
    TableChange.objects.create(match=match, what=TableChange.What.SEATS, **facts)


def note_ending(hand: Hand, user: User, void_as: str | None) -> None:
    """Keep that a hand was given up, or with None taken up again, in the caller's transaction."""
    facts: dict[str, Any] = {"match_id": hand.match_id, "number": hand.number, "by": user}
    if void_as is None:
        TableChange.objects.create(what=TableChange.What.TAKEN_UP, **facts)
        return
    before = {"comment": len(hand.comment)}
    after = {"void_as": void_as, "entries": digest_of(written_entries(hand))}
    TableChange.objects.create(what=TableChange.What.GIVEN_UP, before=before, after=after, **facts)


def give_up_of(hand: Hand) -> TableChange | None:
    """Return how a hand was given up last; None if nobody gave it up. One statement."""
    rows = TableChange.objects.filter(match=hand.match_id, number=hand.number)
    given_up = rows.filter(what=TableChange.What.GIVEN_UP).select_related("by")
    return given_up.order_by("pk").last()


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line of the log of a table: from which hand on, what changed, by which account and when."""

    number: int
    words: str
    by: str
    at: datetime


def table_log(match: Match, number: int | None = None) -> list[TableLine]:
    """Return what was changed at the table of a match, or in one of its hands."""
    changes = TableChange.objects.filter(match=match).select_related("by").order_by("pk")
    rows = list(changes if number is None else changes.filter(number=number))
    if not rows:
        return []
    ids = {
        key for row in rows for side in (row.before, row.after) for key in side.get("people", ())
    }
    names = dict(Player.every.filter(public_id__in=ids).values_list("public_id", "name"))
    return [
        TableLine(row.number, _words(row, names), row.by.get_username(), row.at) for row in rows
    ]


def taken_over_by(hand: Hand) -> list[tuple[str, datetime]]:
    """Return who took over recording a hand, and when. One statement."""
    rows = TableChange.objects.filter(match=hand.match_id, number=hand.number)
    taken = rows.filter(what=TableChange.What.RECORDER).values_list("by__username", "at")
    return list(taken.order_by("pk"))


def _words(row: TableChange, names: dict[str, str]) -> str:
    if row.what == TableChange.What.RECORDER:
        return _("Records this hand from now on, and sits at the table.")
    if row.what == TableChange.What.TAKEN_UP:
        return _("Took this hand up again.")
    if row.what == TableChange.What.GIVEN_UP:
        how = dict(Hand.Void.choices).get(row.after["void_as"], Hand.State.VOID.label)
        return _("Gave this hand up: %(how)s.") % {"how": how}
    before, after = _seated(row.before, names), _seated(row.after, names)
    return " ".join(seat_changes(before, after))


def _seated(side: dict[str, Any], names: dict[str, str]) -> SeatedNames:
    people: Iterable[str] = side["people"]
    dealer = side["dealer"]
    return SeatedNames([names.get(key, "") for key in people], 0 if dealer is None else dealer)
