"""Lines that were judged, kept in a file until they are written."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import Any

from games.access.errors import StorageFull

IN_MEMORY = 1 << 24  # bytes; what goes beyond lies in a file without a name
QUICKLY = 1


class Spool:
    """Lines in their order, packed some hundred together. They can be read as often as needed."""

    def __init__(self, together: int) -> None:
        self.together = together
        self.file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed at the exit
        self.waiting: list[Any] = []

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, *_error: object) -> None:
        self.file.close()

    def add(self, line: Any) -> None:
        """Keep one more line. Raises StorageFull."""
        self.waiting.append(line)
        if len(self.waiting) == self.together:
            self._store()

    def _store(self) -> None:
        packed = zlib.compress(pickle.dumps(self.waiting, pickle.HIGHEST_PROTOCOL), QUICKLY)
        try:
            self.file.write(len(packed).to_bytes(8) + packed)
        except OSError as error:
            raise StorageFull from error
        self.waiting = []

    def chunks(self) -> Iterator[list[Any]]:
        """All lines, as many at a time as were kept together."""
        if self.waiting:
            self._store()
        self.file.seek(0)
        while size := self.file.read(8):
            # Nobody but this process has ever had the file.
            yield pickle.loads(zlib.decompress(self.file.read(int.from_bytes(size))))  # noqa: S301
