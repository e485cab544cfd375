"""Many sealed hands at once: the rows that recording and sealing each of them would make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import F

from games import records, sealing
from games.models import (
    Club,
    Entry,
    Hand,
    HandSeat,
    Match,
    MatchSeat,
    Player,
    Remark,
    Seal,
    SealedText,
    User,
)
from games.records import Change
from games.results import Result
from games.services.archive import link_of, seat_rows
from games.services.entries import fingerprint

DEVICE = "import"
# Rows of one statement: enough for speed, little enough for the time that a statement may take.
ROWS = 2_000


@dataclass(slots=True)
class NewHand:
    """A hand on its way in: its row, its players by seat, what is sealed, what it came to."""

    hand: Hand
    players: Sequence[Player]
    parts: sealing.Sealed
    result: Result
    changes: Sequence[Change]


@dataclass(slots=True)
class Batch:
    """Rows that wait to be written, parents first."""

    players: list[Player] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    seats: list[MatchSeat] = field(default_factory=list)
    hands: list[NewHand] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)


def changes_of(record: dict[str, Any]) -> list[Change]:
    """The entries from which a record, a canonical JSON object, could have been written down."""
    extra = {key: value for key, value in record.items() if key.startswith("_")}
    changes: list[Change] = [{"op": "about", "meta": record.get("meta", {}), "extra": extra}]
    if "deal" in record:
        changes.append({"op": "deal", "deal": record["deal"]})
    changes += ({"op": "act", "action": action} for action in record["actions"])
    return changes


class Writer:
    """Writes batches into a club, inside one transaction that holds the row of its chain."""

    def __init__(self, club: Club, user: User, now: datetime) -> None:
        self.user = user
        self.now = now
        if connection.vendor == "postgresql":
            # Else all rows would be checked in one go at the commit, which must not take so long.
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        clubs = Club.objects.filter(pk=club.pk)
        clubs.update(seals=F("seals"))
        self.club = clubs.get()
        self.number, self.head = self.club.seals, self.club.head

    def write(self, batch: Batch) -> None:
        """Write all of it. The primary keys are in the objects afterwards."""
        _bulk(Player, batch.players)
        _bulk(Match, batch.matches)
        _bulk(MatchSeat, batch.seats)
        _bulk(Hand, [new.hand for new in batch.hands])
        _bulk(Entry, [entry for new in batch.hands for entry in self._entries(new)])
        seals = [self._seal(new) for new in batch.hands]
        _bulk(Seal, seals)
        _bulk(
            SealedText,
            [
                SealedText(seal=made, place=place, salt=salt, text=text)
                for made, new in zip(seals, batch.hands, strict=True)
                for place, salt, text in new.parts.texts
            ],
        )
        _bulk(HandSeat, [seat for new in batch.hands for seat in _results(new)])
        _bulk(Remark, batch.remarks)

    def _entries(self, new: NewHand) -> list[Entry]:
        hand, key = new.hand, new.parts.game_digest[:32]
        return [
            Entry(
                hand=hand,
                seq=seq,
                key=f"{key}-{seq}",
                fingerprint=fingerprint(hand, seq - 1, change),
                change=records.write_text(change),
                author=self.user,
                device=DEVICE,
                at=self.now,
            )
            for seq, change in enumerate(new.changes, 1)
        ]

    def _seal(self, new: NewHand) -> Seal:
        """The next link of the chain."""
        self.number += 1
        made = Seal(
            club=self.club,
            number=self.number,
            hand=new.hand,
            revision=1,
            game=new.parts.game,
            game_digest=new.parts.game_digest,
            commitments=new.parts.commitments,
            content=new.parts.content,
            previous=self.head,
            sealed_at=self.now,
            sealed_by=self.user,
        )
        self.head = made.link = link_of(made)
        return made

    def close(self) -> None:
        """Let the club know where its chain ends now."""
        before = Club.objects.filter(pk=self.club.pk, seals=self.club.seals, head=self.club.head)
        if not before.update(seals=self.number, head=self.head):
            raise RuntimeError("the head of the chain moved although its row is locked")


def _results(new: NewHand) -> list[HandSeat]:
    return seat_rows(new.hand, new.result, [player.pk for player in new.players])


def _bulk(model: Any, rows: list[Any]) -> None:
    if rows and model in COPIED and connection.vendor == "postgresql":
        _copy(model, rows)
    elif rows:
        model.objects.bulk_create(rows, batch_size=ROWS)


# By far the most rows, and nobody asks for their keys: PostgreSQL takes them in by COPY, in a fifth
# of the time.
COPIED = frozenset((Entry, SealedText, HandSeat))


def _copy(model: Any, rows: list[Any]) -> None:
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    names = [field.attname for field in fields]
    command = f'COPY "{model._meta.db_table}" ({columns}) FROM STDIN'
    with connection.cursor() as cursor, cursor.copy(command) as stream:
        for row in rows:
            stream.write_row([getattr(row, name) for name in names])
