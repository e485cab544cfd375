"""Actions and the lines that say them, for the tests of the notation."""

import json
from io import BytesIO
from textwrap import dedent
from typing import Any

from games.rules.notation import (
    format_object,
    hands_of,
    parse_actions,
    parse_object,
    verify_text,
)
from games.rules.notation.hand import canonical_object


def said(*actions: Any, seats: int = 4) -> list[str]:
    """The lines of some actions at a table."""
    players = ["Anna", "Boris", "Chloe", "Dario", "Elise", "Farid"][:seats]
    record = {"players": players, "actions": list(actions)}
    return format_object(record).split("\n\n", 1)[1].splitlines()


def means(text: str, seats: int = 4) -> list[Any]:
    """The actions of lines that somebody wrote."""
    return [entry.action for entry in parse_actions(dedent(text), seats)]


def assert_says(line: str, action: dict[str, Any], seats: int = 4) -> None:
    """A line and an action are the same thing."""
    assert (said(action, seats=seats), means(line, seats)) == ([line], [action])


def play(seat: int, card: str, **more: Any) -> dict[str, Any]:
    return {"kind": "play", "seat": seat, "card": card, **more}


def is_whole(record: Any) -> bool:
    """Whether there is a list of actions to write line by line."""
    return isinstance(record, dict) and isinstance(record.get("actions"), list)


def assert_same_hand(record: dict[str, Any]) -> str:
    """Object, text and object again; text, object and text again. Gives the text."""
    text = format_object(record)
    again = parse_object(text)
    assert json.dumps(again) == json.dumps(canonical_object(record))
    assert format_object(again) == text
    return text


def assert_same_answer(text: str, answer: dict[str, Any]) -> None:
    """The verifier answers for the text what it answers for the JSON; a refusal names a line."""
    (piece,) = hands_of(BytesIO(text.encode()))
    found = verify_text(piece)
    if not found["ok"]:
        assert 1 <= found["error"].pop("line") <= text.count("\n") + 1
    assert found == answer
