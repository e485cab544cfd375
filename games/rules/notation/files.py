"""Files of hands: each begins with its line `format`; the verifier's answer for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

from games.rules.notation.hand import Written, read_hand
from games.rules.notation.line import NotationError
from games.rules.problems import N_, Problem, RecordError
from games.rules.record.record import parse_record
from games.rules.record.strict import MAX_BYTES
from games.rules.replaying.replay import verify

# The text of a record within its own limit is shorter: characters of two bytes may be escaped by six.
MAX_TEXT_BYTES = 4 * MAX_BYTES
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Piece(NamedTuple):
    """The text of one hand as it stands in a file, from line `line` on."""

    line: int
    text: bytes


def hands_of(stream: BinaryIO) -> Iterator[Piece]:
    """Yield the hands of a file.

    Blank lines and comments before the first belong to none. This needs the memory of one hand; of one that is too long
    only as much is kept as is needed to refuse it.
    """
    begun, kept, size = 0, list[bytes](), 0
    for number, line in enumerate(_lines(stream), 1):
        first = b"".join(line.split(maxsplit=1)[:1])
        if kept and first.lower() == b"format":
            yield Piece(begun, b"".join(kept))
            kept, size = [], 0
        if not kept and (not first or first.startswith(b"#")):
            continue
        begun = begun if kept else number
        if size <= MAX_TEXT_BYTES:
            kept.append(line)
            size += len(line)
    if kept:
        yield Piece(begun, b"".join(kept))


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines with their breaks; a byte order mark is dropped, a line that is too long is cut off."""
    limit = MAX_TEXT_BYTES + 1
    line = stream.readline(limit).removeprefix(_BYTE_ORDER_MARK)
    while line:
        rest = line
        while len(rest) >= limit and not rest.endswith(b"\n"):
            rest = stream.readline(limit)
        yield line
        line = stream.readline(limit)


def verify_text(piece: Piece) -> dict[str, Any]:
    """Return the verifier's answer for one hand, as for its JSON; `line` in a refusal is the line of the file."""
    try:
        written = read_hand(_decoded(piece), piece.line)
    except NotationError as error:
        refusal = {"code": error.problem.code, "action": None, "message": str(error.problem)}
        return {"ok": False, "error": {**refusal, "line": error.line}}
    answer = verify(written.json_line())
    if not answer["ok"]:
        answer["error"]["line"] = _place(written, answer["error"]["action"])
    return answer


def _place(written: Written, action: int | None) -> int:
    """Return the line of an action, or of what is wrong with the head."""
    if action is not None:
        return written.actions[action]
    try:
        parse_record(written.json_line())
    except RecordError as error:
        return written.line_of(error.problem)
    return written.line


def _decoded(piece: Piece) -> str:
    if len(piece.text) > MAX_TEXT_BYTES:
        template = N_("The text of a hand may have at most {limit} bytes.")
        problem = Problem("malformed", template, {"limit": MAX_TEXT_BYTES})
        raise NotationError(problem, piece.line)
    try:
        return piece.text.decode()
    except UnicodeDecodeError as fault:
        line = piece.line + piece.text.count(b"\n", 0, fault.start)
        raise NotationError(Problem("malformed", N_("This line is not UTF-8.")), line) from None
