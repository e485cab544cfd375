"""Droggn: the announcements (sheet 2.8.1 to 2.8.3) and the tricks (2.3.2, 2.8), the end of a slam, the pagat (2.9)."""

from __future__ import annotations

from games.rules.cards import ALL, BIT, FOOL_CARD, T1
from games.rules.game.obligations import Duty, follow, trump_when_void
from games.rules.game.ranks import NO_SUIT, Ranks, ranks
from games.rules.game.settlement import Sides
from games.rules.game.tricks import trick_rules
from games.rules.hand.actions import Announce
from games.rules.hand.state import PLAY, State
from games.rules.phases.announcements import refused
from games.rules.phases.play import finish
from games.rules.problems import N_, Problem
from games.rules.scoring.sides import trick_of

# 2.3.2: in the red suits, hearts and diamonds, the ace is the highest pip.
ORDER = ranks(inverted=(1, 2))
# 2.8.5: follow suit; void: trump; no duty to go over anything. 2.8.6: the fool is outside all duties.
TRICKS = trick_rules(ORDER, follow, trump_when_void)


def kept_back(order: Ranks, led: int, best: int) -> Duty:
    """2.8.2: who holds another card that may be played keeps the announced pagat."""
    others = (order.suits[led] | order.suits[order.trump] | order.suits[NO_SUIT]) & ~BIT[T1]
    return Duty(others, BIT[T1], "announced-pagat-kept-back", "kept-back")


# Who leads before the last trick always has another card, whether anybody knows which or not.
TRICKS_WITH_PAGAT_ANNOUNCED = trick_rules(
    ORDER,
    kept_back,
    follow,
    trump_when_void,
    leading=(Duty(ALL, BIT[T1], "announced-pagat-kept-back", "kept-back"),),
)


def leads(state: State) -> int:
    """2.8.4: the declarer leads to trick 1."""
    return (state.dealer + 1) % state.seats if state.taker is None else state.taker


def bids_slam(state: State) -> bool:
    """2.5.3: whether the last bid is a slam."""
    return state.contract is not None and state.contract.key == "slam"


def announced(state: State) -> str:
    """Return what the declarer has announced: "pagat-ultimo", "fool-last" or "" (one for each hand)."""
    return state.announcements[0].what if state.announcements else ""


def after_trick(state: State) -> None:
    """End a slam with the first trick that the declarer loses (2.8.7).

    2.8.2: the announced pagat may be played to the last trick.
    """
    if bids_slam(state) and state.winners[-1] != state.taker:
        finish(state)
    elif len(state.winners) == state.tricks_in_all - 1 and state.unplayed & BIT[T1]:
        state.opening = state.position = TRICKS.opening


def displayed_fool_wins(state: State) -> int:
    """2.8.3: a displayed fool takes the last trick if the declarer has won all others."""
    winner, declarer = state.winners[-1], state.taker
    if declarer is None or announced(state) != "fool-last":
        return winner
    by_fool = state.card_by(declarer, state.tricks_in_all - 1) == FOOL_CARD
    all_others = all(won == declarer for won in state.winners[:-1])
    return declarer if by_fool and all_others else winner


def check_ultimo(state: State, action: Announce) -> Problem | None:
    """2.8.1: the declarer shows the pagat before the first card."""
    return _refused(state, action, T1, "ultimo")


def check_fool_last(state: State, action: Announce) -> Problem | None:
    """2.8.3: at a slam the declarer may display the fool instead."""
    if not bids_slam(state):
        template = N_("The fool is displayed only at a slam.")
        return refused(state, action.seat, "fool-last", template)
    return _refused(state, action, FOOL_CARD, "fool-last")


def _refused(state: State, action: Announce, card: int, topic: str) -> Problem | None:
    if action.seat != state.taker:
        template = N_("Only the declarer may announce.")
    elif state.announcements:
        template = N_("{player} has announced already: one announcement a hand.")
    elif state.phase == PLAY:
        template = N_("Announcements come before the first card.")
    elif not state.possible(action.seat) & BIT[card]:
        template = N_("{player} does not hold {card}.")
    else:
        return None
    return refused(state, action.seat, topic, template, card=card)


def keep_back(state: State, action: Announce) -> None:
    """2.8.2: from now on the pagat stays in the hand until the last trick."""
    state.opening = state.position = TRICKS_WITH_PAGAT_ANNOUNCED.opening
    state.after_trick = after_trick


def pagats_player(state: State) -> int:
    """Return the seat that has played the pagat."""
    return state.seat_of_play(state.played.index(T1))


def pagat_ultimo(state: State) -> tuple[int, bool] | None:
    """Return who played the pagat in the last trick, or announced it, and whether it won that trick (2.8.1, 2.9.1).

    None where nobody did, or only in tricks that were claimed.
    """
    trick = trick_of(state, T1)
    if trick is None or trick >= len(state.winners):
        return None
    player, last = pagats_player(state), trick == state.tricks_in_all - 1
    if not last and announced(state) != "pagat-ultimo":
        return None
    return player, last and state.winners[trick] == player


def pagat_lost(state: State, sides: Sides) -> int | None:
    """2.9.2: who lost the pagat to the other side before the last trick."""
    trick = trick_of(state, T1)
    if trick is None or trick >= min(len(state.winners), state.tricks_in_all - 1):
        return None
    player = pagats_player(state)
    return player if state.winners[trick] in sides.against(player) else None
