"""A hand that is written down already: taken over whole from its record, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.book.chain import judge, seal_row, waiver_of
from games.book.hands import lock_open_match, next_hand
from games.book.results import is_finished
from games.book.rows import changes_from, write_entries
from games.models import Entry, Hand, Match, User
from games.rules import (
    Record,
    RecordError,
    Replay,
    format_record,
    read_record,
    replay,
    rotation,
    shape,
)
from games.writing.durably import durably, require_scorer
from games.writing.errors import HandNotFinished, HandStillOpen, KeyReused, RecordMismatch, Refused
from games.writing.once import check_key


@dataclass(frozen=True, slots=True)
class Taken:
    """A hand made of a record, with its scores by seat; `replayed`: it had been made before."""

    hand: Hand
    replayed: bool
    scores: Sequence[Any] | None = None


def take_record(*, user: User, match: Match, record: Any, key: str, **facts: Any) -> Taken:
    """Make the next hand of a match from a record, a JSON object; all of it, or nothing.

    `facts` and errors are those of `taking`; also Busy, StorageFull.
    """
    return durably(taking(user=user, match=match, record=record, key=key, **facts))


def taking(
    *,
    user: User,
    match: Match,
    record: Any,
    key: str,
    seal: bool = True,
    unconfirmed: str = "",
    device: str = "",
) -> Callable[[], Taken]:
    """Judge a record, and return what makes the next hand of a match of it, in a transaction.

    The record must be of the match: its game, options and people. `key`: a random key as for an
    entry. With `seal` the hand must be finished and is sealed, without it stays open for more, and
    its dealer must be known; `unconfirmed` as for `chain.seal`. Raises ValidationError (`because`),
    NotConfirmed, Refused, RecordMismatch, HandNotFinished, HandStillOpen, MatchClosed, KeyReused,
    KeyMalformed, NotAllowed.
    """
    require_scorer(user, match)
    check_key(key)
    try:
        read = read_record(record)
        if not seal and read.dealer is None:
            raise shape.dealer_missing(len(read.players))
    except RecordError as error:
        raise Refused(error.problem) from None
    _check_rules(match, read)
    played = _stands(read)
    if seal and not is_finished(played.outcome):
        raise HandNotFinished
    waiver = waiver_of(unconfirmed, device)
    changes = changes_from(json.loads(format_record(read)))
    if "meta" not in record:  # the hand has what every hand of its match has
        changes[0]["meta"] = None
    facts = f"{match.public_id}\n{seal}\n{json.dumps(changes, sort_keys=True)}"
    fingerprint = sha256(facts.encode()).hexdigest()

    def write() -> Taken:
        before = Entry.objects.filter(hand__match=match, seq=1, key=key).select_related("hand")
        for made in before:
            if made.fingerprint != fingerprint:
                raise KeyReused
            return Taken(made.hand, replayed=True, scores=played.outcome.scores)
        lock_open_match(match)
        if Hand.objects.filter(match=match, state=Hand.State.OPEN).exists():
            raise HandStillOpen
        sits_out = _who_sits_out(match, read)
        hand = next_hand(match, dealer=read.dealer, sits_out=sits_out, version=len(changes))
        write_entries(
            hand,
            changes,
            key=key,
            fingerprint=fingerprint,
            user=user,
            at=timezone.now(),
            device=device,
        )
        if seal:
            seal_row(user, hand, hand.version, judge(user, hand), waiver)
        return Taken(hand, replayed=False, scores=played.outcome.scores)

    return write


def _stands(record: Record) -> Replay:
    played = replay(record)
    if played.problem is not None:
        raise Refused(played.problem)
    return played


def _check_rules(match: Match, record: Record) -> None:
    """Raise RecordMismatch if the record is of another game or has other options."""
    if record.variant.key != match.variant:
        raise RecordMismatch("variant", _("The match plays a different game."))
    if record.variant.differing(record.options) != match.options:
        raise RecordMismatch("options", _("The match has different options."))


def _who_sits_out(match: Match, record: Record) -> int | None:
    """Return the chair that has no seat in the next hand. Raises RecordMismatch."""
    number, _deal = match.coming(match.seats.at(1).count())
    names = list(match.seats.at(number).order_by("seat").values_list("player__name", flat=True))
    absent = range(len(names)) if match.dealer_sits_out else (None,)
    for chair in absent:
        if rotation.seated(names, chair) == list(record.players):
            return chair
    sentence = _("The players of this match, in turn order: %(names)s.") % {
        "names": ", ".join(names)
    }
    raise RecordMismatch("players", sentence)
