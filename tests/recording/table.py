"""The table as it stands after some entries, without a database."""

from typing import Any

from games.display.entry_words import entry_words
from games.display.reasons import Voice
from games.recording.screen.words import status
from games.rules import Replay, Sentence, replay
from tests.replay.hands import record_of


def stands(changes: list[dict[str, Any]], *, players: int = 4) -> Replay:
    """The replay after these entries; the last seat deals."""
    return replay(record_of(changes, players=players, dealer=players - 1))


def told(table: Replay, words: Sentence | None) -> str:
    """A sentence of the screen in the language of the moment; "" for none."""
    return Voice(table.record.players, table.record.variant.key).say(words) if words else ""


def entry_told(table: Replay, action: dict[str, Any]) -> str:
    """An entry in a few words."""
    return told(table, entry_words(table.record.variant, action))


def line_of(table: Replay) -> str:
    """The status line: who acts, and what is to be known about it."""
    first, hint = status(table.state)
    return " ".join(told(table, words) for words in (first, *hint))


def hint_of(table: Replay) -> str:
    """The second half of the status line."""
    return " ".join(told(table, words) for words in status(table.state)[1])
