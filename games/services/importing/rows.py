"""Many sealed hands at once: the rows that recording and sealing each of them would make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import F, Model

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
from games.revisions import PLACE, Amendment, mark
from games.services.archive import DERIVED, Place, next_link, seat_rows
from games.services.entries import fingerprint

DEVICE = "import"
# From so many new hands on the database has to look at its tables anew.
MANY = 1_000
# Rows of one statement: enough for speed, little enough for the time that a statement may take.
ROWS = 2_000
OF_AMENDED = (*DERIVED, "version", "comment", "amended_at", "changed_at")


@dataclass(slots=True)
class Later:
    """A further revision on its way in: what is sealed, the entries that lead to it, and why."""

    game: bytes
    texts: sealing.Texts
    changes: Sequence[Change]
    why: Amendment

    def parts(self, replaces: str) -> sealing.Sealed:
        """What is sealed, once the link that it replaces is known."""
        why = self.why._replace(replaces=replaces)
        return sealing.seal_parts(self.game, [*self.texts, *why.texts()])


@dataclass(slots=True)
class NewHand:
    """A hand on its way in: its row, its players by seat, what was sealed first, what it comes to
    now, the entries of the first revision, and the further ones. `here`: its latest seal in the
    club, where only further revisions are new; it has `known` entries already."""

    hand: Hand
    players: Sequence[Player]
    parts: sealing.Sealed
    result: Result
    changes: Sequence[Change]
    later: Sequence[Later] = ()
    here: Seal | None = None
    known: int = 0

    def all_changes(self) -> list[Change]:
        """Its entries that are not here yet, those of all revisions."""
        changes = list(self.changes)
        for revision, later in enumerate(self.later, self.here.revision + 1 if self.here else 2):
            changes += [mark(revision), *later.changes]
        return changes


@dataclass(slots=True)
class Batch:
    """Rows that wait to be written, parents first."""

    players: list[Player] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    seats: list[MatchSeat] = field(default_factory=list)
    hands: list[NewHand] = field(default_factory=list)
    again: list[NewHand] = field(default_factory=list)
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
        self.amended = False  # whether a hand that was here was amended

    def write(self, batch: Batch) -> None:
        """Write all of it. The primary keys are in the objects afterwards."""
        _bulk(Player, batch.players)
        _bulk(Match, batch.matches)
        _bulk(MatchSeat, batch.seats)
        _bulk(Hand, [new.hand for new in batch.hands])
        for new in batch.again:
            new.hand.save(update_fields=OF_AMENDED)
            HandSeat.objects.filter(hand=new.hand).delete()
        hands = batch.hands + batch.again
        _bulk(Entry, [entry for new in hands for entry in self._entries(new)])
        sealed = [one for new in hands for one in self._seals(new)]
        _bulk(Seal, [made for made, _parts in sealed])
        _bulk(
            SealedText,
            [
                SealedText(seal=made, place=place, salt=salt, text=text)
                for made, parts in sealed
                for place, salt, text in parts.texts
                if text or not place.startswith(PLACE)  # erased where the archive was written
            ],
        )
        _bulk(HandSeat, [seat for new in hands for seat in _results(new)])
        _bulk(Remark, batch.remarks)
        self.amended |= bool(batch.again)

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
            for seq, change in enumerate(new.all_changes(), new.known + 1)
        ]

    def _seals(self, new: NewHand) -> Iterator[tuple[Seal, sealing.Sealed]]:
        """The seals of a hand that are not here yet, each with what it seals."""
        made = new.here or self._seal(new.hand, 1, new.parts)
        if new.here is None:
            yield made, new.parts
        for later in new.later:
            parts = later.parts(made.link)
            made = self._seal(new.hand, made.revision + 1, parts)
            yield made, parts

    def _seal(self, hand: Hand, revision: int, parts: sealing.Sealed) -> Seal:
        """The next link of the chain."""
        self.number += 1
        place = Place(self.club, self.number, self.head)
        made = next_link(place, hand, revision, parts, self.now, self.user)
        self.head = made.link
        return made

    def close(self) -> None:
        """Let the club know where its chain ends now, and the database how much has come in."""
        before = Club.objects.filter(pk=self.club.pk, seals=self.club.seals, head=self.club.head)
        if not before.update(seals=self.number, head=self.head):
            raise RuntimeError("the head of the chain moved although its row is locked")
        if self.number - self.club.seals > MANY:
            _look_anew(Seal, Hand, HandSeat)


def _look_anew(*models: type[Model]) -> None:
    """Let PostgreSQL look at tables that have grown much in this transaction, which its own upkeep
    cannot see: it plans by how many rows there were, and would go through all of them for a few."""
    if connection.vendor == "postgresql":
        tables = ", ".join(f'"{model._meta.db_table}"' for model in models)
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE (SKIP_LOCKED) {tables}")


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
