"""French Tarot, what each side has: partner, the Excuse after the trick (1.10), card points and bouts (1.3, 1.11)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.cards import FOOL_CARD
from games.rules.game import counting
from games.rules.game.counting import Haul, Sides, count, laid_away_by_now
from games.rules.game.scoring import Standing, play_of
from games.rules.hand.state import State

# 1.11.2: what the taker's side needs with 0, 1, 2, 3 bouts.
TARGETS = (56, 51, 41, 36)
# 1.11.4: what every contract is worth before the margin.
BASE = 25


def sides(state: State) -> Sides | None:
    """The taker (and partner), the others; None while the partner is not known (1.6.4, fine points 7 and 22)."""
    if state.taker is None:
        return None
    partner = find_partner(state)
    if partner is None:
        return None
    with_taker = [state.taker] if partner == state.taker else [state.taker, partner]
    others = [seat for seat in range(state.n) if seat not in with_taker]
    return tuple(with_taker), tuple(others)


def find_partner(state: State) -> int | None:
    """The seat of the called card; the taker's own where he plays alone (1.6.3, 1.6.5); None while unknown."""
    if state.called is None:
        return state.taker
    bit = 1 << state.called
    if bit & (state.stock or 0) or bit & (
        state.dealt[state.taker] or 0 if state.taker is not None else 0
    ):
        return state.taker
    place, where = state.place_of(state.called)
    if place == "played" and where is not None:
        return state.seat_of_play(where)
    if place == "hand":
        return where
    nobody = not any(state.may[seat] & bit for seat in range(state.n) if seat != state.taker)
    if nobody or place in ("stock", "discard") or len(state.winners) == state.tricks_in_all:
        return state.taker
    return None


def won_all_before(state: State, side: Sequence[int]) -> bool:
    """Whether a side has won every trick before the last."""
    return all(winner in side for winner in state.winners[: state.tricks_in_all - 1])


def fool_takes_last_trick(state: State) -> int:
    """1.10.6: the Excuse wins the last trick if its player's side has won all earlier ones."""
    played = play_of(state, FOOL_CARD)
    found = (
        sides(state)
        if played is not None and played // state.n == state.tricks_in_all - 1
        else None
    )
    if played is None or found is None:
        return state.winners[-1]
    player = state.seat_of_play(played)
    own = found[0] if player in found[0] else found[1]
    return player if won_all_before(state, own) else state.winners[-1]


def excuse_in_last_trick(state: State, found: Sides, own: int, won: int) -> int:
    """1.10.5: it changes sides; 1.10.6: unless it wins; 1.8.14 (`fool_last_in_slam`): or in a slam of the others."""
    played, trick = play_of(state, FOOL_CARD), state.tricks_in_all - 1
    if played is None or state.winners[trick] == state.seat_of_play(played):
        return own
    slam_against = won != own and won_all_before(state, found[1 - own])
    if slam_against and state.options["fool_last_in_slam"] == "stays":
        return own
    return 1 - own


def owner_of_stock(state: State) -> int:
    """Whose the discard or dog is (1.7.1 to 1.7.3): 0 the taker's side, 1 the defence."""
    return 1 if state.contract is not None and state.contract.stock == "other" else 0


def haul_of(state: State, found: Sides) -> Haul | None:
    """1.11.1: what the taker's side has; None where what is unknown decides (fine points 7)."""
    owner = owner_of_stock(state)
    laid = laid_away_by_now(state, found, owner)
    return None if laid is None else count(state, found, laid, owner, excuse_in_last_trick)


def standing(state: State) -> Standing | None:
    """The card points so far (1.3.4, 1.10.1), and what the taker's side needs with its bouts (1.11.2)."""
    if state.taker is None:
        return None
    others = tuple(seat for seat in range(state.n) if seat != state.taker)
    found = sides(state) or ((state.taker,), others)
    return counting.standing(
        state,
        found,
        owner_of_stock(state),
        excuse_in_last_trick,
        lambda bouts: TARGETS[bouts],
        TARGETS,
    )
