"""`make room`: a laptop serves tablets by http and https, with an authority of the club."""

import os
import re
import secrets
import signal
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import requests
from playwright.sync_api import BrowserType, Error

from games.operation.room import own_address
from tests.checkout import Checkout, Running
from tests.chromium import launch_options
from tests.postgres import free_port
from tests.trusting import NSS, trust

ADDRESS = own_address()
CACHES = """async () => {
    await navigator.serviceWorker.register("/worker.js", { scope: "/c/" });
    return Boolean(await caches.open("clubtarot-engine"));
}"""
pytestmark = [
    pytest.mark.skipif(ADDRESS == "127.0.0.1", reason="this machine is in no network"),
    pytest.mark.timeout(900),
]


class Room(NamedTuple):
    """A room that is served: where, what was printed, and what it keeps."""

    place: str
    running: Running
    folder: Path
    checkout: Checkout

    @property
    def authority(self) -> str:
        return str(self.folder / "authority.crt")


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """Run `make room` as it stands in the guide, on an empty database."""
    checkout = Checkout(tmp_path_factory.mktemp("room"))
    port = free_port()
    with checkout.running("exec make room", PORT=str(port)) as running:
        place = f"{ADDRESS}:{port}"
        running.until(lambda: f"http://{place}/room/" in running.printed())
        yield Room(place, running, checkout.root / "clubtarot-room", checkout)


def page_of(browser_type: BrowserType, home: Path, url: str) -> Any:
    """Open a page in a Chromium with that HOME, and return it."""
    browser = browser_type.launch(**launch_options(), env={**os.environ, "HOME": str(home)})
    page = browser.new_page()
    page.goto(url)
    return page


@pytest.mark.skipif(NSS is None, reason="the library of Chromium's certificates is not installed")
def test_a_tablet_that_trusts_the_club_has_all_that_needs_a_secure_context(
    room: Room, browser_type: BrowserType, browser_type_launch_args: Any, tmp_path: Path
) -> None:
    trust(tmp_path, Path(room.authority).read_bytes())
    page = page_of(browser_type, tmp_path, f"https://{room.place}/room/")
    assert page.evaluate("isSecureContext")
    assert page.evaluate(CACHES)
    assert "everything works here" in page.inner_text("main")
    page.context.browser.close()


def test_a_tablet_that_does_not_trust_it_goes_on_over_http_and_reads_what_is_missing(
    room: Room, browser_type: BrowserType, browser_type_launch_args: Any, tmp_path: Path
) -> None:
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        page_of(browser_type, tmp_path, f"https://{room.place}/room/")
    page = page_of(browser_type, tmp_path, f"http://{room.place}/room/")
    assert not page.evaluate("isSecureContext")
    assert "keeps nothing for when the connection is lost" in page.inner_text("main")
    assert page.locator(".qr-code").is_visible()
    with page.expect_download() as download:
        page.get_by_text("Fetch the club’s certificate").click()
    assert download.value.path().read_bytes() == Path(room.authority).read_bytes()
    page.goto(f"http://{room.place}/founding/")
    assert page.locator("[name=code]").is_visible()
    page.context.browser.close()


def test_a_club_is_founded_by_https_and_its_session_is_not_sent_over_http(room: Room) -> None:
    session, place = requests.Session(), f"https://{room.place}"
    session.trust_env = False  # or an authority that the environment names counts instead
    session.verify = room.authority
    shown = session.get(f"{place}/founding/").text
    (token, *_) = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', shown)
    (code,) = re.findall(r"^  ([\w-]{19})$", room.running.printed(), re.MULTILINE)
    password = secrets.token_urlsafe(12)
    form = {"code": code, "club": "Les Atouts", "username": "alice", "csrfmiddlewaretoken": token}
    form |= {"password1": password, "password2": password}
    sent = session.post(f"{place}/founding/", form, headers={"Referer": f"{place}/founding/"})
    assert sent.url == f"{place}/c/les-atouts/", sent.text
    assert {cookie.name for cookie in session.cookies if cookie.secure} >= {
        "__Host-sessionid",
        "__Host-csrftoken",
    }
    assert "sign-in" in session.get(f"http://{room.place}/c/les-atouts/").url
    session_key = session.cookies["__Host-sessionid"]
    assert session_key
    plain = {"sessionid": session_key}
    stolen = requests.get(f"{place}/c/les-atouts/", cookies=plain, verify=room.authority)
    assert "sign-in" in stolen.url


def test_the_room_answers_to_its_own_addresses_alone_and_gives_no_key_away(room: Room) -> None:
    """Each address of the laptop has a certificate of the same authority, whose key is its owner's
    alone."""
    url, port = f"http://{room.place}/room/", room.place.rpartition(":")[2]
    assert requests.get(url).status_code == 200
    assert requests.get(url, headers={"Host": "rebound.example.org"}).status_code == 400
    for name in ("127.0.0.1", ADDRESS):
        secured = f"https://{name}:{port}/room/"
        assert requests.get(secured, verify=room.authority).status_code == 200
    key = room.folder / "authority.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(room.folder.stat().st_mode) == 0o700
    for path in ("room/authority.key", "static/../clubtarot-room/authority.key", "room/secret"):
        answer = requests.get(f"http://{room.place}/{path}")
        assert b"PRIVATE" not in answer.content
        assert answer.status_code != 200 or "sign-in" in answer.url or "founding" in answer.url


def test_who_never_ends_the_handshake_holds_no_thread(room: Room) -> None:
    host, _colon, port = room.place.partition(":")
    held = [socket.create_connection((host, int(port))) for _number in range(8)]
    for one in held:
        one.send(b"\x16")
    assert requests.get(f"http://{room.place}/healthz").status_code == 200
    for one in held:
        assert one.recv(1) == b""  # given up by the site
        one.close()
    assert "TimeoutError" not in room.running.printed()


def test_a_port_that_is_taken_is_named_and_ctrl_c_ends_the_room(room: Room) -> None:
    """The last one with this room."""
    port = room.place.rpartition(":")[2]
    done = room.checkout.run("make room", PORT=port)
    assert done.returncode != 0
    assert f"Port {port} is taken" in done.stdout
    assert f"make room PORT={int(port) + 1}" in done.stdout
    room.running.end(signal.SIGINT)
    with pytest.raises(requests.ConnectionError):
        requests.get(f"http://{room.place}/healthz")
