"""Actions and the lines that say them, for the tests of the notation."""

from textwrap import dedent
from typing import Any

from games.rules.notation import format_object, parse_actions


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
