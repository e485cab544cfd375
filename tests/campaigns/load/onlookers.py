"""Who else is on the site while tables record: open pages, readers, the wall, an export."""

from __future__ import annotations

import re
import threading
import time
from itertools import cycle

from tests.campaigns.line import Line
from tests.campaigns.load.recorders import Table, Waits

ASKED_EVERY = 0.6  # seconds, as static/js/live.js
READ_EVERY = 5.0
EXPORTED_EVERY = 60.0
FOLLOWED = re.compile(rb'data-(?:address|live)="([^"]+)"\s+data-mark="([^"]+)"')


class Onlooker(threading.Thread):
    """Does something every so often until it is stopped: `once` says what."""

    pace: float

    def __init__(self, line: Line, late: float = 0.0) -> None:
        super().__init__(daemon=True)
        self.line, self.late = line, late
        self.waits = Waits()
        self.stopped = threading.Event()

    def run(self) -> None:
        """Go on until it is stopped."""
        due = time.perf_counter() + self.late
        while not self.stopped.wait(max(0.0, due - time.perf_counter())):
            self.once()
            due = max(due + self.pace, time.perf_counter())

    def once(self) -> None:
        """Do it once."""
        raise NotImplementedError


class OpenScreen(Onlooker):
    """The recording screen of a table: it asks whether another tablet has recorded there."""

    pace = ASKED_EVERY

    def __init__(self, address: str, table: Table, late: float) -> None:
        super().__init__(Line(address, table.facts["session"]), late)
        page = self.line.get(table.facts["record"])
        found = FOLLOWED.search(page.body)
        if found is None:
            raise RuntimeError(f"The recording screen is not followed: {page.status}")
        self.live = found[1].decode()

    def once(self) -> None:
        """One question. What is new is what this tablet has recorded itself."""
        since = time.perf_counter()
        self.waits.note("a screen asks", since, self.line.get(self.live), (200, 204))


class Wall(Onlooker):
    """A screen in the club room: the page of the club, drawn anew whenever something changed."""

    pace = ASKED_EVERY

    def __init__(self, line: Line, page: str) -> None:
        super().__init__(line)
        self.page = page
        self.live = self.mark = ""

    def once(self) -> None:
        """Ask, and fetch the page where there is something new."""
        since = time.perf_counter()
        if self.live:
            answer = self.line.get(f"{self.live}?at={self.mark}")
            if answer.status == 204:
                return
        page = self.line.get(self.page)
        found = FOLLOWED.search(page.body)
        if self.waits.note("the wall", since, page) and found:
            self.live, self.mark = found[1].decode(), found[2].decode()


class Reader(Onlooker):
    """A member who looks at one page after another."""

    pace = READ_EVERY

    def __init__(self, line: Line, pages: list[str], late: float) -> None:
        super().__init__(line, late)
        self.pages = cycle(pages)

    def once(self) -> None:
        """Read the next page."""
        since = time.perf_counter()
        self.waits.note("a page read", since, self.line.get(next(self.pages)))


class Export(Onlooker):
    """A program that fetches the results of all hands."""

    pace = EXPORTED_EVERY

    def __init__(self, line: Line, file: str) -> None:
        super().__init__(line, late=READ_EVERY)
        self.file = file

    def once(self) -> None:
        """Fetch them."""
        since = time.perf_counter()
        self.waits.note("an export", since, self.line.get(self.file))
