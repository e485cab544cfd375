"""The cards that are still to be played, numbered so that a search can be quick about them.

Legality and the winner of a trick come from the tables of `game.tricks`; here they are only renumbered.
"""

from __future__ import annotations

from games.rules.cards import FOOL, FOOL_CARD, T1, cards_of
from games.rules.game.ranks import NO_SUIT
from games.rules.game.tricks import TrickPosition
from games.rules.hand.knowledge import hands_left
from games.rules.hand.state import PLAY, State


class Cards:
    """The cards in hands and in the open trick of a position, numbered from 0 by suit and strength.

    `card[i]` is the card (as everywhere else) of number i, `number` the way back; `hands[s]` the cards of seat s,
    its card in the open trick included, `all` those of everybody, `table` the open trick; `weight[i]` is what a card
    counts for who wins it, in the smallest unit of the game. `special` are the cards of which more than their weight
    may count: honours, and a fool that is an excuse. All sets are masks of numbers.
    """

    def __init__(self, state: State) -> None:
        order, pack = state.trick_rules.ranks, state.pack
        held, on_table = hands_left(state), state.on_table()
        owned = [(card, seat) for seat, cards in enumerate(held) for card in cards_of(cards)]
        owned += [(card, seat) for seat, card in on_table.items()]
        owned.sort(key=lambda one: (order.suit_of[one[0]], order.strength[one[0]]))
        self.card = [card for card, _seat in owned]
        self.owner = [seat for _card, seat in owned]
        self.number = {card: number for number, card in enumerate(self.card)}
        self._weighed: dict[int, int] = {}
        self.hands = [0] * state.seats
        for number, seat in enumerate(self.owner):
            self.hands[seat] |= 1 << number
        self.all = (1 << len(owned)) - 1
        self.table = self.mask(sum(1 << card for card in on_table.values()))
        self.weight = [pack.worth[card] + state.variant.card_counts for card in self.card]
        excuse = FOOL if order.suit_of[FOOL_CARD] == NO_SUIT else 0
        self.special = self.mask(pack.honours | excuse)
        self.fool = self.mask(excuse)
        self.pagat = self.mask(pack.honours & 1 << T1)
        self.trumps = self.mask(order.suits[order.trump]) if order.trump >= 0 else 0
        # Cards of one kind in one hand are equal where no card of another hand lies between them.
        self._kind = [
            -number if self.special >> number & 1 else (order.suit_of[card], self.weight[number])
            for number, card in enumerate(self.card)
        ]
        self._limits: dict[TrickPosition, tuple[tuple[int, int], ...]] = {}
        # By suit its cards, and what `_order` found for each set of them that is left.
        self._suits: list[tuple[int, dict[int, int]]] = [
            (self.mask(suit), {}) for suit in (*order.suits, excuse) if suit
        ]
        self._shapes: dict[tuple[tuple[int, object], ...], int] = {}

    def mask(self, cards: int) -> int:
        """Return the numbers (mask) of those cards (mask) that are still to be played."""
        return sum(1 << number for card, number in self.number.items() if cards >> card & 1)

    def cards(self, mask: int) -> list[int]:
        """Return the cards of a mask of numbers."""
        return [card for number, card in enumerate(self.card) if mask >> number & 1]

    def weigh(self, mask: int) -> int:
        """Return what a set of cards counts for who wins it."""
        if mask not in self._weighed:
            self._weighed[mask] = sum(
                weight for number, weight in enumerate(self.weight) if mask >> number & 1
            )
        return self._weighed[mask]

    def legal(self, own: int, position: TrickPosition) -> int:
        """Return those of a hand's cards that may be played."""
        limits = self._limits.get(position)
        if limits is None:
            pairs = [(self.mask(demand), self.mask(left)) for demand, left in position.due.limits]
            limits = self._limits[position] = tuple(pairs)
        free = own
        for demand, left in limits:
            if own & demand:
                free &= left
        return free

    def shape(self, live: int) -> tuple[int, ...]:
        """Return a key for the cards left, the same for sets that play alike, whatever gaps are between the cards."""
        return tuple(
            [
                known.get(live & suit) or self._order(live & suit, known)
                for suit, known in self._suits
            ]
        )

    def _order(self, left: int, known: dict[int, int]) -> int:
        order = tuple((self.owner[number], self._kind[number]) for number in cards_of(left))
        known[left] = self._shapes.setdefault(order, len(self._shapes) + 1)
        return known[left]

    def distinct(self, free: int, others: int) -> list[int]:
        """Return one number of each run of equal cards in `free`; `others` are the cards of the other hands and the table."""
        kind, numbers, before = self._kind, [], -1
        while free:
            low = free & -free
            free ^= low
            card = low.bit_length() - 1
            # The cards strictly between the two:
            if before < 0 or kind[card] != kind[before] or others & (low - (2 << before)):
                numbers.append(card)
            before = card
        return numbers


def is_open(state: State) -> bool:
    """Return whether all hands of a position in the play are known, and nobody will draw any more."""
    pile = state.draw_pile
    return (
        state.phase == PLAY
        and (pile is None or pile.left < pile.least)
        and all(
            held.bit_count() == state.in_hand(seat) for seat, held in enumerate(hands_left(state))
        )
    )


def laid_open(state: State, hands: list[int]) -> State:
    """Return a copy of a position in which everybody's hand (mask) is known."""
    other = state.fork()
    other.sure[:] = other.may[:] = hands
    other.known[:] = [True] * state.seats
    other.lacks[:] = [0] * state.seats
    return other
