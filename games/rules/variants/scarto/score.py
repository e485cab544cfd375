"""Scarto, the score: the Fool's settlement (E19 to E21), player by player what a hand is worth (E5, E22 to E24)."""

from __future__ import annotations

from games.rules.cards import FOOL, FOOL_CARD
from games.rules.game.scoring import (
    Swap,
    cheapest,
    everybody_alone,
    fool_went_to,
    gathered,
    show_tricks,
)
from games.rules.game.settlement import ScoreSheet, Settlement
from games.rules.hand.knowledge import fools_player, laid_away
from games.rules.hand.state import State
from games.rules.problems import N_

# E24: a third of the 78 points.
AVERAGE = 26


def settle(state: State) -> Settlement | None:
    """The scored hand; None after a claim where it is not known what was laid away, or who has the Fool.

    Where the dealer claims, what was laid away need not be known: all of it is the dealer's.
    """
    laid = laid_away(state)
    if laid is None and state.claim != state.dealer:
        return None
    swap = None
    if not ((laid or 0) | state.shown) & FOOL:
        player = fools_player(state)
        if player is None:
            return None
        swap = _swap(state, player, laid or 0)
    sheets = [_count(state, seat, laid, swap) for seat in range(state.seats)]
    points = [sheet.total for sheet in sheets]
    scores = tuple([score(sheet, seat) for seat, sheet in enumerate(sheets)])
    halves = tuple([2 * own for own in points])
    lines = [line for sheet in sheets for line in sheet.lines]
    return Settlement(everybody_alone(state), halves, scores, lines)


def _swap(state: State, player: int, laid: int) -> Swap | None:
    """E19, E20: what is given for the Fool at the end of the hand.

    None where its player has won it anyway. One that was still out, or on the table, at a claim counts as
    played to a trick that was claimed (E21).
    """
    winner = fool_went_to(state)
    if winner is None or winner == player:
        return None
    return Swap(player, winner, cheapest(state.pack, _before(state, player, laid)))


def _before(state: State, seat: int, laid: int) -> int:
    """The cards (mask) before a seat as they lay: its tricks, those that it claimed, the dealer's discard."""
    return gathered(state, seat, laid) | (laid if seat == state.dealer else 0)


def _count(state: State, seat: int, laid: int | None, swap: Swap | None) -> ScoreSheet:
    """E22: the tricks, counted in threes; E23: what the dealer laid away, apart from them where it is known; E19, E20:
    the Fool. They add up to the card points of a player."""
    sheet, pack, is_dealer = ScoreSheet(), state.pack, seat == state.dealer
    aside = pack.points(laid or 0) // 2 if is_dealer else 0
    label = N_("{player}'s tricks")
    if is_dealer and laid is None:
        label = N_("{player}'s tricks, and the cards laid away")
    won = pack.points(_before(state, seat, laid or 0)) // 2 - aside
    show_tricks(sheet, label, won, "E22", state, (seat,))
    sheet.terms.append(won)
    if is_dealer and laid is not None:
        sheet.pay(N_("Laid away"), "", aside, "E23")
    if swap is not None and seat in (swap.player, swap.winner):
        _pay_fool(sheet, state, swap, seat)
    return sheet


def _pay_fool(sheet: ScoreSheet, state: State, swap: Swap, seat: int) -> None:
    """E19: the Fool goes back for an empty card, or the least valuable; E20: or not at all."""
    label, keeps, pack = N_("The Matto"), seat == swap.player, state.pack
    if swap.given is None:
        if keeps:
            how = N_("lost to {other}: there is no card to give for it")
            sheet.pay(label, how, 0, "E20", other=swap.winner)
        return
    moved = (pack.worth[FOOL_CARD] - pack.worth[swap.given]) // pack.unit
    if keeps:
        how = N_("kept; {other} gets the least valuable card")
        sheet.pay(label, how, moved, "E19", other=swap.winner)
    else:
        how = N_("goes to {other} for the least valuable card")
        sheet.pay(label, how, -moved, "E19", other=swap.player)


def score(sheet: ScoreSheet, seat: int) -> int:
    """E24: the card points of a player against the average."""
    points = sheet.total
    how, won = N_("{points} − {average}"), points - AVERAGE
    sheet.result(N_("{player}"), how, won, "E24", player=seat, points=points, average=AVERAGE)
    return won
