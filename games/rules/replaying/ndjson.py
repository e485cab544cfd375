"""Records one a line: reading the lines of a file or an upload, and answering each of them.

The command `verify_records` and `POST /api/v1/records/verify` both work through this module,
so that they cannot answer differently.
"""

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from games.rules.record.strict import MAX_BYTES
from games.rules.replaying.replay import verify

LONGEST = MAX_BYTES  # of one record, without its line break
_CHUNK = 65_536

Line = tuple[int, bytes]


def lines(stream: BinaryIO) -> Iterator[Line]:
    """Yield every line that is not blank, with its number from 1, without its line break.

    Needs the memory of one record: of a line that is longer than a record may be only
    the first `LONGEST` + 1 bytes are kept, enough for `verify` to refuse it.
    """
    number = 0
    while line := stream.readline(LONGEST + len(b"\r\n")):
        number += 1
        blank = not line.strip()
        if not line.endswith(b"\n"):
            blank = _skip_rest_of_line(stream) and blank
        if not blank:
            yield number, without_line_break(line)[: LONGEST + 1]


def without_line_break(line: bytes) -> bytes:
    """Return the line without the `\\n` or `\\r\\n` that ends it."""
    return line.removesuffix(b"\n").removesuffix(b"\r")


def _skip_rest_of_line(stream: BinaryIO) -> bool:
    """Read up to the end of the line and say whether all of that was blank."""
    blank = True
    while rest := stream.readline(_CHUNK):
        blank = blank and not rest.strip()
        if rest.endswith(b"\n"):
            break
    return blank


def answers(numbered: Iterable[Line]) -> Iterator[dict[str, Any]]:
    """Yield what the record format calls the verifier's answer, for each (line number, line)."""
    for number, line in numbered:
        yield {"line": number, **verify(line)}
