"""A hand as a text of its positions: what is legal at each action, and what is done then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from games.rules import Record, State, replay
from games.rules.cards import codes_of
from games.rules.game.settlement import Number
from games.rules.hand.actions import Call
from games.rules.hand.state import AUCTION, EXCHANGE, OVER
from games.rules.hand.steps import awaits
from games.rules.notation import format_text, parse_text
from games.rules.phases import exchange, play
from games.rules.replaying.replay import fold, start

HERE = Path(__file__).parent
SEATS = "ABCDEF"


class Golden(NamedTuple):
    """A hand of the collection: its file, its record, and what was counted by hand."""

    path: Path
    record: Record
    rules: list[str]
    scores: list[float]
    card_points: list[float] | None

    @property
    def pins(self) -> Path:
        """The file with its positions."""
        return self.path.with_suffix(".states")


def collection() -> list[Path]:
    """The hands of all games."""
    return sorted(HERE.glob("*/*.txt"))


def read(path: Path) -> Golden:
    """A hand of the collection; what is missing in its remarks fails here."""
    text = path.read_text()
    said = dict(re.findall(r"^# (Rules|Scores|Card points): (.+)$", text, re.MULTILINE))
    points = said.get("Card points")
    return Golden(
        path,
        parse_text(text),
        re.split(r",\s*", said["Rules"]),
        [float(number) for number in said["Scores"].split()],
        None if points is None else [float(number) for number in points.split()],
    )


def positions(record: Record) -> str:
    """Every position of a hand, then its score, a line each."""
    return "\n".join([*_steps(record), *_end(record)]) + "\n"


def _steps(record: Record) -> Iterator[str]:
    state = start(record)
    for index, action in enumerate(record.actions):
        yield f"{index:>3} {_position(state)}: {' '.join(_legal(state)) or '-'}"
        yield f"    {_done(record, index)}"
        assert fold(state, [action]) is None


def _position(state: State) -> str:
    turn = "-" if state.turn is None else SEATS[state.turn]
    won = "".join(SEATS[winner] for winner in state.winners)
    return f"{state.phase} {turn} {won}".rstrip()


def _legal(state: State) -> list[str]:
    """The calls, or the cards, that stand open; an exchange says first what it waits for."""
    if state.phase == AUCTION:
        return list(state.variant.phases[Call].legal(state))
    if state.phase == EXCHANGE:
        return [awaits(state), *codes_of(exchange.legal(state))]
    return [] if state.phase == OVER else codes_of(play.legal(state))


def _done(record: Record, index: int) -> str:
    """The action as the notation writes it by itself."""
    alone = record._replace(actions=record.actions[index : index + 1])
    return format_text(alone).rstrip("\n").rsplit("\n", 1)[-1]


def _end(record: Record) -> Iterator[str]:
    ended = replay(record)
    assert ended.problem is None, str(ended.problem)
    found = ended.outcome
    yield f"end {_position(ended.state)}, {found.status}, {found.knowledge}"
    if found.sides is not None:
        yield f"sides {' '.join(''.join(SEATS[seat] for seat in side) for side in found.sides)}"
    yield f"card points {_numbers(found.card_points)}"
    for line in found.lines:
        said = line.as_json(record.players)
        yield f"line {line.rule} {said['label']}: {said['points']}" + (
            f" ({said['how']})" if "how" in said else ""
        )
    yield f"scores {_numbers(found.scores)}"


def _numbers(numbers: tuple[Number, ...] | None) -> str:
    return "-" if numbers is None else " ".join(f"{number:g}" for number in numbers)
