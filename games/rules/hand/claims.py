"""A claim whose score lacks something that the table knows (fine points 7).

This may be who has the fool, who has the card that was called, or what lies aside, in a discard or a stock that nobody
saw.

What the table answers is supposed, in every way in which the cards may lie then. Where all of them give the same facts,
these are stated after the claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from games.rules.cards import BIT, FOOL, FOOL_CARD, cards_of, mask_of
from games.rules.game.facts import Honours, HonoursForm, written
from games.rules.hand.deeds import Laid
from games.rules.hand.state import State
from games.rules.hand.whereabouts import ASIDE, known_aside, may_lie_aside, whereabouts

# The questions: who has the fool, who the called card (a seat, or ASIDE); the card points of all that lies aside (half
# points); how many honours are among it.
__all__ = [
    "ASIDE",
    "HONOURS_ASIDE",
    "POINTS_ASIDE",
    "QUESTIONS",
    "WHO_HAS_CALLED",
    "WHO_HAS_FOOL",
    "can_be",
    "facts_of_claim",
    "lacking",
    "may_lie_aside",
    "single_cards",
]

WHO_HAS_FOOL, WHO_HAS_CALLED, POINTS_ASIDE, HONOURS_ASIDE = "fool", "called", "laid", "honours"
QUESTIONS = (WHO_HAS_FOOL, WHO_HAS_CALLED, POINTS_ASIDE, HONOURS_ASIDE)
Answers = Mapping[str, int]


def lacking(state: State, answers: Answers | None = None) -> tuple[str, ...]:
    """Return the questions whose answers may give the score of a hand that ended with a claim.

    They come on top of who has which card, as far as that was answered. There are none where the hand has a score,
    where its facts follow without them, or where no answers would give them.
    """
    if state.claim is None or state.variant.stating.of(state) is not None:
        return ()
    cards = {key: seat for key, seat in (answers or {}).items() if key in single_cards(state)}
    for keys in _ways_to_ask(state):
        all_asked = cards.keys() <= set(keys)
        if all_asked and any(facts_of_claim(state, some) for some in _samples(state, keys, cards)):
            return keys
    return ()


def can_be(state: State, answers: Answers) -> bool:
    """Return whether the cards may lie as the answers say."""
    return next(_supposed(state, answers), None) is not None


def facts_of_claim(state: State, answers: Answers) -> dict[str, Any] | None:
    """Return the facts (JSON) that follow from a claim and these answers; None where they do not tell."""
    stating, values = state.variant.stating, None
    for supposed in _supposed(state, answers):
        facts = stating.of(supposed)
        values = facts if values is None else _agreed(values, facts)
        if values is None:
            return None
    return None if values is None else written(stating, values, state)


def single_cards(state: State) -> dict[str, int]:
    """Return the cards of which it is asked who has them, by question."""
    called = {} if state.called is None else {WHO_HAS_CALLED: state.called}
    return {WHO_HAS_FOOL: FOOL_CARD} | called


def asks_honours(state: State) -> bool:
    """Return whether honours score in this game, and may lie aside unseen; the fool is asked for by itself."""
    scores = any(isinstance(fact.form, HonoursForm) for fact in state.variant.stating.facts)
    return scores and bool(may_lie_aside(state) & state.pack.honours & ~FOOL)


def _ways_to_ask(state: State) -> Iterator[tuple[str, ...]]:
    """Yield the questions that may be enough, few before many.

    Questions about what lies aside include one about each card that may lie there.
    """
    places = {
        key: whereabouts(state, card)
        for key, card in single_cards(state).items()
        if state.unplayed & BIT[card]
    }
    single = [key for key, where in places.items() if len(where) > 1]
    aside = {key for key in single if ASIDE in places[key]}
    points = (POINTS_ASIDE, HONOURS_ASIDE) if asks_honours(state) else (POINTS_ASIDE,)
    for count in range(len(single) + 1):
        yield from combinations(single, count)
    if may_lie_aside(state):
        for count in range(len(single) + 1):
            some = combinations(single, count)
            yield from ((*keys, *points) for keys in some if aside <= set(keys))


def _samples(state: State, keys: Sequence[str], known: Answers) -> Iterator[Answers]:
    """Yield answers to the questions: every place of each card, except for those that are `known`.

    They have one possible number of points and honours.
    """
    cards = {key: card for key, card in single_cards(state).items() if key in keys}
    everywhere = (
        (known[key],) if key in known else whereabouts(state, card) for key, card in cards.items()
    )
    for places in product(*everywhere):
        answers = dict(zip(cards, places, strict=True))
        if POINTS_ASIDE not in keys:
            yield answers
            continue
        with_cards = _with_single_cards(state, answers)
        away = None if with_cards is None else next(_sets_aside(*with_cards), None)
        if away is not None:
            honours = (away & state.pack.honours).bit_count()
            points = {POINTS_ASIDE: state.pack.points(away), HONOURS_ASIDE: honours}
            yield answers | {key: points[key] for key in keys if key in points}


def _supposed(state: State, answers: Answers) -> Iterator[State]:
    """Yield the hand with what the answers say, in every way in which the cards may lie then."""
    with_cards = _with_single_cards(state, answers)
    if with_cards is None:
        return
    supposed, aside = with_cards
    if POINTS_ASIDE not in answers:
        if aside:
            _show_aside(supposed, aside)
        yield supposed
        return
    pack, honours = state.pack, answers.get(HONOURS_ASIDE)
    for away in _sets_aside(supposed, aside):
        if pack.points(away) == answers[POINTS_ASIDE] and honours in (
            None,
            (away & pack.honours).bit_count(),
        ):
            other = supposed.fork()
            _lay_aside(other, away)
            yield other


def _with_single_cards(state: State, answers: Answers) -> tuple[State, int] | None:
    """Return the hand with each card where the answers say, and the cards aside (mask); None if impossible."""
    supposed, aside = state.fork(), 0
    for key, card in single_cards(state).items():
        places = whereabouts(supposed, card) if state.unplayed & BIT[card] else ()
        place = answers.get(key, places[0] if len(places) == 1 else None)
        if place is None:
            continue
        if place not in places:
            return None
        if place == ASIDE:
            aside |= BIT[card]
        else:
            supposed.sure[place] |= BIT[card]
            supposed.close_full_hand(place)
    return supposed, aside


def _sets_aside(state: State, cards: int) -> Iterator[int]:
    """Yield sets of cards (masks) that may lie aside, including `cards`.

    There is one of each kind that can score differently: cards that count the same are alike, except for honours.
    """
    size = state.variant.discard_size(state.seats) * len(state.laid)
    if not state.exchanged:
        size = state.variant.stock_size(state.seats)
    free = may_lie_aside(state) & ~mask_of(single_cards(state).values())
    known = cards | known_aside(state) | state.shown
    for card in cards_of(free):
        if not any(may & BIT[card] for may in state.may):
            known |= BIT[card]
    groups: dict[tuple[int, int], list[int]] = {}
    for card in cards_of(free & ~known):
        honour = card if state.pack.honours & BIT[card] else -1
        groups.setdefault((state.pack.worth[card], honour), []).append(card)
    alike = sorted(groups.values(), key=len)
    for chosen in _chosen(alike, size - known.bit_count()):
        yield known | chosen


def _chosen(groups: Sequence[Sequence[int]], size: int) -> Iterator[int]:
    """Yield sets of `size` cards (masks), one for each number of cards taken from each group."""
    if not groups:
        if not size:
            yield 0
        return
    first, others = groups[0], groups[1:]
    least = 0 if others else max(size, 0)
    for count in range(least, min(len(first), size) + 1):
        for more in _chosen(others, size - count):
            yield mask_of(first[:count]) | more


def _show_aside(state: State, cards: int) -> None:
    """Put these cards (mask) aside; what else lies there is not known."""
    shown = [one._replace(shown=one.shown | cards) for one in state.laid if one.cards is None]
    seen = [one for one in state.laid if one.cards is not None]
    state.laid = seen + (shown or [Laid(0, None, cards, 0, excused=False)])
    state.may = [may & ~cards for may in state.may]


def _lay_aside(state: State, cards: int) -> None:
    """Put exactly these cards (mask) aside."""
    if state.exchanged:
        first, *others = state.laid
        state.laid = [first._replace(cards=cards), *(one._replace(cards=0) for one in others)]
    else:
        state.stock = cards
    state.may = [may & ~cards for may in state.may]


def _agreed(values: dict[str, Any], others: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return the facts in which two ways agree; of honours it is enough that they are as many. None where they do not."""
    if others is None or values.keys() != others.keys():
        return None
    agreed = {}
    for key, value in values.items():
        other = others[key]
        if value != other:
            if not isinstance(value, Honours) or value.count != other.count:
                return None
            value = Honours(value.count)
        agreed[key] = value
    return agreed
