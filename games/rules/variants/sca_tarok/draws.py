"""Tarok: the notice after a trick: who draws, and how much is left (C9, C11)."""

from __future__ import annotations

from games.rules.game.settlement import Line
from games.rules.hand.drawing import draws
from games.rules.hand.state import State
from games.rules.problems import N_


def draw_notice(state: State) -> Line | None:
    """Return the line for the draw after the trick just gathered; None in a trick, or long after the last draw."""
    trick, pile = len(state.winners), state.draw_pile
    if pile is None or len(state.played) % state.seats or not trick:
        return None
    seats = [drawn.seat for drawn in draws(state) if drawn.trick == trick]
    facts: dict[str, object] = {"left": pile.left}
    if not seats:
        if trick > pile.rounds + 1 or not pile.left:
            return None
        template = N_("Nobody draws: {left} cards stay in the pile.")
        return Line(template, "", None, "C9", facts)
    facts |= {"player": seats[0], "other": seats[-1]}
    if len(seats) < state.seats:
        template = N_("{player} and {other} draw the last two cards.")
    elif pile.left:
        template = N_("Everybody draws, {player} first; {left} left.")
    else:
        template = N_("Everybody draws, {player} first; the pile is used up.")
    return Line(template, "", None, "C9" if pile.left else "C11", facts)
