"""The purchase: the taker asks for a card of an opponent's and pays with another, face down."""

from __future__ import annotations

from games.rules.cards import BIT, cards_of
from games.rules.hand.actions import Buy
from games.rules.hand.deeds import Bought
from games.rules.hand.state import State
from games.rules.hand.steps import awaits, go_on
from games.rules.hand.turns import not_in_hand, not_your_turn, wrong_phase
from games.rules.problems import N_, Problem, malformed


def legal(state: State) -> int:
    """Return the cards (mask) that may be asked for: any that an opponent may hold."""
    cards = 0
    for seat in range(state.seats):
        if seat != state.turn:
            cards |= state.possible(seat)
    return cards if awaits(state) == "buy" else 0


def check(state: State, action: Buy) -> Problem | None:
    """Return why a purchase is refused, or None; nothing need be bought."""
    if awaits(state) != "buy":
        return wrong_phase(state)
    if action.seat != state.turn:
        template = N_("{player} is the declarer: nobody else may buy a card.")
        return not_your_turn(state, action.seat, template, "buy")
    if action.card is None:
        return None
    return _misplaced(state, action, action.card) or _not_for_sale(state, action, action.card)


def _misplaced(state: State, action: Buy, card: int) -> Problem | None:
    """Fine points 24: the seller named does not have the card, or the buyer not what he pays."""
    buyer, seller, pay = action.seat, action.seller, action.pay
    names_own = seller == buyer and _own(state) & BIT[card]
    if seller is not None and not state.possible(seller) & BIT[card] and not names_own:
        return not_in_hand(state, seller, card)
    if pay is not None and (pay == card or not state.possible(buyer) & BIT[pay]):
        return not_in_hand(state, buyer, pay)
    return None


def _not_for_sale(state: State, action: Buy, card: int) -> Problem | None:
    """One's own card, in the hand or laid away; fine points 24: a card whose holder nobody names or knows."""
    if BIT[card] & _own(state):
        template = N_("{card} cannot be bought: {player} holds it or has laid it away.")
    elif action.seller == action.seat:
        template = N_("{player} must buy {card} from somebody else.")
    elif action.seller is None and _holder(state, card) is None:
        return malformed(N_("“from” must say who sells {card}."), card=card).problem
    else:
        return None
    return Problem(
        "buy-not-allowed",
        template,
        {"player": action.seat, "card": card},
        rule=state.cite("buyable"),
        seat=action.seat,
        cards=(card,),
        legal=tuple(cards_of(legal(state))),
    )


def _own(state: State) -> int:
    """Return the cards (mask) known to be the declarer's when they laid away, and those laid away openly."""
    hand = 0 if state.taker is None else state.dealt[state.taker] or 0
    return hand | (state.stock or 0) | (state.discard or 0) | state.shown


def _holder(state: State, card: int) -> int | None:
    """Return the seat that is known to hold a card."""
    return next((seat for seat in range(state.seats) if state.sure[seat] & BIT[card]), None)


def apply(state: State, action: Buy) -> None:
    """Pay a card face down for the card asked for, which is shown; or buy nothing."""
    buyer, card, pay, seller = action.seat, action.card, action.pay, action.seller
    if card is None:
        seller = None
    elif seller is None:
        seller = _holder(state, card)
    known = tuple(state.known)
    state.bought = Bought(card, pay, seller, state.held(buyer), state.index, known)
    if card is not None and seller is not None:
        if pay is None:
            _pay_unseen(state, buyer, seller)
        else:
            _hand_over(state, pay, buyer, seller)
        _hand_over(state, card, seller, buyer)
        for seat in (buyer, seller):
            state.close_full_hand(seat)
    go_on(state)


def _hand_over(state: State, card: int, giver: int, taker: int) -> None:
    """Move a known card from one hand to another."""
    for seat in range(state.seats):
        state.may[seat] &= ~BIT[card]
    state.sure[giver] &= ~BIT[card]
    state.sure[taker] |= BIT[card]
    state.may[taker] |= BIT[card]


def _pay_unseen(state: State, buyer: int, seller: int) -> None:
    """Fine points 25: any card of the buyer may be with the seller now, until he plays one of them."""
    state.watched = state.possible(buyer) & ~state.may[seller]
    state.may[seller] |= state.watched
    state.sure[buyer] = 0
    state.known[buyer] = state.known[seller] = False


def payment_shown(state: State, seat: int, card: int) -> None:
    """Fine points 25: the seller plays a card that he can only have been paid with; the rest stayed where it was."""
    bought, buyer = state.bought, state.taker
    if bought is None or buyer is None or seat != bought.seller:
        return
    state.may[seat] &= ~state.watched | BIT[card]
    state.sure[seat] |= BIT[card]
    state.sure[buyer] |= bought.held & state.unplayed & ~BIT[card]
    for other in (seat, buyer):
        # A card that the plays since then deny will prove a revoke, which nobody asks of a known hand.
        state.known[other] = bought.known[other] and not state.sure[other] & state.lacks[other]
        state.close_full_hand(other)
    state.bought, state.watched = bought._replace(pay=card), 0
