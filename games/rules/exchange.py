"""The exchange: calling a card, turning up the stock, laying cards away."""

from __future__ import annotations

from games.rules.actions import Discard, King, Stock
from games.rules.auction import open_announcements, open_exchange
from games.rules.cards import TRUMPS, cards_of, mask_of
from games.rules.dealing import join_stock, learn_stock
from games.rules.knowledge import played_by
from games.rules.problems import Problem, gettext_noop
from games.rules.state import EXCHANGE, State
from games.rules.turns import not_in_hand, not_your_turn, wrong_phase


def awaits(state: State) -> str:
    """What the exchange waits for: "king", "stock", "discard", or "" outside the exchange."""
    if state.phase != EXCHANGE:
        return ""
    if state.n in state.variant.calls_a_card and state.called is None:
        return "king"
    return "discard" if state.exchanged else "stock"


def legal(state: State) -> int:
    """The cards (mask) that may be laid away, called or turned up now, as far as it is known."""
    waiting = awaits(state)
    if waiting == "king":
        callable_cards = cards_of(state.variant.pack.cards)
        return mask_of(
            card for card in callable_cards if state.variant.called_card_bar(state, card) is None
        )
    if waiting == "stock":
        return state.variant.pack.cards & ~_placed(state)
    return may_go(state) if waiting == "discard" else 0


def may_go(state: State, chosen: int = 0) -> int:
    """The cards that the taker may lay away, beside those already chosen (masks)."""
    if state.taker is None:
        return 0
    barred = 0
    kept = state.held(state.taker) & ~chosen
    for ban in state.variant.bans(state):
        barred |= ban.barred(state, state.taker, state.variant.pack.cards, kept)
    return state.possible(state.taker) & ~barred


def check(state: State, action: King | Stock | Discard) -> Problem | None:
    """Why a step of the exchange is refused, or None."""
    if isinstance(action, King):
        return _check_king(state, action)
    if isinstance(action, Stock):
        return _check_stock(state, action)
    return _check_discard(state, action)


def apply(state: State, action: King | Stock | Discard) -> None:
    """The step is done; the discard ends the exchange."""
    if isinstance(action, King):
        state.called = action.card
        open_exchange(state)
    elif isinstance(action, Stock):
        learn_stock(state, mask_of(action.cards))
        join_stock(state)
    else:
        _lay_away(state, action)
        open_announcements(state)


def _check_king(state: State, action: King) -> Problem | None:
    if awaits(state) != "king":
        return wrong_phase(state)
    if action.seat != state.turn:
        return not_your_turn(
            state, action.seat, gettext_noop("{player} takes and names the card."), "call-card"
        )
    return state.variant.called_card_bar(state, action.card)


def _check_stock(state: State, action: Stock) -> Problem | None:
    waiting = awaits(state)
    if waiting != "stock":
        known = gettext_noop("The stock is known already.") if waiting == "discard" else ""
        return wrong_phase(state, known)
    elsewhere = mask_of(action.cards) & _placed(state)
    if elsewhere:
        card = cards_of(elsewhere)[0]
        _place, seat = state.place_of(card)
        return Problem(
            "not-in-hand",
            gettext_noop("{card} cannot be in the stock: {other} holds it."),
            {"card": card, "other": seat},
            rule=state.cite("held"),
            seat=seat,
            cards=(card,),
        )
    return None


def _placed(state: State) -> int:
    """Cards known to be in a hand before the exchange."""
    placed = 0
    for seat in range(state.n):
        placed |= state.sure[seat]
    return placed


def _check_discard(state: State, action: Discard) -> Problem | None:
    waiting = awaits(state)
    if waiting in ("", "king") or (waiting == "stock" and action.cards is not None):
        stock_first = gettext_noop("The stock is turned up first.") if waiting == "stock" else ""
        return wrong_phase(state, stock_first, "exchange" if stock_first else "")
    if action.seat != state.turn:
        return not_your_turn(
            state, action.seat, gettext_noop("{player} takes and lays away."), "exchange"
        )
    laid = mask_of(action.shown if action.cards is None else action.cards)
    strangers = laid & ~_may_hold(state, action.seat)
    if strangers:
        return not_in_hand(state, action.seat, cards_of(strangers)[0])
    # What of an unseen discard was kept is not known yet: it is judged after the last card.
    kept = 0 if action.cards is None else state.held(action.seat) & ~laid
    return judge(state, laid, kept, mask_of(action.shown))


def _may_hold(state: State, taker: int) -> int:
    """What the taker may hold before laying away; an unknown stock may have brought any card not placed."""
    if state.exchanged:
        return state.possible(taker)
    others = 0
    for seat in range(state.n):
        if seat != taker:
            others |= state.sure[seat]
    return state.live & ~others


def judge(state: State, laid: int, kept: int, shown: int) -> Problem | None:
    """The first ban that a discard breaks: the cards laid away, those known to be kept, those shown (masks)."""
    taker = state.taker
    if taker is None:
        return None
    for ban in state.variant.bans(state):
        if ban.code == "discard-not-shown":
            wrong = laid & TRUMPS & ~shown
        else:
            wrong = laid & ban.barred(state, taker, laid, kept)
        if wrong:
            cards = tuple(cards_of(wrong))
            return Problem(
                ban.code,
                ban.template,
                {"player": taker, "cards": cards},
                rule=f"{state.variant.key}/{ban.rule}",
                seat=taker,
                cards=cards,
                legal=tuple(cards_of(may_go(state))) if state.exchanged else None,
            )
    return None


def _lay_away(state: State, action: Discard) -> None:
    taker, shown = action.seat, mask_of(action.shown)
    held = state.sure[taker]
    state.shown, state.discard_excused, state.discard_at = shown, action.irregular, state.index
    if action.cards is not None:
        laid = mask_of(action.cards)
        state.discard = laid
        state.known[taker] = state.dealt[taker] is not None
        state.sure[taker] = held & ~laid
    else:
        laid = shown
        state.unseen_discard = True
        if len(action.shown) == state.variant.stock_size(state.n):
            state.discard = shown  # nothing of it is unseen
        state.known[taker] = False
        state.may[taker] = _may_hold(state, taker)
        keeps = 0 if action.irregular else state.variant.keeps(state, shown)
        state.sure[taker] = held & keeps & ~shown
    for seat in range(state.n):
        state.may[seat] &= ~laid
    state.exchanged = True


def is_judged(state: State) -> bool:
    """Whether the last card can bring nothing to light about the discard: there is none, it stands with a reason,
    or it was judged when it was laid away."""
    return (
        state.taker is None
        or state.discard_at is None
        or state.discard_excused
        or state.known[state.taker]
    )


def judge_unplayed(state: State, last: int) -> Problem | None:
    """Once the last card `last` is on the table, the cards nobody played are the discard: is it allowed?

    Fine points 6 and 14: unseen discards are judged whole, seen ones by the trumps in them, since by now
    everything the taker kept is known; of a hand that was known it was judged at once. `earlier` of the problem
    is the action of the discard.
    """
    taker = state.taker
    if taker is None or is_judged(state):
        return None
    laid = state.live & ~last
    kept = played_by(state, taker) | (last if state.turn == taker else 0)
    problem = judge(state, laid, kept, state.shown)
    if problem is None:
        return None
    return Problem(
        problem.code,
        gettext_noop("The cards that nobody played were laid away: {cards}. This is not allowed."),
        {"cards": tuple(cards_of(laid)), "player": taker},
        rule=problem.rule,
        seat=taker,
        cards=problem.cards,
        earlier=state.discard_at,
    )
