"""What happened at the table: actions as lines, a trick a line, and lines as actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.rules.notation.line import NOTHING, SEATS, TextLine, json_text
from games.rules.notation.values import CARD, CLAUSES, SEAT, SEATED, SEATLESS, ActionFields
from games.rules.problems import N_
from games.rules.record.canonical import canonical_action

# An action that no line can say, as JSON.
RAW = "action"


class ActionLine(NamedTuple):
    """An action (a JSON object, canonical) and the number of the line that says it."""

    line: int
    action: Any


def write_actions(actions: Sequence[Any], seats: int) -> list[str]:
    """Return the lines of canonical actions.

    A card joins the line of its trick as long as nothing comes between. What continues a trick after something else is
    indented.
    """
    lines: list[str] = []
    leader, last = 0, seats
    joins = False
    for action in actions:
        text = _write(action)
        if not _is_card(action, text, seats):
            lines.append(text)
            joins = False
            continue
        turn = (action["seat"] - leader) % seats
        if joins and turn > last:
            lines[-1] += f" {NOTHING}" * (turn - last - 1) + text[2:]
        elif turn > last:
            lines.append(f"  {text}")
        else:
            leader, turn = action["seat"], 0
            lines.append(text)
        last = turn
        joins = len(action) == 3
    return lines


def _is_card(action: Any, text: str, seats: int) -> bool:
    return text[1] == ":" and action["kind"] == "play" and action["seat"] < seats


def _write(action: Any) -> str:
    kind = action.get("kind") if isinstance(action, dict) else None
    words = _words(action, kind) if isinstance(kind, str) else None
    return " ".join(words or (RAW, json_text(action)))


def _words(action: dict[str, Any], kind: str) -> list[str] | None:
    """Return the words of an action, or None where they cannot say it."""
    left = {key: value for key, value in action.items() if key != "kind"}
    words = [] if kind == "play" else [kind]
    says = SEATLESS.get(kind)
    if says is None:
        says = SEATED.get(kind)
        seat = SEAT.write(left.pop("seat", None))
        if says is None or seat is None:
            return None
        words.insert(0, f"{seat}:")
    for name, field in says.fields:
        text = field.write(left.pop(name)) if name in left else None
        if text is None:
            return None
        words.append(text)
    for name, field in says.optional:
        text = field.write(left[name]) if name in left else None
        if text is not None:
            words.append(text)
            del left[name]
    return words + _clauses(left)


def _clauses(left: dict[str, Any]) -> list[str]:
    """Return what an action has in addition to the fields of its kind."""
    words = []
    for name, field in CLAUSES.items():
        text = field.write(left[name]) if name in left else None
        if text is not None:
            words += [name, text]
            del left[name]
    return [*words, json_text(left)] if left else words


def parse_actions(text: str, seats: int, first_line: int = 1) -> list[ActionLine]:
    """Return the actions in lines of text, at a table with that many seats.

    `first_line` is the number of the first line. Raises NotationError for a line that cannot be read. The replay judges
    whether the rules allow an action.
    """
    lines = (TextLine(line, number) for number, line in enumerate(text.split("\n"), first_line))
    return [entry for line in lines for entry in read_line(line, seats)]


def read_line(line: TextLine, seats: int) -> Iterator[ActionLine]:
    """Yield the actions of one line; none where it is blank."""
    if line.ended:
        return
    word = line.peek().lower()
    if word == RAW:
        line.word()
        action = line.value()
        yield ActionLine(
            line.number, canonical_action(action) if isinstance(action, dict) else action
        )
    elif word in SEATLESS:
        line.word()
        action = _read(line, SEATLESS[word], {"kind": word})
        yield ActionLine(line.number, canonical_action(action))
    else:
        for action in _seated(line, seats):
            yield ActionLine(line.number, canonical_action(action))
    line.finish()


def _seated(line: TextLine, seats: int) -> Iterator[dict[str, Any]]:
    rest = line.text[line.at :].strip()
    seat = line.seat()
    if seat is None:
        raise line.fail(
            N_(
                "“{found}”: a line begins with a seat (A, B, C …) or with stock, result, ruling, note or action."
            ),
            found=rest[:40],
        )
    kind = line.peek().lower()
    if kind in SEATED and kind != "play":
        line.word()
        yield _read(line, SEATED[kind], {"kind": kind, "seat": seat})
        return
    line.takes("play")
    yield from _trick(line, seat, seats)


def _trick(line: TextLine, leader: int, seats: int) -> Iterator[dict[str, Any]]:
    """Yield one card a seat from the leader on; `-` passes over a seat. What follows belongs to the last card."""
    plays: list[dict[str, Any]] = []
    turn = 0
    while not plays or (line.peek() and line.peek().lower() not in CLAUSES):
        if turn and leader >= seats:
            raise line.fail(N_("No player has the seat {seat}."), seat=SEATS[leader])
        if turn and turn == seats:
            raise line.fail(N_("A trick has one card for each of the {seats} seats."), seats=seats)
        if not plays or not line.takes(NOTHING):
            seat = (leader + turn) % seats if turn else leader
            plays.append({"kind": "play", "seat": seat, "card": CARD.read(line)})
        turn += 1
    _read_clauses(line, plays[-1])
    yield from plays


def _read(line: TextLine, says: ActionFields, action: dict[str, Any]) -> dict[str, Any]:
    """Return an action that was read in part, with the fields of its kind and whatever else it has."""
    for name, field in says.fields:
        action[name] = field.read(line)
    for name, field in says.optional:
        if line.peek() and line.peek().lower() not in CLAUSES:
            action[name] = field.read(line)
    _read_clauses(line, action)
    return action


def _read_clauses(line: TextLine, action: dict[str, Any]) -> None:
    while (name := line.peek().lower()) in CLAUSES:
        line.word()
        _put(line, action, name, CLAUSES[name].read(line))
    if line.opens("{"):
        for key, value in line.value().items():
            _put(line, action, key, value)


def _put(line: TextLine, action: dict[str, Any], key: str, value: Any) -> None:
    if key in action:
        raise line.fail(N_("“{field}” is given twice."), field=key[:40])
    action[key] = value
