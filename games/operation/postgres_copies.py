"""Copies of a PostgreSQL database, by PostgreSQL's own `pg_dump` and `pg_restore`."""

from __future__ import annotations

import os
import shutil
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.db import ProgrammingError, connection, transaction

from games.operation.backups import CannotCopy, CopyReport
from games.operation.inventory import Inventory, take_inventory

SECONDS_BETWEEN_LOOKS = 0.5
TRIAL = zlib.crc32(b"clubtarot: try a copy")
LONGEST_NAME = 50  # PostgreSQL cuts names at 63 bytes
WITHOUT_OWNERS = ("--no-owner", "--no-acl", "--no-comments")
INSTALLED = Path("/usr/lib/postgresql")  # where Debian keeps a folder for each version

# Whatever stands in the database goes, in the transaction that brings the copy in.
EMPTY = """
SET client_min_messages = warning;
SET lock_timeout = '10s';
DO $$
DECLARE one record;
BEGIN
  FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
    EXECUTE format('DROP TABLE %I CASCADE', one.tablename);
  END LOOP;
  FOR one IN
    SELECT oid::regprocedure AS name FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  LOOP
    EXECUTE format('DROP ROUTINE %s CASCADE', one.name);
  END LOOP;
END $$;
"""


class PostgresCopies:
    """The database that the site is on."""

    ending = ".dump"
    unit = "bytes"
    size = 0  # nobody knows before it is made

    @property
    def trial(self) -> str:
        """Return the name of the database in which a copy is tried."""
        return f"{connection.settings_dict['NAME'][:LONGEST_NAME]}_trial"

    def write(self, target: Path, report: CopyReport) -> Inventory:
        """Copy one state into a new file while the site goes on; return what is in it."""
        tool = program("pg_dump")
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
            cursor.execute("SET idle_in_transaction_session_timeout = 0")
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            (snapshot,) = cursor.fetchone()
            inventory = take_inventory()
            whole = ["--format=custom", f"--snapshot={snapshot}", f"--file={target}"]
            arguments, env = reach()
            with subprocess.Popen([tool, *WITHOUT_OWNERS, *whole, *arguments], env=env) as dump:  # noqa: S603
                try:
                    while dump.poll() is None:
                        report(target.stat().st_size if target.exists() else 0, 0)
                        wait_a_little(dump)
                finally:
                    dump.terminate()
        if dump.returncode:
            raise CannotCopy("pg_dump has failed; the lines above say why.")
        with target.open("rb") as file:
            os.fsync(file.fileno())
        return inventory

    @contextmanager
    def try_out(self, source: Path, folder: Path) -> Iterator[str]:
        """Open a throwaway database on the same server, for its DATABASE_URL."""
        quoted = connection.ops.quote_name(self.trial)
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [TRIAL])
            if not cursor.fetchone()[0]:
                raise CannotCopy("Another copy of this database is being tried. Try again later.")
            cursor.execute(f"DROP DATABASE IF EXISTS {quoted} WITH (FORCE)")
            try:
                cursor.execute(f"CREATE DATABASE {quoted} TEMPLATE template0")
            except ProgrammingError as error:
                raise CannotCopy(
                    "The account of the site may not make a database in which the copy could be "
                    f"tried ({error}). Let it: ALTER ROLE name CREATEDB."
                ) from None
        try:
            arguments, env = reach(self.trial)
            whole = ["--exit-on-error", "--dbname", self.trial, *arguments[:-1], str(source)]
            command = [program("pg_restore"), *WITHOUT_OWNERS, *whole]
            if subprocess.run(command, env=env, check=False).returncode:  # noqa: S603
                raise CannotCopy("The copy cannot be read; the lines above say why.")
            yield address_of(self.trial)
        finally:
            with connection.cursor() as cursor:
                cursor.execute(f"DROP DATABASE IF EXISTS {quoted} WITH (FORCE)")
                cursor.execute("SELECT pg_advisory_unlock(%s)", [TRIAL])

    prepare = try_out  # it may also take the place of the site's

    def check_stopped(self) -> None:
        """Pages kept in the memory of a running site would be those of the former database."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
            (others,) = cursor.fetchone()
        if others:
            raise CannotCopy(
                f"The database has {others} other connections. Stop the site and try again."
            )

    def put_in_place(self, *, keep_former: bool) -> str:
        """Return one transaction: without its COMMIT a copy that breaks off changes nothing."""
        arguments, env = reach()
        psql = [program("psql"), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
        read = [program("pg_dump"), *WITHOUT_OWNERS, *reach(self.trial)[0]]
        with (
            subprocess.Popen(  # noqa: S603
                [*psql, *arguments],
                env=env,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
            ) as into,
            subprocess.Popen(read, env=env, stdout=subprocess.PIPE) as script,  # noqa: S603
        ):
            given: Any = into.stdin
            taken: Any = script.stdout
            try:
                given.write(f"BEGIN;\n{EMPTY}".encode())
                shutil.copyfileobj(taken, given)
                if script.wait() == 0:
                    given.write(b"COMMIT;\n")
                given.close()
            except BrokenPipeError:
                script.kill()
        if into.returncode or script.returncode:
            raise CannotCopy("Nothing was restored; the lines above say why.")
        return ""


def wait_a_little(process: subprocess.Popen[bytes]) -> None:
    """Until it ends, or until it is time to look how far it is."""
    try:
        process.wait(SECONDS_BETWEEN_LOOKS)
    except subprocess.TimeoutExpired:
        return


def program(name: str) -> str:
    """Return the path of one of PostgreSQL's programs.

    Of the newest version that is installed, since an older one refuses a newer server. Raises
    CannotCopy.
    """
    installed = sorted(INSTALLED.glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    program = str(installed[-1]) if installed else shutil.which(name)
    if not program:
        raise CannotCopy(f"{name} is missing. On Debian and Ubuntu: apt install postgresql-client.")
    return program


def reach(name: str | None = None) -> tuple[list[str], dict[str, str]]:
    """Return how PostgreSQL's programs find the server: arguments and environment.

    The name of the database is the last argument; the password is in the environment, where no list
    of processes shows it.
    """
    settings = connection.settings_dict | ({"NAME": name} if name else {})
    command, env = connection.client.settings_to_cmd_args_env(settings, [])
    return list(command[1:]), os.environ | (env or {})


def address_of(name: str) -> str:
    """Return the DATABASE_URL of another database on the same server."""
    url = urlsplit(os.environ["DATABASE_URL"])
    return url._replace(path=f"{url.path.rpartition('/')[0]}/{name}").geturl()
