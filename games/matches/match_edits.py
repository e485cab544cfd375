"""A match that is called something else, was played on another day or table, or never happened."""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from games import statistics
from games.book.chain import hold_chain
from games.book.hands import within_day
from games.matches.match_changes import TABLE_LENGTH
from games.models import Hand, HandSeat, Match, MatchMove, MatchSeat, User
from games.models.days import check_days
from games.writing.durably import durably, durably_on, require_scorer
from games.writing.errors import MatchNotEmpty
from games.writing.names import read_name


def edit_match(
    *,
    user: User,
    match: Match,
    title: str | None = None,
    table: str | None = None,
    played_on: date | None = None,
) -> Match:
    """Rename a match, or move it to another table or day; None leaves a field as it is.

    Its hands go with it to the other day, each at its time, and sums by period are counted again.
    What is sealed keeps its texts. Raises ValidationError by field, NotAllowed, Busy, StorageFull.
    """
    require_scorer(user, match)
    fields: dict[str, str | date] = {}
    if title is not None:
        fields["title"] = read_name(title, "title")
    if table is not None:
        fields["table"] = read_name(table, "table")[:TABLE_LENGTH] if table else ""
    if played_on is not None:
        check_days(played_on=played_on)
        fields["played_on"] = played_on

    def write(match: Match) -> None:
        rows = Match.objects.filter(pk=match.pk)
        rows.update(changed_at=timezone.now())  # locks the row
        before = rows.get().played_on
        rows.update(**fields)
        if played_on is not None and played_on != before:
            _move_hands(match, played_on, (played_on - before).days)
            # Now that the rows of its hands are locked, no other can be sealed with the former day.
            if match.hands.sealed().exists():
                MatchMove.objects.create(match=match, before=before, after=played_on, by=user)
        match.refresh_from_db(fields=[*fields, "changed_at"])

    durably_on(match, write)
    return match


def _move_hands(match: Match, day: date, days: int) -> None:
    """Move the hands of a match by that many days, to its new day, in the caller's transaction."""
    now, hands = timezone.now(), list(Hand.objects.filter(match=match).order_by("pk"))
    for hand in hands:
        hand.played_at, hand.changed_at = within_day(day, _later(hand.played_at, days)), now
    Hand.objects.bulk_update(hands, ["played_at", "changed_at"])
    moment = Hand.objects.filter(pk=OuterRef("hand")).values("played_at")
    if HandSeat.objects.filter(hand__match=match).update(played_at=Subquery(moment)):
        # No hand of the club is sealed while its sums are counted.
        hold_chain(match.club_id)
        statistics.recount(match.club_id, match.variant)


def _later(moment: datetime, days: int) -> datetime:
    """Return the same time some days later, in the time zone of the site."""
    zone = timezone.get_current_timezone()
    day = date.fromordinal(moment.astimezone(zone).date().toordinal() + days)
    return datetime.combine(day, moment.astimezone(zone).time(), zone)


def delete_match(*, user: User, match: Match) -> None:
    """Delete a match without entries. Raises MatchNotEmpty, NotAllowed, Busy, StorageFull."""
    require_scorer(user, match)

    def write() -> None:
        Match.objects.filter(pk=match.pk).update(changed_at=timezone.now())  # locks the row
        hands = Hand.objects.filter(match=match)
        # An entry waits for the row of its hand, which then is gone.
        empty = hands.filter(version=0).exclude(state=Hand.State.SEALED)
        if empty.update(changed_at=timezone.now()) < hands.count():
            raise MatchNotEmpty
        hands.delete()
        MatchSeat.objects.filter(match=match).delete()
        Match.objects.filter(pk=match.pk).delete()

    durably(write)


def is_empty(match: Match) -> bool:
    """Return whether nothing was ever entered in a match. One statement."""
    entered = match.hands.filter(version__gt=0) | match.hands.sealed()
    return not entered.exists()
