"""Scarto, the score: the Fool's settlement (E19 to E21), player by player what a hand is worth (E5, E22 to E24)."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.game.facts import BySeat, Fact, Stating, Values
from games.rules.game.options import Options
from games.rules.game.settlement import ScoreSheet, Settlement
from games.rules.hand.knowledge import laid_away
from games.rules.hand.state import State
from games.rules.problems import N_, Problem
from games.rules.scoring.alone import SeatNeeds, check_shares, check_shares_left
from games.rules.scoring.sides import (
    Swap,
    brings,
    everybody_alone,
    fool_is_unknown,
    fool_swap,
    gathered,
    points_by_seat,
    show_tricks,
    tricks_of,
)
from games.rules.scoring.stated import check_won_by_seat
from games.rules.variants.scarto.sheet import AVERAGE


class ScartoCount(NamedTuple):
    """What the cards tell besides the points.

    It has by seat the numbers of the tricks won; who dealt; the points of what the dealer laid away, None where they
    are known only together with the tricks; and what was given for a Fool in somebody else's trick.
    """

    tricks: tuple[list[int], ...]
    dealer: int
    laid: int | None
    fool: Swap | None


class ScartoFacts(NamedTuple):
    """The card points of each seat, which the score follows from; `counted`: by which cards, None if stated."""

    points: tuple[int, ...]
    counted: ScartoCount | None = None


def settle(state: State) -> Settlement | None:
    """Return the scored hand; None after a claim where the discard or the Fool is not known."""
    sheet = ScoreSheet()
    facts = STATING.facts_of(state, sheet)
    if facts is None:
        return None
    scores, halves = score(sheet, facts, state.options), tuple([2 * own for own in facts.points])
    return Settlement(everybody_alone(state), halves, scores, sheet.lines)


def facts_of(state: State, sheet: ScoreSheet) -> ScartoFacts | None:
    """Return what the cards give; None where the score depends on something unknown.

    Where the dealer claims, what was laid away need not be known: all of it is the dealer's.
    """
    laid, dealer = laid_away(state), state.dealer
    if (laid is None and state.claim != dealer) or fool_is_unknown(state, laid or 0):
        return None

    def before(seat: int) -> int:
        """Return the cards before a seat as they lie: its tricks, those that it claimed, the dealer's discard."""
        return gathered(state, seat, laid or 0) | (laid or 0 if seat == dealer else 0)

    # E19, E20; E21: one that was still out, or on the table, at a claim counts as played to a trick that was claimed.
    fool = fool_swap(state, before)
    aside = None if laid is None else state.pack.points(laid) // 2
    tricks = tuple([tricks_of(state, side) for side in everybody_alone(state)])
    points = points_by_seat(state, before, fool)
    return ScartoFacts(points, ScartoCount(tricks, dealer, aside, fool))


def check_facts(state: State, stated: Values) -> Problem | None:
    """Refuse card points that no deal gives.

    E22, E23: all cards are somebody's, the three laid away the dealer's. E10 to E12, E19: of the cards that count most
    only one may lie among them, the Bagatto or the Matto.
    """
    unit, size = state.pack.unit, state.variant.discard_size(state.seats)
    usual = [
        SeatNeeds(unit * points, range(state.tricks_in_all + 1)) for points in stated["points"]
    ]
    dealers = (state.dealer,) if state.dealer_known else range(state.seats)
    ways = tuple(
        [
            one._replace(more=size, dear=1) if seat == dealer else one
            for seat, one in enumerate(usual)
        ]
        for dealer in dealers
    )
    return (
        check_won_by_seat(state, stated["points"], "E22")
        or check_shares(state, "E22", ways)
        or check_shares_left(state, "E22", ways)
    )


STATING = Stating(
    (Fact("points", N_("Card points"), "E22", BySeat(lambda state: state.pack.total // 2)),),
    check_facts,
    facts_of,
    lambda state, stated: ScartoFacts(stated["points"]),
    lambda state, facts: {"points": facts.points},
)


def score(sheet: ScoreSheet, facts: ScartoFacts, options: Options) -> tuple[int, ...]:
    """Return what each seat wins or loses by the facts, player by player."""
    return tuple([score_of(sheet, facts, seat) for seat in range(len(facts.points))])


def score_of(sheet: ScoreSheet, facts: ScartoFacts, seat: int) -> int:
    """E24: the card points against the average."""
    points = facts.points[seat]
    if facts.counted is not None:
        show_count(sheet, facts.counted, seat, points)
    how, above = N_("{points} − {average}"), points - AVERAGE
    sheet.result(N_("{player}"), how, above, "E24", player=seat, points=points, average=AVERAGE)
    return above


def show_count(sheet: ScoreSheet, counted: ScartoCount, seat: int, points: int) -> None:
    """Add the lines of a seat's count.

    E22: the tricks, counted in threes; E23: what the dealer laid away, separate from them where it is known; E19, E20:
    the Fool.
    """
    fool, is_dealer = counted.fool, seat == counted.dealer
    label, laid = N_("{player}’s tricks"), counted.laid or 0 if is_dealer else 0
    if is_dealer and counted.laid is None:
        label = N_("{player}’s tricks, and the discard")
    won = points - laid - brings(fool, seat)
    show_tricks(sheet, label, won, "E22", counted.tricks[seat], player=seat)
    if is_dealer and counted.laid is not None:
        sheet.show(N_("Laid away"), "", laid, "E23")
    if fool is not None:
        show_fool(sheet, fool, seat)


def show_fool(sheet: ScoreSheet, fool: Swap, seat: int) -> None:
    """E19: the Fool goes back for an empty card, or the least valuable; E20: or not at all."""
    label, moved = N_("The Matto"), brings(fool, seat)
    if seat == fool.player and fool.given is None:
        how = N_("lost to {other}: there is no card to give for it")
        sheet.show(label, how, 0, "E20", other=fool.winner)
    elif seat == fool.player:
        how = N_("kept; {other} gets the least valuable card")
        sheet.show(label, how, moved, "E19", other=fool.winner)
    elif seat == fool.winner and fool.given is not None:
        how = N_("goes to {other} for the least valuable card")
        sheet.show(label, how, moved, "E19", other=fool.player)
