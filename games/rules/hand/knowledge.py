"""What follows about cards that nobody wrote down: proven revokes, and the hands once all is played."""

from __future__ import annotations

from games.rules.cards import BIT, FOOL, FOOL_CARD
from games.rules.game import obligations
from games.rules.game.tricks import TrickPosition
from games.rules.hand.drawing import drawn_by, may_have_come
from games.rules.hand.state import State
from games.rules.problems import N_, Problem

_REVOKED = {
    "must-follow-suit": N_("{player} plays {card} but did not follow {suit} in trick {trick}."),
    "must-trump": N_("{card} now means that {player} failed to trump in trick {trick}."),
    "must-overtrump": N_(
        "{card} now means that {player} failed to beat trump {best} in trick {trick}."
    ),
    "announced-pagat-kept-back": N_(
        "{card} now means that {player} need not have played the announced pagat in trick {trick}."
    ),
}


def proven_revoke(state: State, seat: int, card: int) -> Problem | None:
    """Return the revoke that playing `card` proves against the earliest play of the seat that denied it."""
    if not BIT[card] & state.lacks[seat]:
        return None
    for number, played in enumerate(state.played):
        if state.seat_of_play(number) != seat or state.play_actions[number] in state.irregular:
            continue
        position = before(state, number)
        for duty in position.due:
            if (
                BIT[played] & duty.forbids
                and BIT[card] & duty.demand
                and not may_have_come(state, seat, number, duty.demand)
            ):
                return _revoke(state, seat, card, number, duty, position)
    return None


def _revoke(
    state: State, seat: int, card: int, number: int, duty: obligations.Duty, position: TrickPosition
) -> Problem:
    return Problem(
        "revoke",
        _REVOKED[duty.code],
        {
            "player": seat,
            "card": card,
            "suit": state.variant.suit(position.led),
            "best": position.best,
            "trick": number // state.seats + 1,
            "duty": duty.code,
        },
        rule=state.cite(duty.topic),
        seat=seat,
        cards=(state.played[number],),
        earlier=state.play_actions[number],
    )


def before(state: State, number: int) -> TrickPosition:
    """Return the position of a trick just before play number `number`."""
    position = state.opening
    for card in state.played[number - number % state.seats : number]:
        position = position.after[card]
    return position


def played_by(state: State, seat: int) -> int:
    """Return the cards (mask) that a seat has played."""
    cards, n, played, first = state.played, state.seats, 0, 0
    behind = [(seat - leader) % n for leader in range(n)]
    place = behind[state.first_leader]
    for winner in state.winners:
        played |= BIT[cards[first + place]]
        first, place = first + n, behind[winner]
    return played | BIT[cards[first + place]] if first + place < len(cards) else played


def laid_away(state: State) -> int | None:
    """Return the discard, or the stock that nobody took; None where it is not known."""
    if state.discard is not None:
        return state.discard
    if state.stock is not None and not state.exchanged:
        return state.stock
    if state.exchanged and not state.laid:
        return None
    if len(state.played) > state.last_play:  # nobody holds a card any more
        return state.unplayed
    return _in_no_hand(state)


def _in_no_hand(state: State) -> int | None:
    """Return the cards (mask) that no hand can hold, if that is how many lie in none; else None."""
    cards, count = state.unplayed, state.unplayed.bit_count()
    for seat in range(state.seats):
        cards &= ~(state.held(seat) if is_known(state, seat) else state.may[seat])
        count -= state.in_hand(seat)
    return cards if cards.bit_count() == count else None


def is_known(state: State, seat: int) -> bool:
    """Return whether no card of a seat is unknown.

    The hand was written down, is full of cards that were seen, or has been played to the last card.
    """
    return state.known[seat] or state.room(seat) == 0


def hands_left(state: State) -> list[int]:
    """Return what each seat holds now (mask), as far as it is known.

    Where only one hand is not known, it is what is left besides the others and the cards laid away.
    """
    held = [state.held(seat) for seat in range(state.seats)]
    unknown = [seat for seat in range(state.seats) if not is_known(state, seat)]
    laid = laid_away(state)
    if len(unknown) == 1 and laid is not None:
        held[unknown[0]] |= state.unplayed & ~laid & ~state.placed
    return held


def fools_player(state: State) -> int | None:
    """Return the seat that played the fool, or still has it; None where nobody knows."""
    if not state.unplayed & FOOL:
        return state.seat_of_play(state.played.index(FOOL_CARD))
    return next((seat for seat, held in enumerate(hands_left(state)) if held & FOOL), None)


def dealt(state: State) -> tuple[int | None, ...]:
    """Return each seat's hand for the play (mask, after the exchange and before any draw), as far as it is known.

    A complete hand is what was surely held and what was played, less what was drawn; None where cards are missing.
    """
    return tuple(_dealt(state, seat) for seat in range(state.seats))


def _dealt(state: State, seat: int) -> int | None:
    drawn = drawn_by(state, seat)
    if drawn is None:
        return state.dealt[seat]
    hand = (played_by(state, seat) | state.held(seat)) & ~drawn
    return hand if hand.bit_count() == state.hand_size else None
