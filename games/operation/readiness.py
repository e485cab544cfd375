"""Whether the site could do its work at this moment: the database, its migrations, the disk."""

import errno
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.db import Error, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from clubtarot.databases import LONGEST_WAIT
from games.jobs import call_worker
from games.jobs.claims import unattended
from games.operation.erased_people import there_again
from games.writing.errors import Busy, StorageFull, StorageReadOnly
from games.writing.outages import DAMAGED, cause_of, is_damaged, outage_of

log = logging.getLogger(__name__)

LASTS = 1.0  # seconds: however often somebody asks, the database is asked once in this time
NO_ROOM = 50_000_000  # bytes: with less, entries may soon be refused
LITTLE_ROOM = 200_000_000
NO_ANSWER = "The database does not answer. The log says why."
# Without a sign of life from its worker a job is stuck by then.
UNATTENDED = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Condition:
    """What is wrong, and what soon will be, a sentence for each thing by its name."""

    problems: dict[str, str] = field(default_factory=dict)
    warnings: dict[str, str] = field(default_factory=dict)


class Readiness:
    """Looks after the database and the disk, at most once a second and in a thread of its own.

    A database that has stopped working answers nothing, and no limit of ours ends that wait: it
    must not take the threads that serve the site.
    """

    def __init__(self, look: Callable[[], Condition], patience: float = LONGEST_WAIT) -> None:
        self.look = look
        self.patience = patience
        self.lock = Lock()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="readiness")
        self.looking: Future[Condition] | None = None
        self.until = 0.0  # when the condition of the last look is too old

    def ask(self) -> Condition:
        """Return the condition of a moment ago, or look now."""
        with self.lock:
            looking = self.looking
            if looking is None or (looking.done() and time.monotonic() >= self.until):
                looking = self.looking = self.thread.submit(self._look)
        try:
            return looking.result(self.patience)
        except TooSlow:
            return Condition({"database": f"No answer within {self.patience:g} seconds."})

    def _look(self) -> Condition:
        condition = self.look()
        self.until = time.monotonic() + LASTS
        return condition


class Lookout:
    """Looks once. Keeps which migrations the code has, since reading them takes long."""

    def __init__(self) -> None:
        self.needed: set[tuple[str, str]] = set()

    def look(self) -> Condition:
        """Return what is wrong now. Details that may name hosts and paths go to the log alone."""
        condition = Condition()
        try:
            self._look_at_database(condition)
        except Error as error:
            log.warning("not ready: %s", cause_of(error))
            condition.problems["database"] = DAMAGED if is_damaged(error) else NO_ANSWER
        finally:
            connection.close()  # that of this thread, which may not be used again for hours
        look_at_disk(condition)
        return condition

    def _look_at_database(self, condition: Condition) -> None:
        recorder = MigrationRecorder(connection)
        applied = set(recorder.applied_migrations())
        if not self.needed or self.needed - applied:
            self.needed = set(MigrationLoader(connection).graph.nodes)
        missing = self.needed - applied
        if missing:
            sentence = f"{len(missing)} missing. Stop the site and start it again."
            condition.problems["migrations"] = sentence
            return
        look_at_jobs(condition)
        look_at_erasures(condition)
        look_at_saving(condition)


def look_at_jobs(condition: Condition) -> None:
    """Add how many jobs wait that nobody works on, and start a worker for them."""
    now = timezone.now()
    left = unattended(now - UNATTENDED).filter(asked_at__lt=now - UNATTENDED).count()
    if left:
        condition.warnings["jobs"] = f"{left} wait, and nobody works on them. The log may say why."
    if unattended(now).exists():
        call_worker()


def look_at_erasures(condition: Condition) -> None:
    """Add that erased people are back, as in a copy that was put there by hand."""
    try:
        again = there_again(Path(settings.BACKUP_FOLDER)) if settings.BACKUP_FOLDER else ""
    except (OSError, ValueError, LookupError) as error:
        log.warning("the list of erasures cannot be read: %s", error)
        again = "The list of erasures next to the backups cannot be read."
    if again:
        condition.warnings["erasures"] = again


def look_at_saving(condition: Condition) -> None:
    """Add why nothing can be saved, by trying to save.

    Reading still works where the disk is full or takes no writes. Nothing that is kept is written,
    and no lock of the site is taken.
    """
    try:
        if connection.vendor == "sqlite":
            _write_next_to(Path(connection.settings_dict["NAME"]))
        else:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(TRY_TO_SAVE)
    except Error as error:
        condition.problems["saving"] = str((outage_of(error) or Busy).sentence)
        log.warning("nothing can be saved: %s", cause_of(error))
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        condition.problems["saving"] = str((StorageFull if full else StorageReadOnly).sentence)
        log.warning("nothing can be saved: %s", error)


# A few pages, as an entry may need them.
TRY_TO_SAVE = (
    "CREATE TEMPORARY TABLE clubtarot_try AS "
    "SELECT repeat(md5(number::text), 30) FROM generate_series(1, 64) AS number; "
    "DROP TABLE clubtarot_try"
)


def _write_next_to(database: Path) -> None:
    """Write a page next to the file of the database, itself writable. Raises OSError."""
    with database.open("r+b"):
        pass
    with tempfile.TemporaryFile(dir=database.absolute().parent) as file:
        file.write(bytes(65_536))
        file.flush()
        os.fsync(file.fileno())


def look_at_disk(condition: Condition) -> None:
    """Add where little room is left, or none."""
    folders = {"disk for temporary files": Path(tempfile.gettempdir())}
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        folders["disk of the database"] = file.absolute().parent
    for name, folder in folders.items():
        try:
            room = shutil.disk_usage(folder).free
        except OSError:
            condition.problems[name] = "The folder cannot be read."
            continue
        if room < LITTLE_ROOM:
            where = condition.problems if room < NO_ROOM else condition.warnings
            where[name] = f"Only {room // 1_000_000} MB left."


readiness = Readiness(Lookout().look)
