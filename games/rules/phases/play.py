"""Play, card by card, and the claim.

With known hands a card is judged at once; with unknown ones by the cards surely held, and every play
that did not follow, trump or overtrump is kept as a denial: a later card that it denies is a proven revoke.
"""

from __future__ import annotations

from dataclasses import replace

from games.rules.cards import BIT, SUIT_OF, cards_of, mask_of
from games.rules.game import obligations
from games.rules.hand.actions import Claim, Play, TakeBack
from games.rules.hand.drawing import draw
from games.rules.hand.knowledge import proven_revoke
from games.rules.hand.state import ANNOUNCEMENTS, OVER, PLAY, State
from games.rules.hand.turns import no_such_kind, not_in_hand, not_your_turn, wrong_phase
from games.rules.phases.announcements import place
from games.rules.phases.buying import payment_shown
from games.rules.problems import N_, Problem

_SENTENCES = {
    "must-follow-suit": N_("{player} must follow {suit}: {player} holds {cards}."),
    "must-trump": N_("{player} has no {suit} and must trump: {player} holds {cards}."),
    "must-overtrump": N_("{player} must beat trump {best}: {player} holds {cards}."),
    "announced-pagat-kept-back": N_(
        "{player} keeps the announced pagat for the last trick while another card may be played."
    ),
}


def legal(state: State) -> int:
    """Return the cards (mask) that the seat on turn may play, as far as it can be proven."""
    if state.turn is None or (state.phase != PLAY and state.phase != ANNOUNCEMENTS):
        return 0
    held = state.sure[state.turn]
    # Of a hand that is known nothing can be denied by its plays: it is what it is.
    free = held if state.known[state.turn] else state.possible(state.turn)
    for demand, left in state.position.due.limits:
        if held & demand:
            free &= left
    return free if state.played else free & ~state.variant.lead_bar(state)


def is_plain(state: State, seat: int, card: int) -> bool:
    """Return whether the seat on turn may play a card, judged by the same masks as `legal`, one card instead of all.

    The first card of the hand may be barred for other reasons, and the last one tells the discard.
    """
    bit, held = BIT[card], state.sure[seat]
    denied = state.position.denied[card]
    if denied and held & denied:
        return False
    if state.known[seat]:
        return bit & held != 0
    return bit & state.may[seat] & state.unplayed != 0 and not bit & state.lacks[seat]


class Claiming:
    """The claim ends the play at any time."""

    @staticmethod
    def check(state: State, action: Claim) -> Problem | None:
        """Return why a claim is refused, or None."""
        return None if state.phase == PLAY else wrong_phase(state)

    @staticmethod
    def apply(state: State, action: Claim) -> None:
        """Give all that is not won yet to the seat."""
        state.claim = action.seat
        finish(state)


class TakingBack:
    """A card that everybody has seen goes back into the hand: it was not played, and it is known from now on."""

    @staticmethod
    def check(state: State, action: TakeBack) -> Problem | None:
        """Return why it is refused, or None: no duty binds a card that is not played, but it must be in the hand."""
        seat, bit = action.seat, BIT[action.card]
        if not state.second_format:
            return no_such_kind("takeback")
        if state.phase not in (PLAY, ANNOUNCEMENTS):
            return wrong_phase(state)
        room = state.room(seat)
        if not bit & state.may[seat] & state.unplayed or state.crowded_out(seat, bit, room):
            return not_in_hand(state, seat, action.card)
        return proven_revoke(state, seat, action.card)

    @staticmethod
    def apply(state: State, action: TakeBack) -> None:
        """Note the card as seen in the hand."""
        place(state, action.seat, BIT[action.card])


def check(state: State, action: Play) -> Problem | None:
    """Return why a card is refused, or None."""
    seat, card, _ = action
    if (
        seat == state.turn
        and state.phase is PLAY
        and is_plain(state, seat, card)
        and (len(state.played) != state.last_play or _last(state, BIT[card]) is None)
    ):
        return None
    return _look_closer(state, action)


def _look_closer(state: State, action: Play) -> Problem | None:
    if state.phase != PLAY and state.phase != ANNOUNCEMENTS:
        return wrong_phase(state)
    if action.seat != state.turn:
        return _wrong_seat(state, action)
    bit = BIT[action.card]
    if not bit & state.may[action.seat] & state.unplayed:
        return not_in_hand(state, action.seat, action.card)
    return _last(state, bit) or refusal(state, action)


def _last(state: State, bit: int) -> Problem | None:
    """Return what the last card of the hand (mask) reveals, where this is that card."""
    asked = state.variant.at_last_card
    return asked(state, bit) if asked and len(state.played) == state.last_play else None


def refusal(state: State, action: Play) -> Problem | None:
    """Return the rule that forbids a card in the hand: opening lead, the duties in order, a proven revoke."""
    seat, card = action.seat, action.card
    if not state.played and BIT[card] & state.variant.lead_bar(state):
        return _barred_lead(state, action)
    duty = obligations.broken(state.position.due, state.sure[seat], card)
    if duty is not None and not action.irregular:
        return _broken_duty(state, action, duty)
    revoke = proven_revoke(state, seat, card)
    return revoke and replace(revoke, legal=tuple(cards_of(legal(state))))


def apply(state: State, action: Play) -> None:
    """Put the card on the table; the last card of a trick gives it to its winner."""
    seat = action.seat
    if state.phase is not PLAY:
        state.phase, state.leader = PLAY, seat
    if BIT[action.card] & state.watched:
        payment_shown(state, seat, action.card)
    denied = state.position.denied[action.card]
    if action.irregular:  # what the table let stand denies nothing
        state.irregular.add(state.index)
        denied = 0
    state.play_actions.append(state.index)
    _put(state, seat, action.card, denied)


def _put(state: State, seat: int, card: int, denied: int) -> None:
    """Put a card on the table; it may show that a hand that is not known lacks others."""
    bit, position, cards = BIT[card], state.position, state.played
    held, known = state.sure[seat], state.known[seat]
    if bit & held:
        state.sure[seat] = held ^ bit
    if not known:
        state.lacks[seat] |= denied
    state.unplayed ^= bit
    cards.append(card)
    if held and not bit & held:
        state.close_full_hand(seat)
    after = position.after[card]
    if after is not position:
        state.position, state.winning = after, seat
    if len(cards) % state.seats:
        state.turn = (seat + 1) % state.seats
    else:
        _gather(state)


def _gather(state: State) -> None:
    winner = state.winning
    state.winners.append(winner)
    state.taken[winner] |= state.unwon ^ state.unplayed
    state.unwon = state.unplayed
    if state.draw_pile is not None:
        draw(state, state.draw_pile, state.leader)
    state.turn = state.leader = winner
    state.position, state.winning = state.opening, -1
    if len(state.winners) == state.tricks_in_all:
        close(state)
    elif state.after_trick is not None:
        state.after_trick(state)


def finish(state: State) -> None:
    """End the hand, which can be scored now."""
    state.phase, state.status, state.turn = OVER, "scored", None


def close(state: State) -> None:
    """End the play, all cards being gathered: who has won the last trick is for the variant to say."""
    finish(state)
    winner = state.variant.last_winner(state)
    if winner != state.winners[-1]:
        trick = mask_of(state.played[-state.seats :])
        state.taken[state.winners[-1]] ^= trick
        state.taken[winner] |= trick
        state.winners[-1] = winner


def _wrong_seat(state: State, action: Play) -> Problem:
    return not_your_turn(
        state,
        action.seat,
        N_("It is {player}’s turn to play, not {other}’s."),
        "winner-leads",
    )


def _barred_lead(state: State, action: Play) -> Problem:
    return Problem(
        "lead-not-allowed",
        N_("{player} may not lead {suit} to the first trick: {card} was called."),
        {"player": action.seat, "suit": SUIT_OF[action.card], "card": state.called},
        rule=state.cite("opening-lead"),
        seat=action.seat,
        cards=() if state.called is None else (state.called,),
        legal=tuple(cards_of(legal(state))),
    )


def _broken_duty(state: State, action: Play, duty: obligations.Duty) -> Problem:
    proof = tuple(cards_of(state.sure[action.seat] & duty.demand & ~BIT[action.card]))
    suit = {"suit": state.variant.suit(state.led)} if state.led >= 0 else {}
    return Problem(
        duty.code,
        _SENTENCES[duty.code],
        {"player": action.seat, "cards": proof, "best": state.best, **suit},
        rule=state.cite(duty.topic),
        seat=action.seat,
        cards=proof,
        legal=tuple(cards_of(legal(state))),
    )
