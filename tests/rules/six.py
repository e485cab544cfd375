"""A hand of Taroux of Six told in a few words.

    six().says("take pass pass pass pass pass").turns_up("S1 S2 S3 H1 H2 H3").takes("first")

Seat 5, Farid, deals where nobody else is named, so that Anna is the Eldest; then Farid speaks,
then Elise, and so on against the play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from tests.rules.counted import counted
from tests.rules.table import LET_STAND, Hand
from tests.rules.written import PACK

ANNA, BORIS, CHLOE, DARIO, ELISE, FARID = range(6)
DECLARERS, DEFENDERS = (ANNA, DARIO), (BORIS, CHLOE, ELISE, FARID)
COURT = "SK SQ SN SJ HK HQ HN HJ DK DQ DN DJ CK CQ CN CJ"
FIVE = " pass" * 5
# Six empty cards that lie in the stock, or are laid away, where it matters to nobody.
ASIDE = "S1 S2 S3 H1 H2 H3"


class Six(Hand):
    """A record of Taroux of Six being written."""

    def says(self, calls: str) -> Self:
        """Calls, each by the seat that is on turn, or by the seat named: "pass take contra:take
        recontra:take@3"; "!" behind a call lets it stand."""
        told = self
        for word in calls.split():
            spoken, _, seat = word.partition("@")
            call, _, of = spoken.rstrip("!").partition(":")
            fields: dict[str, Any] = {"of": of} if of else {}
            if spoken.endswith("!"):
                fields["irregular"] = LET_STAND
            by = int(seat) if seat else told.state.turn
            told = told.does("call", seat=by, call=call, **fields)
        return told

    def takes(self, half: str = "first", *, seat: int | None = None) -> Self:
        """The bidder takes a half of the stock."""
        return self.does("take", seat=self.state.turn if seat is None else seat, half=half)

    def lays_away(self, cards: str | None, **fields: Any) -> Self:
        """A discard by the seat that is on turn; None: face down, nobody saw."""
        fields = {"seat": self.state.turn, **fields}
        if isinstance(fields.get("shown"), str):
            fields["shown"] = fields["shown"].split()
        return self.does("discard", cards=None if cards is None else cards.split(), **fields)

    def declares(self, what: str, cards: str = "", *, seat: int, **fields: Any) -> Self:
        """An announcement; an Abundance shows its cards."""
        shown = {"cards": cards.split()} if what == "abundance" else {}
        return self.does("announce", seat=seat, what=what, **shown, **fields)


def six(
    *,
    dealer: int = FARID,
    deal: Mapping[int, str] | None = None,
    stock: str | None = None,
    **options: Any,
) -> Six:
    """A hand of Taroux of Six before the first call; nothing is known of the cards but what is
    named; the options are the defaults except those named."""
    return Six(6, dealer, options, deal or {}, stock, variant="taroux-of-six")


def contract(
    calls: str = "take", *, aside: str = ASIDE, dealer: int = FARID, **options: Any
) -> Six:
    """A hand up to the announcements. The Eldest, Anna, makes the first call of `calls`; after the
    last of them five pass. Whatever is laid away of We'll Take are the cards of `aside`."""
    told = six(dealer=dealer, **options).says(calls + FIVE)
    if told.outcome.phase != "exchange":
        return told
    first, second = aside.split()[:3], aside.split()[3:]
    told = told.turns_up(aside).takes("first")
    return told.lays_away(" ".join(first)).lays_away(" ".join(second))


def won(
    told: Six,
    winners: str,
    piles: Mapping[int, str],
    *,
    fool: tuple[int, int] | None = None,
    aside: str = ASIDE,
    last: str = "",
    by: Mapping[str, int] | None = None,
) -> Six:
    """The hand played to the end: `piles` are the court cards and honours in each winner's tricks.
    All that is named for nobody is empty."""
    named = {card for pile in piles.values() for card in pile.split()} | {last, *aside.split()}
    left = [card for card in PACK if not card[1:].isdigit() and card not in named | {"F"}]
    assert not left or left == ["F"], f"in nobody's pile: {left}"
    return counted(told, winners, piles, fool=fool, aside=aside, last=last, by=by).stands()


def winning_trumps(told: Six, seat: int, number: int) -> str:
    """The first trumps that a seat plays in a hand."""
    plays = [one for one in told.actions if one["kind"] == "play" and one["seat"] == seat]
    return " ".join([one["card"] for one in plays if one["card"][0] == "T"][:number])


def with_abundance(told: Six, seat: int, number: int, **fields: Any) -> Six:
    """The same hand, but that somebody shows that many of the trumps that he plays."""
    trumps = winning_trumps(told, seat, number)
    assert len(trumps.split()) == number
    at = next(place for place, one in enumerate(told.actions) if one["kind"] == "play")
    begun = replace(told, actions=told.actions[:at])
    shown = begun.declares("abundance", trumps, seat=seat, **fields)
    return replace(told, actions=(*shown.actions, *told.actions[at:]))


def comes_to(told: Six, points: int, each: int) -> None:
    """B6, B51: card points of the two sides, what one Defender pays, what everybody has."""
    assert told.outcome.card_points == (points, 91 - points)
    assert told.outcome.sides == (DECLARERS, DEFENDERS)
    assert told.pays("Each Defender") == each
    assert told.pays("Anna") == told.pays("Dario") == 2 * each
    assert told.scores == [2 * each, -each, -each, 2 * each, -each, -each]
