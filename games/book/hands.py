"""The hands of a match: opening the next one, making one void."""

from datetime import date, datetime, time
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.book import records
from games.book.agreed import end_disputes, reopen_disputes
from games.book.boards import board_of
from games.book.table_changes import give_up_of, note_ending
from games.display.typed_reasons import read_reason
from games.models import Dispute, Hand, Match, User
from games.models.club_choices import Writes
from games.rules import entering
from games.writing.durably import check_version, durably, refuse_version, require_scorer
from games.writing.errors import HandSealed, HandStillOpen, MatchClosed, NextHandDealt, invalid
from games.writing.once import Once, make_once


def open_hand(
    *,
    user: User,
    match: Match,
    writes: str | None = None,
    comment: str = "",
    once: Once | None = None,
) -> Hand:
    """Open the next hand of a match, with the next dealer; the open one where there is one.

    With `once` the hand that was opened with it, also when it is finished by now.
    Raises ValidationError by field, MatchClosed, NotAllowed, KeyReused, KeyMalformed.
    """
    require_scorer(user, match)
    if writes is not None and writes not in Writes.values:
        raise invalid("writes", "unknown-choice", _("There is no such choice."))

    def make() -> Hand:
        lock_open_match(match)
        hand = Hand.objects.filter(match=match, state=Hand.State.OPEN).first()
        return hand or next_hand(match, writes=writes or match.writes, comment=comment)

    sent = [match.public_id, writes, comment]
    rows = match.hands.all()
    return make_once(once, user=user, sent=sent, rows=rows, make=make)


def lock_open_match(match: Match) -> None:
    """Make everybody else who opens a hand of this match wait. Raises MatchClosed."""
    if not Match.objects.filter(pk=match.pk, closed_at=None).update(closed_at=None):
        raise MatchClosed


def next_hand(match: Match, **facts: Any) -> Hand:
    """Create the next hand of a match with these columns, in the caller's transaction."""
    number, deal = match.coming(match.seats.at(1).count())
    now = timezone.now()
    plain: dict[str, Any] = {
        "dealer": deal.dealer,
        "sits_out": deal.sits_out,
        "writes": match.writes,
    }
    return Hand.objects.create(
        match=match,
        club_id=match.club_id,
        number=number,
        opened_at=now,
        played_at=within_day(match.played_on, now),
        variant=match.variant,
        **plain | board_of(match) | facts,
    )


def within_day(day: date, now: datetime) -> datetime:
    """Return a moment within the match's day: hands after midnight belong to the evening before."""
    zone = timezone.get_current_timezone()
    begin = datetime.combine(day, time.min, zone)
    return max(begin, min(now, datetime.combine(day, time.max, zone)))


def void_hand(*, user: User, hand: Hand, version: int) -> Hand:
    """Make an open hand void: it counts for nothing, its entries stay.

    `version`: the number of the last entry that the sender knows. A hand that became void at this
    version is answered alike. Raises StaleVersion, VersionAhead, HandSealed, NotAllowed, Refused.
    """
    require_scorer(user, hand)
    check_version(version)
    return _void(user, hand, version)


def give_up(*, user: User, hand: Hand, version: int, void_as: str, because: str) -> Hand:
    """Make an open hand void that went wrong, and say how and why.

    `void_as`: one of `Hand.Void`; after a hand that was thrown in the next player deals, after the
    others the same. `because` is added to the hand's comment, not to its entries: it may name
    people, and entries stay for ever. Raises ValidationError by field, and as `void_hand`.
    """
    require_scorer(user, hand)
    check_version(version)
    if void_as not in Hand.Void.values:
        raise invalid("void_as", "unknown-choice", _("There is no such choice."))
    because = read_reason(because, _("Say in a few words what went wrong."))
    comment = "\n".join(filter(None, (hand.comment, because)))
    return _void(user, hand, version, void_as=void_as, comment=comment)


def _void(user: User, hand: Hand, version: int, **facts: str) -> Hand:
    def write() -> Hand:
        mine = Hand.objects.filter(pk=hand.pk, version=version)
        if not mine.filter(state=Hand.State.OPEN).update(**_voided(), **facts):
            now = Hand.objects.only("state", "version").get(pk=hand.pk)
            refuse_version(hand, now.version, version)
            if now.state == Hand.State.SEALED:
                raise HandSealed
        else:
            note_ending(hand, user, facts.get("void_as", ""))
        end_disputes(hand, Dispute.EndedAs.VOID, user)
        return Hand.objects.get(pk=hand.pk)

    return durably(write)


def take_up(*, user: User, hand: Hand) -> Hand:
    """Go on with a hand that was given up, until the next one is dealt or the match is closed.

    The hand is as it was. For an open hand the answer is the same. Raises NextHandDealt,
    MatchClosed, HandSealed, NotAllowed.
    """
    require_scorer(user, hand)

    def write() -> Hand:
        lock_open_match(hand.match)
        now = Hand.objects.get(pk=hand.pk)
        if now.state == Hand.State.SEALED:
            raise HandSealed
        if now.state == Hand.State.OPEN:
            return now
        if Hand.objects.filter(match=hand.match_id, number__gt=hand.number).exists():
            raise NextHandDealt
        given_up = give_up_of(now)
        if given_up is not None:  # the reason goes with it
            now.comment = now.comment[: given_up.before["comment"]]
        now.state, now.void_as, now.changed_at = Hand.State.OPEN, "", timezone.now()
        now.save(update_fields=["comment", "state", "void_as", "changed_at"])
        note_ending(now, user, None)
        reopen_disputes(now)
        return now

    return durably(write)


def _voided() -> dict[str, Any]:
    return {"state": Hand.State.VOID, "changed_at": timezone.now()}


def void_unplayed(hand: Hand) -> None:
    """Make a hand void in which nothing has happened. Raises HandStillOpen for any other."""
    _, actions = entering.fold(records.changes_of(hand))
    unchanged = Hand.objects.filter(pk=hand.pk, version=hand.version)
    if actions or not unchanged.update(**_voided()):
        raise HandStillOpen
