"""Hands by what they came to instead of by their day: the dearest, the closest."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import Max, QuerySet
from django.db.models.functions import Abs
from django.utils.translation import gettext_lazy

from games.archive.conditions import NEWEST_SEAT
from games.archive.listing import Listed, listed_hands
from games.models import Hand
from games.models.paging import Hits

SORTS = {
    "": gettext_lazy("newest first"),
    "dearest": gettext_lazy("most won first"),
    "closest": gettext_lazy("closest first"),
    "over": gettext_lazy("most points over first"),
    "short": gettext_lazy("most points short first"),
}
_ORDERED: dict[str, Callable[[QuerySet[Hand]], QuerySet[Hand]]] = {
    "dearest": lambda hands: hands.annotate(most=Max("seats__score_halves")).order_by("-most"),
    "closest": lambda hands: hands.annotate(off=Abs("margin_halves")).order_by("off"),
    "over": lambda hands: hands.order_by("-margin_halves"),
    "short": lambda hands: hands.order_by("margin_halves"),
}


def sorted_hands(hits: Hits, sort: str, limit: int) -> list[Listed]:
    """Return the first of these hands in that order, newest first if they are equal."""
    hands = hits.rows
    if hits.order == NEWEST_SEAT:
        hands = Hand.objects.filter(pk__in=hits.rows.values("hand_id"))
    if sort != "dearest":
        hands = hands.filter(margin_halves__isnull=False)
    ordered = _ORDERED[sort](hands)
    ordered = ordered.order_by(*ordered.query.order_by, "-played_at", "-pk")
    return listed_hands(ordered[:limit])
