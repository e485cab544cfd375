"""Announcements before and during play. Each variant brings its kinds; what all share is here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.rules.cards import FOOL, TRUMPS, cards_of, mask_of
from games.rules.game.variant import AnnouncementKind
from games.rules.hand.actions import Announce
from games.rules.hand.state import ANNOUNCEMENTS, AUCTION, EXCHANGE, OVER, State
from games.rules.hand.turns import not_in_hand, wrong_phase
from games.rules.problems import Problem, earliest


def legal(state: State) -> tuple[tuple[int, str], ...]:
    """Return who may announce what now, as far as it does not depend on the cards shown: (seat, announcement)."""
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
    """Return why an announcement is refused, or None."""
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
    """Refuse an announcement before the auction is over, in some games before the end of the exchange.

    One that ends the hand decides itself when it may come.
    """
    closed = (AUCTION, EXCHANGE) if state.variant.announced_from == ANNOUNCEMENTS else (AUCTION,)
    return wrong_phase(state) if state.phase in (*closed, OVER) and not kind.ends else None


def apply(state: State, action: Announce) -> None:
    """Enter the announcement: cards shown are known from now on; some announcements end the hand."""
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
    """Note that cards (mask) are seen in a hand; what was laid away openly stays where it is."""
    shown = cards & ~(state.discard or 0) & ~state.shown & state.unplayed
    if shown:
        for other in range(state.seats):
            state.may[other] &= ~shown
        state.sure[seat] |= shown
        state.may[seat] |= shown
        state.close_full_hand(seat)


class Announced(NamedTuple):
    """An announcement as the table knows it: its label, and how many cards had to be shown, else None."""

    label: str
    least: int | None


def announced(state: State, made: Announce) -> Announced | None:
    """Return what an announcement that was made is called; None for one that has ended the hand."""
    kind = state.variant.announcement(made.what)
    if kind is None or kind.ends:
        return None
    claimed = len(made.cards) if made.size is None else made.size
    reached = [
        tier.least for tier in kind.tiers(state.options, state.seats) if tier.least <= claimed
    ]
    return Announced(kind.label, max(reached, default=None))


def refused(state: State, seat: int, topic: str, template: str, **facts: object) -> Problem:
    """Return the problem of an announcement whose conditions are not met."""
    return Problem(
        "announcement-not-allowed",
        template,
        {"player": seat, **facts},
        rule=state.cite(topic),
        seat=seat,
    )


class TrumpsShown(NamedTuple):
    """What a game says of trumps that may not be shown like this, each as topic and sentence.

    The cases are cards that are not trumps; too few; a tier that they do not reach; the fool shown while trumps are
    kept back.
    """

    others: tuple[str, str]
    too_few: tuple[str, str]
    too_high: tuple[str, str]
    fool: tuple[str, str]


def check_trumps(
    state: State,
    action: Announce,
    says: TrumpsShown,
    tiers: Sequence[int],
    *,
    allowed: int,
    last_resort: bool,
) -> Problem | None:
    """Return the problem of trumps shown for one of the `tiers` (numbers of cards, rising).

    `allowed`: what counts as a trump (mask); `last_resort`: the fool does so only with every trump of the hand.
    """
    seat, cards, count = action.seat, mask_of(action.cards), len(action.cards)
    others, kept_back = cards & ~allowed, state.held(seat) & TRUMPS & ~cards
    if others:
        return refused(state, seat, *says.others, cards=tuple(cards_of(others)))
    if count < tiers[0]:
        return refused(state, seat, *says.too_few, least=tiers[0], count=count)
    if action.size is not None and (action.size not in tiers or action.size > count):
        return refused(state, seat, *says.too_high, count=count, size=action.size)
    if cards & FOOL and kept_back and last_resort:
        return refused(state, seat, *says.fool, cards=tuple(cards_of(kept_back)))
    return None


def has_played(state: State, seat: int) -> bool:
    """Return whether a seat has played its own first card."""
    return len(state.played) >= state.seats or any(
        state.seat_of_play(number) == seat for number in range(len(state.played))
    )


def has_announced(state: State, seat: int, what: str) -> bool:
    return any(made.seat == seat and made.what == what for made in state.announcements)


def worst(state: State, action: Announce, problem: Problem | None, *, again: int) -> Problem | None:
    """Return the problem that comes first in the table of codes.

    Cards known to be elsewhere, or too many for the hand, come before the conditions of the announcement. Those of
    `again` (mask) may be shown although they are laid away.
    """
    seat, shown = action.seat, mask_of(action.cards) & ~again
    strangers = shown & ~(state.may[seat] & state.unplayed)
    strangers = strangers or state.crowded_out(seat, shown, state.room(seat))
    if not strangers:
        return problem
    elsewhere = not_in_hand(state, seat, cards_of(strangers)[0], shown)
    return elsewhere if problem is None else earliest((elsewhere, problem))
