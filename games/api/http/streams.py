"""Answers of any size: made piece by piece, and compressed if the client accepts it."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from django.http import StreamingHttpResponse
from django.http.request import MediaType
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_sequence
from rest_framework.request import Request

BLOCK = 32_768  # bytes sent at once: small enough to come soon, large enough to pack well
RANDOM_BYTES = 100  # at most, in the gzip header against BREACH, as in Django's own middleware


def blocks(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Return the lines, joined into larger pieces."""
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
    """Return the same pieces, the first already made: an early error gets a proper answer."""
    return chain(list(islice(pieces, 1)), pieces)


def takes_gzip(header: str) -> bool:
    """Return whether a header accepts gzip.

    Django's middleware only looks for the word, so it would also send gzip for `gzip;q=0`.
    """
    codings = [MediaType(part) for part in header.split(",")]
    return any(one.main_type in ("gzip", "*") and one.quality for one in codings)


def streamed(
    request: Request, lines: Iterable[bytes], media_type: str, filename: str
) -> StreamingHttpResponse:
    """Answer with lines while they are being made; browsers save them as `filename`."""
    pieces: Iterable[bytes] = begun(blocks(lines))
    packed = takes_gzip(request.headers.get("Accept-Encoding", ""))
    if packed:
        pieces = compress_sequence(pieces, max_random_bytes=RANDOM_BYTES)
    response = StreamingHttpResponse(pieces, content_type=media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept", "Accept-Encoding"])
    return response
