"""The hands before and after one in its match."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.models import Hand, HandSeat
from games.replay.hand_page import query_of
from games.replay.views import View, view_of


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A sealed hand of the same match; `address` is where it opens, in the reader's view."""

    number: int
    base: str
    query: str

    @property
    def address(self) -> str:
        return self.base + self.query

    @property
    def end(self) -> str:
        return f"{self.base}score{self.query}"


def neighbours_of(hand: Hand, view: View) -> dict[str, Neighbour | None]:
    """Return `hand_before` and `hand_after` for the page of a hand, None where there is none.

    Who looks from a seat goes on with the eyes of the same player. Hands of hidden boards
    have only each other as neighbours, since few may read them.
    """
    hands = Hand.objects.filter(match=hand.match_id, held=hand.held).sealed().order_by("number")
    rows = list(hands.values_list("pk", "number", "public_id"))
    at = next((place for place, row in enumerate(rows) if row[0] == hand.pk), None)
    if at is None:
        return {"hand_before": None, "hand_after": None}
    around = {"hand_before": rows[:at][-1:], "hand_after": rows[at + 1 : at + 2]}
    queries = _queries(hand, view, [row[0] for one in around.values() for row in one])
    return {
        name: Neighbour(
            one[0][1], reverse("hand", args=[hand.club.slug, one[0][2]]), queries[one[0][0]]
        )
        if one
        else None
        for name, one in around.items()
    }


def _queries(hand: Hand, view: View, keys: list[int]) -> dict[int, str]:
    """Return the query of each of these hands in which the reader looks with the same eyes."""
    if view.seat is None:
        return dict.fromkeys(keys, query_of(view, "") if not view.turned else "")
    seats = HandSeat.objects.filter(hand__in=[hand.pk, *keys]).values_list(
        "hand_id", "player_id", "seat"
    )
    players = {(key, seat): player for key, player, seat in seats}
    who = players.get((hand.pk, view.seat))
    queries = dict.fromkeys(keys, "?seat=none")
    for (key, seat), player in players.items():
        looks = view_of(str(seat), seat + 1)
        if player == who and key in queries and looks:
            queries[key] = query_of(looks, "")
    return queries
