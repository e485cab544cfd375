"""The exchange: turning up the stock, taking it, laying cards away. Calling and buying a card have modules of their own."""

from __future__ import annotations

from games.rules.cards import cards_of, mask_of
from games.rules.game.terms import Laying, Step
from games.rules.hand.actions import Buy, Discard, King, Stock, Take
from games.rules.hand.deeds import Laid
from games.rules.hand.knowledge import played_by
from games.rules.hand.state import State
from games.rules.hand.steps import awaits, go_on
from games.rules.hand.turns import not_in_hand, not_your_turn, wrong_phase
from games.rules.hand.whereabouts import never_face_down
from games.rules.phases.dealing import join_stock, learn_stock
from games.rules.problems import N_, Problem

__all__ = [
    "apply",
    "awaits",
    "check",
    "is_judged",
    "judge_unplayed",
    "legal",
    "may_go",
    "may_hold",
    "partner_of",
    "take_up",
]


def legal(state: State) -> int:
    """Return the cards (mask) that may be laid away, called, bought or turned up now, as far as is known."""
    waiting = awaits(state)
    if waiting == "stock":
        return state.variant.pack.cards & ~state.placed
    if waiting == "discard":
        return may_go(state)
    asked = {"king": King, "buy": Buy}.get(waiting)
    cards: int = state.variant.phases[asked].legal(state) if asked else 0
    return cards


def may_go(state: State, chosen: int = 0) -> int:
    """Return the cards that the seat on turn may lay away, in addition to those already chosen (masks)."""
    if state.waiting_for is None:
        return 0
    seat, pack, barred = state.waiting_for.seat, state.variant.pack.cards, 0
    possible, room = may_hold(state, seat), state.variant.discard_size(state.seats)
    laying = Laying(
        seat, chosen, state.held(seat) & ~chosen, shown=pack, room=room - chosen.bit_count()
    )
    for ban in state.variant.bans(state):
        barred |= ban.barred(state, laying)
    return possible & ~barred


def check(state: State, action: Stock | Take | Discard) -> Problem | None:
    """Return why a step of the exchange is refused, or None."""
    if isinstance(action, Stock):
        return _check_stock(state, action)
    if isinstance(action, Take):
        return _check_take(state, action)
    return _check_discard(state, action)


def apply(state: State, action: Stock | Take | Discard) -> None:
    """Carry out the step."""
    if isinstance(action, Stock):
        state.stock_cards = action.cards
        learn_stock(state, mask_of(action.cards))
        go_on(state)
    elif isinstance(action, Take):
        _take_halves(state, action)
        go_on(state)
    else:
        _lay_away(state, action)
        go_on(state)
        state.close_full_hand(action.seat)


def _check_stock(state: State, action: Stock) -> Problem | None:
    waiting = awaits(state)
    if waiting != "stock":
        later = waiting in ("take", "discard")
        return wrong_phase(state, N_("The stock is known already.") if later else "")
    elsewhere = mask_of(action.cards) & state.placed
    if elsewhere:
        card = cards_of(elsewhere)[0]
        _place, seat = state.place_of(card)
        return Problem(
            "not-in-hand",
            N_("{card} cannot be in the stock: {other} holds it."),
            {"card": card, "other": seat},
            rule=state.cite("held"),
            seat=seat,
            cards=(card,),
        )
    return None


def _check_take(state: State, action: Take) -> Problem | None:
    if awaits(state) != "take":
        return _too_early(state)
    if action.seat != state.turn:
        template = N_("{player} takes one half of the stock.")
        return not_your_turn(state, action.seat, template, "exchange")
    return None


def _too_early(state: State) -> Problem:
    """Return the problem of a step that is not due; where the stock is due, it says so."""
    stock_first = N_("The stock is turned up first.") if awaits(state) == "stock" else ""
    return wrong_phase(state, stock_first, "exchange" if stock_first else "")


def take_up(state: State, seat: int) -> Step:
    """Add the whole stock, where it is known, to a hand; that seat then lays cards away."""
    if state.stock is not None and not state.exchanged:
        join_stock(state, seat, state.stock)
    return Step("discard", seat)


def _take_halves(state: State, action: Take) -> None:
    """Give a seat one half of the stock, and its partner the other."""
    half, stock = state.variant.discard_size(state.seats), state.stock_cards or ()
    halves = [mask_of(stock[:half]), mask_of(stock[half:])]
    if action.half == "second":
        halves.reverse()
    join_stock(state, action.seat, halves[0])
    join_stock(state, partner_of(state, action.seat), halves[1])


def partner_of(state: State, seat: int) -> int:
    """Return the other seat of a pair that always plays together."""
    return next(other for other in state.variant.team(state.seats, seat) if other != seat)


def _check_discard(state: State, action: Discard) -> Problem | None:
    waiting, step = awaits(state), state.waiting_for
    unseen = step is not None and step.unseen and action.cards is None
    if waiting != "discard" and not (waiting == "stock" and unseen):
        return _too_early(state)
    if action.seat != state.turn:
        return not_your_turn(state, action.seat, N_("{player} takes and discards."), "exchange")
    laid, shown = mask_of(action.cards or ()), mask_of(action.shown)
    strangers = _strangers(state, action.seat, laid | shown)
    if strangers:
        return not_in_hand(state, action.seat, cards_of(strangers)[0], laid | shown)
    if action.cards is None:
        # What was kept is not known yet: it is judged after the last card, if at all.
        return judge(state, Laying(action.seat, shown, 0, shown, seen=False))
    kept = state.held(action.seat) & ~laid
    return judge(state, Laying(action.seat, laid, kept, shown))


def _strangers(state: State, seat: int, laid: int) -> int:
    """Return the cards (mask) laid away that are known to be elsewhere; else those that it has no room for."""
    strangers = laid & ~may_hold(state, seat)
    if strangers or state.known[seat]:
        return strangers
    room = state.room(seat)
    if awaits(state) == "stock":  # it has taken up a stock that nobody wrote down
        room += state.variant.discard_size(state.seats)
    return state.crowded_out(seat, laid, room)


def may_hold(state: State, seat: int) -> int:
    """Return what a seat may hold before laying away; an unknown stock may have brought any card not placed."""
    if state.exchanged:
        return state.possible(seat)
    others = 0
    for other in range(state.seats):
        if other != seat:
            others |= state.sure[other]
    return state.unplayed & ~others


def judge(state: State, laying: Laying) -> Problem | None:
    """Return the problem of the first ban that cards laid away break."""
    for ban in state.variant.bans(state):
        wrong = laying.laid & ban.barred(state, laying) | ban.owed(state, laying)
        if wrong:
            cards = tuple(cards_of(wrong))
            return Problem(
                ban.code,
                ban.template,
                {"player": laying.seat, "cards": cards},
                rule=f"{state.variant.key}/{ban.rule}",
                seat=laying.seat,
                cards=cards,
                legal=tuple(cards_of(may_go(state))) if state.exchanged else None,
            )
    return None


def _lay_away(state: State, action: Discard) -> None:
    seat, shown = action.seat, mask_of(action.shown)
    held = state.sure[seat]
    laid = shown if action.cards is None else mask_of(action.cards)
    whole = len(action.shown) == state.variant.discard_size(state.seats)
    seen = None if action.cards is None and not whole else laid
    state.may[seat] = may_hold(state, seat)
    if action.cards is not None:
        # Cards of a stock that nobody wrote down may be in the hand by now.
        state.known[seat] = state.exchanged and state.dealt[seat] is not None
        state.sure[seat] = held & ~laid
    else:
        state.known[seat] = False
        keeps = 0 if action.irregular else never_face_down(state, seat, shown)
        state.sure[seat] = held & keeps & ~shown
    for other in range(state.seats):
        state.may[other] &= ~laid
    state.laid.append(Laid(seat, seen, shown, state.index, action.irregular))
    state.exchanged = True


def is_judged(state: State) -> bool:
    """Return whether the last card can reveal nothing about what was laid away.

    Nothing was laid away, it stands with a reason, it was judged at once, or this game does not judge it any more.
    """
    return state.variant.at_last_card is None or all(
        laid.excused or state.known[laid.seat] for laid in state.laid
    )


def judge_unplayed(state: State, last: int) -> Problem | None:
    """Judge the cards that nobody played, which the taker laid away, once the last card `last` is on the table.

    Fine points 6 and 14: unseen ones are judged completely, seen ones by the trumps in them, since everything the taker
    kept is known by now; for a hand that was known this was judged at once. `earlier` of the problem is the action.
    """
    if is_judged(state):
        return None
    (laid,) = state.laid
    unplayed = state.unplayed & ~last
    kept = played_by(state, laid.seat) | (last if state.turn == laid.seat else 0)
    problem = judge(state, Laying(laid.seat, unplayed, kept, laid.shown))
    if problem is None:
        return None
    return Problem(
        problem.code,
        N_("The cards that nobody played were discarded: {cards}. This is not allowed."),
        {"cards": tuple(cards_of(unplayed)), "player": laid.seat},
        rule=problem.rule,
        seat=laid.seat,
        cards=problem.cards,
        earlier=laid.at,
    )
