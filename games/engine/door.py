"""The door of the engine: what a page may ask the worker, by name, in JSON.

The functions here judge any hand and know nothing of recording, so that *what if* and analysis can
use them as well. `REQUESTS` is the table of all that can be asked. To be imported after
`tablet_django.begin`, since words are translated while modules are read.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from games.rules import read_record, replay, verify

# Modules of the rooms that have more to ask, each with a table `REQUESTS`. Named and not imported,
# since these rooms use the engine.
ROOMS = ("games.recording.tablet",)


def judge(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the verifier's answer for a record: `ok` and how the hand stands, or the `error`."""
    return verify(json.dumps(record))


def score(record: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return scores and score sheet of a record; None while not scored. Raises RecordError."""
    replayed = replay(read_record(record))
    outcome = replayed.outcome
    if outcome.scores is None:
        return None
    players = replayed.record.players
    return {"scores": outcome.scores, "sheet": [line.as_json(players) for line in outcome.lines]}


# What can be asked, by name. Each takes its arguments by name and answers with what JSON can say.
REQUESTS: dict[str, Callable[..., Any]] = {"judge": judge, "score": score}
for _room in ROOMS:
    REQUESTS |= import_module(_room).REQUESTS


def call(name: str, arguments: str) -> str:
    """Answer one request: `name` one of `REQUESTS`, `arguments` a JSON object, by name.

    Returns JSON: `{"answer": ...}`, or `{"error": {"type", "message", "trace"}}` for whatever went
    wrong. Nothing is raised, so that no request can end the worker.
    """
    try:
        answer = {"answer": REQUESTS[name](**json.loads(arguments))}
        return json.dumps(answer)
    except Exception as error:
        trace = traceback.format_exc()
        fault = {"type": type(error).__name__, "message": str(error), "trace": trace}
        return json.dumps({"error": fault})
