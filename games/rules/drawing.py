"""Drawing: after each trick every player takes a card from the pile, as long as it lasts (sca-tarok C9, C11).

A draw is no action of a record. Whose it is follows from who led; which card it is, from the order of the pile
where somebody wrote that down. Where nobody did, a card that a seat could not follow with may have come since, and
a revoke is proven by numbers alone: more cards of the suit shown than cards drawn (sca-tarok C-i).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.rules.cards import BIT, mask_of

if TYPE_CHECKING:
    from games.rules.state import State


class Pile:
    """The draw pile of a hand.

    `left`: so many cards lie in it; with fewer than `least` nobody draws any more. `drawn[s]`: so many has seat s
    drawn, one after each trick from the first on. `slack[s]`, once nobody will draw any more of cards unknown: the
    suits that seat s once did not follow, each with the number of cards of it that may still have been drawn since.
    """

    __slots__ = ("drawn", "least", "left", "slack")

    def __init__(self, left: int, least: int, players: int) -> None:
        self.left = left
        self.least = least
        self.drawn = [0] * players
        self.slack: list[dict[int, int]] = []


class Draw(NamedTuple):
    """A card drawn: after which trick (from 1), by which seat, and which card, None where nobody knows."""

    trick: int
    seat: int
    card: int | None


def draw(state: State, pile: Pile, leader: int) -> None:
    """What follows from a gathered trick that the seat `leader` had led: who draws, and what may be in the hands now.

    Called in the middle of a stretch as well, where of the state only the lists are up to date.
    """
    if pile.left >= pile.least:
        if state.stock_cards is None:
            _unknown(state, pile, leader)
        else:
            _known(state, pile, leader, state.stock_cards)
    elif pile.slack:
        _show(state, pile, leader)


def _known(state: State, pile: Pile, leader: int, cards: tuple[int, ...]) -> None:
    """C9: a card each, in turn order from the seat that led the trick; everybody's eyes see which."""
    n, sure, may, lacks, drawn = state.n, state.sure, state.may, state.lacks, pile.drawn
    at, gone, seat = len(cards) - pile.left, 0, leader
    for card in cards[at : at + n]:
        bit = BIT[card]
        sure[seat] |= bit
        may[seat] |= bit
        lacks[seat] &= ~bit
        gone |= bit
        drawn[seat] += 1
        pile.left -= 1
        seat = (seat + 1) % n
    state.stock = (state.stock or 0) & ~gone


def _unknown(state: State, pile: Pile, leader: int) -> None:
    """C9 where the faces are not known: any card that lay in the pile, as far as that is known, may have come."""
    if not pile.drawn[leader]:
        _open(state)
    for place in range(min(state.n, pile.left)):
        pile.drawn[(leader + place) % state.n] += 1
        pile.left -= 1
    if pile.left >= pile.least:
        state.lacks[:] = [0] * state.n  # whoever draws after every trick can show a card after each
    else:
        pile.slack = _slack(state, pile)
        suits = state.trick_rules.ranks.suits
        state.lacks[:] = [sum(suits[suit] for suit in own if not own[suit]) for own in pile.slack]
    state.stock = None if pile.left else 0


def _open(state: State) -> None:
    """The first card is drawn from a pile whose order is not known: no hand is known whole any more."""
    in_pile = state.variant.pack.cards
    for hand in state.dealt:
        in_pile &= ~(hand or 0)
    for seat in range(state.n):
        state.known[seat] = False
        state.may[seat] |= in_pile


def _slack(state: State, pile: Pile) -> list[dict[int, int]]:
    """C-i when the last card has been drawn: by seat, of each suit that it did not follow, how many cards it has
    drawn since and not shown; of several such tricks the one that leaves fewest."""
    n, suit_of = state.n, state.trick_rules.ranks.suit_of
    slack: list[dict[int, int]] = [{} for _ in range(n)]
    excused = {number for number, at in enumerate(state.play_actions) if at in state.irregular}
    for trick in range(len(state.winners)):
        first, leader = trick * n, state.seat_of_play(trick * n)
        led = suit_of[state.cards[first]]
        for place in range(n):
            seat, suit = (leader + place) % n, suit_of[state.cards[first + place]]
            own = slack[seat]
            if suit in own:
                own[suit] -= 1
            if suit != led and first + place not in excused:
                own[led] = 0
            if trick < pile.drawn[seat]:
                for refused in own:
                    own[refused] += 1
    return slack


def _show(state: State, pile: Pile, leader: int) -> None:
    """C-i after the last draw: each card of a refused suit that is shown leaves one less that may have been drawn."""
    ranks = state.trick_rules.ranks
    for place, card in enumerate(state.cards[-state.n :]):
        seat, suit = (leader + place) % state.n, ranks.suit_of[card]
        left = pile.slack[seat].get(suit, 0)
        if left:
            pile.slack[seat][suit] = left - 1
            if left == 1:
                state.lacks[seat] |= ranks.suits[suit]


def may_have_come(state: State, seat: int, number: int, suit: int) -> bool:
    """C-i: whether one more card of a suit (mask) may have been drawn since play `number` of a seat, which did not
    follow it: the seat must have drawn more cards since, that trick's draw included, than it has shown of the suit."""
    pile = state.pile
    if pile is None or state.stock_cards is not None:
        return False
    shown = sum(
        state.seat_of_play(later) == seat and suit & BIT[state.cards[later]] != 0
        for later in range(number + 1, len(state.cards))
    )
    return shown < pile.drawn[seat] - number // state.n


def draws(state: State) -> tuple[Draw, ...]:
    """All cards drawn so far, in order."""
    pile, n = state.pile, state.n
    if pile is None:
        return ()
    takers = [
        (trick, seat)
        for trick in range(max(pile.drawn))
        for seat in map(state.seat_of_play, range(trick * n, (trick + 1) * n))
        if trick < pile.drawn[seat]
    ]
    cards = state.stock_cards or (None,) * len(takers)
    return tuple(
        Draw(trick + 1, seat, card) for (trick, seat), card in zip(takers, cards, strict=False)
    )


def drawn_by(state: State, seat: int) -> int | None:
    """The cards (mask) that a seat has drawn; None where their faces are not known."""
    cards = [found.card for found in draws(state) if found.seat == seat]
    known = [card for card in cards if card is not None]
    return mask_of(known) if len(known) == len(cards) else None
