"""A hand that goes differently from a step on: calls and cards, judged by the rules and scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.display.phrases import call_label
from games.replay.course import AUCTION, OVER, PLAYING, Course, position_of
from games.rules import (
    CODES,
    Call,
    Discard,
    Problem,
    Record,
    State,
    Variant,
    card_code,
    cards_of,
    exchange,
    fold,
    ids_of,
    knowledge,
    mask_of,
    opened_at,
    outcome,
    play,
    replay,
)

CALL, KING, DISCARD, PLAY = "call", "king", "discard", "play"
# What nobody is asked for: as it was at the table, or else so that nothing is bought.
UNASKED: dict[str, dict[str, Any]] = {"take": {"half": "first"}, "buy": {"card": None}}


class Variation(NamedTuple):
    """The course of a hand with other calls and cards from the step `since` on.

    `codes` are those that stand, `steps` where each has happened, `away` those of them that wait
    for the rest of a discard, `problem` is why the next one is refused.
    """

    course: Course
    since: int
    codes: tuple[str, ...]
    steps: tuple[int, ...]
    away: tuple[str, ...]
    problem: Problem | None

    @property
    def state(self) -> State:
        """Where it leads."""
        return self.course.end

    @property
    def over(self) -> bool:
        """Return whether the hand has been played to its end."""
        return self.state.phase == OVER

    @property
    def due(self) -> str:
        """Return what the seat on turn does next; "" where nobody knows, or it stays as it was."""
        return due(self.state)

    def taken_back(self, step: int) -> tuple[str, ...]:
        """Return the codes without those of what happens after a step."""
        return tuple(code for code, at in zip(self.codes, self.steps, strict=True) if at <= step)


def earliest(real: Course) -> int | None:
    """Return the step from which a hand can go differently; None where it cannot.

    Calls and discards can be others only where all hands are known by then.
    """
    if all(replay(real.record, upto=0).state.known):
        return 0 if real.last else None
    return real.first(*PLAYING)


def due(state: State) -> str:
    """Return the kind of what the seat on turn does next, as `Variation.due`."""
    if state.turn is None or not all(state.known):
        return ""
    if state.phase == AUCTION:
        return CALL if state.variant.phases[Call].legal(state) else ""
    waits = exchange.awaits(state)
    return waits if waits in (KING, DISCARD) else PLAY if state.phase in PLAYING else ""


class _Going:
    """A hand that goes on from a state, which changes with what is entered."""

    def __init__(self, real: Course, state: State, since: int) -> None:
        self._real, self.state = real, state
        self.actions = list(real.record.actions[:since])
        self.positions = list(real.positions[: since + 1])
        self._follow()

    def enter(self, action: Mapping[str, Any]) -> Problem | None:
        """Enter an action, and what follows without being asked for; or return its problem."""
        problem = fold(self.state, [action])
        if problem is None:
            self.actions.append(action)
            self.positions.append(position_of(self.state))
            self._follow()
        return problem

    def _follow(self) -> None:
        seat, waits = self.state.turn, exchange.awaits(self.state)
        if waits in UNASKED:
            done = [one for _at, one in self._real.actions(waits) if one["seat"] == seat]
            self.enter(done[0] if done else {"kind": waits, "seat": seat, **UNASKED[waits]})

    def take(self, away: list[str], announced: Iterable[Mapping[str, Any]]) -> Problem | None:
        """Take a code, the last of `away`, which are a discard that is not whole yet."""
        what = due(self.state)
        if what == DISCARD and len(away) < self.state.variant.discard_size(self.state.seats):
            return _refused(self.state, away)
        for announcement in announced if what == PLAY else ():
            self.enter(announcement)
        problem = self.enter(_action(self.state, what, away))
        if problem is None:
            away.clear()
        return problem


def varied(real: Course, since: int, codes: Sequence[str]) -> Variation | None:
    """Return a hand in which these follow a step, as far as the rules allow them.

    None where the cards of the hand are not all known, or it stays as it was at that step.
    Announcements are made again, each before the card before which it was made, where the rules
    still allow them.
    """
    record, first = real.record, earliest(real)
    opened = opened_at(record, real.end, since)
    if opened is None or first is None or since < first or opened.turn is None:
        return None
    announced = list(_announced(record, since))
    going, problem = _Going(real, opened, since), None
    state, steps, away = going.state, list[int](), list[str]()
    for code in codes:
        what = due(state)
        if not what or code in away or (code in CODES) == (what == CALL):
            break
        place = len(_played_by(state)), state.turn
        away.append(code)
        problem = going.take(away, [one for when, one in announced if when == place])
        if problem is not None:
            away.pop()
            break
        steps.append(state.index + bool(away))
    if state.phase == AUCTION and not due(state):  # a holding annuls the hand
        problem = state.variant.phases[Call].check(state, Call(opened.turn, "pass"))
    played = record._replace(actions=tuple(going.actions))
    if problem is not None:
        problem = problem.at(state.index, record.players, record.variant.key)
    course = Course(played, state, outcome(state), tuple(going.positions))
    stand = len(steps)
    return Variation(course, since, tuple(codes[:stand]), tuple(steps), tuple(away), problem)


def _refused(state: State, away: Sequence[str]) -> Problem | None:
    """Return why the last of some cards may not be laid away after the others."""
    *before, last = ids_of(away)
    if exchange.may_go(state, mask_of(before)) >> last & 1:
        return None
    return exchange.check(state, Discard(state.turn or 0, (last,), (last,)))


def _action(state: State, what: str, codes: Sequence[str]) -> dict[str, Any]:
    """Return what is due as an action of a record."""
    facts: dict[str, Any] = {"card": codes[0]}
    if what == CALL:
        bids = [call.call for call in state.calls if state.variant.bid(call.call)]
        of = {"of": bids[-1]} if codes[0] in state.variant.challenges and bids else {}
        facts = {"call": codes[0], **of}
    elif what == DISCARD:  # shown, as some cards have to be
        facts = {"cards": list(codes), "shown": list(codes)}
    return {"kind": what, "seat": state.turn, **facts}


def _announced(record: Record, since: int) -> Iterator[tuple[tuple[int, int], Any]]:
    """Yield announcements after a step: how many cards their player has played, the seat, what."""
    counts = [0] * len(record.players)
    for index, action in enumerate(record.actions):
        if action["kind"] == "play":
            counts[action["seat"]] += 1
        elif action["kind"] == "announce" and index >= since:
            yield (counts[action["seat"]], action["seat"]), action


def _played_by(state: State, seat: int | None = None) -> list[int]:
    """Return the cards that a seat (without one, that on turn) has played, in order."""
    seat = state.turn if seat is None else seat
    return [card for number, card in enumerate(state.played) if state.seat_of_play(number) == seat]


def choices(variation: Variation) -> list[tuple[str, str, bool]]:
    """Return what the seat on turn can do: its calls, cards that it may call, or those it holds.

    Of each the code, the words of a call, whether it is allowed.
    """
    state, what = variation.state, variation.due
    if what == CALL:
        calls = state.variant.phases[Call].legal(state)
        return [(call, call_label(state.variant, call), True) for call in calls]
    legal = held = 0
    if what == KING:
        legal = held = exchange.legal(state)
    elif what == DISCARD:
        away = mask_of(ids_of(variation.away))
        legal, held = exchange.may_go(state, away), state.held(state.turn or 0) & ~away
    elif what == PLAY:
        legal, held = play.legal(state), knowledge.hands_left(state)[state.turn or 0]
    return [(card_code(card), "", bool(legal >> card & 1)) for card in reversed(cards_of(held))]


def as_it_was(real: Course, variation: Variation) -> tuple[str, ...]:
    """Return the rest: the calls, and each player's cards in the order in which they really fell.

    A call that cannot be made any more is a pass, and a card that may not be played yet waits. It
    ends where somebody has no such card, or has to discard or call one and did not in the hand.
    """
    state, rest = variation.state.fork(), list(variation.away)
    going = _Going(real, state, 0)
    actions = real.record.actions[: real.last]
    order = [_played_by(real.end, seat) for seat in real.seats]
    while what := due(state):
        done = [one for one in actions if one["kind"] == what and one["seat"] == state.turn]
        if what == CALL:
            before = sum(call.seat == state.turn for call in state.calls)
            legal = state.variant.phases[Call].legal(state)
            codes = [one["call"] for one in done[before : before + 1] if one["call"] in legal]
            codes = codes or ["pass"]
        elif what == PLAY:
            free = cards_of(play.legal(state))
            mine = [card for card in order[state.turn or 0] if card in free]
            own = free if len(free) == 1 else mine
            codes = [card_code(card) for card in own[:1]]
        elif what == KING:
            codes = [one["card"] for one in done]
        else:
            wanted = state.variant.discard_size(state.seats) if done else 0
            own_away = [*variation.away, *(code for one in done for code in one["cards"] or ())]
            codes = list(dict.fromkeys(own_away))[:wanted]
        if not codes or going.enter(_action(state, what, codes)) is not None:
            break
        rest += codes if what != DISCARD else [code for code in codes if code not in rest]
    return tuple(rest[len(variation.away) :])


def read_codes(text: str, variant: Variant) -> tuple[str, ...] | None:
    """Return the calls and cards that an address names; None where one of them is neither."""
    codes = tuple(text.split(".")) if text else ()
    known = {*CODES, "pass", *(bid.key for bid in variant.bids), *variant.challenges}
    return codes if set(codes) <= known else None
