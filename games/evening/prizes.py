"""The prizes of an evening apart from the places: best slam, most handfuls, best newcomer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, F, Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.display.headlines import half_score
from games.display.phrases import listed
from games.evening.totals import Line
from games.models import Evening, Hand, HandSeat
from games.statistics.club_records import SLAMS


class Prize(NamedTuple):
    """What it is for, and who has it with what, in words."""

    name: str
    words: str


def prizes_of(evening: Evening, lines: Sequence[Line]) -> list[Prize]:
    """Return the prizes that somebody has earned, without hidden boards. Three statements."""
    hands = HandSeat.objects.filter(
        hand__match__round__evening=evening, hand__state=Hand.State.SEALED, hand__held=None
    ).order_by()
    by_player = hands.values_list("player")
    slams = hands.annotate(slam=F("feats").bitand(SLAMS)).filter(
        slam__gt=0, role=HandSeat.Role.TAKER, score_halves__gt=0
    )
    prizes = []
    if slam := _best(dict(slams.values_list("player").annotate(Max("score_halves"))), lines):
        names, halves = slam
        prizes.append(Prize(_("Best slam"), f"{names} ({half_score(halves, evening.variant)})"))
    shown = by_player.filter(shown__gt=0).annotate(Count("pk"))
    if handfuls := _best(dict(shown), lines):
        names, count = handfuls
        words = ngettext("%(count)s handful", "%(count)s handfuls", count) % {"count": count}
        prizes.append(Prize(_("Most handfuls"), f"{names} ({words})"))
    here = [line.player for line in lines]
    known = HandSeat.objects.filter(
        player__in=here, hand__match__played_on__lt=evening.played_on
    ).values_list("player", flat=True)
    knows = set(known.order_by().distinct())
    new = {line.player.pk: line.total for line in lines if line.player.pk not in knows}
    if len(new) < len(lines) and (newcomer := _best(new, lines)):
        names, halves = newcomer
        prizes.append(Prize(_("Best newcomer"), f"{names} ({half_score(halves, evening.variant)})"))
    return prizes


def _best(figures: dict[int, int], lines: Sequence[Line]) -> tuple[str, int] | None:
    """Return the names of those with the highest figure, and the figure."""
    if not figures:
        return None
    most = max(figures.values())
    names = [line.player.name for line in lines if figures.get(line.player.pk) == most]
    return (listed(names), most) if names else None
