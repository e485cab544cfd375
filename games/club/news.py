"""What is new in a club since a moment, as far as its reader may see it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy

from games.archive import listed_hands
from games.archive.listing import Listed
from games.display.headlines import headline
from games.display.phrases import labelled
from games.models import Club, Dispute, Evening, Hand, Player, Remark, Seal, User

MOST = 50  # of a kind
KINDS = {
    "hand": gettext_lazy("new hand"),
    "amended": gettext_lazy("amended"),
    "comment": gettext_lazy("comment"),
    "dispute": gettext_lazy("dispute"),
    "ended": gettext_lazy("end of a dispute"),
    "evening": gettext_lazy("evening"),
}


class NewsItem(NamedTuple):
    """Something new: its kind, when, what it is about, what was said, and where it can be read."""

    kind: str
    at: datetime
    title: str
    text: str
    address: str

    @property
    def label(self) -> str:
        """Return the kind in words."""
        return str(KINDS[self.kind])


class _OfHand(NamedTuple):
    """Something new about a hand (its key), before the hand itself is read."""

    hand: int
    kind: str
    at: datetime
    text: str = ""
    place: str = ""


def news_of(
    user: User, club: Club, since: datetime, player: Player | None = None
) -> list[NewsItem]:
    """Return what is new, the newest first; with a player, of hands only theirs. Five statements.

    Of what readers wrote themselves they have no news.
    """
    shown = Hand.objects.visible_to(user).filter(club=club).shown()
    if player:
        shown = shown.filter(seats__player=player)
    hands = shown.order_by().values("pk")
    about = [*_seals(hands, since), *_comments(user, hands, since), *_disputes(user, hands, since)]
    listed = listed_hands(Hand.objects.filter(pk__in={one.hand for one in about}))
    by_key = {hand.pk: hand for hand in listed}
    news = [_item(club, one, by_key[one.hand]) for one in about if one.hand in by_key]
    news += _evenings(user, club, since)
    return sorted(news, key=lambda one: one.at, reverse=True)


def _item(club: Club, one: _OfHand, hand: Listed) -> NewsItem:
    title = headline(hand, hand.names, hand.halves)
    where = [club.slug, hand.public_id, one.place]
    address = reverse("hand-place", args=where) if one.place else reverse("hand", args=where[:2])
    return NewsItem(one.kind, one.at, title, one.text or ", ".join(hand.names), address)


def _seals(hands: QuerySet[Hand, Any], since: datetime) -> Iterator[_OfHand]:
    seals = Seal.objects.filter(hand__in=hands, sealed_at__gte=since).order_by("-sealed_at")
    for hand, revision, at in seals.values_list("hand", "revision", "sealed_at")[:MOST]:
        yield _OfHand(hand, "amended" if revision > 1 else "hand", at)


def _comments(user: User, hands: QuerySet[Hand, Any], since: datetime) -> Iterator[_OfHand]:
    new = Remark.objects.filter(hand__in=hands, at__gte=since, hidden_by=None, brought_by=None)
    columns = ("hand", "at", "author__username", "text", "place")
    for hand, at, author, text, place in (
        new.exclude(author=user).order_by("-at").values_list(*columns)[:MOST]
    ):
        yield _OfHand(hand, "comment", at, labelled(author, text), place)


def _disputes(user: User, hands: QuerySet[Hand, Any], since: datetime) -> Iterator[_OfHand]:
    of_hands = Dispute.objects.filter(hand__in=hands, brought_by=None)
    raised = Q(ended_at=None, at__gte=since) & ~Q(by=user)
    ended = Q(ended_at__gte=since) & ~Q(ended_by=user)
    for one in of_hands.filter(raised | ended).select_related("player").order_by("-at")[:MOST]:
        if one.ended_at:
            yield _OfHand(
                one.hand_id, "ended", one.ended_at, one.answer or one.get_ended_as_display()
            )
        else:
            yield _OfHand(one.hand_id, "dispute", one.at, labelled(one.player.name, one.because))


def _evenings(user: User, club: Club, since: datetime) -> Iterator[NewsItem]:
    ahead = Evening.objects.visible_to(user).filter(club=club, played_on__gte=timezone.localdate())
    for one in ahead.filter(opened_at__gte=since).order_by("played_on")[:MOST]:
        address = reverse("evening", args=[club.slug, one.public_id])
        day = date_format(one.played_on, "DATE_FORMAT")
        yield NewsItem("evening", one.opened_at, one.title, day, address)
