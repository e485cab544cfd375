"""A match and its hands, read from the database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.display.phrases import labelled
from games.matches.match_so_far import MatchHand, MatchPlayer, MatchSoFar
from games.models import Hand, HandSeat, Match
from games.rules import SeatingPlan, SeatRange, rotation

COLUMNS = tuple(name for name in MatchHand._fields if name != "scores")


def hands_of(match: Match) -> list[Hand]:
    """Return the rows of all hands of a match, for pages that show more of them. One statement."""
    return list(match.hands.order_by("number"))


def match_so_far(match: Match, hands: Iterable[Hand] | None = None) -> MatchSoFar:
    """Return a match as plain values. Three statements; two if `hands` have been read."""
    # The hands first: one that is sealed meanwhile is then still open, and misses no score.
    rows = list(match.hands.order_by("number").only("match", *COLUMNS) if hands is None else hands)
    scores: defaultdict[int, list[int]] = defaultdict(list)
    results = HandSeat.objects.filter(hand__match=match).order_by("seat")
    for hand_id, score in results.values_list("hand_id", "score_halves"):
        scores[hand_id].append(score)
    return MatchSoFar(
        public_id=match.public_id,
        title=match.title,
        variant=match.variant,
        settings=match.settings,
        hands_planned=match.hands_planned,
        first_dealer=match.first_dealer,
        dealer_sits_out=match.dealer_sits_out,
        closed=match.closed_at is not None,
        seats=_named(match),
        hands=tuple(_hand(row, scores[row.pk]) for row in rows),
        deals_on=rotation.deals_on(match.options),
    )


def _named(match: Match) -> SeatingPlan[MatchPlayer]:
    """Return who sits where in a match, by id and name. One statement."""
    columns = ("seat", "since", "until", "player__public_id", "player__name")
    rows = match.seats.order_by("seat", "since").values_list(*columns)
    return SeatingPlan(
        tuple(
            SeatRange(seat, since, until, MatchPlayer(public_id, name))
            for seat, since, until, public_id, name in rows
        )
    )


def _hand(row: Hand, scores: list[int]) -> MatchHand:
    return MatchHand(**{name: getattr(row, name) for name in COLUMNS}, scores=tuple(scores))


class WentWrong(NamedTuple):
    """A hand that counts for nothing: its number, and how it ended and why, in words."""

    number: int
    how: str

    def __str__(self) -> str:
        return _("Hand %(number)s: %(how)s.") % self._asdict()


def void_hands(hands: Iterable[Hand]) -> list[WentWrong]:
    """Return the hands that were begun and went wrong."""
    void = [hand for hand in hands if hand.state == Hand.State.VOID]
    return [WentWrong(hand.number, _how(hand)) for hand in void if hand.version or hand.comment]


def _how(hand: Hand) -> str:
    how = str(hand.get_void_as_display() or hand.get_state_display())
    return labelled(how, hand.comment) if hand.comment else how
