"""The site as `make serve` runs it, on a database of its own, and programs that ask it."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import requests

from tests.postgres import free_port
from tests.processes import is_running
from tests.waiting import until

ROOT = Path(__file__).parent.parent
TABLES = 4
SCORER = ("scorer", "cards-on-the-table")  # account name and password

PREPARE = f"""
from games import book, people
from games.club.opening_clubs import open_club
from games.matches.match_changes import open_match
from games.models import ApiToken, Club, User
user = User.objects.create_user("{SCORER[0]}", password="{SCORER[1]}")
open_club(user=user, name="Les Atouts")
club = Club.objects.visible_to(user).get()
names = ("Anna", "Boris", "Chloe", "Dario")
seats = [people.add_player(user=user, club=club, name=name) for name in names]
for table in range({TABLES}):
    match = open_match(
        user=user, club=club, title=f"Table {{table}}", variant="french", seats=seats
    )
    print(book.open_hand(user=user, match=match).public_id)
print(ApiToken.objects.create(user=user, scope="record")[1])
"""


class Site(NamedTuple):
    """A site that is served: its address, the hands that are open, a token that may record, and the
    number of its first process."""

    address: str
    hands: list[str]
    token: str
    log: Path
    process: int

    def ask(self, method: str, path: str, body: Any = None, patience: float = 10) -> Any:
        """The answer to a program. Raises requests.Timeout."""
        headers = {"Authorization": f"Bearer {self.token}"}
        url = self.address + path
        return requests.request(method, url, json=body, headers=headers, timeout=patience)

    def engine(self) -> str:
        """The digest of its engine, once it is made: until then the site answers 503."""
        while not (answer := self.ask("GET", "/engine/")).ok:
            time.sleep(float(answer.headers.get("Retry-After", 1)))
        return str(answer.json()["digest"])


@contextmanager
def served(
    database: str,
    folder: Path,
    settings: str = "clubtarot.settings_test",
    workers: int = 1,
    **variables: str,
) -> Iterator[Site]:
    """Serve a new club on a database, with the options of `make serve`, in that many processes and
    with these variables of the environment."""
    env = environment(database, settings) | variables | {"WEB_CONCURRENCY": str(workers)}
    manage = [sys.executable, "manage.py"]
    migrate = [*manage, "migrate", "--skip-checks", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=env, check=True)
    script = [*manage, "shell", "--verbosity", "0", "-c", PREPARE]
    made = subprocess.run(script, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    *hands, token = made.stdout.split()
    with process(env, folder / "site.log") as (address, number):
        site = Site(address, hands[-TABLES:], token, folder / "site.log", number)
        wait_for(site)
        yield site


def environment(database: str, settings: str) -> dict[str, str]:
    """The variables of a site on that database."""
    return os.environ | {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": settings}


@contextmanager
def process(env: dict[str, str], log: Path, port: int = 0) -> Iterator[tuple[str, int]]:
    """gunicorn with the options of `make serve`: its address and its number."""
    port = port or free_port()
    options = ["--bind", f"127.0.0.1:{port}", "--threads", "8", "--keep-alive", "65"]
    options += ["--no-control-socket"]
    command = [sys.executable, "-m", "gunicorn", "clubtarot.wsgi", *options]
    with log.open("w") as out:
        server = subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=out)
    try:
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        server.wait()


def wait_for(site: Site) -> None:
    """Wait until the site answers. Raises AssertionError where it has ended instead."""

    def answers() -> bool:
        assert is_running(site.process), site.log.read_text()
        try:
            return bool(site.ask("GET", "/api/v1/hands", patience=60).ok)
        except (requests.ConnectionError, requests.Timeout):
            return False

    until(answers)
