"""How a match went, hand by hand. Scores are half points, as stored."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Hand, HandSeat, Match, Player


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """One hand of a match: its scores by chair, and what each chair has after it (half points).

    Who sits the hand out (`hand.sits_out`) has nothing of it.
    """

    hand: Hand
    scores: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The score sheet of a match: people by chair, hands in order, the totals so far."""

    players: tuple[Player, ...]
    rows: tuple[ScoredHand, ...]
    totals: tuple[int, ...]


def match_standings(match: Match) -> Standings:
    """The running scores of a match, from its sealed hands. Three statements."""
    players = tuple(seat.player for seat in match.seats.select_related("player").order_by("seat"))
    scores = HandSeat.objects.filter(hand__match=match)
    by_hand: dict[int, dict[int, int]] = {}
    for hand_id, player, score in scores.values_list("hand_id", "player_id", "score_halves"):
        by_hand.setdefault(hand_id, {})[player] = score
    totals = (0,) * len(players)
    rows = []
    for hand in match.hands.sealed().order_by("number"):
        mine = tuple(by_hand[hand.pk].get(player.pk, 0) for player in players)
        totals = tuple(total + score for total, score in zip(totals, mine, strict=True))
        rows.append(ScoredHand(hand, mine, totals))
    return Standings(players, tuple(rows), totals)
