"""Jumps of the site's clock while tablets write: by hours, to next year, by seconds, over midnight
and over both changes of summer time. Each jump goes there and back again.

The site takes the library libfaketime for the clock of the machine (LD_PRELOAD), and reads from a
file how far that is wrong. Only the time of day jumps: what measures how long something takes goes
on, as on a machine whose clock is set.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from tests.campaigns.faults import campaign
from tests.campaigns.faults.campaign import LAST, Campaign, NotTried, Reached, Setting
from tests.campaigns.faults.checker import OUTAGE
from tests.campaigns.faults.writers import Writer
from tests.campaigns.line import NO_ANSWER, Answer, Line
from tests.campaigns.tables import SCORER

LIBRARY = "*/faketime/libfaketimeMT.so.1"
NO_LIBRARY = "libfaketime was not found (Debian: apt install libfaketime)"
ZONE = "Europe/Paris"  # of the site: one with summer time
HOUR = timedelta(hours=1)
# Before midnight, or before summer time changes: then the clock goes over it.
MARGIN = timedelta(seconds=2)
# The last hour that came twice, and the last that was left out.
WINTER, SUMMER = datetime(2026, 10, 25, 1, tzinfo=UTC), datetime(2026, 3, 29, 1, tzinfo=UTC)
LONGEST_STEP = 5  # seconds, of the small jumps
NUMBER = 7  # of jumps
TRIES = 5  # of a sign-in that the database was too busy for, one a second
THERE = (10, 30)  # requests that are settled in the wrong time, and again after it
# What the proxy of a club says of all its tablets: sign-ins are counted by address.
PROXY = {"X-Real-IP": "192.0.2.16"}
SIGNED_OUT = (302, 401, 403)


def jumps(now: datetime, chance: Random) -> dict[str, datetime]:
    """Return where the clock goes from a moment in that zone, in turn."""
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return {
        "an hour ahead": now + HOUR,
        "an hour back": now - HOUR,
        "next year": now.replace(year=now.year + 1, month=1, day=1, hour=0, minute=30),
        "a few seconds": now + timedelta(seconds=chance.uniform(-LONGEST_STEP, LONGEST_STEP)),
        "midnight": midnight - MARGIN,
        "the end of summer time": WINTER - MARGIN,
        "the beginning of summer time": SUMMER - MARGIN,
    }


def set_clock(file: Path, seconds: float) -> None:
    """Set the clock that many seconds ahead, or behind where that is negative."""
    other = file.with_suffix(".new")
    other.write_text(f"{seconds:+.3f}\n")
    other.replace(file)  # somebody reads it all the time


class Returning(Writer):
    """A tablet whose scorer signs in again where the session has ended."""

    one_at_a_time = threading.Lock()

    def post(self, path: str, body: dict[str, Any]) -> Answer:
        """Send it as any tablet; what was sent without a session again with one."""
        answer = super().post(path, body)
        if answer.status not in SIGNED_OUT or path.startswith("/api/"):
            return answer
        with self.one_at_a_time:
            signed_in = sign_in(self.line.address)
        if not signed_in.session:
            return signed_in._replace(status=NO_ANSWER)
        self.line.session = signed_in.session
        return super().post(path, body)


def sign_in(address: str) -> Answer:
    """Return what the right password is answered in a browser that was never here."""
    line = Line(address, "", patience=10, always=PROXY)
    form = dict(zip(("username", "password"), SCORER, strict=True))
    for _ in range(TRIES):
        answer = line.send_form("/accounts/sign-in/", form)
        if answer.status != OUTAGE:
            break
        time.sleep(1)
    line.close()
    return answer


@contextmanager
def on_sqlite(setting: Setting) -> Iterator[Campaign]:
    """Run a campaign on a file, at a site that takes its time from the file `clock`."""
    library = next(Path("/usr/lib").glob(LIBRARY), None)
    if library is None:
        raise NotTried(NO_LIBRARY)
    file = setting.folder / "clock"
    set_clock(file, 0)
    facts: dict[str, Any] = {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(file),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        # Else files change their times with it, by which gunicorn sees whether a worker lives.
        "NO_FAKE_STAT": "1",
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
        now = datetime.now(ZoneInfo(ZONE))
        name, there = list(jumps(now, running.chance).items())[number % NUMBER]
        set_clock(file, (there - now).total_seconds())
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
    over = begin + MARGIN.total_seconds() + 1
    time.sleep(max(0, over - time.monotonic()))  # midnight has passed by then
    if not running.site.is_ready():
        return [f"{when}: the site is not ready"]
    answer = sign_in(running.site.address)
    return [] if answer.session else [f"{when}: the right password was answered {answer.status}"]
