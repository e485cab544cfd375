"""Many sealed hands at once: the rows that recording and sealing each of them would make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from operator import attrgetter
from typing import Any

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from games.book import sealing
from games.book.agreed import end_disputes
from games.book.chain import ChainPlace, hold_chain, next_link
from games.book.provenance import WrittenEntry, lines_of, written_entries
from games.book.records import write_text
from games.book.results import Result
from games.book.revisions import PLACE, Seated, mark, seats_entry
from games.book.rows import DERIVED, entry_rows, seat_rows
from games.models import (
    Board,
    BroughtForward,
    Club,
    Confirmation,
    Dispute,
    Entry,
    Evening,
    EveningPoints,
    EveningRound,
    Hand,
    HandSeat,
    Match,
    MatchSeat,
    Player,
    Presence,
    Remark,
    Seal,
    SealedText,
    Study,
    StudyItem,
    User,
)
from games.models.querysets import inserted
from games.models.statements import NewEntry
from games.transfer.importing.judging import Revision, with_ids

# Rows of one statement: enough for speed, little enough for the time that a statement may take.
ROWS = 2_000
OF_AMENDED = (*DERIVED, "version", "comment", "amended_at", "changed_at", "confirmed")


@dataclass(slots=True)
class ImportedHand:
    """A hand to be imported: its row, its players by seat, its result, and its new revisions.

    `here`: its latest seal in the club, where only further revisions are new; it has `known`
    entries already. `people`: who the ids of its revisions mean.
    """

    hand: Hand
    players: Sequence[Player]
    result: Result
    revisions: Sequence[Revision]
    here: Seal | None = None
    known: int = 0
    people: Mapping[str, Player] = field(default_factory=dict)

    def players_of(self, revision: Revision) -> Sequence[Player]:
        """Return who played it in a revision, by seat."""
        return [self.people[key] for key in revision.players] or self.players

    def _seated(self, revision: Revision) -> Seated:
        players = self.players_of(revision)
        return Seated([player.public_id for player in players], revision.dealer)

    def entries(self) -> Iterator[list[str]]:
        """Return its entries that are not here yet, as they are stored: those of each revision."""
        before: Seated | None = None
        for number, revision in enumerate(
            self.revisions, self.here.revision + 1 if self.here else 1
        ):
            after = self._seated(revision)
            marks = [write_text(mark(number))] if number > 1 else []
            if before not in (None, after):
                marks.append(write_text(seats_entry(before, after)))
            yield [*marks, *revision.entries]
            before = after


@dataclass(slots=True)
class ImportedEvening:
    """An evening to be imported: its rows, the matches of its rounds, the hands of its boards."""

    evening: Evening
    rounds: list[EveningRound]
    points: list[EveningPoints]
    here: list[Presence]
    matches: list[Match]
    boards: list[tuple[Board, list[str]]]

    def write(self) -> None:
        """Write it, after its players, matches and hands. Runs in a transaction."""
        self.evening.save(force_insert=True)
        EveningRound.objects.bulk_create(self.rounds)
        EveningPoints.objects.bulk_create(self.points)
        Presence.objects.bulk_create(self.here, ignore_conflicts=True)
        Match.every.bulk_update(self.matches, ["round", "first_board", "changed_at"])
        Board.objects.bulk_create(board for board, _hands in self.boards)
        for board, hands in self.boards:
            mine = Hand.objects.filter(club=self.evening.club_id, public_id__in=hands, board=None)
            mine.update(board=board)


@dataclass(slots=True)
class Batch:
    """Rows that wait to be written, parents first."""

    players: list[Player] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    seats: list[MatchSeat] = field(default_factory=list)
    hands: list[ImportedHand] = field(default_factory=list)
    again: list[ImportedHand] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    confirmations: list[Confirmation] = field(default_factory=list)
    disputes: list[Dispute] = field(default_factory=list)
    evenings: list[ImportedEvening] = field(default_factory=list)
    totals: list[BroughtForward] = field(default_factory=list)
    studies: list[Study] = field(default_factory=list)
    items: list[StudyItem] = field(default_factory=list)


class Writer:
    """A writer of batches into a club, in one transaction that holds the row of its chain."""

    def __init__(self, club: Club, user: User) -> None:
        self.user = user
        self.now = timezone.now().replace(microsecond=0)
        if connection.vendor == "postgresql":
            # Else all rows would be checked in one go at the commit, which must not take so long.
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        hold_chain(club.pk)
        self.club = Club.objects.get(pk=club.pk)
        self.number, self.head = self.club.seals, self.club.head

    def write(self, batch: Batch) -> None:
        """Write all of it. The primary keys are in the objects afterwards."""
        _bulk(Player, batch.players)
        _bulk(Match, batch.matches)
        _bulk(MatchSeat, batch.seats)
        _bulk(Hand, [new.hand for new in batch.hands])
        for new in batch.again:
            new.hand.confirmed = False
            new.hand.save(update_fields=OF_AMENDED)
            end_disputes(new.hand, Dispute.EndedAs.AMENDED, self.user)
            HandSeat.objects.filter(hand=new.hand).delete()
        hands = batch.hands + batch.again
        _bulk(Entry, [entry for new in hands for entry in self._entries(new)])
        sealed = [one for new in hands for one in self._seals(new)]
        _bulk(Seal, [made for made, _parts in sealed])
        _bulk(
            SealedText,
            [
                (made.pk, place, salt, text)
                for made, parts in sealed
                for place, salt, text in parts.texts
                if text or not place.startswith(PLACE)  # erased where the archive was written
            ],
        )
        _bulk(HandSeat, [seat for new in hands for seat in _results(new)])
        _bulk(Remark, batch.remarks)
        _bulk(Confirmation, batch.confirmations)
        _bulk(Dispute, batch.disputes)
        _bulk(BroughtForward, batch.totals)
        _bulk(Study, batch.studies)
        _bulk(StudyItem, batch.items)
        for one in batch.evenings:
            one.write()
        _mark(batch)

    def _entries(self, new: ImportedHand) -> Iterator[NewEntry]:
        texts, key = list(chain.from_iterable(new.entries())), new.revisions[0].game_digest
        return entry_rows(
            new.hand,
            texts,
            key=key,
            user=self.user,
            at=_when(self.now),
            after=new.known,
            device=Entry.IMPORTED,
        )

    def _seals(self, new: ImportedHand) -> Iterator[tuple[Seal, sealing.Sealed]]:
        """Yield the seals of a hand that are not here yet, each with what it seals."""
        before, hand = new.here, new.hand
        entries = written_entries(hand, new.known)
        for revision, changes in zip(new.revisions, new.entries(), strict=True):
            players = new.players_of(revision)
            texts = with_ids(revision.texts, players)
            if before is not None and revision.why is not None:
                texts += revision.why._replace(replaces=before.link).texts()
            entries += (
                WrittenEntry(seq, self.user.pk, self.now, change)
                for seq, change in enumerate(changes, len(entries) + 1)
            )
            ids = [player.public_id for player in players]
            where = lines_of(hand.match, hand, ids, self.user, entries)
            parts = sealing.seal_parts(revision.game, texts, where)
            before = self._seal(hand, before.revision + 1 if before else 1, parts)
            yield before, parts

    def _seal(self, hand: Hand, revision: int, parts: sealing.Sealed) -> Seal:
        """Return the next link of the chain."""
        self.number += 1
        place = ChainPlace(self.club, self.number, self.head)
        made = next_link(place, hand, revision, parts, self.now, self.user)
        self.head = made.link
        return made

    def close(self) -> None:
        """Store where the chain of the club ends now."""
        before = Club.objects.filter(pk=self.club.pk, seals=self.club.seals, head=self.club.head)
        if not before.update(seals=self.number, head=self.head):
            raise RuntimeError("the head of the chain moved although its row is locked")


def _mark(batch: Batch) -> None:
    """Mark the hands whose score somebody agreed with as it stands, or disputes."""
    agreed = [one.hand.pk for one in batch.confirmations if one.player_id is not None]
    if agreed:
        Hand.objects.filter(pk__in=agreed, amended_at=None).update(confirmed=True)
    disputed = [one.hand.pk for one in batch.disputes if one.is_open]
    if disputed:
        Hand.objects.filter(pk__in=disputed).update(disputed=True)


def _results(new: ImportedHand) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of its seats, in the order of the columns."""
    for seat in seat_rows(new.hand, new.result, [player.pk for player in new.players]):
        seat.played_at = _when(seat.played_at)
        yield SEAT_VALUES(seat)


def _when(moment: datetime) -> Any:
    """Return a moment in the form that the driver of the database takes."""
    return connection.ops.adapt_datetimefield_value(moment)


def _fields_of(model: type[Model]) -> list[Any]:
    """Return all columns but the key, which the database gives."""
    return [field for field in model._meta.concrete_fields if not field.primary_key]


SEAT_VALUES = attrgetter(*(field.attname for field in _fields_of(HandSeat)))
# By far the most rows, and nobody asks for their keys: they come as tuples, in the order of their
# columns, which takes a fifth of the time.
PLAIN = frozenset((Entry, SealedText, HandSeat))


def _bulk(model: Any, rows: list[Any]) -> None:
    if model in PLAIN and rows:
        inserted(model, [field.column for field in _fields_of(model)], rows)
    elif rows:
        model.objects.bulk_create(rows, batch_size=ROWS)
