"""Jumps of the site's clock while tablets write: by hours, to next year, by seconds, over midnight
and over both changes of summer time. Each jump goes there and back again.

The site takes the library libfaketime for the clock of the machine (LD_PRELOAD), and reads from a
file how far that is wrong. Only the time of day jumps: what measures how long something takes goes
on, as on a machine whose clock is set.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import requests

from tests.campaigns.faults import campaign
from tests.campaigns.faults.campaign import LAST, Campaign, NotTried, Reached, Setting
from tests.campaigns.faults.checker import OUTAGE
from tests.campaigns.faults.writers import Writer
from tests.campaigns.line import NO_ANSWER, Answer
from tests.campaigns.tables import SCORER

LIBRARY = "*/faketime/libfaketimeMT.so.1"
NO_LIBRARY = "libfaketime was not found (Debian: apt install libfaketime)"
ZONE = "Europe/Paris"  # of the site: one with summer time
MARGIN = 2  # seconds before midnight, or before summer time changes: then the clock goes over it
TRIES = 5  # of a sign-in that the database was too busy for, one a second
LONGEST_STEP = 5  # seconds, of the small jumps
THERE = (10, 30)  # requests that are settled in the wrong time, and again after it
HOUR = 3600
# What the proxy of a club says of all its tablets: sign-ins are counted by address.
PROXY = {"X-Real-IP": "192.0.2.16"}
SIGNED_OUT = (302, 401, 403)


def environment(library: Path, file: Path) -> dict[str, str]:
    """Return the environment of a site whose clock is as many seconds wrong as a file says."""
    return {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(file),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        # Else files change their times with it, by which gunicorn sees whether a worker lives.
        "NO_FAKE_STAT": "1",
    }


def set_clock(file: Path, seconds: float) -> None:
    """Set the clock that many seconds ahead, or behind where that is negative."""
    other = file.with_suffix(".new")
    other.write_text(f"{seconds:+.3f}\n")
    other.replace(file)  # somebody reads it all the time


def next_year(now: datetime, _chance: Random) -> float:
    """Into the first hour of next year."""
    there = now.replace(year=now.year + 1, month=1, day=1, hour=0, minute=30)
    return (there - now).total_seconds()


def to_midnight(now: datetime, _chance: Random) -> float:
    """Just before the next midnight."""
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return (midnight - now).total_seconds() - MARGIN


def to_winter(now: datetime, _chance: Random) -> float:
    """Just before the last hour that came twice."""
    return _to_change(now, timedelta(hours=-1))


def to_summer(now: datetime, _chance: Random) -> float:
    """Just before the last hour that was left out."""
    return _to_change(now, timedelta(hours=1))


def _to_change(now: datetime, by: timedelta) -> float:
    hour = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    while _offset(hour) - _offset(hour - timedelta(hours=1)) != by:
        hour -= timedelta(hours=1)
    return (hour - now).total_seconds() - MARGIN


def _offset(moment: datetime) -> timedelta:
    offset = moment.astimezone(ZoneInfo(ZONE)).utcoffset()
    assert offset is not None
    return offset


# Where the clock goes from a moment in that zone: how many seconds. In turn.
Jump = Callable[[datetime, Random], float]
JUMPS: Mapping[str, Jump] = {
    "an hour ahead": lambda _now, _chance: HOUR,
    "an hour back": lambda _now, _chance: -HOUR,
    "next year": next_year,
    "a few seconds": lambda _now, chance: chance.uniform(-LONGEST_STEP, LONGEST_STEP),
    "midnight": to_midnight,
    "the end of summer time": to_winter,
    "the beginning of summer time": to_summer,
}


class Returning(Writer):
    """A tablet whose scorer signs in again where the session has ended."""

    one_at_a_time = threading.Lock()

    def post(self, path: str, body: dict[str, Any]) -> Answer:
        """Send it as any tablet; what was sent without a session again with one."""
        answer = super().post(path, body)
        if answer.status not in SIGNED_OUT or path.startswith("/api/"):
            return answer
        try:
            with self.one_at_a_time:
                self.line.session = sign_in(self.line.address)
        except (NotSignedIn, requests.RequestException) as refused:
            return Answer(NO_ANSWER, str(refused).encode())
        return super().post(path, body)


class NotSignedIn(Exception):
    """The right password is refused."""


def sign_in(address: str) -> str:
    """Sign in with the password, in a browser that was never here; the key of the session. Raises
    NotSignedIn and requests.RequestException."""
    page = f"{address}/accounts/sign-in/"
    name, password = SCORER
    with requests.Session() as browser:
        browser.headers.update(PROXY)
        for _ in range(TRIES):
            browser.get(page, timeout=10)
            facts = {"csrfmiddlewaretoken": browser.cookies["csrftoken"]}
            facts |= {"username": name, "password": password}
            answer = browser.post(page, facts, timeout=10, allow_redirects=False)
            if answer.status_code != OUTAGE:
                break
            time.sleep(1)
        session = browser.cookies.get("sessionid")
        if session is None:
            raise NotSignedIn(f"the right password was answered {answer.status_code}")
        return session


@contextmanager
def on_sqlite(setting: Setting) -> Iterator[Campaign]:
    """Run a campaign on a file, at a site that takes its time from the file `clock`."""
    library = next(Path("/usr/lib").glob(LIBRARY), None)
    if library is None:
        raise NotTried(NO_LIBRARY)
    file = setting.folder / "clock"
    set_clock(file, 0)
    facts: dict[str, Any] = environment(library, file) | {
        "TIME_ZONE": ZONE,
        "CLIENT_ADDRESS_HEADER": "X-Real-IP",
    }
    with campaign.on_sqlite(setting, kind=Returning, **facts) as running:
        yield running


def jump(running: Campaign, amount: int) -> Reached:
    """Let the clock jump so often, there and back, each way in turn."""
    file, refused = running.setting.folder / "clock", []
    running.wait_for(LAST)
    for number in range(amount):
        name, way = list(JUMPS.items())[number % len(JUMPS)]
        set_clock(file, way(datetime.now(ZoneInfo(ZONE)), running.chance))
        refused += settle(running, name)
        set_clock(file, 0)
        refused += settle(running, f"back from {name}")
    running.wait_for(LAST)
    reached = running.judged(amount)
    reached.lost += refused
    return reached


def settle(running: Campaign, when: str) -> list[str]:
    """Let the writers go on in the time that it is now, and somebody sign in; what was refused."""
    begin = time.monotonic()
    running.wait_for(running.chance.randint(*THERE))
    time.sleep(max(0, begin + MARGIN + 1 - time.monotonic()))  # midnight has passed by then
    if not running.site.is_ready():
        return [f"{when}: the site is not ready"]
    try:
        sign_in(running.site.address)
    except (NotSignedIn, requests.RequestException) as error:
        return [f"{when}: {error}"]
    return []
