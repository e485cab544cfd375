"""Looking after the site from outside of it: what is wrong now, and what is news since last time.

A mail goes out when something begins and when it is well again; what keeps happening is reported
once an hour, with how often. What was reported is kept in a file, since the database may be
what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from games.operation import incidents
from games.operation.backups import backups_in
from games.operation.readiness import Condition
from games.operation.rotating import ahead_of
from games.transfer.folder import store

FILE = "watch.json"
HOUR = timedelta(hours=1)
OLDEST_BACKUP = timedelta(hours=49)  # of a backup every night one may fail
SILENT_AFTER = timedelta(minutes=10)  # a tablet that holds entries tries again within half a minute

PROBLEM, WARNING, WELL, EVENT = "problem", "warning", "well", "event"


@dataclass(frozen=True, slots=True)
class News:
    """Something to tell: what it is about, how it stands (`PROBLEM` to `EVENT`), a sentence."""

    about: str
    state: str
    text: str


@dataclass(slots=True)
class Remembered:
    """What was told before.

    `conditions` by what they are about, each with its state; incidents by kind, with the moment
    when they were last `told`. What is `waiting`, by kind: how often, and the last of them.
    `unsent`: the last time that a tablet could not send.
    """

    conditions: dict[str, str] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)
    waiting: dict[str, dict[str, Any]] = field(default_factory=dict)
    unsent: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Remembered:
        """Return what is in the file; nothing where there is no readable one."""
        try:
            return cls(**json.loads(path.read_bytes()))
        except (OSError, ValueError, TypeError):
            return cls()

    def store(self, path: Path) -> None:
        """Write it down, so that it is there whole or not at all. Raises OSError."""
        store(path, json.dumps(asdict(self), indent=1).encode() + b"\n")

    def take(self, noted: list[dict[str, Any]]) -> None:
        """Count what requests have noted since last time."""
        for one in noted:
            if one["kind"] == incidents.UNSENT:
                self.unsent = one
                continue
            kind = f"{one['kind']} {one['route']}" if "route" in one else one["kind"]
            before = self.waiting.get(kind, {"times": 0})
            self.waiting[kind] = {**one, "times": before["times"] + 1}


def conditions_now(condition: Condition, remembered: Remembered, now: datetime) -> dict[str, News]:
    """Return what is wrong: as `/readyz` says it, backups, tablets with unsent entries."""
    news = [News(name, PROBLEM, text) for name, text in condition.problems.items()]
    news += [News(name, WARNING, text) for name, text in condition.warnings.items()]
    news += _backups(now)
    if remembered.unsent and now - _moment(remembered.unsent) < SILENT_AFTER:
        news.append(News("tablets", PROBLEM, _unsent(remembered.unsent)))
    return {one.about: one for one in news}


def _backups(now: datetime) -> Iterator[News]:
    if not settings.BACKUP_FOLDER:
        return
    newest = backups_in(Path(settings.BACKUP_FOLDER))[:1]
    if not newest:
        yield News("backup", PROBLEM, "There is no finished backup.")
    elif ahead_of(newest[0], now):
        text = f"The newest backup says that it was made at {newest[0].manifest.made_at}."
        yield News("backup", PROBLEM, text)
    elif now - newest[0].moment > OLDEST_BACKUP:
        yield News("backup", PROBLEM, f"The newest backup is of {newest[0].manifest.made_at}.")


def _unsent(one: Mapping[str, Any]) -> str:
    return (
        f"A tablet holds {one['entries']} entries that it could not send for "
        f"{one['seconds'] // 60} minutes; its last attempt was refused or failed "
        f"(request {one['id']})."
    )


def news_of(now: Mapping[str, News], remembered: Remembered, at: datetime) -> list[News]:
    """Return what somebody should hear now.

    That is conditions that began, grew worse or ended, and incidents that were not told within the
    hour.
    """
    news = [one for about, one in now.items() if remembered.conditions.get(about) != one.state]
    gone = remembered.conditions.keys() - now.keys()
    news += [News(about, WELL, "Well again.") for about in sorted(gone)]
    for kind, one in remembered.waiting.items():
        last = remembered.told.get(kind)
        if last is None or at - datetime.fromisoformat(last) >= HOUR:
            news.append(News(kind, EVENT, _incident(one)))
    return news


def _incident(one: Mapping[str, Any]) -> str:
    match one["kind"]:
        case incidents.ERROR:
            text = f"The site has made an error: look for request {one['id']} in the log."
        case incidents.DELIVERED:
            minutes = one["seconds"] // 60
            text = f"A tablet has sent entries that it had held for {minutes} minutes."
        case _:
            text = one["text"]
    times = one["times"]
    return text if times == 1 else f"{text} {times} times since this was last told."


def keep_sent(
    remembered: Remembered, now: Mapping[str, News], news: list[News], at: datetime
) -> None:
    remembered.conditions = {about: one.state for about, one in now.items()}
    for one in news:
        if one.state == EVENT:
            remembered.told[one.about] = at.isoformat()
            del remembered.waiting[one.about]


def _moment(one: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(one["at"])
