"""A hand in a few words, from its stored columns: for titles and lists."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Protocol

from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

from games.display.numbers import Number, points, score
from games.display.phrases import listed
from games.rules import Replay, find_variant


class HeadlineColumns(Protocol):
    """The columns of a hand that its words come from: a model's, or those that a list has read."""

    @property
    def variant(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def contract(self) -> str: ...
    @property
    def taker(self) -> int | None: ...
    @property
    def won(self) -> bool | None: ...
    @property
    def margin_halves(self) -> int | None: ...


WITHOUT_CONTRACT = {
    "passed-out": gettext_noop("Passed out"),
    "annulled": gettext_noop("Annulled"),
}


def variant_name(key: str) -> str:
    """Return the name of a game, translated."""
    variant = find_variant(key)
    return _(variant.name) if variant else key


def contract_name(hand: HeadlineColumns) -> str:
    """Return what was bid, in the game's own word.

    If nobody bid, return what became of the hand; in a game without an auction, the name of the
    game.
    """
    variant = find_variant(hand.variant)
    bid = variant.bid(hand.contract) if variant else None
    if bid is not None:
        return _(bid.label)
    if hand.status in WITHOUT_CONTRACT:
        return _(WITHOUT_CONTRACT[hand.status])
    return variant_name(hand.variant)


def verdict(hand: HeadlineColumns) -> str:
    """Return whether the contract was made: "made by 7", "just made", "lost"; "" without one."""
    if hand.won is None:
        return ""
    if hand.margin_halves is None:
        return _("made") if hand.won else _("lost")
    if hand.margin_halves == 0:
        return _("just made")
    sentence = (
        gettext_noop("made by %(points)s") if hand.won else gettext_noop("lost by %(points)s")
    )
    return _(sentence) % {"points": margin_in_points(hand.margin_halves)}


def is_shared(hand: HeadlineColumns) -> bool:
    """Return whether everybody played alone and has a score, so that the most points win."""
    return hand.taker is None and hand.status == "scored"


def winner(names: Sequence[str], halves: Sequence[int]) -> str:
    """Tell who has the most points, of half points by seat: "Anna wins with 34"."""
    most = max(halves)
    first = [name for name, score in zip(names, halves, strict=True) if score == most]
    return _wins(get_language(), len(first), most).replace(WHO, listed(first))


def headline(hand: HeadlineColumns, names: Sequence[str], halves: Sequence[int]) -> str:
    """Return a hand as a title: "Samir’s Petite, lost by 9"; half points and names are by seat."""
    if is_shared(hand):
        return winner(names, halves)
    facts = TitleColumns(*(getattr(hand, name) for name in TitleColumns._fields))
    who = "" if hand.taker is None else names[hand.taker]
    return _titled(get_language(), facts).replace(WHO, who)


# There are few such sentences, and a list has fifty hands: they are put together once, with a sign
# that stands in no name in the place of the player.
WHO = "\0"


class TitleColumns(NamedTuple):
    """The columns of a hand that its title comes from; all but the names."""

    variant: str
    status: str
    contract: str
    taker: int | None
    won: bool | None
    margin_halves: int | None


def title_columns(end: Replay) -> TitleColumns:
    """Return the title columns of a hand that is over.

    `margin_halves` is in half points over or under what the taker's side needed, where it needs
    any.
    """
    outcome, contract = end.outcome, end.state.contract
    return TitleColumns(
        variant=end.record.variant.key,
        status=outcome.status,
        contract=contract.key if contract else "",
        taker=end.state.taker,
        won=outcome.won,
        margin_halves=None if outcome.margin is None else int(2 * outcome.margin),
    )


@lru_cache(maxsize=10_000)
def _titled(language: str | None, hand: TitleColumns) -> str:
    if hand.taker is None:
        return contract_name(hand)
    owned = _("%(player)s’s %(contract)s") % {"player": WHO, "contract": contract_name(hand)}
    return ", ".join(filter(None, (owned, verdict(hand))))


@lru_cache(maxsize=1_000)
def _wins(language: str | None, players: int, halves: int) -> str:
    sentence = ngettext(
        "%(players)s wins with %(points)s", "%(players)s win with %(points)s", players
    )
    return sentence % {"players": WHO, "points": points(Fraction(halves, 2))}


def margin_in_points(halves: int) -> int:
    """Return by how many card points a contract was made or missed.

    Half a point goes to the side that wins, as on the score sheet: in titles, lists and records
    alike.
    """
    return (abs(halves) + 1) // 2


def half_score(halves: int | None, game: str = "") -> str:
    """Write a score in half points: `68` as *+34*, or *34* in a game that collects points."""
    return "" if halves is None else game_score(Fraction(halves, 2), game)


def game_score(value: Number | None, game: str) -> str:
    """Write a score as its game does: with its sign, or as a number of points."""
    variant = find_variant(game)
    return points(value) if variant and not variant.zero_sum else score(value)
