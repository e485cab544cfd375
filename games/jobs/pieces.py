"""The file of a job, kept in the database in pieces.

Every node of a site reads it there, a backup has it, and it needs no folder of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from games.models import Job, JobPiece
from games.writing.durably import durably
from games.writing.errors import StorageFull

PIECE_BYTES = 1 << 20
LONGEST_NAME = 200  # bytes


def store(job: Job, data: Iterable[bytes]) -> None:
    """Keep a file, each piece in a transaction of its own. Raises Busy, StorageFull."""
    for number, piece in enumerate(in_pieces(data)):
        durably(partial(add_piece, job, number, piece))


def add_piece(job: Job, number: int, data: bytes) -> None:
    """Keep one piece, in the caller's transaction."""
    JobPiece.objects.create(job=job, number=number, data=data)


def in_pieces(data: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the same bytes, in the pieces in which they are kept."""
    waiting = bytearray()
    for some in data:
        waiting += some
        while len(waiting) >= PIECE_BYTES:
            yield bytes(waiting[:PIECE_BYTES])
            del waiting[:PIECE_BYTES]
    if waiting:
        yield bytes(waiting)


def stored(job: Job) -> Iterator[bytes]:
    """Yield the bytes of the file of a job; one statement a piece, so nobody waits for a reader."""
    number = 0
    while piece := JobPiece.objects.filter(job=job, number=number).first():
        yield bytes(piece.data)
        number += 1


def forget(job: Job) -> None:
    """Delete the file of a job, piece by piece, since that is slow. Raises Busy, StorageFull."""
    for key in list(JobPiece.objects.filter(job=job).values_list("pk", flat=True)):
        durably(JobPiece.objects.filter(pk=key).delete)


@contextmanager
def on_disk(job: Job) -> Iterator[Path]:
    """Provide the file of a job under its own name, as long as the block lasts.

    Raises StorageFull. The bytes lie in a file without a name, so that nothing of them is left
    where this process is killed; the name leads there. One that would be too long on this disk is
    cut off.
    """
    with TemporaryDirectory(prefix="clubtarot-") as folder, TemporaryFile() as file:
        try:
            file.writelines(stored(job))
            file.flush()
        except OSError as error:
            raise StorageFull from error
        name = Path(job.file_name).name.encode(errors="replace")[:LONGEST_NAME]
        path = Path(folder) / (name.decode(errors="ignore") or "file")
        path.symlink_to(f"/dev/fd/{file.fileno()}")
        yield path
