"""Who else is on the site while tables record: open pages, readers, walls, an export."""

from __future__ import annotations

import re
import threading
import time
from itertools import cycle

from tests.campaigns.line import Line
from tests.campaigns.load.recorders import Table, Waits

ASKED_EVERY = 0.6  # seconds, as static/js/live.js
LOOKED_EVERY = 2.0  # as static/js/evening/wall.js
READ_EVERY = 5.0
EXPORTED_EVERY = 60.0
FOLLOWED = re.compile(rb'data-(?:address|live)="([^"]+)"\s+data-mark="([^"]+)"')
SHOWN = re.compile(rb'id="_wall" data-mark="([^"]+)"')


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
            self.once(time.perf_counter())
            due = max(due + self.pace, time.perf_counter())

    def once(self, since: float) -> None:
        """Do it once, wanted since that moment."""
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

    def once(self, since: float) -> None:
        """One question. What is new is what this tablet has recorded itself."""
        self.waits.note("a screen asks", since, self.line.get(self.live), (200, 204))


class ClubPage(Onlooker):
    """An open page of the club, drawn again whenever something changed."""

    pace = ASKED_EVERY

    def __init__(self, line: Line, page: str) -> None:
        super().__init__(line)
        self.page = page
        self.live = self.mark = ""

    def once(self, since: float) -> None:
        """Ask, and fetch the page where there is something new."""
        if self.live and self.line.get(f"{self.live}?at={self.mark}").status == 204:
            return
        page = self.line.get(self.page)
        found = FOLLOWED.search(page.body)
        if self.waits.note("the page of the club", since, page) and found:
            self.live, self.mark = found[1].decode(), found[2].decode()


class Viewer(Onlooker):
    """Somebody who looks at the wall of an evening, without an account."""

    pace = LOOKED_EVERY

    def __init__(self, address: str, wall: str, late: float) -> None:
        super().__init__(Line(address, ""), late)
        self.wall, self.mark, self.shown = wall, "", 0.0

    def once(self, since: float) -> None:
        """Ask, fetch what is new, and take down how old what was shown until then has become."""
        answer = self.line.get(f"{self.wall}?at={self.mark}")
        if answer.status == 200:
            found = SHOWN.search(answer.body)
            self.mark = found[1].decode() if found else ""
        if self.waits.note("the wall asks", since, answer, (200, 204)):
            if self.shown:
                age = (time.perf_counter() - self.shown) * 1000
                self.waits.times["age of what the wall shows"].append(age)
            self.shown = since


class Reader(Onlooker):
    """Somebody who asks for one page after another: a member, or a program for all results."""

    def __init__(self, line: Line, what: str, pages: list[str], pace: float, late: float) -> None:
        super().__init__(line, late)
        self.what, self.pages, self.pace = what, cycle(pages), pace

    def once(self, since: float) -> None:
        """Read the next page."""
        self.waits.note(self.what, since, self.line.get(next(self.pages)))
