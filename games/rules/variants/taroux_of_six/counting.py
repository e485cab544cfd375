"""Taroux of Six, what each side has: tricks, stock or discards, the Fool's settlement (sheet B27 to B30, B43 to B48)."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.cards import BIT, FOOL, FOOL_CARD, HONOURS, cards_of
from games.rules.game.scoring import Standing, cheapest, claimed, has_tricks, play_of, won_by
from games.rules.hand.knowledge import fools_player, laid_away
from games.rules.hand.state import State
from games.rules.variants.taroux_of_six.sides import Sides, sides_of

# B48: what the Declarers need with 0, 1, 2, 3 honours.
TARGETS = (56, 51, 41, 36)


class Fool(NamedTuple):
    """B43, B44: the Fool in a trick of the other side: who played it, who won that trick; the card paid for it
    (None: nothing was won to pay with, and the Fool is lost)."""

    player: int
    winner: int
    paid: int | None


class Haul(NamedTuple):
    """What the Declarers have at the end: cards (masks) of their tricks as they lay, and of stock or discards; what
    became of the Fool, where it lay in a trick of the other side."""

    tricks: int
    laid: int
    fool: Fool | None
    pile: int

    @property
    def honours(self) -> int:
        """B47: the honours in the final pile (mask)."""
        return self.pile & HONOURS

    @property
    def target(self) -> int:
        """B48: the card points that these honours ask for."""
        return TARGETS[self.honours.bit_count()]


def count(state: State, sides: Sides) -> Haul | None:
    """B47: the Declarers' final pile; None where it is not known which cards were laid away, or who has the Fool."""
    laid = laid_away(state)
    if laid is None:
        return None
    tricks = {seat: _tricks_of(state, seat, laid) for seat in range(state.n)}
    won = _union(tricks, sides.declarers)
    aside = laid if has_stock(state, sides) else 0
    if (laid | state.shown) & FOOL:
        return Haul(won, aside, None, won | aside)
    holder = fools_player(state)
    if holder is None:
        return None
    fool = _settled(state, sides, tricks, holder)
    return Haul(won, aside, fool, _after(won | aside, sides, fool))


def has_stock(state: State, sides: Sides) -> bool:
    """B27 to B30: whether stock or discards go to the Declarers: with We'll Take and Without, unless they win no
    trick; with Against, if the Defenders win none."""
    against = state.contract is not None and state.contract.stock == "other"
    owners, others = sides if not against else (sides.defenders, sides.declarers)
    return (owners if has_tricks(state, owners) else others) == sides.declarers


def scope(state: State, sides: Sides, player: int) -> tuple[int, ...]:
    """B44: whose tricks save the Fool and pay for it."""
    chosen = state.options["fool_surrender_scope"]
    if chosen == "player":
        return (player,)
    return state.variant.team(state.n, player) if chosen == "partnership" else sides.of(player)


def _tricks_of(state: State, seat: int, laid: int) -> int:
    """The cards (mask) of a seat's tricks, with those it claimed."""
    won = won_by(state, (seat,))
    return won | claimed(state, laid) if state.claim == seat else won


def _union(tricks: dict[int, int], seats: tuple[int, ...]) -> int:
    cards = 0
    for seat in seats:
        cards |= tricks[seat]
    return cards


def _winner(state: State) -> int | None:
    """Who won the trick with the Fool; the claimed ones go to who claimed them."""
    played = play_of(state, FOOL_CARD)
    trick = len(state.winners) if played is None else played // state.n
    return state.winners[trick] if trick < len(state.winners) else state.claim


def _settled(state: State, sides: Sides, tricks: dict[int, int], player: int) -> Fool | None:
    """B43 to B45: a card of his own pile for the Fool, if he has one; nothing within a side."""
    winner = _winner(state)
    if winner is None or winner in sides.of(player):
        return None
    own = _union(tricks, scope(state, sides, player))
    return Fool(player, winner, cheapest(state.pack, own))


def _after(pile: int, sides: Sides, fool: Fool | None) -> int:
    """The Declarers' pile once the Fool has been settled."""
    if fool is None or fool.paid is None:
        return pile
    if fool.player in sides.declarers:
        return pile & ~BIT[fool.paid] | FOOL
    return pile & ~FOOL | BIT[fool.paid]


def standing(state: State) -> Standing | None:
    """The card points so far (B5, B6), as the tricks lie, and what the Declarers need with their honours (B48)."""
    if state.taker is None or state.contract is None:
        return None
    sides = sides_of(state, state.taker)
    piles = [won_by(state, side) for side in sides]
    known = state.discard if state.contract.stock == "exchange" else state.stock
    owner = 1 if state.contract.stock == "other" else 0
    piles[owner] |= known or 0
    fool = _settled_so_far(state, sides)
    if fool is not None and fool.paid is not None:
        own = sides.index(sides.of(fool.player))
        piles[own] = piles[own] & ~BIT[fool.paid] | FOOL
        piles[1 - own] = piles[1 - own] & ~FOOL | BIT[fool.paid]
    honours = [(card, side) for side, pile in enumerate(piles) for card in cards_of(pile & HONOURS)]
    needed = TARGETS[(piles[0] & HONOURS).bit_count()]
    halves = [state.pack.points(pile) for pile in piles]
    return Standing(halves[0], halves[1], tuple(sorted(honours)), needed, TARGETS, owner)


def _settled_so_far(state: State, sides: Sides) -> Fool | None:
    """The Fool as it would be settled now, once its trick has been won."""
    played = play_of(state, FOOL_CARD)
    if played is None or played // state.n >= len(state.winners):
        return None
    tricks = {seat: won_by(state, (seat,)) for seat in range(state.n)}
    return _settled(state, sides, tricks, state.seat_of_play(played))
