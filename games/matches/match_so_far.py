"""A match and its hands as plain values.

Its standing and its next deal are worked out from these alone: on the server and, from their JSON
form, on a tablet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.display.headlines import title_columns
from games.rules import LAST_HAND, Replay, SeatingPlan, SeatRange, Variant, find_variant, rotation


class MatchPlayer(NamedTuple):
    """Somebody at the table, with the name of today."""

    public_id: str
    name: str


class MatchHand(NamedTuple):
    """A hand of a match, in the words of its columns (`games.models.Hand`).

    What was dealt and, for a sealed hand, its result. `scores`: by seat of the record, in half
    points.
    """

    public_id: str
    number: int
    variant: str
    dealer: int | None
    sits_out: int | None
    state: str = "open"
    void_as: str = ""
    status: str = ""
    contract: str = ""
    taker: int | None = None
    won: bool | None = None
    margin_halves: int | None = None
    scores: tuple[int, ...] = ()

    def as_sealed(self, end: Replay) -> MatchHand:
        """Return the hand with the result of its end; unchanged while it has no score."""
        if end.outcome.scores is None:
            return self
        scores = tuple(int(2 * score) for score in end.outcome.scores)
        return self._replace(state="sealed", scores=scores, **title_columns(end)._asdict())


@dataclass(frozen=True)
class MatchSoFar:
    """A match and its hands, open and void ones too, in the order of their numbers.

    `settings` are those that differ from its game's, `first_dealer` is a chair, `closed` whether no
    further hand is dealt, `deals_on` whether a dealer who sits out deals until somebody takes.
    """

    public_id: str
    title: str
    variant: str
    settings: Mapping[str, Any]
    hands_planned: int | None
    first_dealer: int
    dealer_sits_out: bool
    closed: bool
    seats: SeatingPlan[MatchPlayer]
    hands: tuple[MatchHand, ...] = ()
    deals_on: bool = False

    @property
    def game(self) -> Variant | None:
        """Return the rules of its game; None for one that is no longer known."""
        return find_variant(self.variant)

    @property
    def sealed(self) -> Sequence[MatchHand]:
        """Return the hands that count."""
        return [hand for hand in self.hands if hand.state == "sealed"]

    @property
    def open_hand(self) -> MatchHand | None:
        """Return the hand that is being recorded."""
        return next((hand for hand in self.hands if hand.state == "open"), None)

    def hand(self, number: int) -> MatchHand:
        """Return the hand of that number. Raises KeyError."""
        return {hand.number: hand for hand in self.hands}[number]

    def with_hand(self, hand: MatchHand) -> MatchSoFar:
        """Return the match with this hand added, or in place of the one with its number."""
        by_number = {one.number: one for one in self.hands} | {hand.number: hand}
        return replace(self, hands=tuple(by_number[number] for number in sorted(by_number)))

    def coming(self) -> tuple[int, rotation.Deal]:
        """Return the number of the hand that comes after these, and its deal."""
        people = len(self.seats.first)
        return rotation.coming(
            self.hands,
            self.first_dealer,
            people,
            dealer_sits_out=self.dealer_sits_out,
            deals_on=self.deals_on,
        )


def match_as_json(match: MatchSoFar) -> dict[str, Any]:
    """Return a match as a JSON object; `match_from_json` reads it.

    The keys are the names of the fields. A hand has no `variant`, which is that of the match;
    people are listed once, in `people`, and are named by their ids in `seats`, where `until` is
    null for those who sit there for good.
    """
    people = dict.fromkeys(row.player for row in match.seats.rows)
    return {
        **{name: getattr(match, name) for name in FACTS},
        "settings": dict(match.settings),
        "deals_on": match.deals_on,
        "people": [player._asdict() for player in people],
        "seats": [_seat_as_json(row) for row in match.seats.rows],
        "hands": [hand_as_json(hand) for hand in match.hands],
    }


# What stands in the JSON form as it is.
FACTS = (
    *("public_id", "title", "variant"),
    *("hands_planned", "first_dealer", "dealer_sits_out", "closed"),
)


def match_from_json(fields: Mapping[str, Any]) -> MatchSoFar:
    """Return the match that `match_as_json` has written."""
    people = {one["public_id"]: MatchPlayer(**one) for one in fields["people"]}
    seats = (_seat_from_json(row, people) for row in fields["seats"])
    hands = (_hand_from_json(hand, fields["variant"]) for hand in fields["hands"])
    return MatchSoFar(
        **{name: fields[name] for name in FACTS},
        settings=fields["settings"],
        deals_on=fields.get("deals_on", False),  # a tablet may keep a match of before the option
        seats=SeatingPlan(tuple(seats)),
        hands=tuple(hands),
    )


def _seat_as_json(row: SeatRange[MatchPlayer]) -> dict[str, Any]:
    until = None if row.until == LAST_HAND else row.until
    return row._asdict() | {"until": until, "player": row.player.public_id}


def _seat_from_json(
    row: Mapping[str, Any], people: Mapping[str, MatchPlayer]
) -> SeatRange[MatchPlayer]:
    until = LAST_HAND if row["until"] is None else row["until"]
    return SeatRange(row["seat"], row["since"], until, people[row["player"]])


def hand_as_json(hand: MatchHand) -> dict[str, Any]:
    fields = hand._asdict() | {"scores": list(hand.scores)}
    del fields["variant"]
    return fields


def _hand_from_json(fields: Mapping[str, Any], variant: str) -> MatchHand:
    return MatchHand(**{**fields, "variant": variant, "scores": tuple(fields["scores"])})
