"""The journal of a campaign: each request before it is sent, each answer, on the disk at once."""

from __future__ import annotations

import json
import os
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ENTRY, SEAL, DEAL, AMENDMENT = "entry", "seal", "deal", "amendment"


@dataclass
class Asked:
    """One request, however often it was sent: its `facts`, and every answer to it: the status, and
    what was acknowledged where that is below 300."""

    what: str
    facts: dict[str, Any]
    answers: list[tuple[int, dict[str, Any]]] = field(default_factory=list)

    @property
    def acknowledged(self) -> dict[str, Any] | None:
        """What the first answer acknowledged; None where none did."""
        return next((facts for status, facts in self.answers if 200 <= status < 300), None)

    @property
    def refused(self) -> bool:
        """Whether the site said no, and never that it had taken it; after an answer that got lost
        nobody can tell what a refusal refuses."""
        return bool(self.answers) and all(400 <= status < 500 for status, _ in self.answers)

    @property
    def unknown(self) -> bool:
        """Whether it may have been taken, or not."""
        return self.acknowledged is None and not self.refused


class Journal:
    """Writes the journal; any number of threads may."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock = threading.Lock()
        self.file = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
        self.number = 0

    def ask(self, what: str, /, **facts: Any) -> int:
        """A request is about to be sent. Returns its number."""
        with self.lock:
            self.number += 1
            self._write({"number": self.number, "what": what, "facts": facts})
            return self.number

    def answer(self, number: int, status: int, /, **facts: Any) -> None:
        """It was answered with that status, or with NO_ANSWER."""
        with self.lock:
            self._write({"number": number, "status": status, "facts": facts})

    def _write(self, line: dict[str, Any]) -> None:
        os.write(self.file, json.dumps(line).encode() + b"\n")
        os.fdatasync(self.file)

    def close(self) -> None:
        """Nothing is written any more."""
        os.close(self.file)


def read_journal(path: Path) -> dict[int, Asked]:
    """All requests of a journal, by number."""
    asked: dict[int, Asked] = {}
    for line in _lines(path):
        if "what" in line:
            asked[line["number"]] = Asked(line["what"], line["facts"])
        else:
            asked[line["number"]].answers.append((line["status"], line["facts"]))
    return asked


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open() as file:
        for text in file:
            if text.endswith("\n"):  # the last line may be half written
                yield json.loads(text)


def statuses(asked: dict[int, Asked]) -> Counter[int]:
    """How often each status came."""
    return Counter(status for one in asked.values() for status, _ in one.answers)
