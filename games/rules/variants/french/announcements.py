"""French Tarot: handful, slam, petit sec (sheet 1.4.2, 1.5.6, 1.8.1 to 1.8.6)."""

from __future__ import annotations

from games.rules.cards import BIT, FOOL, T1, TRUMPS, cards_of, mask_of
from games.rules.hand.actions import Announce
from games.rules.hand.state import AUCTION, PLAY, State
from games.rules.hand.turns import not_your_turn
from games.rules.phases.announcements import has_announced, has_played, refused
from games.rules.problems import N_, Problem
from games.rules.variants.french.sheet import HANDFULS


def petit_sec(hand: int) -> bool:
    """1.4.2: the hand's only trump is the petit, and it has no Excuse."""
    return hand & (TRUMPS | FOOL) == BIT[T1]


def annulled_first(state: State) -> Problem | None:
    """1.4.2 (`petit_sec`): with a petit sec in a known hand no call may be made."""
    if not state.options["petit_sec"]:
        return None
    for seat, hand in enumerate(state.dealt):
        if hand is not None and petit_sec(hand):
            return Problem(
                "petit-sec",
                N_(
                    "{player} holds the petit as only trump, without the Excuse: the hand is annulled."
                ),
                {"player": seat},
                rule=state.cite("petit-sec"),
                seat=seat,
                cards=(T1,),
            )
    return None


def handful_time(state: State, seat: int) -> Problem | None:
    """1.8.3: a handful is shown when it is one's turn to play, before one's own first card."""
    if state.phase != PLAY or seat == state.turn or handful_offered(state, seat) is not None:
        return None
    return not_your_turn(
        state,
        seat,
        N_("It is {player}'s turn; a handful is shown at one's own turn to play."),
        "handful-when",
    )


def handful_offered(state: State, seat: int) -> Problem | None:
    """1.8.2, 1.8.3: why a seat may not show a handful, whatever the cards."""
    if state.options["handful_by"] == "taker" and seat != state.taker:
        template = N_("Only the taker may show a handful here.")
        return refused(state, seat, "handful-who", template)
    if has_announced(state, seat, "handful"):
        template = N_("{player} has shown a handful already.")
        return refused(state, seat, "handful-when", template)
    if has_played(state, seat):
        template = N_("A handful is shown before playing one's own first card.")
        return refused(state, seat, "handful-when", template)
    return None


def laid_openly(state: State, seat: int) -> int:
    """1.8.6: the trumps that the taker laid away and showed count in the handful once more."""
    return state.shown & TRUMPS if seat == state.taker else 0


def check_handful(state: State, action: Announce) -> Problem | None:
    """1.8.1 to 1.8.6: how many trumps, whether the Excuse may stand in."""
    cards = mask_of(action.cards)
    tiers = HANDFULS[state.seats]
    if cards & ~(TRUMPS | FOOL):
        strangers = tuple(cards_of(cards & ~(TRUMPS | FOOL)))
        return refused(
            state,
            action.seat,
            "handful-tiers",
            N_("A handful consists of trumps, not {cards}."),
            cards=strangers,
        )
    if len(action.cards) < tiers[0]:
        return refused(
            state,
            action.seat,
            "handful-tiers",
            N_("A handful needs {least} trumps; {player} showed {count}."),
            least=tiers[0],
            count=len(action.cards),
        )
    if action.size is not None and (action.size not in tiers or action.size > len(action.cards)):
        return refused(
            state,
            action.seat,
            "handful-size",
            N_("A handful of {count} cards cannot be claimed as one of {size}."),
            count=len(action.cards),
            size=action.size,
        )
    kept_back = state.held(action.seat) & TRUMPS & ~cards
    if cards & FOOL and kept_back and state.options["handful_excuse"] == "last-resort":
        return refused(
            state,
            action.seat,
            "handful-fool",
            N_("The Excuse may be shown only with every trump; {player} keeps back {cards}."),
            cards=tuple(cards_of(kept_back)),
        )
    return None


def check_slam(state: State, action: Announce) -> Problem | None:
    """1.5.6: the taker, after the contract and before the first card, once."""
    if action.seat != state.taker:
        return refused(state, action.seat, "slam", N_("Only the taker may call a slam."))
    if has_announced(state, action.seat, "slam"):
        return refused(state, action.seat, "slam", N_("{player} has called the slam already."))
    if state.phase == PLAY:
        return refused(state, action.seat, "slam", N_("A slam is called before the first card."))
    return None


def check_petit_sec(state: State, action: Announce) -> Problem | None:
    """1.4.2: before any call, by a hand that may be one."""
    hand = state.dealt[action.seat]
    if not state.options["petit_sec"]:
        template = N_("In this match a petit sec does not annul the hand.")
    elif state.phase != AUCTION or state.calls:
        template = N_("A petit sec is announced before the auction.")
    elif not petit_sec(hand) if hand is not None else not state.may[action.seat] & BIT[T1]:
        template = N_("{player} does not hold the petit as only trump without the Excuse.")
    else:
        return None
    return refused(state, action.seat, "petit-sec", template)
