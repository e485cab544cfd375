"""Holes in what the site is made of are found; a service that cannot be asked finds nothing."""

import json
import re
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from tests import audit

LOCK = "asgiref==3.13.0 \\\n    --hash=sha256:00\nsqlparse==0.6.1 \\\n    --hash=sha256:00\n"
HOLE = {
    "id": "GHSA-aaaa-bbbb-cccc",
    "modified": "2026-01-01T00:00:00Z",
    "published": "2026-01-01T00:00:00Z",
    "summary": "Anybody may read anything",
    "affected": [],
}


@pytest.fixture
def service() -> Iterator[Callable[[str], str]]:
    """Starts a service that knows of a hole in one package; its address."""
    servers: list[HTTPServer] = []

    def start(bad: str) -> str:
        class Osv(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                names = [one["package"]["name"] for one in asked["queries"]]
                hole = [{"id": HOLE["id"], "modified": HOLE["modified"]}]
                self.answer({"results": [{"vulns": hole} if one == bad else {} for one in names]})

            def do_GET(self) -> None:
                self.answer(HOLE)

            def answer(self, body: Any) -> None:
                data = json.dumps(body).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: Any) -> None:
                pass

        servers.append(HTTPServer(("127.0.0.1", 0), Osv))
        Thread(target=servers[-1].serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{servers[-1].server_port}/"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def test_every_lock_file_is_read_to_its_last_version() -> None:
    pins = re.compile("^[a-z][^ ]*==[^ ]*", re.MULTILINE)
    for name in audit.LOCKS:
        text = (audit.ROOT / name).read_text()
        assert pins.search(text)
        assert all(f'"{pin}' in audit.project_of(text) for pin in pins.findall(text))
    run, dev = (audit.ROOT / name for name in ("requirements.lock", "requirements-dev.lock"))
    assert set(pins.findall(run.read_text())) <= set(pins.findall(dev.read_text()))


def test_a_lock_file_that_is_not_understood_is_no_pass() -> None:
    for text in ("", "asgiref==3.13.0\n", f"{LOCK}django @ git+https://example.org/x==1\n"):
        with pytest.raises(ValueError, match="cannot be read"):
            audit.project_of(text)


def test_a_known_hole_is_found_and_named(service: Callable[[str], str]) -> None:
    found = audit.audit(LOCK, "--service-url", service("sqlparse"))
    if found.status == audit.NOT_REACHABLE:
        pytest.skip("the registry cannot be reached")
    assert found.status == audit.FOUND, found.text
    assert str(HOLE["id"]) in found.text and "sqlparse 0.6.1" in found.text
    assert audit.audit(LOCK, "--service-url", service("another")).status == audit.NONE_KNOWN


@pytest.mark.thorough
def test_a_service_that_is_away_is_no_pass() -> None:
    found = audit.audit(LOCK, "--service-url", "http://127.0.0.1:1/")
    assert found.status == audit.NOT_REACHABLE, found.text


@pytest.mark.parametrize(
    ("statuses", "ends"),
    [
        ((0, 0, 0), (0, "audit: no known holes")),
        ((0, 3, 0), (3, "audit: not reachable")),
        ((3, 1, 3), (1, "audit: holes are known")),
    ],
)
def test_the_last_line_says_how_it_ended(
    statuses: tuple[int, ...],
    ends: tuple[int, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    coming = iter(statuses)
    monkeypatch.setattr(audit, "audit", lambda _lock: audit.Audited(next(coming), ""))
    assert audit.main() == ends[0]
    assert capsys.readouterr().out.splitlines()[-1].startswith(ends[1])
