"""What the score sheets of several games read from a hand: tricks and the cards in them, the fool, rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from games.rules.cards import BIT, FOOL, FOOL_CARD, cards_of, mask_of
from games.rules.game.facts import Honours
from games.rules.game.packs import Pack
from games.rules.game.settlement import Line, Number, ScoreSheet, Side, Sides, number, signed
from games.rules.hand.knowledge import fools_player
from games.rules.hand.state import State
from games.rules.problems import N_


def sides_of(state: State, declarers: tuple[int, ...]) -> Sides:
    """Return these seats and those against them."""
    return Sides(declarers, tuple([seat for seat in range(state.seats) if seat not in declarers]))


def everybody_alone(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the sides where everybody plays for themselves."""
    return tuple([(seat,) for seat in range(state.seats)])


def with_rulings(state: State, scores: Sequence[int]) -> tuple[Number, ...]:
    """Return the scores with what the director's rulings add to each seat."""
    if not state.rulings:
        return tuple(scores)
    by_seat = zip(*state.rulings, strict=True)
    return tuple(
        [number(2 * points + sum(added)) for points, added in zip(scores, by_seat, strict=True)]
    )


def ruling_lines(state: State, scores: Sequence[Number]) -> Iterator[Line]:
    """Yield, where there was a ruling, each seat's points by it, then all final `scores`."""
    for ruling in state.rulings:
        for seat, halves in enumerate(ruling):
            if halves:
                yield Line(N_("Ruling"), N_("{player}"), number(halves), "", {"player": seat})
    for seat, points in enumerate(scores if state.rulings else ()):
        how = N_("with the director’s rulings")
        yield Line(N_("{player}"), how, points, "", {"player": seat}, "result")


def won_by(state: State, side: Sequence[int]) -> int:
    """Return the cards (mask) in all finished tricks that the seats of a side won, as they lay."""
    won = 0
    for seat in side:
        won |= state.taken[seat]
    return won


def pile(state: State, seat: int, tricks: int) -> int:
    """Return the cards (mask) in what a seat won of the first `tricks` tricks, as they lay."""
    n = state.seats
    return mask_of(
        card
        for trick, winner in enumerate(state.winners[:tricks])
        if winner == seat
        for card in state.played[trick * n : (trick + 1) * n]
    )


def claimed(state: State, laid: int) -> int:
    """Return the cards (mask) that a claim brings in: the open trick, and all that is neither won nor laid away."""
    return state.unwon & ~laid


def gathered(state: State, seat: int, laid: int) -> int:
    """Return the cards (mask) of all tricks of a seat as they lay, including those that it claimed."""
    return state.taken[seat] | (claimed(state, laid) if state.claim == seat else 0)


def has_tricks(state: State, side: Sequence[int]) -> bool:
    """Return whether a side has won a trick, or claimed one."""
    return won_by(state, side) != 0 or state.claim in side


def winner_of_all(state: State, sides: Sides) -> Side | None:
    """Return the side that has every trick, including the claimed ones; None where both have some."""
    return next((side for side in sides if not has_tricks(state, sides.against(side[0]))), None)


def tricks_of(state: State, side: Sequence[int]) -> list[int]:
    """Return the numbers (from 1) of the tricks won by a side, including the claimed ones."""
    won = [place for place, winner in enumerate(state.winners, 1) if winner in side]
    if state.claim is not None and state.claim in side:
        won += range(len(state.winners) + 1, state.tricks_in_all + 1)
    return won


def show_tricks(
    sheet: ScoreSheet,
    label: str,
    points: Number | None,
    rule: str,
    tricks: Sequence[int],
    how: str = N_("{numbers}"),
    **facts: object,
) -> None:
    """Add the line with the numbers of the tricks won, and the card points in them; `how` where there are any."""
    template, numbers = how if tricks else N_("none"), ", ".join(map(str, tricks))
    sheet.show(label, template, points, rule, tricks=tricks, numbers=numbers, **facts)


def settle_up(sheet: ScoreSheet, sides: Sides, times: Sequence[int], rule: str) -> tuple[int, ...]:
    """Return what each seat wins or loses.

    Each defender pays the total of the sheet; a declarer wins that many `times` over. The sum is zero; raises
    ArithmeticError where it is not.
    """
    each = sheet.total
    scores = [-each] * (len(sides.declarers) + len(sides.defenders))
    for seat, many in zip(sides.declarers, times, strict=True):
        scores[seat], how = many * each, N_("{times} × {each}")
        facts = {"player": seat, "times": many, "each": signed(each)}
        sheet.result(N_("{player}"), how, many * each, rule, **facts)
    if sum(scores):
        raise ArithmeticError(f"what is won and lost must cancel out, not {scores}")
    return tuple(scores)


def trick_of(state: State, card: int) -> int | None:
    """Return the number (from 0) of the trick that a card was played to; None where it was not played."""
    return None if state.unplayed & BIT[card] else state.played.index(card) // state.seats


class Swap(NamedTuple):
    """A fool in a trick of the other side.

    It has the seat that played the fool, the seat that won its trick, the card that was given for it (None: there was
    none to give, and the fool is lost), and the half points that come back by it.
    """

    player: int
    winner: int
    given: int | None
    halves: int


def brings(fool: Swap | None, seat: int) -> int:
    """Return the points that somebody who plays alone wins or loses by a fool in another player's trick."""
    return fool.halves // 2 * ((seat == fool.player) - (seat == fool.winner)) if fool else 0


def show_honours(sheet: ScoreSheet, label: str, honours: Honours, rule: str) -> None:
    """Add the line with the honours of a side; those of which only the number was stated are not named."""
    cards = honours.cards or ()
    how = N_("{cards}") if cards else "" if honours.count else N_("none")
    sheet.show(label, how, honours.count, rule, cards=cards)


def points_by_seat(
    state: State, before: Callable[[int], int], fool: Swap | None
) -> tuple[int, ...]:
    """Return the points of each seat's cards (mask) as they lie, with what the fool brings it."""
    piles = enumerate([before(seat) for seat in range(state.seats)])
    return tuple([state.pack.points(cards) // 2 + brings(fool, seat) for seat, cards in piles])


def fool_is_unknown(state: State, laid: int) -> bool:
    """Return whether the fool is in a hand, but nobody knows in whose; `laid` are the cards laid away (mask)."""
    return not (laid | state.shown) & FOOL and fools_player(state) is None


def fool_swap(
    state: State,
    own: Callable[[int], int],
    mates: Callable[[int], Side] = lambda player: (player,),
) -> Swap | None:
    """Return what is given for the fool, the cheapest of the cards (mask) that its player has before them, `own`.

    None where it stays with its player or the player's `mates`, was laid away, or its trick is still open.
    """
    player, winner, worth = fools_player(state), fool_went_to(state), state.pack.worth
    if player is None or winner is None or winner in mates(player):
        return None
    given = cheapest(state.pack, own(player))
    back = 0 if given is None else worth[FOOL_CARD] - worth[given]
    return Swap(player, winner, given, back * 2 // state.pack.unit)


def fool_went_to(state: State) -> int | None:
    """Return the seat that won, or claimed, the trick with the fool; None while it is open."""
    trick, won = trick_of(state, FOOL_CARD), state.winners
    return won[trick] if trick is not None and trick < len(won) else state.claim


def cheapest(pack: Pack, cards: int) -> int | None:
    """Return the card of a set (mask) that counts least, a king before an honour; None where there is none."""
    return min(
        cards_of(cards),
        key=lambda card: (pack.worth[card], pack.honours >> card & 1),
        default=None,
    )
