"""Problems that every phase knows: it is not the time for this, or somebody else must act."""

from __future__ import annotations

from games.rules.cards import BIT, cards_of
from games.rules.hand.state import ANNOUNCEMENTS, AUCTION, EXCHANGE, OVER, PLAY, State
from games.rules.problems import N_, Problem, malformed

_NOW = {
    AUCTION: N_("The auction is still open: {player} has to speak."),
    EXCHANGE: N_("The exchange comes first: {player} has to act."),
    ANNOUNCEMENTS: N_("Play comes next: {player} leads."),
    PLAY: N_("Play has begun: {player} has to play."),
    OVER: N_("The hand is over."),
}


# The topic of the rule that says what is due in a phase.
_DUE = {
    AUCTION: "turns",
    EXCHANGE: "exchange",
    ANNOUNCEMENTS: "winner-leads",
    PLAY: "winner-leads",
    OVER: "end",
}


def wrong_phase(state: State, template: str = "", topic: str = "") -> Problem:
    """Return the problem of an action that cannot happen now; without a `template` it says what is due."""
    facts = {} if state.turn is None else {"player": state.turn}
    over = state.phase == OVER
    return Problem(
        "wrong-phase",
        _NOW[OVER] if over else template or _NOW[state.phase],
        facts,
        rule=state.cite(_DUE[OVER] if over else topic or _DUE[state.phase]),
        seat=state.turn,
    )


def not_your_turn(state: State, seat: int, template: str, topic: str) -> Problem:
    """Return the problem of the right action by the wrong seat, with the `player` on turn."""
    return Problem(
        "not-your-turn",
        template,
        {"player": state.turn, "other": seat},
        rule=state.cite(topic),
        seat=state.turn,
    )


def no_such_kind(kind: str) -> Problem:
    """Return the problem of a kind of action that the format of the record does not have."""
    return malformed(N_("There is no action of the kind “{kind}”."), kind=kind).problem


def not_in_hand(state: State, seat: int, card: int, also: int = 0) -> Problem:
    """Return the problem of a card that is known not to be in a hand.

    It says where the card is, or which cards fill the hand: those surely there and those named `also` (mask) in the same
    action.
    """
    place, where = state.place_of(card)
    facts: dict[str, object] = {"player": seat, "card": card}
    if place == "played" and where is not None:
        facts |= {"other": state.seat_of_play(where), "trick": where // state.seats + 1}
        template = N_("{card} was already played by {other} in trick {trick}.")
    elif place == "hand" and where is not None:
        facts |= {"other": where}
        template = N_("{player} cannot have {card}: {other} holds it.")
    elif place == "discard":
        template = N_("{player} cannot have {card}: it was discarded.")
    elif place == "stock":
        template = (
            N_("{player} cannot have {card}: it lies in the stock.")
            if state.draw_pile is None
            else N_("{player} cannot have {card}: it has not been drawn yet.")
        )
    else:
        template = N_("{card} is not among the cards of {player}.")
        filled = (state.held(seat) | also) & ~BIT[card]
        if (
            not state.known[seat]
            and not state.room(seat) > (filled & ~state.sure[seat]).bit_count()
        ):
            facts |= {"cards": tuple(cards_of(filled))}
            template = N_("{player} cannot have {card} as well: {cards} fill that hand.")
    earlier = state.play_actions[where] if place == "played" and where is not None else None
    return Problem(
        "not-in-hand",
        template,
        facts,
        state.cite("held"),
        seat=seat,
        cards=(card,),
        earlier=earlier,
    )
