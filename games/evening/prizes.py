"""The prizes of an evening apart from the places: best slam, most handfuls, best newcomer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from django.db.models import Count, F, Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.display.headlines import half_score
from games.display.phrases import listed
from games.evening.totals import ListLine
from games.models import Evening, Hand, HandSeat
from games.statistics.club_records import SLAMS


class Prize(NamedTuple):
    """What it is for, and who has it with what, in words."""

    name: str
    words: str


def prizes_of(evening: Evening, lines: Sequence[ListLine]) -> list[Prize]:
    """Return the prizes that somebody has earned, without hidden boards. Three statements."""
    hands = HandSeat.objects.filter(
        hand__match__round__evening=evening, hand__state=Hand.State.SEALED, hand__held=None
    ).order_by()
    by_player = hands.values_list("player")
    slams = hands.annotate(slam=F("feats").bitand(SLAMS)).filter(
        slam__gt=0, role=HandSeat.Role.TAKER, score_halves__gt=0
    )
    shown = by_player.filter(shown__gt=0).annotate(Count("pk"))
    here = [line.player for line in lines]
    known = HandSeat.objects.filter(
        player__in=here, hand__match__played_on__lt=evening.played_on
    ).values_list("player", flat=True)
    knows = set(known.order_by().distinct())
    new = {line.player.pk: line.total for line in lines if line.player.pk not in knows}
    points = partial(half_score, game=evening.variant)
    figures: list[tuple[str, dict[int, int], Callable[[int], str]]] = [
        (_("Best slam"), dict(slams.values_list("player").annotate(Max("score_halves"))), points),
        (_("Most handfuls"), dict(shown), _handfuls),
        (_("Best newcomer"), new if len(new) < len(lines) else {}, points),
    ]
    best = [(name, _best(by_key, lines), words) for name, by_key, words in figures]
    return [Prize(name, f"{one[0]} ({words(one[1])})") for name, one, words in best if one]


def _handfuls(count: int) -> str:
    return ngettext("%(count)s handful", "%(count)s handfuls", count) % {"count": count}


def _best(figures: dict[int, int], lines: Sequence[ListLine]) -> tuple[str, int] | None:
    """Return the names of those with the highest figure, and the figure."""
    if not figures:
        return None
    most = max(figures.values())
    names = [line.player.name for line in lines if figures.get(line.player.pk) == most]
    return (listed(names), most) if names else None
