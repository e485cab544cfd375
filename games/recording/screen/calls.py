"""The calls of the auction as cards to tap, and the auction so far."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.rules import N_, Bid, Call, Replay, Sentence, State, say

STOCK_SENTENCES = {
    "exchange": N_("{What} turned up, {count} discarded"),
    "own": N_("{What} closed, for the taker"),
    "other": N_("{What} closed, for the defence"),
    "taken": N_("{What} taken unseen, {count} discarded"),
    "closed": N_("{What} stays closed"),
}


# How the strip of cards below a bid is drawn.
STRIPS = {"exchange": "exchange", "own": "own", "other": "other", "taken": "exchange"}


class CallCard(NamedTuple):
    """A call as a card to tap: its label, and a short explanation.

    `least`: the least that it wins from each opponent, or costs, in points; `stock`: "exchange",
    "own", "other" or ""; `of`: the bid that a challenge answers; `seat`: who calls out of turn,
    None for the seat whose turn it is.
    """

    key: str
    label: str
    note: Sentence | None
    allowed: bool
    height: int = 0
    factor: int = 0
    least: int = 0
    stock: str = ""
    stock_cards: int = 0
    of: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class AuctionLine:
    """A line of the auction: the player, the index of the call, and its label.

    `turn`: it is their turn; `last`: a label for a player who speaks after everybody else; `seat`:
    that of a player who has still to speak.
    """

    name: str
    index: int | None = None
    call: str = ""
    turn: bool = False
    last: str = ""
    seat: int | None = None


def call_cards(state: State) -> tuple[CallCard, ...]:
    """Return every call from low to high, with those that the rules refuse, to say why."""
    if state.turn is None:
        return ()
    allowed = state.variant.phases[Call].legal(state)
    return (
        CallCard("pass", N_("Pass"), _passing(state, state.turn), "pass" in allowed),
        *_bids(state, allowed),
        *_challenges(state, allowed),
        *_out_of_turn(state),
    )


def _passing(state: State, seat: int) -> Sentence | None:
    """Say what a pass means in this game, if it has a sentence for that."""
    template = state.variant.labels.get("pass")
    return say(template, player=seat) if template else None


def _bids(state: State, allowed: Sequence[str]) -> list[CallCard]:
    size = state.variant.stock_size(state.seats)
    cards = []
    priced = [state.variant.priced(state.options, bid) for bid in state.variant.bids]
    for height, bid in enumerate(priced, 1):
        may = bid.key in allowed
        cards.append(
            CallCard(
                key=bid.key,
                label=bid.label,
                note=_stock_note(state, bid) if may else _why_not(state),
                allowed=may,
                height=height,
                factor=bid.factor,
                least=bid.least,
                stock=STRIPS.get(bid.stock, ""),
                stock_cards=size,
            )
        )
    return cards


def _stock_note(state: State, bid: Bid) -> Sentence | None:
    template = STOCK_SENTENCES.get(bid.stock)
    if template is None:
        return None
    size = state.variant.stock_size(state.seats)
    return say(template, What=state.variant.labels["stock"], count=size)


def _challenges(state: State, allowed: Sequence[str]) -> list[CallCard]:
    """Return the calls that answer the standing bid, if it can be answered."""
    if state.contract is None:
        return []
    return [
        CallCard(
            key=key,
            label=state.variant.call_label(key),
            note=say("against {bid}", bid=state.contract.label),
            allowed=True,
            of=state.contract.key,
        )
        for key in state.variant.challenges
        if key in allowed
    ]


def _out_of_turn(state: State) -> list[CallCard]:
    """Return the last of the challenges, for each player who may make it at once."""
    if state.contract is None or not state.variant.challenges:
        return []
    key = state.variant.challenges[-1]
    return [
        CallCard(
            key=key,
            label=state.variant.call_label(key),
            note=say("{player}", player=seat),
            allowed=True,
            of=state.contract.key,
            seat=seat,
        )
        for seat in state.variant.phases[Call].out_of_turn(state)
        if seat != state.turn
    ]


def _why_not(state: State) -> Sentence | None:
    if state.contract is None or state.taker is None:
        return None
    return say("{player} has said {bid}.", player=state.taker, bid=state.contract.label)


def auction_lines(replay: Replay, *, dealer_plays: bool) -> tuple[AuctionLine, ...]:
    """Return the auction call by call, then who is on turn and who is still to speak."""
    state, names = replay.state, replay.record.players
    lines = [
        AuctionLine(names[action["seat"]], index, state.variant.call_label(action["call"]))
        for index, action in enumerate(replay.record.actions)
        if action["kind"] == "call"
    ]
    spoken = {call.seat for call in state.calls}
    last = state.dealer if state.variant.speaking(state) > 0 and state.dealer not in spoken else -1
    words = N_("deals, speaks last") if dealer_plays else N_("speaks last")
    lines += [
        AuctionLine(
            names[seat], turn=seat == state.turn, last=words if seat == last else "", seat=seat
        )
        for seat in _still_to_speak(state, spoken)
    ]
    return tuple(lines)


def _still_to_speak(state: State, spoken: Collection[int]) -> list[int]:
    """Return the seat on turn and those after it, up to the first that has already spoken."""
    if state.turn is None:
        return []
    way = state.variant.speaking(state)
    order = [(state.turn + way * step) % state.seats for step in range(state.seats)]
    waiting = next((at for at, seat in enumerate(order) if at and seat in spoken), state.seats)
    return order[:waiting]


def typed_call(state: State) -> Sentence | None:
    """Return an example of what can be typed in the auction."""
    bids = state.variant.bids
    return say("pass, or {bid}", bid=bids[len(bids) // 3].label) if bids else None
