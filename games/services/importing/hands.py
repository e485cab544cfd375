"""Records among the hands of the club: known already, new, or in conflict with one that is here."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, time

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games import sealing
from games.models import Hand, Player, Seal
from games.models.table import Writes
from games.rules import Record
from games.services.archive import DERIVED, players_of
from games.services.importing.judging import (
    Here,
    Judged,
    here_of,
    is_same,
    judged,
    later_of,
    revisions_of,
    with_ids,
)
from games.services.importing.lines import Facts, Ground, RecordLine, Wrong, wrong
from games.services.importing.matches import Matches, Sitting, day_of
from games.services.importing.people import Players
from games.services.importing.rows import Batch, NewHand, changes_of

NOON = time(12)
LARGEST_NUMBER = 32_767  # what the column holds


class Hands:
    """The hands that an import brings, and where each of them goes.

    A hand is known by its id, else by all that its record says. Two ids are two hands, however
    alike: each hand of the club stands for one id of the archive.
    """

    def __init__(self, ground: Ground, players: Players, matches: Matches) -> None:
        self.ground = ground
        self.players = players
        self.matches = matches
        # Of this import: digests of records with the ids under which each came, and back.
        self.came: dict[bytes, set[str]] = {}
        self.digests: dict[str, bytes] = {}
        self.stands_for: dict[str, str] = {}
        # Ids that belong to hands of other clubs, among those that are looked at just now.
        self.elsewhere: set[str] = set()
        # Where a hand of the archive is not here under its own id.
        self.renamed: dict[str, str] = {}

    def take(self, lines: Sequence[RecordLine], batch: Batch) -> None:
        """Judge the records and put those that are new into the batch. A few statements."""
        report, standing = self.ground.report, []
        for line in lines:
            try:
                standing.append(judged(line))
            except Wrong as error:
                report.blame(error.fault)
        seals = self._seals(standing)
        keys = [one.key for one in standing if one.key]
        elsewhere = Hand.objects.filter(public_id__in=keys).exclude(club=self.ground.club)
        self.elsewhere = set(elsewhere.values_list("public_id", flat=True))
        for one in standing:
            try:
                self._take(one, seals, batch)
            except Wrong as error:
                report.blame(error.fault)

    def _seals(self, standing: Sequence[Judged]) -> list[Here]:
        """The hands of the club that some of the records may be."""
        mine = Seal.objects.filter(club=self.ground.club)
        found = here_of(mine.filter(hand__public_id__in=[one.key for one in standing if one.key]))
        known = {here.id for here in found}
        alike = Q()
        for one in standing:
            if one.key not in known:
                # Many hands that were thrown in are alike: of those only the same day's are read.
                day = day_of(one.line.record.meta)
                on_day = Q() if day is None else Q(hand__match__played_on=day)
                alike |= Q(game_digest=one.game_digest) & on_day
        return found + (here_of(mine.filter(alike)) if alike else [])

    def _take(self, one: Judged, seals: Sequence[Here], batch: Batch) -> None:
        digest = hashlib.sha256(one.canonical).digest()[:16]
        tally = self.ground.report.hands
        if self._came_before(one, digest):
            tally.known += 1
        elif (here := self._here(one, seals)) is None:
            batch.hands.append(self._new(one, batch))
            tally.new += 1
        elif self._is_known(one, here):
            tally.known += 1
        else:
            batch.again.append(self._again(one, here))
            tally.new += 1
        self.came.setdefault(digest, set()).add(one.key)
        if one.key:
            self.digests[one.key] = digest

    def _came_before(self, one: Judged, digest: bytes) -> bool:
        """Whether an earlier line of this import brought the same hand. Raises Wrong."""
        if one.key in self.digests:
            if self.digests[one.key] != digest:
                raise self._conflict(one)
            return True
        ids = self.came.get(digest)
        if ids is None or not one.key:
            return ids is not None
        if "" in ids:
            ids.remove("")  # the hand without an id is this one, and no other
            return True
        return False

    def _here(self, one: Judged, seals: Sequence[Here]) -> Here | None:
        """The hand as the club has it: under its id, or else one of which the record says the
        same; None where it has none."""
        for here in seals:
            if one.key and here.id == one.key:
                self.stands_for[here.id] = one.key
                return here
        for here in seals:
            if here.canonical == one.canonical and self._may_be(here, one.key):
                if one.key:
                    self.stands_for[here.id] = one.key
                    self.renamed[one.key] = here.id
                return here
        return None

    def _is_known(self, one: Judged, here: Here) -> bool:
        """Whether a record is a revision of the hand as it is here: the latest, or a former one."""
        if is_same(one, here):
            return True
        seals = Seal.objects.filter(club=self.ground.club, hand__public_id=here.id)
        former = [here_of(seals.filter(pk=key))[0] for key in seals.values_list("pk", flat=True)]
        return any(is_same(one, revision) for revision in former)

    def _again(self, one: Judged, here: Here) -> NewHand:
        """A hand that is here, with the revisions that it has elsewhere. Raises Wrong where what is
        here is none of those that they replace."""
        chain = revisions_of(one)
        same = [at for at, former in enumerate(chain[:-1]) if is_same(former, here)]
        if not same:
            raise self._conflict(one)
        seals = Seal.objects.filter(club=self.ground.club, hand__public_id=here.id)
        latest = seals.select_related("hand__match", "hand__club").latest("revision")
        hand = latest.hand
        people = players_of(hand)
        later = later_of(one, chain, people)[same[-1] :]
        seal = sealing.seal_parts(chain[0].game, [])
        new = NewHand(hand, people, seal, one.result, (), later, latest, hand.version)
        hand.version += len(new.all_changes())
        hand.comment = one.line.record.meta.get("comment", "")
        hand.amended_at = hand.changed_at = self.ground.now
        for column in DERIVED:
            setattr(hand, column, getattr(one.result, column))
        return new

    def _may_be(self, here: Here, key: str) -> bool:
        return not key or self.stands_for.get(here.id, key) == key

    def _conflict(self, one: Judged) -> Wrong:
        facts = {"number": one.line.facts.number if one.line.facts else "", "id": one.key}
        said = _("Hand %(number)s (%(id)s) is here already, but not with the same content.") % facts
        return wrong(one.line.spot, "record-conflict", said)

    def _new(self, one: Judged, batch: Batch) -> NewHand:
        line, record, facts = one.line, one.line.record, one.line.facts
        ids = facts.players if facts else ()
        people = self.players.of(line.spot, ids, record.players, batch)
        sitting = self.matches.of(line, people, batch)
        number = sitting.number(facts.number if facts else board_of(record))
        if number > LARGEST_NUMBER:
            raise wrong(line.spot, "out-of-range", _("The match has too many hands."))
        at = facts.played_at if facts else self._moment(record)
        chain = revisions_of(one)
        changes, later = changes_of(chain[0].whole), later_of(one, chain, people)
        hand = Hand(
            match=sitting.match,
            club=self.ground.club,
            number=number,
            dealer=record.dealer,
            sits_out=self._sits_out(sitting, people, facts),
            writes=facts.writes if facts else Writes.TRICKS_ONLY,
            comment=record.meta.get("comment", ""),
            state=Hand.State.SEALED,
            opened_at=at,
            played_at=at,
            sealed_at=self.ground.now,
            changed_at=self.ground.now,
            amended_at=self.ground.now if later else None,
        )
        if one.key and one.key not in self.elsewhere:
            hand.public_id = one.key
        elif one.key:
            self.renamed[one.key] = hand.public_id
        self.stands_for[hand.public_id] = one.key
        for column in DERIVED:
            setattr(hand, column, getattr(one.result, column))
        parts = sealing.seal_parts(chain[0].game, with_ids(chain[0].texts, people))
        new = NewHand(hand, people, parts, one.result, changes, later)
        hand.version = len(new.all_changes())
        return new

    def _sits_out(
        self, sitting: Sitting, people: Sequence[Player], facts: Facts | None
    ) -> int | None:
        return facts.sits_out if facts and len(sitting.people) > len(people) else None

    def _moment(self, record: Record) -> datetime:
        """When a hand was played that only says on which day, if that."""
        day = day_of(record.meta) or self.ground.usual.played_on
        return datetime.combine(day, NOON, timezone.get_current_timezone())


def board_of(record: Record) -> int | None:
    """The number of a hand as its record gives it."""
    board = record.meta.get("board", "")
    return int(board) if board.isascii() and board.isdigit() and len(board) < 5 else None
