"""The cells of a workbook, read in a process of its own: a few bytes can ask for all memory."""

from __future__ import annotations

import io
import json
import resource
import subprocess
import sys
import threading
from datetime import date, datetime
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook, SheetVisibleEnum

MEMORY, SECONDS = 400_000_000, 20
WAIT = 3  # seconds, until another one has been read
# None of the secrets of the site. A trace of the library's own can wait for memory for ever.
ENVIRONMENT = {"RUST_BACKTRACE": "0"}
UNREADABLE = 3
Sheets = dict[str, list[list[str]]]
_one_at_a_time = threading.Lock()


class TooMuch(Exception):
    """Reading takes more memory or time than any table needs."""


class Occupied(Exception):
    """Another workbook is being read: those who wait would keep all threads of the site."""


def sheets_of(data: bytes, most_cells: int) -> Sheets | None:
    """Return the cells of each sheet as texts; None for no workbook. Raises TooMuch, Occupied."""
    command = [sys.executable, "-I", __file__, f"{most_cells}"]
    if not _one_at_a_time.acquire(timeout=WAIT):
        raise Occupied
    try:
        done = subprocess.run(  # noqa: S603
            command, input=data, capture_output=True, timeout=SECONDS, env=ENVIRONMENT
        )
    except subprocess.TimeoutExpired:
        raise TooMuch from None
    finally:
        _one_at_a_time.release()
    if done.returncode not in (0, UNREADABLE):
        raise TooMuch
    return None if done.returncode else json.loads(done.stdout)


def read(data: bytes, most_cells: int) -> Sheets:
    """Return the cells of each sheet in sight, blank rows included. Raises TooMuch and others."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    sheets: Sheets = {}
    left = most_cells
    seen = [one.name for one in book.sheets_metadata if one.visible == SheetVisibleEnum.Visible]
    for name in seen or book.sheet_names:
        sheet = book.get_sheet_by_name(name)
        left -= sheet.total_height * sheet.total_width
        if left < 0:
            raise TooMuch
        grid = sheet.to_python(skip_empty_area=False)
        sheets[name] = [[*map(_cell, row)] for row in grid]
    return sheets


def _cell(value: Any) -> str:
    """Return a typed cell as somebody would have typed it."""
    if isinstance(value, bool):
        return "x" if value else ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (datetime, date)):
        return value.isoformat()[:10]
    return str(value)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        print(json.dumps(read(sys.stdin.buffer.read(), int(sys.argv[1]))))
    except (CalamineError, OSError, ValueError):
        sys.exit(UNREADABLE)
