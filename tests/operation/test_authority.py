"""The authority of a club room vouches for addresses of a room, and for nothing else."""

import ssl
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from games.operation.authority import authority, context_for, fingerprint


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    context_for.cache_clear()
    settings.ROOM_FOLDER = tmp_path / "clubtarot-room"
    return tmp_path


def trusted_at(address: str, name: str = "laptop.local") -> bool:
    """Whether a browser that trusts the authority takes what the laptop shows at an address."""
    browser = ssl.create_default_context(cadata=authority()[0].decode())
    ways = [ssl.MemoryBIO() for _way in range(2)]
    client = browser.wrap_bio(ways[0], ways[1], server_hostname=address)
    server = context_for(address, name, date.today()).wrap_bio(ways[1], ways[0], server_side=True)
    for _turn in range(4):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError:
                return False
    return True


@pytest.mark.parametrize("address", ["192.168.1.20", "10.0.0.7", "172.20.10.2", "127.0.0.1"])
def test_an_address_of_a_room_is_vouched_for(address: str) -> None:
    assert trusted_at(address)


@pytest.mark.parametrize(
    ("address", "name"),
    [("8.8.8.8", "laptop.local"), ("10.0.0.7", "bank.example.org"), ("10.0.0.7", "org")],
)
def test_nothing_outside_can_be_vouched_for(address: str, name: str) -> None:
    assert not trusted_at(address, name)


def test_it_is_made_once() -> None:
    assert authority() == authority()
    assert len(fingerprint().split()) == 16
