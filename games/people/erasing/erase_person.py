"""Erasing a person from a club: their names and the texts that name them go, the hands stay."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.book import records, revisions, sealed_lines
from games.book.chain import hold_chain
from games.book.sealing import ERASED
from games.book.traits import words_of
from games.models import (
    Club,
    Entry,
    ErasedEntry,
    Erasure,
    Hand,
    HandSeat,
    Job,
    JobPiece,
    Match,
    Player,
    SealedText,
    TypedSheet,
    UsedKey,
    User,
)
from games.models.folding import sort_key
from games.models.querysets import in_pieces
from games.people.erasing.erasable import WHOLE, NamingSpot
from games.people.erasing.erasure_plan import ErasurePlan, Person, read_plan
from games.people.erasing.forgotten_accounts import forget_account, forget_traces
from games.people.erasing.naming import AMENDED, without
from games.people.players import tell_apart
from games.writing.durably import durably, require_admin


def erase_person(
    *, user: User, person: Person, seen: ErasurePlan, spared: Collection[str] = ()
) -> Erasure:
    """Erase a person as the plan that was looked at said, except for the texts in `spared`.

    `spared` are keys of texts that are about somebody else. Raises ValidationError where something
    stands in the way, or where something has changed that the plan did not show; NotAllowed, Busy,
    StorageFull.
    """
    require_admin(user, person.club)

    def write() -> Erasure:
        hold_chain(person.club.pk)
        plan = read_plan(person)
        if plan.why_not:
            raise ValidationError(" ".join(plan.why_not), code="in-the-way")
        if plan.seen != seen.seen:
            message = _("Something of it has changed in the meantime. Look once more.")
            raise ValidationError(message, code="changed")
        return erase(plan, user, spared)

    made = durably(write)
    sealed_lines.forget()  # what this process still remembers of texts
    empty_log()
    return made


def empty_log() -> None:
    """Leave nothing of what was erased in the log next to an SQLite file that nobody reads."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def erase(plan: ErasurePlan, user: User | None, spared: Collection[str] = ()) -> Erasure:
    """Erase what was planned, inside the caller's transaction, which holds the club."""
    now, club = timezone.now(), plan.person.club
    going = plan.going(spared)
    left = {spot.address for spot in plan.spots} - {spot.address for spot in going}
    made = Erasure.objects.create(
        club=club,
        player=plan.person.player,
        account=plan.person.account,
        account_went=plan.account_goes,
        names=len(plan.sealed_names),
        texts=len({spot.address for spot in going}),
        places=sorted({spot.address for spot in going}),
        spared=sorted(left),
        by=user,
        at=now,
    )
    hands = _hands_of(plan, going)
    _forget_names(plan, now)
    _forget_texts(going)
    _forget_rows(going)
    _forget_entries(made, going)
    _forget_keys(plan, going)
    _rewrite(going)
    _touch(hands, plan.players, now)
    forget_traces(club, plan.naming, plan.players)
    _forget_jobs(club, now)
    TypedSheet.objects.filter(match__seats__player__in=plan.players).delete()
    if plan.person.account is not None:
        forget_account(plan.person.account, club, goes=plan.account_goes)
    return made


def _hands_of(plan: ErasurePlan, going: Iterable[NamingSpot]) -> set[int]:
    """Return the keys of the hands that read differently afterwards."""
    hands = {spot.hand for spot in going if spot.hand is not None}
    keys = [player.pk for player in plan.players]
    hands.update(HandSeat.objects.filter(player__in=keys).values_list("hand", flat=True))
    for some in in_pieces(plan.sealed_names):
        texts = SealedText.objects.filter(pk__in=some)
        hands.update(texts.values_list("seal__hand", flat=True))
    return hands


def _forget_jobs(club: Club, now: datetime) -> None:
    """Delete the files of the club's jobs, which hold everybody's names, and import reports.

    A job that has not begun to write is cancelled: somebody may ask for it again.
    """
    mine = Job.objects.filter(club=club, writes_since=None)
    ended = {"state": Job.State.CANCELLED, "ended_at": now, "worker": ""}
    mine.filter(state__in=Job.UNDER_WAY).update(**ended)
    over = Job.objects.filter(club=club).exclude(state__in=Job.UNDER_WAY)
    JobPiece.objects.filter(job__in=over).delete()
    over.filter(kind="import").update(file_name="", wishes={}, report={})


def _forget_names(plan: ErasurePlan, now: datetime) -> None:
    """Erase the names of the player, and of everyone who was merged into them."""
    facts: dict[str, Any] = {"name": ERASED, "sort_key": sort_key(ERASED), "own_name": ""}
    facts |= {"nickname": "", "number": "", "joined_on": None, "left_on": None}
    facts |= {
        "pin": "",
        "wrong_pins": 0,
        "wrong_pin_at": None,
        "pin_set_by": None,
        "pin_set_at": None,
    }
    keys = [player.pk for player in plan.players]
    Player.every.filter(pk__in=keys).update(**facts, erased_at=now, changed_at=now)
    for player in plan.players:
        if player.merged_into_id is None:
            tell_apart(player.club_id, player.bare_name)
    for some in in_pieces(plan.sealed_names):
        SealedText.objects.filter(pk__in=some).delete()


def _forget_texts(going: Iterable[NamingSpot]) -> None:
    keys = [spot.pk for spot in going if spot.model is SealedText]
    for some in in_pieces(keys):
        SealedText.objects.filter(pk__in=some).delete()


def _forget_rows(going: Iterable[NamingSpot]) -> None:
    """Texts in columns of other tables: what stands there now is the same for all of a column."""
    by_column: dict[Any, list[int]] = {}
    for spot in going:
        if spot.column is not None:
            by_column.setdefault(spot.column, []).append(spot.pk)
    for column, keys in by_column.items():
        for some in in_pieces(keys):
            column.model.objects.filter(pk__in=some).update(**{column.name: column.left})


def _forget_entries(made: Erasure, going: Sequence[NamingSpot]) -> None:
    """Erase the texts of entries, each first named in the trail, which allows one change.

    What tells a request again goes with it: a digest of a short note can be guessed back.
    """
    texts: dict[int, set[str]] = {}
    for spot in going:
        if spot.model is Entry:
            texts.setdefault(spot.pk, set()).add(spot.text)
    entries = _entries_of(going)
    ErasedEntry.objects.bulk_create(ErasedEntry(erasure=made, entry=entry) for entry in entries)
    for entry in entries:
        facts = _left_of(entry, texts.get(entry.pk, set())) | {"fingerprint": ""}
        Entry.objects.filter(pk=entry.pk).update(**facts)


def _left_of(entry: Entry, texts: set[str]) -> dict[str, str]:
    """Return the columns of an entry without these texts."""

    def is_gone(text: str, _is_name: bool) -> bool:
        return text in texts or WHOLE in texts

    (change,) = records.read_texts([entry.change])
    device = "" if is_gone(entry.device, False) else entry.device
    return {"change": records.write_text(without(change, is_gone)), "device": device}


def _entries_of(going: Sequence[NamingSpot]) -> list[Entry]:
    """Return the entries with such texts, and those sent in one request with a text."""
    sent: set[tuple[int, str]] = set()
    keys = [spot.pk for spot in going if spot.model is Entry]
    for some in in_pieces(keys):
        named = Entry.objects.filter(pk__in=some)
        sent.update(named.values_list("hand_id", "fingerprint"))
    for spot in going:
        kind, _hand, number, *place = spot.address.split("/")
        if kind == "text" and place[0] == AMENDED:
            begins = records.write_text(revisions.mark(int(number)))
            marks = Entry.objects.filter(hand=spot.hand, change=begins)
            sent.update(marks.values_list("hand_id", "fingerprint"))
    entries = {
        entry.pk: entry for some in in_pieces(keys) for entry in Entry.objects.filter(pk__in=some)
    }
    for hand, fingerprint in sorted(sent):
        if fingerprint:
            for entry in Entry.objects.filter(hand=hand, fingerprint=fingerprint):
                entries[entry.pk] = entry
    return [entries[key] for key in sorted(entries)]


def _forget_keys(plan: ErasurePlan, going: Iterable[NamingSpot]) -> None:
    """Clear the digests of requests that made what was erased: names can be guessed back."""
    made = {player.public_id for player in plan.players}
    made |= {spot.address.split("/")[1] for spot in going if spot.column is not None}
    asked: Q = Q(pk=None)
    if plan.account_goes:
        asked |= Q(user=plan.person.account)
    for some in in_pieces(sorted(made)):
        UsedKey.objects.filter(made__in=some).update(fingerprint="")
    UsedKey.objects.filter(asked).update(fingerprint="")


def _rewrite(going: Iterable[NamingSpot]) -> None:
    """Rewrite the columns of sealed hands that repeat their texts."""
    keys = {spot.hand for spot in going if spot.model is SealedText and spot.hand is not None}
    for hand in Hand.objects.filter(pk__in=keys).select_related("match", "club"):
        record = records.sealed_record(hand)
        comment = record.meta.get("comment", "")
        Hand.objects.filter(pk=hand.pk).update(words=words_of(record), comment=comment)


def _touch(hands: Collection[int], players: Sequence[Player], now: datetime) -> None:
    """Mark hands and matches as changed, for those who follow them."""
    for some in in_pieces(sorted(hands)):
        Hand.objects.filter(pk__in=some).update(changed_at=now)
    there: QuerySet[Match] = Match.objects.filter(
        seats__player__in=[player.pk for player in players]
    )
    keys = {*there.values_list("pk", flat=True)}
    for some in in_pieces(sorted(hands)):
        keys.update(Hand.objects.filter(pk__in=some).values_list("match", flat=True))
    for some in in_pieces(sorted(keys)):
        Match.objects.filter(pk__in=some).update(changed_at=now)
