"""Answers of any size: made a piece at a time, in the memory of one piece, packed where wished."""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from django.http import StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_sequence
from rest_framework.request import Request
from rest_framework.utils.encoders import JSONEncoder

BLOCK = 32_768  # bytes sent at once: small enough to come soon, large enough to pack well
GZIP = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?:1(?:\.0*)?|0\.0*[1-9]\d*))?\s*(?:,|$)")


def json_line(row: Any) -> bytes:
    """One line of NDJSON."""
    text = json.dumps(row, cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def blocks(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines, several of them together."""
    waiting: list[bytes] = []
    size = 0
    for line in lines:
        waiting.append(line)
        size += len(line)
        if size >= BLOCK:
            yield b"".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield b"".join(waiting)


def begun(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same, the first piece made already: what fails at once is an error like any other, not
    an answer that breaks off."""
    return chain(list(islice(pieces, 1)), pieces)


def streamed(
    request: Request, lines: Iterable[bytes], media_type: str, filename: str
) -> StreamingHttpResponse:
    """Answer with lines as they are made; `filename` is what a browser keeps them under."""
    pieces: Iterable[bytes] = begun(blocks(lines))
    packed = bool(GZIP.search(request.headers.get("Accept-Encoding", "")))
    if packed:
        pieces = compress_sequence(pieces)
    response = StreamingHttpResponse(pieces, content_type=media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept", "Accept-Encoding"])
    return response
