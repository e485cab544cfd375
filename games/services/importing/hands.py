"""Records among the hands of the club: known already, new, or in conflict with one that is here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime, time
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games import sealing
from games.models import Hand, Player, Seal, SealedText
from games.models.table import Writes
from games.reasons import sentence
from games.results import Result, is_finished, result_of
from games.rules import Record, Replay, format_record, read_record, replay
from games.services.archive import DERIVED
from games.services.importing.lines import Facts, Fault, Ground, RecordLine, Wrong, wrong
from games.services.importing.matches import Matches, Sitting, day_of
from games.services.importing.people import Players
from games.services.importing.rows import Batch, NewHand, changes_of

NOON = time(12)
LARGEST_NUMBER = 32_767  # what the column holds


class Judged(NamedTuple):
    """A record that stands, in canonical bytes and as JSON; its game part and texts, as a seal has
    them; what it came to."""

    line: RecordLine
    canonical: bytes
    whole: dict[str, Any]
    game: bytes
    texts: sealing.Texts
    result: Result

    @property
    def key(self) -> str:
        """The id that the archive has for the hand; "" where it has none."""
        return self.line.facts.hand if self.line.facts else ""

    @property
    def game_digest(self) -> str:
        """The digest by which the seal of such a hand is found."""
        return hashlib.sha256(self.game).hexdigest()


def judged(line: RecordLine) -> Judged:
    """The record with its result. Raises Wrong where the rules refuse it, or it is not finished."""
    replayed = replay(line.record)
    _check(line, replayed)
    result = result_of(replayed)
    canonical = format_record(line.record)
    whole = json.loads(canonical)
    facts = line.facts
    ids = facts.players if facts else ("",) * len(line.record.players)
    game, texts = sealing.cut(whole, ids)
    data = sealing.game_bytes(game, result.status, result.halves)
    return Judged(line, canonical, whole, data, texts, result)


def _check(line: RecordLine, replayed: Replay) -> None:
    problem = replayed.problem
    if problem is not None:
        at = problem.action
        spot = (
            line.spot if at is None or not line.lines else line.spot._replace(line=line.lines[at])
        )
        raise Wrong(Fault(spot, problem.code, sentence(problem), at))
    if not is_finished(replayed.outcome):
        said = _("The hand is not finished: only finished hands are taken into the archive.")
        raise wrong(line.spot, "hand-not-finished", said)


class Here(NamedTuple):
    """A hand that is in the club, by its latest seal; `whole` is False where texts were erased."""

    id: str
    game_digest: str
    canonical: bytes
    whole: bool


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
        if self._came_before(one, digest) or self._is_here(one, seals):
            self.ground.report.hands.known += 1
        else:
            batch.hands.append(self._new(one, batch))
            self.ground.report.hands.new += 1
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

    def _is_here(self, one: Judged, seals: Sequence[Here]) -> bool:
        """Whether the club has the hand. Raises Wrong where it has another one under its id."""
        for here in seals:
            if one.key and here.id == one.key:
                if not _is_same(one, here):
                    raise self._conflict(one)
                self.stands_for[here.id] = one.key
                return True
        for here in seals:
            if here.canonical == one.canonical and self._may_be(here, one.key):
                if one.key:
                    self.stands_for[here.id] = one.key
                    self.renamed[one.key] = here.id
                return True
        return False

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
        changes = changes_of(one.whole)
        hand = Hand(
            match=sitting.match,
            club=self.ground.club,
            number=number,
            dealer=record.dealer,
            sits_out=self._sits_out(sitting, people, facts),
            writes=facts.writes if facts else Writes.TRICKS_ONLY,
            comment=record.meta.get("comment", ""),
            state=Hand.State.SEALED,
            version=len(changes),
            opened_at=at,
            played_at=at,
            sealed_at=self.ground.now,
            changed_at=self.ground.now,
        )
        if one.key and one.key not in self.elsewhere:
            hand.public_id = one.key
        elif one.key:
            self.renamed[one.key] = hand.public_id
        self.stands_for[hand.public_id] = one.key
        for column in DERIVED:
            setattr(hand, column, getattr(one.result, column))
        texts = _with_ids(one.texts, people)
        return NewHand(hand, people, sealing.seal_parts(one.game, texts), one.result, changes)

    def _sits_out(
        self, sitting: Sitting, people: Sequence[Player], facts: Facts | None
    ) -> int | None:
        return facts.sits_out if facts and len(sitting.people) > len(people) else None

    def _moment(self, record: Record) -> datetime:
        """When a hand was played that only says on which day, if that."""
        day = day_of(record.meta) or self.ground.usual.played_on
        return datetime.combine(day, NOON, timezone.get_current_timezone())


def here_of(seals: QuerySet[Seal]) -> list[Here]:
    """The hands of some seals, each with its record as it is here. Two statements."""
    columns = ("hand_id", "pk", "hand__public_id", "game", "game_digest", "commitments")
    latest = {row[0]: row[1:] for row in seals.order_by("revision").values_list(*columns)}
    texts: dict[int, dict[str, str]] = {seal: {} for seal, *_rest in latest.values()}
    left = SealedText.objects.filter(seal__in=list(texts)).order_by()
    for seal, place, text in left.values_list("seal_id", "place", "text"):
        texts[seal][place] = text
    found = []
    for seal, hand, game, digest, commitments in latest.values():
        record = read_record(sealing.opened(bytes(game), commitments, texts[seal]))
        whole = len(texts[seal]) == commitments.count("\n")
        found.append(Here(hand, digest, format_record(record), whole))
    return found


def _is_same(one: Judged, here: Here) -> bool:
    """Whether a record is that of the hand with its id. Texts that were erased on either side do
    not make another hand of it, and stay erased here."""
    if one.canonical == here.canonical:
        return True
    erased = not here.whole or sealing.ERASED.encode() in one.canonical
    return erased and one.game_digest == here.game_digest


def _with_ids(texts: sealing.Texts, people: Sequence[Player]) -> sealing.Texts:
    """The texts of a record, those of the players with the ids that they have here."""
    names = [
        (place, f"{player.public_id} {text.partition(' ')[2]}")
        for (place, text), player in zip(texts, people, strict=False)
    ]
    return names + texts[len(names) :]


def board_of(record: Record) -> int | None:
    """The number of a hand as its record gives it."""
    board = record.meta.get("board", "")
    return int(board) if board.isascii() and board.isdigit() and len(board) < 5 else None
