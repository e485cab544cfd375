"""Tests through PgBouncer, which gives a connection for a transaction only.

    python -m tests.campaigns.cluster.pooled [what pytest understands]

Without arguments: what records, seals, and carries archives in and out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import psycopg

from clubtarot.databases import limits_of_statements
from tests.campaigns.cluster.whole import PATH, own
from tests.campaigns.programs import Program, answers, wait_until
from tests.postgres import address_at, find_binaries, free_port, owner_of_server, throwaway_server

FOLDERS = ["tests/recording", "tests/book", "tests/transfer", "tests/models"]
# As deploy/cluster/pgbouncer.ini. Tests make databases and drop them: a pool must let go of those.
CONFIGURATION = """\
[databases]
* = host=127.0.0.1 port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = 20
ignore_startup_parameters = extra_float_digits
server_login_retry = 1
query_wait_timeout = 4
server_idle_timeout = 1
"""


def main() -> int:
    """Run the tests. Returns the exit code of pytest."""
    binaries, program = find_binaries(), shutil.which("pgbouncer", path=PATH)
    if binaries is None or program is None:
        print("Install what is missing: apt-get install postgresql pgbouncer")
        return 1
    with throwaway_server(binaries) as url, TemporaryDirectory(prefix="clubtarot-pool-") as name:
        with psycopg.connect(url, autocommit=True) as line:
            for limit, value in limits_of_statements(8_000).items():
                line.execute(f"ALTER ROLE postgres SET {limit} = {value}".encode())
        folder, port = Path(name), free_port()
        owner_of_server(folder)
        text = CONFIGURATION.format(server=urlsplit(url).port, port=port, folder=folder)
        (folder / "pgbouncer.ini").write_text(text)
        (folder / "users").write_text('"postgres" ""\n')
        command = [program, folder / "pgbouncer.ini"]
        pool = Program("pgbouncer", command, folder, own(folder), unprivileged=True)
        pool.start()
        try:
            wait_until(lambda: answers(address_at(port)), 20, "the pool")
            environment = os.environ | {"DATABASE_URL": address_at(port), "POOLED": "1"}
            chosen = sys.argv[1:] or ["-n", "2", "-q", *FOLDERS, "--only-database"]
            tests = [sys.executable, "-m", "pytest", *chosen]
            return subprocess.run(tests, env=environment).returncode
        finally:
            pool.stop()


if __name__ == "__main__":
    sys.exit(main())
