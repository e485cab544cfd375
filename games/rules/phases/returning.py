"""The auction that comes back to everybody: who passed may bid again, and a bid may be challenged.

It ends when all but one have passed in a row after the last bid or contra, or all where nobody has bid. A
re-contra comes out of turn; it uses no turn and is no pass. Which calls these are says `Variant.challenges`.
"""

from __future__ import annotations

from games.rules.cards import cards_of
from games.rules.hand.actions import Call
from games.rules.hand.state import AUCTION, OVER, State
from games.rules.hand.steps import go_on
from games.rules.hand.turns import not_your_turn, wrong_phase
from games.rules.phases.auction import last_bid, too_low
from games.rules.problems import N_, Problem

PASS, CONTRA, RECONTRA = "pass", "contra", "recontra"


def legal(state: State) -> tuple[str, ...]:
    """Return the calls that the seat on turn may make, from low to high; a contra is of the last bid."""
    if state.phase != AUCTION or state.turn is None:
        return ()
    calls = (PASS, *(bid.key for bid in state.variant.bids), CONTRA)
    of = last_bid(state)
    return tuple(call for call in calls if check(state, Call(state.turn, call, of=of)) is None)


def out_of_turn(state: State) -> tuple[int, ...]:
    """Return the seats that may say re-contra now."""
    of = last_bid(state)
    seats = range(state.seats)
    return tuple(seat for seat in seats if check(state, Call(seat, RECONTRA, of=of)) is None)


def check(state: State, action: Call) -> Problem | None:
    """Return why a call is refused, or None."""
    if state.phase != AUCTION:
        return wrong_phase(state, N_("The auction is over."), "turns")
    if action.call == RECONTRA:
        return _check_recontra(state, action) or _check_holding(state, action)
    if action.seat != state.turn:
        return not_your_turn(state, action.seat, N_("It is {player}’s turn to speak."), "speaker")
    if action.call == PASS:
        return None
    if action.call == CONTRA:
        return _check_contra(state, action) or _check_holding(state, action)
    if state.variant.height(action.call) <= state.variant.height(last_bid(state)):
        return too_low(state, action)
    return _check_holding(state, action)


def apply(state: State, action: Call) -> None:
    """Enter the call; it may be the pass that ends the auction."""
    state.calls.append(action)
    if action.call == RECONTRA:
        return
    bid = state.variant.bid(action.call)
    if bid is not None:
        state.taker, state.contract = action.seat, bid
    state.turn = (action.seat + state.variant.speaking(state)) % state.seats
    if passes(state) >= passes_needed(state):
        _close(state)


def stakes(state: State) -> int:
    """Return how many times the hand counts: 2 with a contra of the bid that is played, 4 with a re-contra as well."""
    challenges = {call.call for call in _after_last_bid(state)}
    if CONTRA not in challenges:
        return 1
    return 4 if RECONTRA in challenges else 2


def _after_last_bid(state: State) -> list[Call]:
    """Return what has been said since the last bid; everything said where there is no bid."""
    calls = state.calls
    bids = [at for at, call in enumerate(calls) if state.variant.bid(call.call) is not None]
    return calls[bids[-1] + 1 :] if bids else calls


def passes_needed(state: State) -> int:
    """Return how many passes in a row end the auction (taroux B16): all where nobody has bid, else all but one."""
    return state.seats if state.contract is None else state.seats - 1


def passes(state: State) -> int:
    """Return how many have passed in a row."""
    calls = [call.call for call in state.calls if call.call != RECONTRA]
    return next((at for at, call in enumerate(reversed(calls)) if call != PASS), len(calls))


def _close(state: State) -> None:
    """Play the last bid; after signals only, or nothing but passes, the cards are thrown in."""
    if state.contract is not None and state.contract.wins:
        go_on(state)
        return
    state.taker = state.contract = None
    state.phase, state.status, state.turn = OVER, "passed-out", None


def _check_contra(state: State, action: Call) -> Problem | None:
    """Only the highest bid, only the other side's, only once."""
    problem = _check_challenged(state, action, N_("There is no bid to challenge yet."))
    if problem is not None:
        return problem
    if _is_own_side(state, action.seat):
        return _not_allowed(
            state, action, "challenged", N_("{last} is the bid of {player}’s own side.")
        )
    if _was_called(state, CONTRA):
        return _not_allowed(state, action, "contra-once", N_("{last} has been challenged already."))
    return None


def _check_recontra(state: State, action: Call) -> Problem | None:
    """Refuse a re-contra unless it comes from the bidder's side, directly after the contra, and once."""
    nothing = N_("There is no {what} to answer.")
    problem = _check_challenged(state, action, nothing)
    if problem is not None:
        return problem
    if not _was_called(state, CONTRA):
        return _not_allowed(state, action, "recontra", nothing, final=True)
    if not _is_own_side(state, action.seat):
        template = N_("{last} is not the bid of {player}’s side.")
    elif _was_called(state, RECONTRA):
        template = N_("The {what} has been answered already.")
    elif state.calls[-1].call != CONTRA:
        template = N_("It must come directly after the {what}, before the next call.")
    else:
        return None
    return _not_allowed(state, action, "recontra", template)


def _check_challenged(state: State, action: Call, nothing: str) -> Problem | None:
    """Refuse a bid named that is not the last one; no reason lets another stand."""
    topic = "recontra" if action.call == RECONTRA else "challenged"
    if state.contract is None:
        return _not_allowed(state, action, topic, nothing, final=True)
    if action.of != state.contract.key:
        template = N_("Only the highest bid can be challenged: {last}.")
        return _not_allowed(state, action, topic, template, final=True)
    return None


def _was_called(state: State, challenge: str) -> bool:
    return any(call.call == challenge for call in _after_last_bid(state))


def _is_own_side(state: State, seat: int) -> bool:
    return state.taker is not None and seat in state.variant.team(state.seats, state.taker)


def _not_allowed(
    state: State, action: Call, topic: str, template: str, *, final: bool = False
) -> Problem:
    return Problem(
        "call-not-allowed",
        template,
        {
            "player": action.seat,
            "last": state.contract.label if state.contract else "",
            "what": state.variant.labels[CONTRA],
        },
        rule=state.cite(topic),
        seat=action.seat,
        final=final,
    )


def _check_holding(state: State, action: Call) -> Problem | None:
    """Signals and challenges need an honour among the cards dealt, where these are known."""
    bid, dealt = state.variant.bid(action.call), state.dealt[action.seat]
    needed = state.variant.pack.honours if bid is None else bid.needs
    if dealt is None or not needed or dealt & needed:
        return None
    return Problem(
        "honour-required",
        N_("{what} needs one of {cards}; {player} was dealt none of them."),
        {
            "what": state.variant.labels[action.call] if bid is None else bid.label,
            "cards": tuple(cards_of(needed)),
            "player": action.seat,
        },
        rule=state.cite("holding" if bid is not None else action.call),
        seat=action.seat,
    )
