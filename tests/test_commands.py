"""What the READMEs tell somebody to run is run, as it stands there, or is listed with a reason."""

import json
import re
import secrets
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
import requests

from games.management.demo.evening import SIGN_INS
from tests.api.test_readme import COMMANDS as ASKED_OF_THE_INTERFACE
from tests.api.test_tour import COMMANDS as ASKED_ON_THE_TOUR
from tests.checkout import ROOT, Checkout, Running
from tests.operation.test_deploy import FILE_LINES, NAME, REHEARSAL
from tests.postgres import find_binaries, free_port, server_in
from tests.test_readme import PAGES

BINARIES = find_binaries()
README = "README.md"
SERVE = "make serve"
BEHIND_A_PROXY = {"Host": NAME, "X-Forwarded-Proto": "https", "X-Real-IP": "::1"}
SAMPLES = ROOT / "tests/rules/data/samples/french.ndjson"
HERE = "http://127.0.0.1:8000"
BY_HAND = "it changes the machine, or waits for somebody"
NOT_RUN = {
    "make test": "it runs this test",
    "make room": "tests/browser/test_club_room.py runs it",
    "make cluster": "it needs packages, and goes on until Ctrl-C",
    "make faults CLUSTER=1": "it needs packages, and half an hour",
    "make faults": "it takes twenty minutes; its parts are tested in tests/campaigns/faults",
    'make faults ONLY="kills stops" N=500': "it takes hours",
    "make faults HOURS=8 SEED=7": "it takes a night",
    "apt-get install postgresql patroni etcd-server pgbouncer haproxy": BY_HAND,
    "apt-get install git make curl python3-venv nginx certbot python3-certbot-nginx": BY_HAND,
    "adduser --system --group --home /var/lib/clubtarot clubtarot": BY_HAND,
    "git clone ADDRESS /opt/clubtarot": BY_HAND,
    "chown -R clubtarot: /opt/clubtarot": BY_HAND,
    "nano /etc/clubtarot.env": BY_HAND,
    "systemctl daemon-reload": BY_HAND,
    "systemctl enable --now clubtarot": BY_HAND,
    "journalctl -u clubtarot -f": BY_HAND,
    f"certbot certonly --nginx -d {NAME} --deploy-hook 'systemctl reload nginx'": BY_HAND,
    "nano /etc/nginx/sites-enabled/clubtarot": BY_HAND,
    "nginx -t": BY_HAND,
    "systemctl reload nginx": BY_HAND,
    "systemctl enable --now clubtarot-backup.timer clubtarot-watch.timer clubtarot-heads.timer": (
        "the commands of the units are run by tests/operation/test_deploy.py"
    ),
    "systemctl start clubtarot-backup": "so is this one",
    "systemctl --failed": BY_HAND,
    "runuser -u clubtarot -- .venv/bin/python manage.py backup": "as its unit does, see above",
}
# What is not run by the test of all blocks.
ELSEWHERE = {
    *NOT_RUN,
    "make run",
    *ASKED_OF_THE_INTERFACE,
    *ASKED_ON_THE_TOUR,
    *FILE_LINES,
    *REHEARSAL,
}
FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
# People and clubs that the READMEs name, besides those of the demo.
PEOPLE = """
from games.club.opening_clubs import open_club
from games.models import Club, User
marie = User.objects.create_user("marie")
open_club(user=marie, name="Les Atouts")
club = Club.objects.visible_to(marie).get()
for name in ("anna", "boris"):
    club.memberships.create(user=User.objects.create_user(name), role="scorer")
"""


class Block(NamedTuple):
    """The lines of a fenced block of commands, without their comments."""

    page: str
    commands: tuple[str, ...]


def blocks() -> Iterator[Block]:
    """Every block of commands once, also where several languages have the same."""
    seen = set()
    for path in PAGES:
        for kind, text in FENCED.findall(path.read_text()):
            lines = text.replace("\\\n", " ").splitlines()
            bare = [re.sub(r"(^|\s)\s*# .*", "", line).strip() for line in lines]
            commands = tuple(filter(None, bare))
            if kind == "sh" and commands not in seen:
                seen.add(commands)
                yield Block(path.relative_to(ROOT).as_posix(), commands)


BLOCKS = [*blocks()]
SERVED = next(block for block in BLOCKS if SERVE in block.commands)


def answers(address: str, **headers: str) -> bool:
    """Whether a site answers there with 200."""
    try:
        return requests.get(address, headers=headers, allow_redirects=False).status_code == 200
    except requests.ConnectionError:
        return False


@contextmanager
def served(checkout: Checkout, database: str) -> Iterator[tuple[Running, str]]:
    """Run the block of README.md for a real club on an empty database, until it answers."""
    port = free_port()
    filled_in = {
        "SECRET_KEY=…": f"SECRET_KEY={secrets.token_urlsafe(50)}",
        "postgres://user:password@host/name": database,
        "/var/backups/": f"{checkout.scratch}/backups-",
        SERVE: f"exec {SERVE}",  # so that ending make ends no shell
    }
    script = "\n".join(SERVED.commands)
    for old, new in filled_in.items():
        assert old in script
        script = script.replace(old, new)
    with checkout.running(script, PORT=str(port)) as running:
        address = f"http://127.0.0.1:{port}"
        running.until(lambda: answers(f"{address}/readyz"))
        yield running, address


def found_a_club(running: Running, address: str) -> str:
    """Open the page that `make serve` prints, as a web server in front passes it on; send its form
    with the code that is printed, and return where that leads."""
    printed = re.search(r"https://tarot\.example\.org(/\S+)\n +(\S+)\n", running.printed())
    assert printed is not None, running.printed()
    page, code = printed.groups()
    shown = requests.get(address + page, headers=BEHIND_A_PROXY)
    assert shown.status_code == 200, shown.text
    password = secrets.token_urlsafe(12)
    (token, *_) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', shown.text)
    form = {"code": code, "club": "Les Atouts", "username": "alice", "csrfmiddlewaretoken": token}
    form |= {"password1": password, "password2": password}
    cookies = "; ".join(f"{one.name}={one.value}" for one in shown.cookies)
    sent = BEHIND_A_PROXY | {"Cookie": cookies, "Referer": f"https://tarot.example.org{page}"}
    answer = requests.post(address + page, form, headers=sent, allow_redirects=False)
    assert answer.status_code == 302, answer.text
    return answer.headers["Location"]


def assert_a_club_can_be_founded(checkout: Checkout, database: str) -> None:
    with served(checkout, database) as (running, address):
        assert found_a_club(running, address) == "/c/les-atouts/"
        # As systemd ends it: only make gets the signal, and passes it on.
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait() == -signal.SIGTERM
        assert not answers(f"{address}/readyz")
        assert "Traceback" not in running.printed()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_make_serve_leads_from_an_empty_database_to_a_club(checkout: Checkout) -> None:
    assert_a_club_can_be_founded(checkout, f"sqlite:///{checkout.scratch}/club.sqlite3")


@pytest.mark.thorough
@pytest.mark.skipif(BINARIES is None, reason="PostgreSQL is not installed")
def test_make_serve_leads_from_an_empty_postgresql_to_a_club(checkout: Checkout) -> None:
    assert BINARIES is not None
    durable = {"fsync": "on"}  # or the site refuses to start
    with (
        TemporaryDirectory(prefix="clubtarot-pg-", ignore_cleanup_errors=True) as name,
        server_in(Path(name), BINARIES, stop="fast", settings=durable) as url,
    ):
        assert_a_club_can_be_founded(checkout, url)


def assert_sign_in_works(address: str) -> None:
    """Sign in at the demo as README.md says."""
    session = requests.Session()
    page = f"{address}/accounts/sign-in/"
    (token, *_) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', session.get(page).text)
    form = {"username": "scorer", "password": SIGN_INS["scorer"], "csrfmiddlewaretoken": token}
    assert session.post(page, form, allow_redirects=False).status_code == 302


@pytest.mark.thorough
@pytest.mark.timeout(3600)  # it is many commands
@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_each_command_runs_as_it_stands(checkout: Checkout) -> None:
    """On the site of `make run`, which is the first of them."""
    port = str(free_port())
    address = f"http://127.0.0.1:{port}"
    replaced = {
        HERE: address,
        "/var/backups/": f"{checkout.scratch}/backups-",
        "/etc/clubtarot": f"{checkout.scratch}/etc",
        "curl ": "curl --fail ",
    }
    failed: list[str] = []
    with checkout.running("exec make run", PORT=port) as site:
        site.until(lambda: answers(f"{address}/accounts/sign-in/"))
        assert_sign_in_works(address)
        (sample, *_) = SAMPLES.read_text().splitlines()
        (checkout.root / "hands.ndjson").write_text(json.dumps(json.loads(sample)["record"]))
        manage = ".venv/bin/python manage.py"
        begin = f"{manage} shell --verbosity 0 -c '{PEOPLE}'"
        begin += f"; {manage} import_records les-atouts hands.ndjson --as marie"
        prepared = checkout.run(begin, DEBUG="1")
        assert prepared.returncode == 0, prepared.stdout
        for page, commands in BLOCKS:
            wanted = [one for one in commands if one not in ELSEWHERE]
            if not wanted or (page == README and SERVE in commands):
                continue
            if all(one.startswith("export ") for one in wanted):
                wanted.append(f"{manage} check")  # the settings read them
            script = "\n".join(wanted)
            for old, new in replaced.items():
                script = script.replace(old, new)
            done = checkout.run(script, DEBUG="1")
            if done.returncode:
                failed.append(f"{page}: {script}\n{done.stdout}")
        assert failed == []
        site.end(signal.SIGINT)
        assert not answers(address)


def test_what_is_not_run_is_still_in_a_readme() -> None:
    assert NOT_RUN.keys() - {one for block in BLOCKS for one in block.commands} == set()


def test_commands_stand_in_blocks_of_commands() -> None:
    """A block of another kind, or of none, hides no command from these tests."""
    hidden = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in PAGES
        for kind, text in FENCED.findall(path.read_text())
        if kind != "sh"
        for line in text.splitlines()
        if re.match(r" *(\$ |sudo |apt|make |curl |[\w./]*(python3?|manage\.py) |systemctl )", line)
    ]
    assert hidden == []
