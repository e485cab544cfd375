"""Putting right who sat where and who dealt, for some hands of a match. See README.md."""

from __future__ import annotations

import secrets
from copy import copy
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games import statistics
from games.book.amending import seal_revision
from games.book.chain import hold_chain, write_result
from games.book.results import result_of
from games.book.rows import write_entries
from games.book.table_changes import TableSeats, note_seats
from games.display.typed_reasons import read_reason
from games.matches.match_seats import first_merged, seat_rows, seating_plan
from games.matches.reseating_plan import (
    ReseatedHand,
    Reseating,
    ReseatingPlan,
    plan_reseating,
    seating_digest,
)
from games.models import Hand, Match, MatchSeat, Player, User
from games.rules import SeatingPlan
from games.writing.durably import require_scorer
from games.writing.errors import MatchChanged
from games.writing.once import Once, key_of_part, made_with, make_once


def reseat(
    *,
    user: User,
    match: Match,
    wanted: Reseating,
    because: str = "",
    seen: str | None = None,
    once: Once | None = None,
    device: str = "",
) -> Match:
    """Correct who sat where, on open and sealed hands alike, all of it or nothing.

    `because`: why, for everybody who reads a sealed hand that gets a further revision by it;
    `seen`: of the plan that was looked at, which must be still true. With `once` it is done once,
    however often it is sent. Raises MatchChanged, ValidationError (`because`), KeyReused,
    KeyMalformed, Busy, StorageFull, and as `plan_reseating`.
    """
    require_scorer(user, match)
    sent = [match.public_id, *wanted.facts(), because]
    done = once is not None and made_with(user, once.key).exists()
    plan = None if done else plan_reseating(user=user, match=match, wanted=wanted)
    if plan is not None:
        if seen not in (None, plan.seen):
            raise MatchChanged
        if plan.sealed:
            because = read_reason(because, _("Say in a few words why the seats are corrected."))

    def make() -> Match:
        if plan is None:
            raise MatchChanged
        write_reseating(
            plan, user, because, once.key if once else secrets.token_urlsafe(16), device
        )
        return match

    rows = Match.objects.filter(club=match.club_id)
    return make_once(once, user=user, sent=sent, rows=rows, make=make)


def write_reseating(plan: ReseatingPlan, user: User, because: str, key: str, device: str) -> None:
    """Write all that was planned, in the caller's transaction. Raises MatchChanged."""
    match, now = plan.match, timezone.now()
    # Others who open a hand of the match, or reseat somebody else, wait for this row.
    Match.objects.filter(pk=match.pk).update(changed_at=now)
    hold_chain(match.club_id)
    before, hands = seating_plan(match), list(match.hands.order_by("number"))
    same = seating_digest(hands, before) == plan.seen
    if not same or first_merged({row.player for row in plan.seats.rows}):
        raise MatchChanged
    MatchSeat.objects.filter(match=match).delete()
    MatchSeat.objects.bulk_create(seat_rows(match, plan.seats))
    for one in plan.hands:
        sent = key_of_part(key, one.hand.public_id)
        _write_hand(one, user, because, sent, device, now)
    _note(plan, before, hands[-1].number + 1 if hands else 1, user)
    if plan.sealed:
        statistics.recount(match.club_id, match.variant)


def _note(plan: ReseatingPlan, before: SeatingPlan[Player], coming: int, user: User) -> None:
    """Keep what was changed of the running hand, and of those to come: no revision says it."""
    noted = None
    for one in plan.hands:
        if one.hand.is_open:
            noted = one.before.at_table(), one.after.at_table()
            note_seats(plan.match, one.hand.number, user, *noted)
    then, now = (seats.at(coming) for seats in (before, plan.seats))
    same = noted is not None and (then, now) == tuple(tuple(side.people) for side in noted)
    if then != now and not same:
        note_seats(plan.match, coming, user, TableSeats(then), TableSeats(now))


def _write_hand(
    one: ReseatedHand, user: User, because: str, key: str, device: str, now: datetime
) -> None:
    hand, known = copy(one.hand), one.hand.version  # a copy: the write may be tried again
    whole = now.replace(microsecond=0)
    facts: dict[str, Any] = {
        "dealer": one.after.dealer,
        "sits_out": one.after.sits_out,
        "version": known + len(one.changes),
        "changed_at": now,
    }
    if one.former is not None:
        facts |= {"amended_at": whole, "confirmed": False}
    # Others who write into the hand itself, or seal it, do not wait for the match.
    if not Hand.objects.filter(pk=hand.pk, version=known, state=hand.state).update(**facts):
        raise MatchChanged
    for name, value in facts.items():
        setattr(hand, name, value)
    if one.changes:
        write_entries(
            hand,
            one.changes,
            key=key,
            fingerprint=key,
            user=user,
            at=now,
            after=known,
            device=device,
        )
    if one.former is not None and one.played is not None:
        seal_revision(hand, one.former, one.played, because, user, whole)
        keys = [player.pk for player in one.after.players]
        write_result(hand, result_of(one.played), keys)
