"""What stated facts of two sides must agree with: each other, and the tricks that were recorded before."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from games.rules.cards import FOOL, FOOL_CARD, T1, cards_of
from games.rules.game.facts import (
    OPEN,
    Fact,
    Honours,
    Shown,
    ShownForm,
    Values,
    impossible,
    named,
)
from games.rules.game.ranks import NO_SUIT
from games.rules.game.settlement import Side, Sides
from games.rules.hand.actions import Call
from games.rules.hand.state import AUCTION, State
from games.rules.problems import N_, Problem, say_counted
from games.rules.scoring.possible import POINTS, Endings, Piles, nothing_lies, recorded
from games.rules.scoring.sides import trick_of, won_by

MOST_SHOWN = 8  # cards that a contradiction names


def contradicted(
    state: State, rule: str, template: str, cards: tuple[int, ...], **facts: object
) -> Problem:
    """Facts that recorded cards, which the sentence names, do not allow."""
    facts |= {"cards": cards}
    return Problem("fact-contradicted", template, facts, state.variant.rule(rule), cards=cards)


def recorded_contract(state: State) -> Any:
    """Return the bid that is played (its key), once the auction is over; else OPEN."""
    bid = state.contract
    return OPEN if bid is None or state.phase == AUCTION else bid.key


def recorded_taker(state: State) -> Any:
    return OPEN if recorded_contract(state) is OPEN else state.taker


def check_bid(state: State, stated: Values, rule: str) -> Problem | None:
    """Judge the bid stated against the one that stands.

    It must be higher, or the same by the same seat, or by a seat that has still to speak, since the table may have let
    a bid stand that was too low.
    """
    variant, bid, taker = state.variant, state.contract, stated["taker"]
    if bid is None:
        return None
    standing, height = variant.height(bid.key), variant.height(stated["contract"])
    if height > standing or (height == standing and taker == state.taker):
        return None
    if taker != state.taker and may_still_call(state, taker):
        return None
    template = N_("{player} has said {bid}.")
    facts = {"player": state.taker, "bid": bid.label}
    return Problem("fact-contradicted", template, facts, variant.rule(rule), seat=state.taker)


def may_still_call(state: State, seat: int) -> bool:
    """Return whether a seat has another turn to call, if all before it pass."""
    ahead = state.fork()
    while ahead.phase == AUCTION and ahead.turn not in (None, seat):
        state.variant.phases[Call].apply(ahead, Call(ahead.turn, "pass"))
    return ahead.phase == AUCTION


def check_shown(
    state: State, shown: tuple[Shown, ...], before: tuple[Shown, ...], rule: str
) -> Problem | None:
    """Refuse what is stated where it leaves out something shown before."""
    missing = next((one for one in before if one not in shown), None)
    if missing is None:
        return None
    template = N_("{player} has shown {count} trumps.")
    facts = {"player": missing.seat, "count": missing.cards}
    return Problem("fact-contradicted", template, facts, state.variant.rule(rule), missing.seat)


def check_trumps_shown(
    state: State,
    fact: Fact,
    shown: tuple[Shown, ...],
    most: Callable[[int], int],
    together: int,
    rules: tuple[str, str, str],
) -> Problem | None:
    """Refuse what cannot be shown.

    That is a size that is no tier of the fact, more trumps than a seat can show, `most(seat)`, and more than there are
    `together`; `rules` are the numbers for each.
    """
    by_size, by_hand, by_pack = rules
    tiers = fact.form.tiers(state) if isinstance(fact.form, ShownForm) else ()
    for one in shown:
        if one.size is not None and one.size not in tiers:
            template = N_("{what}: {sizes} can be claimed, not {size}.")
            return impossible(state, by_size, template, what=fact.label, sizes=tiers, size=one.size)
        if one.cards > most(one.seat):
            template = N_("{player} cannot show {count} trumps, but at most {most}.")
            facts = {"player": one.seat, "count": one.cards, "most": most(one.seat)}
            return impossible(state, by_hand, template, **facts)
    if sum(one.cards for one in shown) > together:
        template = N_("More trumps are shown than there are: {count}.")
        return impossible(state, by_pack, template, count=together)
    return None


def check_together(state: State, sides: Sides, stated: Values, piles: Piles) -> Problem | None:
    """Refuse facts that are possible one by one, but that no deal and play give together."""
    endings = Endings(state, sides, piles, nothing_lies(state))
    facts = _judged_together(endings)
    if _agree(endings, stated, facts):
        return None
    core = list(facts)
    for key in facts:
        fewer = [one for one in core if one != key]
        if not _agree(endings, stated, fewer):
            core = fewer
    words = [named(facts[key], stated[key]) for key in core]
    if len(core) == 1:
        words.append(say_counted("{count} player", "{count} players", count=state.seats))
    rule = piles.rules.get(core[-1], facts[core[-1]].rule)
    template = N_("{stated} do not go together: no deal gives that.")
    near = _nearest(endings, stated, core) if POINTS in core else ()
    if near:
        template = N_(
            "{stated} do not go together: no deal gives that. "
            "The nearest card points that can be: {halves}."
        )
    return impossible(state, rule, template, stated=tuple(words), halves=near)


def check_recorded(state: State, sides: Sides, stated: Values, piles: Piles) -> Problem | None:
    """Refuse facts that a deal can give, but none in which the tricks went as they were recorded."""
    endings = Endings(state, sides, piles, recorded(state, sides))
    facts, won = _judged_together(endings), endings.lying.won
    if endings.lying == nothing_lies(state) or _agree(endings, stated, facts):
        return None
    template = N_("What was recorded does not allow that. The tricks of {players}: {cards}.")
    cards = dearest(state, won[0] or won[1])
    side = sides.declarers if won[0] else sides.defenders
    return contradicted(state, facts[POINTS].rule, template, cards, players=side)


def _judged_together(endings: Endings) -> dict[str, Fact]:
    """Return the facts that the cards decide, by their keys, in the order of the sheet."""
    state, piles = endings.state, endings.piles
    keys = {POINTS, piles.honours, *next(piles.ways(state, endings.sides)).facts}
    return {fact.key: fact for fact in state.variant.stating.facts if fact.key in keys}


def _agree(endings: Endings, stated: Values, keys: Collection[str]) -> bool:
    halves = stated[POINTS] if POINTS in keys else None
    if halves is None:
        return any(endings.points(stated, keys))
    points, odd = divmod(halves * endings.state.pack.unit, 2)
    return not odd and any(bits >> points & 1 for bits in endings.points(stated, keys))


def _nearest(endings: Endings, stated: Values, keys: Collection[str]) -> tuple[int, ...]:
    """Return the half points next to those stated that are possible with the facts of the other keys."""
    bits, halves, unit = 0, stated[POINTS], endings.state.pack.unit
    for reached in endings.points(stated, [key for key in keys if key != POINTS]):
        bits |= reached
    may = [points * 2 // unit for points in range(bits.bit_length()) if bits >> points & 1]
    below, above = [one for one in may if one < halves], [one for one in may if one > halves]
    return (*below[-1:], *above[:1])


def check_won(state: State, sides: Sides, halves: int, rule: str) -> Problem | None:
    """Judge the card points of the declarers (halves) against the tricks recorded."""
    pack, others = state.pack, state.pack.total - halves
    for points, side in ((halves, sides.declarers), (others, sides.defenders)):
        won = won_by(state, side) & ~FOOL
        if points < pack.points(won) - 1:
            template = N_("The tricks of {players} count {halves} points by now: {cards}.")
            counting = dearest(state, won)
            known = pack.points(won)
            return contradicted(state, rule, template, counting, players=side, halves=known)
    return None


def check_won_by_seat(state: State, points: tuple[int, ...], rule: str) -> Problem | None:
    """Judge the card points of each seat, where everybody plays alone, against the tricks recorded."""
    for seat, own in enumerate(points):
        won, open_part = state.taken[seat], 0
        if has_excuse(state):
            # A card may have been given for the fool; of what counts in threes a part is still open.
            won, open_part = won & ~FOOL, 2 * max(state.pack.worth) // state.pack.unit
        if own < (state.pack.points(won) - open_part) // 2:
            template = N_("The tricks of {player} count {points} points by now: {cards}.")
            shown = state.pack.points(won) // 2
            cards = dearest(state, won)
            return contradicted(state, rule, template, cards, player=seat, points=shown)
    return None


def has_excuse(state: State) -> bool:
    """Return whether the fool is outside the suits, and a card is given for it."""
    return state.trick_rules.ranks.suit_of[FOOL_CARD] == NO_SUIT


def dearest(state: State, cards: int) -> tuple[int, ...]:
    """Return the cards of a set (mask) that count most, as many as a sentence names."""
    worth = state.pack.worth
    return tuple(sorted(cards_of(cards), key=lambda card: -worth[card])[:MOST_SHOWN])


def check_honours(state: State, sides: Sides, honours: Honours, rule: str) -> Problem | None:
    """Honours that lie in tricks recorded; of the fool's it is not certain whose it stays."""
    counting = state.pack.honours & ~FOOL
    own, others = (tuple(cards_of(won_by(state, side) & counting)) for side in sides)
    listed = None if honours.cards is None else set(honours.cards)
    stays = state.pack.honours.bit_count() - honours.count
    agrees = listed is None or set(own) <= listed, listed is None or not set(others) & listed
    won, room = (own, others), (honours.count, stays)
    for side, cards, fits, most in zip(sides, won, agrees, room, strict=True):
        if not fits or len(cards) > most:
            template = N_("{players} have won {cards}.")
            return contradicted(state, rule, template, cards, players=side)
    return None


def check_all_tricks(state: State, sides: Sides, slam: Side | None, rule: str) -> Problem | None:
    """Refuse all the tricks for a side that has not won all those that were recorded."""
    if slam is None:
        return None
    other = next((seat for seat in state.winners if seat not in slam), None)
    if other is None:
        return None
    number = state.winners.index(other)
    template = N_("{player} has won trick {trick}: {cards}.")
    cards = tuple(state.trick(number).cards)
    return contradicted(state, rule, template, cards, player=other, trick=number + 1)


def check_last_pagat(state: State, rule: str, *, paid: bool, from_end: int = 1) -> Problem | None:
    """Refuse to pay for a pagat in the last trick where it was played before.

    `from_end` counts the tricks in which it may have been played.
    """
    trick = trick_of(state, T1)
    if not paid or trick is None or trick >= state.tricks_in_all - from_end:
        return None
    template = N_("{cards} was played to trick {trick}.")
    return contradicted(state, rule, template, (T1,), trick=trick + 1)
