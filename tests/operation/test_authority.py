"""The authority of a club room vouches for addresses of a room, and for nothing else."""

import ssl
from datetime import date
from pathlib import Path
from typing import Any

from games.operation.authority import authority, context_for, fingerprint


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


def test_addresses_of_a_room_are_vouched_for_and_nothing_outside(
    settings: Any, tmp_path: Path
) -> None:
    """By one authority, which is made once."""
    settings.ROOM_FOLDER = tmp_path / "clubtarot-room"
    context_for.cache_clear()
    inside = ("192.168.1.20", "10.0.0.7", "172.20.10.2", "127.0.0.1")
    assert [address for address in inside if not trusted_at(address)] == []
    outside = (("8.8.8.8", "laptop.local"), ("10.0.0.7", "bank.example.org"), ("10.0.0.7", "org"))
    assert [place for place in outside if trusted_at(*place)] == []
    assert authority() == authority()
    assert len(fingerprint().split()) == 16
