"""Records of a club after an amendment: broken by the hand as it is now, or lost with it as it was.

A record is looked for anew among all hands only where the amended one had a part in it and nothing
that takes its place is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from django.db.models import (
    FilteredRelation,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Window,
)

from games.models import Career, ClubRecord, Hand, HandSeat, Tally
from games.models.statistics import ALL_TIME
from games.statistics.club_records import UPSERT, Best, Kind, of_the_hand, row_of
from games.statistics.facts import HandFacts
from games.statistics.hand_sums import in_order, seats_of
from games.statistics.streaks import PEAK_COLUMNS, Peak, streaks_of

STREAKS = {Kind.WON_IN_A_ROW: "longest_won", Kind.LOST_IN_A_ROW: "longest_lost"}
# What a single hand brings: whether the most or the least of it is a record; scores are kept in the
# sums of the players.
SCORES = {Kind.HIGHEST_WIN: ("best_halves", Max), Kind.HEAVIEST_LOSS: ("worst_halves", Min)}
MARGINS = {Kind.MADE_BY: Max, Kind.LOST_BY: Min}


class _Kept(NamedTuple):
    """A record as it stands, and the match of its hand."""

    peak: Peak
    match: int


def put_right(hand: HandFacts, streaks: Mapping[str, Peak] | None) -> None:
    """Write the records anew that an amended hand changes; seats and careers are written already.

    `streaks`: the longest ones of its players by kind, None where nobody won or lost otherwise.
    """
    kept = _load(hand)
    known = {**_of_the_hand(hand), **_of_the_match(hand), **(streaks or {})}
    for kind in Kind:
        best, candidate = kept.get(kind), known.get(kind)
        if best is None or (candidate and candidate.rank <= best.peak.rank):
            found = candidate
        elif _has_a_part(kind, best, hand, streaks):
            found = _among_all(kind, hand)
        else:
            continue
        if found is None:
            ClubRecord.objects.filter(club=hand.club, variant=hand.variant, kind=kind).delete()
        elif best is None or found != best.peak:
            made = Best(found.value, found.player, found.hand)
            UPSERT.write([row_of(hand.club, hand.variant, kind, made)])


def _load(hand: HandFacts) -> dict[str, _Kept]:
    """The records of the club in the game of a hand. One statement."""
    his = HandSeat.objects.filter(hand=OuterRef("hand"), player=OuterRef("player"))
    rows = (
        ClubRecord.objects.filter(club=hand.club, variant=hand.variant)
        .alias(first=FilteredRelation("hand__revisions", condition=Q(hand__revisions__revision=1)))
        .annotate(seat=Subquery(his.values("seat")))
        .values_list("kind", "hand__match", "value", *PEAK_COLUMNS)
    )
    return {kind: _Kept(Peak(*peak), match) for kind, match, *peak in rows}


def _has_a_part(
    kind: str, best: _Kept, hand: HandFacts, streaks: Mapping[str, Peak] | None
) -> bool:
    """Whether a record may be lost by the amendment."""
    if kind in STREAKS:
        players = [seat.player for seat in hand.seats]
        return streaks is not None and best.peak.player in players
    if kind == Kind.MATCH_TOTAL:
        return best.match == hand.match
    return best.peak.hand == hand.hand


def _of_the_hand(hand: HandFacts) -> dict[str, Peak]:
    seats = [seat.player for seat in hand.seats]
    return _firsts(
        (kind, Peak(value, hand.number, seats.index(player), player, hand.hand))
        for kind, value, player in of_the_hand(hand)
    )


def _of_the_match(hand: HandFacts) -> dict[str, Peak]:
    """The most that somebody ever had in the match of a hand. One statement."""
    totals: dict[int, int] = {}

    def peaks() -> Iterator[tuple[str, Peak]]:
        rows = in_order(_seats(hand).filter(hand__match=hand.match))
        for score, *where in rows.values_list("score_halves", *PEAK_COLUMNS):
            peak = Peak(score, *where)
            totals[peak.player] = totals.get(peak.player, 0) + score
            if totals[peak.player] > 0:
                yield Kind.MATCH_TOTAL, peak._replace(value=totals[peak.player])

    return _firsts(peaks())


def _firsts(peaks: Iterable[tuple[str, Peak]]) -> dict[str, Peak]:
    """The record of each kind."""
    found: dict[str, Peak] = {}
    for kind, peak in peaks:
        if kind not in found or peak.rank < found[kind].rank:
            found[kind] = peak
    return found


def _among_all(kind: Kind, hand: HandFacts) -> Peak | None:
    """The record of a kind among all hands of the club in the game of this one."""
    if kind in STREAKS:
        return _longest(kind, hand)
    if kind == Kind.MATCH_TOTAL:
        return _best_total(hand)
    return _best_score(kind, hand) if kind in SCORES else _best_margin(kind, hand)


def _longest(kind: Kind, hand: HandFacts) -> Peak | None:
    careers = Career.objects.filter(club=hand.club, variant=hand.variant, period=ALL_TIME)
    most = careers.aggregate(most=Max(STREAKS[kind]))["most"]
    holders = careers.filter(**{STREAKS[kind]: most}).values_list("player_id", flat=True)
    return streaks_of(hand.club, hand.variant, list(holders), [ALL_TIME])[1].get(kind)


def _best_total(hand: HandFacts) -> Peak | None:
    """The most that somebody ever had in a match."""
    order = "first__number"
    total = Window(Sum("score_halves"), partition_by=["hand__match", "player"], order_by=order)
    seats = in_order(_seats(hand)).annotate(total=total).order_by("-total", order, "seat")
    found = seats.values_list("total", *PEAK_COLUMNS).first()
    return Peak(*found) if found and found[0] > 0 else None


def _best_score(kind: Kind, hand: HandFacts) -> Peak | None:
    """The most that a hand brought somebody, or cost him: the sums say how much, and whom."""
    column, extreme = SCORES[kind]
    sums = Tally.objects.filter(
        club=hand.club,
        variant=hand.variant,
        kind=Tally.Kind.WHOLE,
        period=ALL_TIME,
        player__isnull=False,
    )
    most = sums.aggregate(most=extreme(column))["most"]
    if not most or (most > 0) != (extreme is Max):
        return None
    holders = list(sums.filter(**{column: most}).values_list("player_id", flat=True))
    seats = in_order(_seats(hand).filter(player__in=holders, score_halves=most))
    return Peak(*seats.values_list("score_halves", *PEAK_COLUMNS)[0])


def _best_margin(kind: Kind, hand: HandFacts) -> Peak | None:
    """By how much a taker made his contract, or missed it."""
    extreme = MARGINS[kind]
    hands = Hand.objects.filter(club=hand.club, variant=hand.variant, state=Hand.State.SEALED)
    most = hands.aggregate(most=extreme("margin_halves"))["most"]
    if not most or (most > 0) != (extreme is Max):
        return None
    takers = _seats(hand).filter(role=HandSeat.Role.TAKER, hand__margin_halves=most)
    return Peak(*in_order(takers).values_list("hand__margin_halves", *PEAK_COLUMNS)[0])


def _seats(hand: HandFacts) -> QuerySet[HandSeat]:
    """The seats of all hands of the club in the game of this one."""
    return seats_of(hand.club).filter(variant=hand.variant)
