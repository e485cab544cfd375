"""Droggn: pagat ultimo, and the fool displayed at a slam (sheet 2.8.1 to 2.8.3)."""

from __future__ import annotations

from games.rules.cards import BIT, FOOL_CARD, T1
from games.rules.hand.actions import Announce
from games.rules.hand.state import PLAY, State
from games.rules.phases.announcements import refused
from games.rules.problems import Problem, gettext_noop
from games.rules.variants.droggn.play import (
    TRICKS_WITH_PAGAT_ANNOUNCED,
    after_trick,
    bids_slam,
)


def check_ultimo(state: State, action: Announce) -> Problem | None:
    """2.8.1: the declarer shows the pagat before the first card."""
    return _refused(state, action, T1, "ultimo")


def check_fool_last(state: State, action: Announce) -> Problem | None:
    """2.8.3: at a slam the declarer may display the fool instead."""
    if not bids_slam(state):
        template = gettext_noop("The fool is displayed only at a slam.")
        return refused(state, action.seat, "fool-last", template)
    return _refused(state, action, FOOL_CARD, "fool-last")


def _refused(state: State, action: Announce, card: int, topic: str) -> Problem | None:
    if action.seat != state.taker:
        template = gettext_noop("Only the declarer may announce.")
    elif state.announcements:
        template = gettext_noop("{player} has announced already: one announcement a hand.")
    elif state.phase == PLAY:
        template = gettext_noop("Announcements come before the first card.")
    elif not state.possible(action.seat) & BIT[card]:
        template = gettext_noop("{player} does not hold {card}.")
    else:
        return None
    return refused(state, action.seat, topic, template, card=card)


def keep_back(state: State, action: Announce) -> None:
    """2.8.2: from now on the pagat stays in the hand until the last trick."""
    state.opening = state.lying = TRICKS_WITH_PAGAT_ANNOUNCED.opening
    state.after_trick = after_trick
