"""A hand played differently from a step on: the cards, judged by the rules and scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.replay.course import OVER, PLAYING, Course, position_of
from games.rules import (
    CODES,
    Problem,
    Record,
    State,
    card_code,
    cards_of,
    fold,
    knowledge,
    opened_at,
    outcome,
    play,
)


class Variation(NamedTuple):
    """The course of a hand with other cards from the step `since` on.

    `cards` are the codes of those that stand, `steps` where each lies on the table, `problem` is
    why the next one is refused.
    """

    course: Course
    since: int
    cards: tuple[str, ...]
    steps: tuple[int, ...]
    problem: Problem | None

    @property
    def state(self) -> State:
        """Where the cards lead."""
        return self.course.end

    @property
    def over(self) -> bool:
        """Return whether the hand has been played to its end."""
        return self.state.phase == OVER

    @property
    def known(self) -> bool:
        """Return whether everybody's cards are known; what is drawn later may not be."""
        return all(self.state.known)

    def taken_back(self, step: int) -> tuple[str, ...]:
        """Return the cards without those that are played after a step."""
        return tuple(card for card, at in zip(self.cards, self.steps, strict=True) if at <= step)


def first_card(real: Course) -> int | None:
    """Return the step from which cards are played; None where no card can be."""
    return real.first(*PLAYING)


def varied(real: Course, since: int, cards: Sequence[str]) -> Variation | None:
    """Return a hand in which these cards (codes) follow a step, as far as the rules allow them.

    None where the cards of the hand are not all known, or are not being played at that step.
    Announcements stay as they were: each is made again before the card before which it was made.
    """
    record = real.record
    state = opened_at(record, real.end, since)
    if state is None or real.positions[since].phase not in PLAYING:
        return None
    announced = list(_announced(record, since))
    actions, positions = list(record.actions[:since]), list(real.positions[: since + 1])
    problem, steps = None, []
    for code in cards:
        if state.turn is None or problem is not None:
            break
        due = (len(_played_by(state, state.turn)), state.turn)
        action = {"kind": "play", "seat": state.turn, "card": code}
        for entered in (*(one for when, one in announced if when == due), action):
            problem = fold(state, [entered])
            if problem is None:
                actions.append(entered)
                positions.append(position_of(state))
        if problem is None:
            steps.append(state.index)
    played = record._replace(actions=tuple(actions))
    if problem is not None:
        problem = problem.at(state.index, record.players, record.variant.key)
    course = Course(played, state, outcome(state), tuple(positions))
    return Variation(course, since, tuple(cards[: len(steps)]), tuple(steps), problem)


def _announced(record: Record, since: int) -> Iterator[tuple[tuple[int, int], Any]]:
    """Yield announcements after a step: how many cards their player has played, the seat, what."""
    counts = [0] * len(record.players)
    for index, action in enumerate(record.actions):
        if action["kind"] == "play":
            counts[action["seat"]] += 1
        elif action["kind"] == "announce" and index >= since:
            yield (counts[action["seat"]], action["seat"]), action


def _played_by(state: State, seat: int) -> list[int]:
    """Return the cards that a seat has played, in order."""
    return [card for number, card in enumerate(state.played) if state.seat_of_play(number) == seat]


def choices(variation: Variation) -> list[tuple[str, bool]]:
    """Return the hand of the seat on turn, card by card (codes), and whether each may be played."""
    state = variation.state
    if state.turn is None:
        return []
    legal = play.legal(state)
    held = knowledge.hands_left(state)[state.turn]
    return [(card_code(card), bool(legal >> card & 1)) for card in reversed(cards_of(held))]


def as_it_was(real: Course, variation: Variation) -> tuple[str, ...]:
    """Return the rest of the cards: each player's in the order in which they really fell.

    A card that may not be played yet waits. It ends where somebody has no such card.
    """
    state = variation.state.fork()
    order = [_played_by(real.end, seat) for seat in real.seats]
    rest: list[str] = []
    while state.turn is not None and all(state.known):
        legal = cards_of(play.legal(state))
        own = legal if len(legal) == 1 else [card for card in order[state.turn] if card in legal]
        if not own:
            break
        rest.append(card_code(own[0]))
        fold(state, [{"kind": "play", "seat": state.turn, "card": rest[-1]}])
    return tuple(rest)


def read_cards(text: str) -> tuple[str, ...] | None:
    """Return the cards that an address names; None where one of them is no card."""
    codes = tuple(text.split(".")) if text else ()
    return codes if set(codes) <= set(CODES) else None
