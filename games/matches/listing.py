"""The list of matches: what narrows it down, on its page and in the interface, and its lines."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext_lazy

from games.archive.filters import ListSearch
from games.models import Hand, Match
from games.models.paging import Order


class MatchSearch(ListSearch):
    """Matches by who sat there, their game and their days."""

    order = Order("played_on", descending=True)

    class Meta(ListSearch.Meta):
        model = Match

    unchosen = {"player": gettext_lazy("Any player"), "variant": gettext_lazy("Any game")}


def with_hands_played(matches: QuerySet[Match]) -> list[Match]:
    """These matches, each with its seats and `played`, the number of sealed hands."""
    sealed = Q(hands__state=Hand.State.SEALED)
    counted = matches.annotate(played=Count("hands", filter=sealed, distinct=True))
    return list(counted.prefetch_related("seats__player"))
