"""Announcements before and during play. Each variant brings its kinds; what all share is here."""

from __future__ import annotations

from games.rules.actions import Announce
from games.rules.cards import TRUMPS, cards_of, mask_of
from games.rules.problems import Problem, earliest, gettext_noop
from games.rules.state import AUCTION, OVER, PLAY, State
from games.rules.turns import not_in_hand, not_your_turn, wrong_phase


def legal(state: State) -> tuple[tuple[int, str], ...]:
    """Who may announce what now, as far as it does not depend on the cards shown: (seat, announcement)."""
    offers = []
    for kind in state.variant.announcements:
        for seat in range(state.n):
            action = Announce(seat, kind.key, ())
            if kind.shows_cards:
                refused = _out_of_time(state, action) or may_not_show(state, seat)
            else:
                refused = check(state, action)
            if refused is None:
                offers.append((seat, kind.key))
    return tuple(offers)


def check(state: State, action: Announce) -> Problem | None:
    """Why an announcement is refused, or None."""
    kind = state.variant.announcement(action.what)
    if state.phase == OVER or kind is None:
        return wrong_phase(state)
    if kind.shows_cards:
        return _out_of_time(state, action) or _worst(state, action, kind.check(state, action))
    if state.phase == AUCTION and not kind.ends:
        return wrong_phase(state)
    return kind.check(state, action)


def apply(state: State, action: Announce) -> None:
    """The announcement stands: cards shown are known from now on; some end the hand."""
    kind = state.variant.announcement(action.what)
    state.announcements.append(action)
    if kind is not None and kind.ends:
        state.phase, state.status, state.turn = OVER, kind.ends, None
        return
    shown = mask_of(action.cards) & ~(state.discard or 0) & ~state.shown
    if shown:
        for seat in range(state.n):
            state.may[seat] &= ~shown
        state.sure[action.seat] |= shown
        state.may[action.seat] |= shown
    if state.phase == "announcements":
        state.turn = state.first_leader


def refused(state: State, seat: int, topic: str, template: str, **facts: object) -> Problem:
    """The problem of an announcement whose conditions are not met."""
    return Problem(
        "announcement-not-allowed",
        template,
        {"player": seat, **facts},
        rule=state.cite(topic),
        seat=seat,
    )


def has_played(state: State, seat: int) -> bool:
    """Whether a seat has played its own first card."""
    return len(state.cards) >= state.n or any(
        state.seat_of_play(number) == seat for number in range(len(state.cards))
    )


def has_announced(state: State, seat: int, what: str) -> bool:
    """Whether a seat has made this announcement already."""
    return any(said.seat == seat and said.what == what for said in state.announcements)


def may_not_show(state: State, seat: int) -> Problem | None:
    """Why a seat may not show cards (too late, twice, not this player's), whatever the cards; or None."""
    option = state.options.get("handful_by")
    if option == "taker" and seat != state.taker:
        return refused(
            state, seat, "handful-who", gettext_noop("Only the taker may show a handful here.")
        )
    if has_announced(state, seat, "handful"):
        return refused(
            state, seat, "handful-when", gettext_noop("{player} has shown a handful already.")
        )
    if has_played(state, seat):
        return refused(
            state,
            seat,
            "handful-when",
            gettext_noop("A handful is shown before one's own first card."),
        )
    return None


def _out_of_time(state: State, action: Announce) -> Problem | None:
    if state.phase in (AUCTION, OVER):
        return wrong_phase(state)
    if (
        state.phase == PLAY
        and action.seat != state.turn
        and may_not_show(state, action.seat) is None
    ):
        template = gettext_noop(
            "It is {player}'s turn; {other} shows a handful when it is his turn to play."
        )
        return not_your_turn(state, action.seat, template, "handful-when")
    return None


def _worst(state: State, action: Announce, problem: Problem | None) -> Problem | None:
    """Cards known to be elsewhere come before the conditions of the announcement; trumps laid away openly may
    be shown once more (french 1.8.6)."""
    laid_open = state.shown & TRUMPS if action.seat == state.taker else 0
    strangers = mask_of(action.cards) & ~(state.may[action.seat] & state.live | laid_open)
    if not strangers:
        return problem
    elsewhere = not_in_hand(state, action.seat, cards_of(strangers)[0])
    return elsewhere if problem is None else earliest((elsewhere, problem))
