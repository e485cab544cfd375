"""How a command shows that it is getting on: a bar on a terminal, a line now and then elsewhere."""

from time import monotonic

from django.core.management.base import OutputWrapper

WIDTH = 30
SECONDS_BETWEEN_BARS = 0.1
SECONDS_BETWEEN_LINES = 10


class Progress:
    """Counts up to `total` (0: nobody knows), in words like "entries"; `finish` ends its line."""

    def __init__(self, stream: OutputWrapper, total: int, what: str) -> None:
        self.stream = stream
        self.total = total
        self.what = what
        self.done = 0
        self.on_terminal = bool(stream.isatty())
        self.pause = SECONDS_BETWEEN_BARS if self.on_terminal else SECONDS_BETWEEN_LINES
        self.next_report = monotonic() + self.pause

    def step(self) -> None:
        self.reach(self.done + 1)

    def reach(self, done: int, total: int | None = None) -> None:
        """Note how many are done, and of how many where that is known only now."""
        self.done = done
        if total is not None:
            self.total = total
        if monotonic() >= self.next_report:
            self.next_report = monotonic() + self.pause
            self._show()

    def finish(self) -> None:
        """Show the last count and end the line."""
        self._show()
        if self.on_terminal:
            self.stream.write("")

    def _show(self) -> None:
        total = f"/{self.total}" if self.total else ""
        counted = f"{self.done}{total} {self.what}"
        if not self.on_terminal:
            self.stream.write(counted)
            return
        filled = WIDTH * self.done // max(self.total, 1)
        bar = "█" * filled + "·" * (WIDTH - filled) + " " if self.total else ""
        self.stream.write(f"\r{bar}{counted}", ending="")
        self.stream.flush()
