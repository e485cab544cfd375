"""Amending: a sealed hand is put right by a further revision; the former one stays as it was."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games import statistics
from games.book import records, revisions, sealing
from games.book.agreed import end_disputes
from games.book.chain import chain, players_of, take_place, write_result
from games.book.provenance import provenance_of, written_entries
from games.book.results import Result, is_finished, result_of
from games.book.rows import write_entries
from games.display.typed_reasons import read_reason
from games.models import Dispute, Entry, Hand, HandSeat, Seal, SealedText, User
from games.rules import (
    Change,
    NoLiveAction,
    Record,
    RecordError,
    Replay,
    entering,
    format_record,
    parse_record,
    read_record,
    replay,
)
from games.writing.durably import check_version, durably_on, refuse_version, require_scorer
from games.writing.errors import (
    HandNotFinished,
    HandNotSealed,
    HandVoid,
    KeyReused,
    NothingToAmend,
    NothingToUndo,
    RecordMismatch,
    Refused,
)
from games.writing.once import check_key, facts_digest

MOST_CHANGES = 400  # a hand has no more actions


@dataclass(frozen=True, slots=True)
class Amended:
    """A revision that is in the archive; `replayed`: it had been made before with the same key."""

    seal: Seal
    version: int
    replayed: bool


@dataclass(frozen=True, slots=True)
class Corrected:
    """What an amendment would change.

    `before` and `after` are replays of the hand as it is sealed and as it would be; only the good
    part of it if there is a problem. `same`: it changes nothing.
    """

    before: Replay
    after: Replay
    changes: Sequence[Change]

    @property
    def same(self) -> bool:
        """Return whether both records are the same."""
        return format_record(self.before.record) == format_record(self.after.record)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be amended, as it was sent: `changes`, or a whole `record`."""

    changes: Sequence[Any] | None = None
    record: Any = None

    def fingerprint(self, hand: Hand, version: int, because: str) -> str:
        """Return the SHA-256 of all that makes an amendment the same when it is sent again."""
        facts = [hand.public_id, version, because, self.changes, self.record]
        return facts_digest(facts)

    def of(self, before: Record, hand: Hand) -> Corrected:
        """Return what it would change. Raises Refused, RecordMismatch, NothingToUndo."""
        try:
            if self.changes is None:
                changes = revisions.changes_to(before, _same_hand(self.record, before, hand))
            else:
                read = [entering.read(change) for change in self.changes]
                changes = revisions.completed(before, read)
            amended = revisions.amended(before, changes)
            record = parse_record(format_record(amended))
            after = replay(record._replace(sealed=amended.sealed))
        except RecordError as error:
            raise Refused(error.problem) from None
        except NoLiveAction:
            raise NothingToUndo from None
        return Corrected(replay(before), after, changes)


def preview_amendment(*, user: User, hand: Hand, wanted: Wanted) -> Corrected:
    """Return what an amendment would change, unsaved; the first conflict is in `after.problem`.

    Raises HandNotSealed, HandVoid, Refused for what cannot be read, RecordMismatch, NothingToUndo,
    NotAllowed.
    """
    require_scorer(user, hand)
    _require_sealed(hand)
    return wanted.of(records.sealed_record(hand), hand)


def amend(
    *,
    user: User,
    hand: Hand,
    version: int,
    key: str,
    because: str,
    wanted: Wanted,
    device: str = "",
) -> Amended:
    """Seal a further revision of a sealed hand.

    `version`: the number of the last entry that the sender knows; `key`: a random key as for an
    entry; `because`: why, for everybody who reads the hand. Raises ValidationError (`because`),
    Refused, NothingToAmend, RecordMismatch, HandNotFinished, HandNotSealed, HandVoid, StaleVersion,
    VersionAhead, KeyReused, KeyMalformed, NothingToUndo, NotAllowed, Busy, StorageFull.
    """
    require_scorer(user, hand)
    check_version(version)
    check_key(key)
    because = read_reason(because, _("Say in a few words why the hand is amended."))
    fingerprint = wanted.fingerprint(hand, version, because)

    def write(hand: Hand) -> Amended:
        moment = timezone.now()
        now = moment.replace(microsecond=0)
        mine = Hand.objects.filter(pk=hand.pk, state=Hand.State.SEALED, version=version)
        locked = mine.update(changed_at=moment, amended_at=now, confirmed=False)
        made = Entry.objects.filter(hand=hand, key=key).first()
        if made is not None:
            return _made_before(made, fingerprint)
        if not locked:
            _refuse(hand, version)
        former = records.latest_seal(hand)
        corrected = _finished(wanted.of(records.read_seal(former), hand))
        changes = [revisions.mark(former.revision + 1), *corrected.changes]
        write_entries(
            hand,
            changes,
            key=key,
            fingerprint=fingerprint,
            user=user,
            at=moment,  # the same for all: by it the page tells what was amended here
            after=version,
            device=device,
        )
        seal = seal_revision(hand, former, corrected.after, because, user, now)
        _write_down(hand, corrected.after, version + len(changes))
        end_disputes(hand, Dispute.EndedAs.AMENDED, user)
        return Amended(seal, version + len(changes), replayed=False)

    return durably_on(hand, write)


def _same_hand(raw: Any, before: Record, hand: Hand) -> Record:
    """Return the corrected record, names as sealed. Raises RecordError, RecordMismatch."""
    after = read_record(raw)
    for field, message in (
        ("variant", _("The hand belongs to another game.")),
        ("options", _("The hand was played with different options.")),
        ("dealer", _("Somebody else dealt the hand.")),
    ):
        if getattr(after, field) != getattr(before, field):
            raise RecordMismatch(field, message)
    if list(after.players) not in (list(before.players), records.seat_names(hand)):
        sentence = _("The players of this hand, in turn order: %(names)s.")
        raise RecordMismatch("players", sentence % {"names": ", ".join(before.players)})
    meta = after.meta if "meta" in raw else before.meta
    return after._replace(players=before.players, meta=meta)


def _finished(corrected: Corrected) -> Corrected:
    if corrected.after.problem is not None:
        raise Refused(corrected.after.problem)
    if not is_finished(corrected.after.outcome):
        raise HandNotFinished
    if corrected.same:
        raise NothingToAmend
    return corrected


def _require_sealed(hand: Hand) -> None:
    if hand.state == Hand.State.VOID:
        raise HandVoid
    if hand.state == Hand.State.OPEN:
        raise HandNotSealed


def _made_before(made: Entry, fingerprint: str) -> Amended:
    """Return the answer to an amendment that is sent again. Raises KeyReused for another one."""
    if made.fingerprint != fingerprint:
        raise KeyReused
    (mark,) = records.read_texts([made.change])
    seal = Seal.objects.get(hand=made.hand_id, revision=mark["revision"])
    count = Entry.objects.filter(hand=made.hand_id, fingerprint=fingerprint).count()
    return Amended(seal, made.seq + count - 1, replayed=True)


def _refuse(hand: Hand, version: int) -> None:
    now = Hand.objects.only("state", "version").get(pk=hand.pk)
    _require_sealed(now)
    refuse_version(hand, now.version, version)


def seal_revision(
    hand: Hand, former: Seal, played: Replay, because: str, user: User, now: datetime
) -> Seal:
    """Make the next link with the texts of the amendment, in the caller's transaction."""
    place, result = take_place(hand), result_of(played)
    ids = [player.public_id for player in players_of(hand)]
    game, texts = sealing.cut(json.loads(format_record(played.record)), ids)
    at = now.astimezone(UTC).isoformat().replace("+00:00", "Z")
    why = revisions.Amendment(at, because, user.get_username(), former.link)
    data = sealing.game_bytes(game, result.status, result.halves)
    where = provenance_of(hand, ids, user, written_entries(hand))
    parts = sealing.seal_parts(data, [*texts, *why.texts()], where)
    made = chain(place, hand, parts, now, user, revision=former.revision + 1)
    SealedText.objects.bulk_create(
        SealedText(seal=made, place=place, salt=salt, text=text)
        for place, salt, text in parts.texts
        if not sealing.is_erased(place, text)
    )
    return made


def _write_down(hand: Hand, played: Replay, version: int) -> None:
    """Update the columns of the hand and its seats, and the statistics that count them."""
    result: Result = result_of(played)
    before = statistics.facts_of_hand(hand)
    comment = played.record.meta.get("comment", "")
    Hand.objects.filter(pk=hand.pk).update(version=version, comment=comment)
    seats = HandSeat.objects.filter(hand=hand).order_by("seat")
    write_result(hand, result, list(seats.values_list("player_id", flat=True)))
    after = statistics.facts_of_hand(hand)
    if after != before:
        statistics.recount(after.club, after.variant)
    hand.version = version
