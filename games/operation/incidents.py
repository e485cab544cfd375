"""What went wrong in a request, noted in a file for `manage.py watch`, which tells somebody later.

A request waits for no mail server: it adds a line to a file on this machine and goes on.
"""

from __future__ import annotations

import fcntl
import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest

log = logging.getLogger(__name__)

FILE = "incidents.ndjson"
LARGEST = 1_000_000  # bytes: nobody has fetched any for a long time, and the disk is not ours alone
# How many entries a tablet held when it sent this request, and for how many seconds the oldest.
HELD_HEADER = "X-Held"
HELD = re.compile(r"(\d{1,4}) (\d{1,7})")
LONG = 120  # seconds: a shorter wait is a line that was lost for a moment

ERROR, UNSENT, DELIVERED, BACKUP = "error", "unsent", "delivered", "backup"
UNIT = "unit"  # a service of the system has failed


class HeldEntries(NamedTuple):
    """What a tablet says of itself: entries that wait, and seconds since the oldest was made."""

    entries: int
    seconds: int


def held_of(request: HttpRequest) -> HeldEntries | None:
    """Return what the tablet that sends this request holds; None where it is not readable."""
    held = HELD.fullmatch(request.headers.get(HELD_HEADER, ""))
    return HeldEntries(int(held[1]), int(held[2])) if held else None


def note_request(request_id: str, route: str, status: int, held: HeldEntries | None) -> None:
    """Note what somebody should learn of an answered request.

    That is an error of ours, and entries that a tablet held for long, whether they have arrived now
    or not. `held` is given only for somebody who is signed in: a stranger could make it up.
    """
    if status == 500:
        note(ERROR, id=request_id, route=route)
    if held and held.seconds >= LONG:
        kind = UNSENT if status >= 400 else DELIVERED
        note(kind, id=request_id, entries=held.entries, seconds=held.seconds)


def note(kind: str, **facts: Any) -> None:
    """Add a line, where the settings name a folder.

    Never raises: what is noted is the problem, and a note that cannot be written must not become
    another.
    """
    if not settings.WATCH_FOLDER:
        return
    at = datetime.now(UTC).isoformat(timespec="seconds")
    line = json.dumps({"at": at, "kind": kind, **facts}) + "\n"
    try:
        with _opened() as file:
            if file.tell() < LARGEST:
                file.write(line)
    except OSError as error:
        log.warning("an incident could not be noted: %s", error)


def take_incidents() -> list[dict[str, Any]]:
    """Return what was noted since the last call, in order. Raises OSError."""
    with _opened() as file:
        file.seek(0)
        lines = file.read().splitlines()
        file.truncate(0)
    return [json.loads(line) for line in lines]


@contextmanager
def _opened() -> Iterator[IO[str]]:
    """Open the file, at its end, for this process alone."""
    folder = Path(settings.WATCH_FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / FILE).open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0, 2)
        yield file
