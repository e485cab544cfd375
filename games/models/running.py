"""Who may see the cards of a hand while it, or its board, is played: the one place that says it.

`visible_to` finds the hands of one's clubs; `readable_by` leaves those of them whose cards may be
shown. Code that shows a card of a hand, or the entries that hold them, begins with it.
"""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Cast

from games.models.book import Entry
from games.models.club_choices import RunningSeenBy
from games.models.matches import Hand, MatchSeat, TableChange
from games.models.people import Club, Membership, Player

Hands = TypeVar("Hands", bound=QuerySet[Hand])


def readable_by(user: Any, hands: Hands, *, or_else: Q | None = None) -> Hands:
    """Return those of some hands, found by `visible_to(user)`, that the user may read.

    They are the sealed ones; void ones for those who record; and the running ones that the club
    lets this user watch.

    Those who record watch every running hand. Where the club hides them from the table
    (`Club.hides_running`), they do not see those of a table at which they sit, or have sat since
    the hand was opened, unless they record it: nobody else has written in it, or they took it over
    (`book.take_over`), which everybody sees.
    Where members watch too (`Club.running_seen_by`), they see those of tables at which they do not
    sit. An account that is no player sees none, as nobody knows where its owner sits.
    Of a board that has still to be played (`Hand.held`) only the director sees every hand; others
    who record see the running hand that they play or write.
    `or_else` selects further hands, of which no card is shown.
    """
    here = Membership.objects.filter(user=user, club=OuterRef("club"))
    sits_there = Exists(
        here.filter(
            player__match_seats__match=OuterRef("match"),
            player__match_seats__since__lte=OuterRef("number"),
            player__match_seats__until__gte=OuterRef("number"),
        )
    )
    changes = TableChange.objects.filter(match=OuterRef("match"), number=OuterRef("number"))
    me = Membership.objects.filter(user=user, club=OuterRef("match__club"))
    sat_there = Exists(
        changes.filter(what=TableChange.What.SEATS, at__gte=OuterRef("opened_at"))
        .annotate(people=Cast("before", TextField()))
        .filter(people__contains=Subquery(me.values("player__public_id")))
    )
    plays_it = sits_there | sat_there
    writes_it = ~Exists(Entry.objects.filter(hand=OuterRef("pk")).exclude(author=user)) | Exists(
        changes.filter(what=TableChange.What.RECORDER, by=user)
    )
    recorder = Q(may_record=True) & (Q(club__hides_running=False) | ~plays_it | writes_it)
    watcher = (
        Q(club__running_seen_by=RunningSeenBy.ELSEWHERE)
        & Exists(here.exclude(player=None))
        & ~plays_it
    )
    allowed = (
        Q(state=Hand.State.SEALED, held=None)
        | Q(state=Hand.State.VOID, sealed_at=None, may_record=True, held=None)
        | Q(state=Hand.State.OPEN, held=None) & (recorder | watcher)
        | Q(state=Hand.State.OPEN, held=True) & recorder & (plays_it | writes_it)
        | Q(held=True, board__evening__opened_by=user, may_record=True)
    )
    return hands.filter(allowed if or_else is None else allowed | or_else)


def seats_held() -> Q:
    """Return the condition for seats of hands whose cards nobody may see yet."""
    return Q(hand__in=Hand.objects.filter(held=True))


def plays_hidden_hand(club: Club, player: Player | None) -> bool:
    """Return whether a player sits at a running hand that the club hides from its table.

    Somebody at such a table must not be able to show themselves the hand. One statement
    if the club hides any.
    """
    if player is None or not club.hides_running:
        return False
    seats = MatchSeat.objects.filter(match=OuterRef("match"), player=player)
    running = Hand.objects.filter(club=club, state=Hand.State.OPEN)
    return running.filter(Exists(seats.at(OuterRef("number")))).exists()
