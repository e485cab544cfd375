"""Many hands that are written down already, in one request: all of them, or each by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.book.agreed import Waiver
from games.book.chain import judge, seal_row
from games.book.hands import lock_open_match, next_hand
from games.book.rows import write_entries
from games.book.whole import Taken, taking
from games.models import Entry, Hand, Match, User
from games.models.club_choices import Writes
from games.rules import Change, rotation
from games.writing.durably import durably, require_scorer
from games.writing.errors import HandStillOpen, WriteError
from games.writing.once import check_key, key_of_part

MOST_AT_ONCE = 100  # more than an evening's sheet, and a transaction that nobody waits long for


@dataclass(frozen=True, slots=True)
class GivenHand:
    """A hand to take over: its whole `record`, or its `result`, the facts of the next hand.

    `dealer`: the seat that dealt the hand of a result; None: whose turn it is.
    """

    record: Mapping[str, Any] | None = None
    result: Mapping[str, Any] | None = None
    dealer: int | None = None


class _Judged(Exception):
    """Takes back what was written, and keeps what came of it."""


def take_result(
    *, user: User, match: Match, result: Mapping[str, Any], key: str, **facts: Any
) -> Taken:
    """Make the next hand of a match of its result alone. `facts` and errors as `take_record`."""
    require_scorer(user, match)
    check_key(key)
    return durably(lambda: _take(user, match, GivenHand(result=result), key, facts))


def take_hands(
    *,
    user: User,
    match: Match,
    hands: Sequence[GivenHand],
    key: str,
    all_or_nothing: bool = True,
    keeps: bool = True,
    **facts: Any,
) -> list[Taken | WriteError]:
    """Make the next hands of a match, and return what came of each.

    All in one transaction, and none where one is refused; without `all_or_nothing` each in its own,
    and those that are refused are left out. Without `keeps` they are only judged. Sent again with
    its `key` a request changes nothing and has the same answer. `facts` as for `take_record`.
    Raises KeyMalformed, NotAllowed, Busy, StorageFull, ValidationError.
    """
    require_scorer(user, match)
    check_key(key)
    keys = [key_of_part(key, index) for index in range(len(hands))]
    pairs = list(zip(hands, keys, strict=True))
    if keeps and not all_or_nothing:
        return [durably(partial(_attempt, user, match, *one, facts)) for one in pairs]
    came: list[Taken | WriteError] = []

    def write() -> None:
        came[:] = [_attempt(user, match, given, own, facts) for given, own in pairs]
        if not keeps or any(isinstance(one, WriteError) for one in came):
            raise _Judged

    with suppress(_Judged):
        durably(write)
    return came


def seal_results(
    *,
    user: User,
    match: Match,
    changes: Sequence[Change],
    key: str,
    waiver: Waiver | None = None,
    device: str = "",
) -> None:
    """Make the next hands of a match, each by the one entry that states its result, and seal them.

    Runs in the caller's transaction; the caller has checked the role. A hand that is open and
    without an entry is the first of them. Raises MatchClosed, HandStillOpen, and as `chain.seal`.
    """
    lock_open_match(match)
    begun = match.hands.filter(state=Hand.State.OPEN).first()
    if begun is not None and begun.version:
        raise HandStillOpen
    for change in changes:
        hand = begun or next_hand(match, writes=Writes.RESULT_ONLY)
        begun, hand.version = None, 1
        hand.save(update_fields=["version"])
        own = key_of_part(key, hand.number)
        now = timezone.now()
        write_entries(hand, [change], key=own, fingerprint="", user=user, at=now, device=device)
        seal_row(user, hand, 1, judge(user, hand), waiver)


def _attempt(
    user: User, match: Match, given: GivenHand, key: str, facts: Mapping[str, Any]
) -> Taken | WriteError:
    try:
        with transaction.atomic():
            return _take(user, match, given, key, facts)
    except WriteError as error:
        if error.status == 503:
            raise
        return error


def _take(user: User, match: Match, given: GivenHand, key: str, facts: Mapping[str, Any]) -> Taken:
    record = given.record
    if record is None:
        made = Hand.objects.filter(
            match=match, pk__in=Entry.objects.filter(seq=1, key=key).values("hand")
        ).first()
        record = _record_of(match, given, made)
    return taking(user=user, match=match, record=record, key=key, **facts)()


def _record_of(match: Match, given: GivenHand, made: Hand | None) -> Mapping[str, Any]:
    """Return the record of a result: of the next hand of the match, or of one that was made."""
    dealer: int | None
    if made is None:
        number, deal = match.coming(match.seats.at(1).count())
        dealer = deal.dealer if given.dealer is None else given.dealer
        sits_out = deal.sits_out
    else:
        number, dealer, sits_out = made.number, made.dealer, made.sits_out
    names = match.seats.at(number).order_by("seat").values_list("player__name", flat=True)
    return {
        "format": "tarot-hand/2",
        "variant": match.variant,
        "options": match.options,
        "players": rotation.seated(list(names), sits_out),
        "dealer": dealer,
        "actions": [{"kind": "result", "facts": given.result}],
    }
