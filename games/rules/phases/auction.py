"""The auction of one turn each: every seat speaks once, passes or goes over the last bid."""

from __future__ import annotations

from games.rules.hand.actions import Call
from games.rules.hand.state import AUCTION, OVER, State
from games.rules.hand.steps import go_on
from games.rules.hand.turns import not_your_turn, wrong_phase
from games.rules.problems import N_, Problem

# What a table that speaks like this says of it (`Variant.labels`).
LABELS = {
    "auction": N_("Each speaks once, and only to bid higher."),
    "first-call": N_("A bid or a pass; each speaks once."),
    "pass": N_("{player} is out of the bidding."),
}


def legal(state: State) -> tuple[str, ...]:
    """Return the calls that the seat on turn may make, from low to high."""
    if state.phase != AUCTION or state.turn is None:
        return ()
    calls = ("pass", *(bid.key for bid in state.variant.bids))
    return tuple(call for call in calls if check(state, Call(state.turn, call)) is None)


def out_of_turn(state: State) -> tuple[int, ...]:
    """Return the seats that may call although it is not their turn: none."""
    return ()


def check(state: State, action: Call) -> Problem | None:
    """Return why a call is refused, or None."""
    if state.phase != AUCTION:
        return wrong_phase(state, N_("The auction is over: everybody has spoken."), "turns")
    if action.seat != state.turn:
        return not_your_turn(state, action.seat, N_("It is {player}’s turn to speak."), "speaker")
    if action.call != "pass":
        height = state.variant.height
        if height(action.call) <= height(last_bid(state)):
            return too_low(state, action)
    return None if state.calls else state.variant.holding_bar(state)


def apply(state: State, action: Call) -> None:
    """Enter the call; the last one ends the auction."""
    seat, call = action.seat, action.call
    state.calls.append(action)
    if call != "pass":
        state.taker, state.contract = seat, state.variant.bid(call)
    if len(state.calls) < state.seats:
        state.turn = (seat + 1) % state.seats
    elif state.taker is None:
        state.phase, state.status, state.turn = OVER, "passed-out", None
    else:
        go_on(state)


def last_bid(state: State) -> str:
    """Return the key of the last bid made, "pass" where there is none."""
    return state.contract.key if state.contract else "pass"


def too_low(state: State, action: Call) -> Problem:
    """Return the problem of a bid that is not higher than the last one."""
    bid, last = state.variant.bid(action.call), state.contract
    return Problem(
        "bid-too-low",
        N_("{bid} is not higher than {last}, the last bid."),
        {
            "bid": bid.label if bid else "",
            "last": last.label if last else "",
            "player": action.seat,
        },
        rule=state.cite("rising"),
        seat=action.seat,
    )
