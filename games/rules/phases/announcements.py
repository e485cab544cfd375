"""Announcements before and during play. Each variant brings its kinds; what all share is here."""

from __future__ import annotations

from games.rules.cards import cards_of, mask_of
from games.rules.game.variant import AnnouncementKind
from games.rules.hand.actions import Announce
from games.rules.hand.state import ANNOUNCEMENTS, AUCTION, EXCHANGE, OVER, State
from games.rules.hand.turns import not_in_hand, wrong_phase
from games.rules.problems import Problem, earliest


def legal(state: State) -> tuple[tuple[int, str], ...]:
    """Who may announce what now, as far as it does not depend on the cards shown: (seat, announcement)."""
    offers = []
    for kind in state.variant.announcements:
        for seat in range(state.seats):
            action = Announce(seat, kind.key, ())
            if kind.shows_cards:
                refused = (
                    _too_early(state, kind) or kind.time(state, seat) or kind.offered(state, seat)
                )
            else:
                refused = check(state, action)
            if refused is None:
                offers.append((seat, kind.key))
    return tuple(offers)


def check(state: State, action: Announce) -> Problem | None:
    """Why an announcement is refused, or None."""
    kind = state.variant.announcement(action.what)
    if kind is None or state.phase == OVER:
        return wrong_phase(state)
    early = _too_early(state, kind) or kind.time(state, action.seat)
    if early is not None:
        return early
    problem = kind.offered(state, action.seat) or kind.check(state, action)
    if not kind.shows_cards:
        return problem
    return worst(state, action, problem, again=kind.again(state, action.seat))


def _too_early(state: State, kind: AnnouncementKind) -> Problem | None:
    """An announcement comes once the auction is over, in some games after the exchange; one that ends the hand
    says itself when."""
    closed = (AUCTION, EXCHANGE) if state.variant.announced_from == ANNOUNCEMENTS else (AUCTION,)
    return wrong_phase(state) if state.phase in (*closed, OVER) and not kind.ends else None


def apply(state: State, action: Announce) -> None:
    """The announcement stands: cards shown are known from now on; some end the hand."""
    kind = state.variant.announcement(action.what)
    state.announcements.append(action)
    if kind is None:
        raise AssertionError("an unknown announcement is always refused")
    if kind.ends:
        state.phase, state.status, state.turn = OVER, kind.ends, None
        return
    place(state, action.seat, mask_of(action.cards) | kind.reveals)
    kind.then(state, action)
    if state.phase == ANNOUNCEMENTS:
        state.turn = state.first_leader


def place(state: State, seat: int, cards: int) -> None:
    """Cards (mask) are seen in a hand; what was laid away openly stays where it is."""
    shown = cards & ~(state.discard or 0) & ~state.shown & state.unplayed
    if shown:
        for other in range(state.seats):
            state.may[other] &= ~shown
        state.sure[seat] |= shown
        state.may[seat] |= shown
        state.close_full_hand(seat)


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
    return len(state.played) >= state.seats or any(
        state.seat_of_play(number) == seat for number in range(len(state.played))
    )


def has_announced(state: State, seat: int, what: str) -> bool:
    """Whether a seat has made this announcement already."""
    return any(made.seat == seat and made.what == what for made in state.announcements)


def worst(state: State, action: Announce, problem: Problem | None, *, again: int) -> Problem | None:
    """Cards known to be elsewhere, or too many for the hand, come before the conditions of the announcement; those of
    `again` (mask) may be shown although they are laid away."""
    seat, shown = action.seat, mask_of(action.cards) & ~again
    strangers = shown & ~(state.may[seat] & state.unplayed)
    strangers = strangers or state.crowded_out(seat, shown, state.room(seat))
    if not strangers:
        return problem
    elsewhere = not_in_hand(state, seat, cards_of(strangers)[0], shown)
    return elsewhere if problem is None else earliest((elsewhere, problem))
