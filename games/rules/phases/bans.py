"""What may not be laid away in more than one game: each ban with the rule (number) of the game's own sheet."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.cards import HONOURS, KINGS, PLAIN, TRUMPS
from games.rules.game.terms import Laying
from games.rules.game.variant import Ban
from games.rules.hand.state import State
from games.rules.problems import N_

# The plain cards below the king, which go before any trump.
SMALL = PLAIN & ~KINGS


def always(cards: int) -> Callable[[State, Laying], int]:
    """Return a ban on these cards (mask) in every hand."""
    return lambda state, laying: cards


def no_king(rule: str) -> Ban:
    """Kings stay."""
    return Ban("discard-king", rule, N_("A king may not be discarded: {cards}."), always(KINGS))


def no_honour(rule: str, template: str) -> Ban:
    """Trump 21, trump 1 and the fool stay; the sentence has the game's own word for them."""
    return Ban("discard-honour", rule, template, always(HONOURS))


def plain_cards_first(rule: str) -> Ban:
    """Trumps stay while there are plain cards below the king."""
    template = N_(
        "A trump may be discarded only when no plain card below the king is left: {cards}."
    )
    return Ban("discard-trump", rule, template, _trumps_too_soon, together=True)


def trumps_openly(rule: str) -> Ban:
    """Trumps that go are shown."""
    template = N_("A discarded trump must be shown: {cards}.")
    return Ban("discard-not-shown", rule, template, lambda state, laying: TRUMPS & ~laying.shown)


def _trumps_too_soon(state: State, laying: Laying) -> int:
    return TRUMPS if laying.kept & SMALL or trumps_owed(state, laying) < 0 else 0


def trumps_owed(state: State, laying: Laying) -> int:
    """Return how many more trumps should have been shown for a discard that nobody saw, where plain cards go first.

    Below 0: that many too many were shown. 0 where the hand is not written down.
    """
    if laying.seen or not state.known[laying.seat]:
        return 0
    small = (state.held(laying.seat) & SMALL).bit_count()
    forced = max(0, state.variant.discard_size(state.seats) - small)
    return forced - (laying.shown & TRUMPS).bit_count()
