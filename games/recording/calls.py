"""The calls of the auction as cards to tap, and what has been said so far."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.display.phrases import call_label
from games.rules import Bid, Call, Replay, State

STOCK_SENTENCES = {
    "exchange": gettext_noop("%(stock)s turned up, %(count)s laid away"),
    "own": gettext_noop("%(stock)s closed, for the taker"),
    "other": gettext_noop("%(stock)s closed, for the defence"),
    "taken": gettext_noop("%(stock)s taken unseen, %(count)s laid away"),
    "closed": gettext_noop("%(stock)s stays closed"),
}


# How the strip of cards below a bid is drawn.
STRIPS = {"exchange": "exchange", "own": "own", "other": "other", "taken": "exchange"}


@dataclass(frozen=True, slots=True)
class CallCard:
    """A call as a card of the auction.

    `least`: points a head at least; `stock`: "exchange", "own", "other" or ""; `of`: the bid that a
    challenge answers; `seat`: who calls out of turn, None for the seat on turn.
    """

    key: str
    label: str
    note: str
    allowed: bool
    height: int = 0
    factor: int = 0
    least: int = 0
    stock: str = ""
    stock_cards: range = range(0)
    of: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the auction: who, the index of the call, the call.

    `turn`: speaks now; `last` what is to be said of who speaks when all others have.
    """

    name: str
    index: int | None = None
    call: str = ""
    turn: bool = False
    last: str = ""


def call_cards(state: State, names: Sequence[str]) -> tuple[CallCard, ...]:
    """Every call from low to high; the ones the rules refuse stay, to say why."""
    if state.turn is None:
        return ()
    allowed = state.variant.phases[Call].legal(state)
    return (
        CallCard("pass", _("Pass"), _passing(state, names[state.turn]), "pass" in allowed),
        *_bids(state, names, allowed),
        *_challenges(state, allowed),
        *_out_of_turn(state, names),
    )


def _passing(state: State, player: str) -> str:
    """What a pass means in the game, where it has a sentence for it."""
    sentence = state.variant.labels.get("pass")
    return _(sentence) % {"player": player} if sentence else ""


def _bids(state: State, names: Sequence[str], allowed: Sequence[str]) -> list[CallCard]:
    size = state.variant.stock_size(state.seats)
    cards = []
    priced = [state.variant.priced(state.options, bid) for bid in state.variant.bids]
    for height, bid in enumerate(priced, 1):
        may = bid.key in allowed
        cards.append(
            CallCard(
                key=bid.key,
                label=_(bid.label),
                note=_stock_note(state, bid) if may else _why_not(state, names),
                allowed=may,
                height=height,
                factor=bid.factor,
                least=bid.least,
                stock=STRIPS.get(bid.stock, ""),
                stock_cards=range(size),
            )
        )
    return cards


def _stock_note(state: State, bid: Bid) -> str:
    sentence = STOCK_SENTENCES.get(bid.stock)
    if sentence is None:
        return ""
    stock = _(state.variant.labels["stock"]).capitalize()
    return _(sentence) % {"stock": stock, "count": state.variant.stock_size(state.seats)}


def _challenges(state: State, allowed: Sequence[str]) -> list[CallCard]:
    """The calls that answer the bid that stands, where there is one to answer."""
    if state.contract is None:
        return []
    facts = {"bid": _(state.contract.label)}
    return [
        CallCard(
            key=key,
            label=call_label(state.variant, key),
            note=_("against %(bid)s") % facts,
            allowed=True,
            of=state.contract.key,
        )
        for key in state.variant.challenges
        if key in allowed
    ]


def _out_of_turn(state: State, names: Sequence[str]) -> list[CallCard]:
    """The last of the challenges, by those who may answer with it at once."""
    if state.contract is None or not state.variant.challenges:
        return []
    key = state.variant.challenges[-1]
    return [
        CallCard(
            key=key,
            label=call_label(state.variant, key),
            note=names[seat],
            allowed=True,
            of=state.contract.key,
            seat=seat,
        )
        for seat in state.variant.phases[Call].out_of_turn(state)
        if seat != state.turn
    ]


def _why_not(state: State, names: Sequence[str]) -> str:
    if state.contract is None or state.taker is None:
        return ""
    facts = {"player": names[state.taker], "bid": call_label(state.variant, state.contract.key)}
    return _("%(player)s has said %(bid)s.") % facts


def said_so_far(replay: Replay, *, dealer_plays: bool) -> tuple[Said, ...]:
    """The auction call by call, then who speaks now and who has not spoken yet."""
    state, names = replay.state, replay.record.players
    said = [
        Said(names[action["seat"]], index, call_label(state.variant, action["call"]))
        for index, action in enumerate(replay.record.actions)
        if action["kind"] == "call"
    ]
    spoken = {call.seat for call in state.calls}
    last = state.dealer if state.variant.speaking(state) > 0 and state.dealer not in spoken else -1
    words = _("deals, speaks last") if dealer_plays else _("speaks last")
    said += [
        Said(names[seat], turn=seat == state.turn, last=words if seat == last else "")
        for seat in _still_to_speak(state, spoken)
    ]
    return tuple(said)


def _still_to_speak(state: State, spoken: Collection[int]) -> list[int]:
    """Who speaks now, and after him, as far round as nobody has spoken yet."""
    if state.turn is None:
        return []
    way = state.variant.speaking(state)
    order = [(state.turn + way * step) % state.seats for step in range(state.seats)]
    waiting = next((at for at, seat in enumerate(order) if at and seat in spoken), state.seats)
    return order[:waiting]


def typed_call(state: State) -> str:
    """What may be typed in the auction, for example."""
    bids = state.variant.bids
    return _("pass, or %(bid)s") % {"bid": _(bids[len(bids) // 3].label).lower()} if bids else ""
