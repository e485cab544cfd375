"""Play, card by card, and the claim.

With known hands a card is judged at once; with unknown ones by the cards surely held, and every play
that did not follow, trump or overtrump is kept as a denial: a later card that it denies is a proven revoke.
"""

from __future__ import annotations

from games.rules import obligations
from games.rules.actions import Claim, Play
from games.rules.cards import BIT, FOOL_SUIT, SUIT_OF, T1, TRUMP_SUIT, cards_of
from games.rules.exchange import judge_unplayed
from games.rules.knowledge import proven_revoke
from games.rules.problems import Problem, gettext_noop
from games.rules.state import ANNOUNCEMENTS, OVER, PLAY, State
from games.rules.turns import not_in_hand, not_your_turn, wrong_phase

_SENTENCES = {
    "must-follow-suit": gettext_noop("{player} must follow {suit}: {player} holds {cards}."),
    "must-trump": gettext_noop("{player} has no {suit} and must trump: {player} holds {cards}."),
    "must-overtrump": gettext_noop("{player} must go over trump {best}: {player} holds {cards}."),
}


def legal(state: State) -> int:
    """The cards (mask) that the seat on turn may play, as far as it can be proven."""
    if state.turn is None or (state.phase != PLAY and state.phase != ANNOUNCEMENTS):
        return 0
    return _legal_for(state, state.turn)


def _legal_for(state: State, seat: int) -> int:
    held = state.sure[seat]
    # Of a hand that is known nothing can be denied by its plays: it is what it is.
    free = held if state.known[seat] else state.may[seat] & state.live & ~state.lacks[seat]
    led = state.led
    if led < 0:
        return free if state.cards else free & ~state.variant.lead_bar(state)
    for demand, forbids, _code, _topic in state.duties[led][state.best]:
        if held & demand:
            free &= ~forbids
    return free


def step(state: State, seat: int, card: int) -> bool:
    """Plays a card that is plainly legal. False, and nothing done, where it needs a closer look: a refusal, the
    first card of the hand, the last one."""
    if (
        seat != state.turn
        or state.phase is not PLAY
        or not BIT[card] & _legal_for(state, seat)
        or len(state.cards) == state.last_play
    ):
        return False
    _put(state, seat, card)
    return True


def check(state: State, action: Play | Claim) -> Problem | None:
    """Why a card or a claim is refused, or None."""
    if isinstance(action, Claim):
        return None if state.phase == PLAY else wrong_phase(state)
    if state.phase != PLAY and state.phase != ANNOUNCEMENTS:
        return wrong_phase(state)
    if action.seat != state.turn:
        return _wrong_seat(state, action)
    bit = BIT[action.card]
    last = len(state.cards) == state.last_play
    if bit & legal(state) and not last:
        return None
    if not bit & state.may[action.seat] & state.live:
        return not_in_hand(state, action.seat, action.card)
    return (judge_unplayed(state, bit) if last else None) or refusal(state, action)


def refusal(state: State, action: Play) -> Problem | None:
    """The rule that forbids a card that is in the hand: opening lead, the duties in order, a proven revoke."""
    seat, card = action.seat, action.card
    if not state.cards and BIT[card] & state.variant.lead_bar(state):
        return _barred_lead(state, action)
    duty = None
    if state.led >= 0:
        duty = obligations.broken(state.duties[state.led][state.best], state.sure[seat], card)
    if duty is not None and not action.irregular:
        return _broken_duty(state, action, duty)
    return proven_revoke(state, seat, card)


def apply(state: State, action: Play | Claim) -> None:
    """The card lies on the table; the last of a trick gives it to its winner."""
    if isinstance(action, Claim):
        state.claim, state.phase, state.status, state.turn = action.seat, OVER, "scored", None
        return
    if state.phase is not PLAY:
        state.phase, state.leader = PLAY, action.seat
    _put(state, action.seat, action.card, vouched=action.irregular)


def _put(state: State, seat: int, card: int, *, vouched: bool = False) -> None:
    """A card on the table; `vouched`: the table let it stand, so that it denies nothing."""
    bit = BIT[card]
    led = state.led
    if state.known[seat]:
        state.sure[seat] ^= bit
    else:
        state.sure[seat] &= ~bit
        if led >= 0 and not vouched:
            for demand, forbids, _code, _topic in state.duties[led][state.best]:
                if bit & forbids:
                    state.lacks[seat] |= demand
    state.live ^= bit
    state.cards.append(card)
    state.play_actions.append(state.index)
    suit = SUIT_OF[card]
    if suit == led:
        if suit == TRUMP_SUIT:
            if card - T1 >= state.best:
                state.best, state.winning = card - T1 + 1, seat
        elif card > state.high and not state.best:
            state.winning, state.high = seat, card
    elif suit == TRUMP_SUIT:
        if led < 0:
            state.led = suit
        if card - T1 >= state.best:
            state.best, state.winning = card - T1 + 1, seat
    elif led < 0 and suit != FOOL_SUIT:
        state.led, state.winning, state.high = suit, seat, card
    if len(state.cards) % state.n:
        state.turn = (seat + 1) % state.n
    else:
        _gather(state)


def _gather(state: State) -> None:
    state.winners.append(state.winning)
    state.turn = state.leader = state.winning
    state.led, state.best, state.winning, state.high = -1, 0, -1, -1
    if len(state.winners) == state.size:
        state.phase, state.status, state.turn = OVER, "scored", None
        state.winners[-1] = state.variant.last_winner(state)


def _wrong_seat(state: State, action: Play) -> Problem:
    return not_your_turn(
        state,
        action.seat,
        gettext_noop("It is {player}'s turn to play, not {other}'s."),
        "winner-leads",
    )


def _barred_lead(state: State, action: Play) -> Problem:
    return Problem(
        "lead-not-allowed",
        gettext_noop("{player} may not lead {suit} to the first trick: {card} was called."),
        {"player": action.seat, "suit": SUIT_OF[action.card], "card": state.called},
        rule=state.cite("opening-lead"),
        seat=action.seat,
        cards=() if state.called is None else (state.called,),
        legal=tuple(cards_of(legal(state))),
    )


def _broken_duty(state: State, action: Play, duty: obligations.Duty) -> Problem:
    proof = tuple(cards_of(state.sure[action.seat] & duty.demand))
    return Problem(
        duty.code,
        _SENTENCES[duty.code],
        {"player": action.seat, "suit": state.led, "cards": proof, "best": state.best},
        rule=state.cite(duty.topic),
        seat=action.seat,
        cards=proof,
        legal=tuple(cards_of(legal(state))),
    )
