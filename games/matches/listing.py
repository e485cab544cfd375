"""The list of matches: what narrows it down, on its page and in the interface, and its lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext_lazy

from games.archive.filters import ListSearch
from games.models import Hand, Match, MatchSeat
from games.models.paging import Hits, Order


class MatchSearch(ListSearch):
    """Matches by who sat there, their game and their days."""

    order = Order("played_on", descending=True)

    class Meta(ListSearch.Meta):
        model = Match

    unchosen = {"player": gettext_lazy("Any player"), "variant": gettext_lazy("Any game")}

    def hits_of(self, chosen: Mapping[str, Any]) -> Hits:
        """Return the matches found by some of the filters, each once."""
        hits = super().hits_of({name: chosen[name] for name in chosen if name != "player"})
        if "player" not in chosen:
            return hits
        seats = MatchSeat.objects.filter(player__public_id=chosen["player"])
        return Hits(hits.rows.filter(pk__in=seats.values("match")), hits.order)


def with_hands_played(matches: QuerySet[Match]) -> list[Match]:
    """Return these matches, each with its seats and `played`, the number of sealed hands."""
    sealed = Q(hands__state=Hand.State.SEALED)
    counted = matches.annotate(played=Count("hands", filter=sealed, distinct=True))
    return list(counted.prefetch_related("seats__player"))
