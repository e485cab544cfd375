"""The table as it stands after some entries, without a database."""

from typing import Any

from games.rules import Replay, replay
from tests.replay.hands import record_of


def stands(changes: list[dict[str, Any]], *, players: int = 4) -> Replay:
    """The replay after these entries; the last seat deals."""
    return replay(record_of(changes, players=players, dealer=players - 1))
