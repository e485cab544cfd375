"""The examples for those who run a site: what they name is there, and what they run runs, as far as
a machine without systemd and containers goes."""

import json
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import requests
from django.core.management import get_commands, load_command_class

from tests.certificate import make_certificate
from tests.checkout import ROOT, Checkout, Running
from tests.postgres import free_port

DEPLOY = ROOT / "games" / "operation" / "deploy"
GUIDE = (ROOT / "games" / "operation" / "guide.md").read_text()
LIST = GUIDE.partition("## From nothing to a site")[2].partition("\n## ")[0]
# The lines of the list that only read and write files.
FILE_LINES = re.findall(r"^ +((?:cd|install|sed|cp|set) .*)$", LIST, re.MULTILINE)
REHEARSAL = re.findall(r"^ +(runuser .*)$", LIST, re.MULTILINE)
NAME = "tarot.example.org"
NOT_OURS = {"FORWARDED_ALLOW_IPS"}  # gunicorn's own
EXAMPLES = [path for path in DEPLOY.rglob("*") if path.is_file()]


def executed(unit: str) -> str:
    """The command line of a unit."""
    (line,) = re.findall(r"^ExecStart=(.*)$", (DEPLOY / unit).read_text(), re.MULTILINE)
    return str(line)


def container(word: str) -> list[str]:
    """What follows a word of the container file, lines that go on joined."""
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
    return re.findall(rf"^ *{word} (.*)$", text, re.MULTILINE)


class Installed(NamedTuple):
    """A site that was made by the list: where its files are, and its address."""

    checkout: Checkout
    running: Running
    address: str

    def moved(self, text: str) -> str:
        """Put the places of this test in place of those of the examples."""
        return moved(self.checkout, text).replace("http://127.0.0.1:8000", self.address)

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run a line of an example with the settings of the site."""
        script = "\n".join([*FILE_LINES[-1:], command.removeprefix("runuser -u clubtarot -- ")])
        return self.checkout.run(self.moved(script))


def moved(checkout: Checkout, text: str) -> str:
    """Put a folder of the test in place of the folders of the machine."""
    text = text.replace("/opt/clubtarot", str(checkout.root)).replace("/usr/bin/make", "make")
    return re.sub(r"/(etc|var)/", rf"{checkout.scratch}/\1/", text)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """Do what the list says with files, then what the service does."""
    checkout = Checkout(tmp_path_factory.mktemp("machine"))
    for folder in ("etc/systemd/system", "etc/nginx/sites-enabled", "var/lib/clubtarot"):
        (checkout.scratch / folder).mkdir(parents=True)
    (checkout.root / "games/operation/deploy/clubtarot.env").write_text(
        moved(checkout, (DEPLOY / "clubtarot.env").read_text())
    )
    port = str(free_port())
    script = [*FILE_LINES, f"exec {executed('clubtarot.service')}"]
    with checkout.running(moved(checkout, "\n".join(script)), PORT=port) as running:
        address = f"http://127.0.0.1:{port}"
        running.until(lambda: answers(f"{address}/readyz"))
        yield Installed(checkout, running, address)
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait() == -signal.SIGTERM


def answers(address: str) -> bool:
    try:
        return requests.get(address).status_code == 200
    except requests.ConnectionError:
        return False


@pytest.mark.thorough
def test_commands_of_the_timers_work_while_the_site_runs(installed: Installed) -> None:
    for unit in ("clubtarot-backup", "clubtarot-heads", "clubtarot-watch"):
        assert (DEPLOY / f"{unit}.timer").is_file()
        done = installed.run(executed(f"{unit}.service"))
        assert done.returncode == 0, done.stdout
    assert [*(installed.checkout.scratch / "var/lib/clubtarot/backups").glob("*.json")]
    (rehearsal,) = REHEARSAL
    done = installed.run(rehearsal)
    assert done.returncode == 0, done.stdout


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore:Unverified HTTPS request")
@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
def test_nginx_compresses_pages_and_keeps_what_is_nobody_else_s(
    installed: Installed, tmp_path: Path
) -> None:
    key, chain = make_certificate(tmp_path, NAME)
    port = str(free_port())
    text = (installed.checkout.scratch / "etc/nginx/sites-enabled/clubtarot").read_text()
    text = re.sub(r" *listen \[::\].*\n", "", text)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    text = text.replace("listen 443 ", f"listen 127.0.0.1:{port} ")
    text = text.replace("127.0.0.1:8000", installed.address.removeprefix("http://"))
    text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(key), text)
    text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(chain), text)
    folders = " ".join(
        f"{kind}_temp_path {tmp_path}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log; events {{}}\n"
        f"http {{ access_log off; {folders}\n{text} }}"
    )
    site = f"https://127.0.0.1:{port}"

    def ask(path: str) -> requests.Response:
        return requests.get(site + path, headers={"Host": NAME}, verify=False)

    with installed.checkout.running(f"exec nginx -c {tmp_path}/nginx.conf") as nginx:
        nginx.until(lambda: (tmp_path / "pid").exists())
        page = ask("/founding/")
        assert (page.status_code, page.headers["Content-Encoding"]) == (200, "gzip")
        assert "Accept-Encoding" in page.headers["Vary"]
        assert ask("/readyz").status_code == 404
        assert nginx.end(signal.SIGQUIT) == 0


@pytest.mark.thorough
def test_the_container_starts_the_site_and_knows_whether_it_lives(installed: Installed) -> None:
    (check,) = [json.loads(one.partition("CMD ")[2]) for one in container("HEALTHCHECK")]
    (start,) = map(json.loads, container("CMD"))
    assert start == ["make", "serve"] == executed("clubtarot.service").rsplit("/")[-1].split()
    quoted = " ".join(f"'{word}'" if " " in word else word for word in check)
    quoted = quoted.replace("'http://127.0.0.1:8000/healthz'", '"http://127.0.0.1:8000/healthz"')
    assert installed.run(quoted).returncode == 0
    nowhere = installed._replace(address=f"http://127.0.0.1:{free_port()}")
    assert nowhere.run(quoted).returncode != 0


def test_the_container_copies_what_its_make_target_needs(tmp_path: Path) -> None:
    first, *_rest = container("COPY")
    for name in first.split()[1:-1]:
        shutil.copy(ROOT / name, tmp_path)
    (target,) = re.findall(
        r"^RUN make (\S+)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE
    )
    done = subprocess.run(
        ["make", "--dry-run", target], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_each_unit_starts_a_command_that_takes_its_words(settings: Any) -> None:
    settings.BACKUP_FOLDER = "/var/lib/clubtarot/backups"
    for unit in DEPLOY.glob("*.service"):
        _program, _found, words = executed(unit.name).partition("manage.py ")
        name, *rest = words.split() or ["", ""]
        if name:
            parser = load_command_class(get_commands()[name], name).create_parser("", name)
            assert parser.parse_args(rest)


def test_each_unit_that_a_timer_starts_notes_its_failure_but_the_one_that_tells_it() -> None:
    for timer in DEPLOY.glob("*.timer"):
        unit = timer.with_suffix(".service")
        tells_others = unit.name != "clubtarot-watch.service"
        assert ("OnFailure=clubtarot-failed@%N.service" in unit.read_text()) == tells_others, unit
    assert executed("clubtarot-failed@.service").endswith("watch --failed %i")


def test_each_variable_of_the_examples_is_a_setting() -> None:
    known = {*re.findall(r"`([A-Z][A-Z_]+)`", GUIDE)} | NOT_OURS
    ours = [path for path in EXAMPLES if path.parent == DEPLOY]
    named = {
        name
        for path in ours
        for name in re.findall(r"(?:^|[\s#])([A-Z][A-Z_]{3,})=", path.read_text())
    }
    assert named - known == set()
    assert {"TIME_ZONE", "BACKUP_FOLDER", "EMAIL_URL", "SECRET_KEY"} <= named


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    units = []
    for unit in [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")]:
        text = unit.read_text().replace("User=clubtarot", "").replace("Group=clubtarot", "")
        text = re.sub(r"^ExecStart=.*$", "ExecStart=/bin/true", text, flags=re.MULTILINE)
        (tmp_path / unit.name).write_text(text)
        units.append(str(tmp_path / unit.name))
    command = ["systemd-analyze", "verify", "--man=no", *units]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if str(tmp_path) in line]
    assert ours == []


@pytest.mark.skipif(not shutil.which("caddy"), reason="Caddy is not installed")
def test_caddy_understands_its_example(tmp_path: Path) -> None:
    text = (DEPLOY / "Caddyfile").read_text()
    version = subprocess.run(["caddy", "version"], capture_output=True, text=True, check=True)
    if re.match(r"v?2\.[0-6]\.", version.stdout):
        text = re.sub(r"(request|response)_buffers \S+", r"buffer_\1s", text)
    (tmp_path / "Caddyfile").write_text(text)
    adapt = ["caddy", "adapt", "--config", str(tmp_path / "Caddyfile")]
    done = subprocess.run(adapt, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert '"encode"' in done.stdout
