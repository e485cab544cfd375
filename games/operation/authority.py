"""The certificate authority of a club room: made once, and good for addresses of a room alone."""

import ssl
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from ipaddress import IPv4Network
from pathlib import Path
from typing import cast

import trustme
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from django.conf import settings

from clubtarot.room import kept

# Addresses that nobody outside can have (RFC 6890), and names that only the room resolves: a thief
# of the key could pose as nothing else.
NETWORKS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
    *("100.64.0.0/10", "169.254.0.0/16", "127.0.0.0/8", "192.0.2.0/24"),
)
NAMES = ("local", "localhost")
LASTS = timedelta(days=3650)
SHORT = timedelta(days=365)  # Apple takes no certificate of a server that is good for longer


def _new_key() -> bytes:
    form = PrivateFormat.PKCS8
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(Encoding.PEM, form, NoEncryption())


def _new_certificate(key_pem: bytes) -> bytes:
    """Return the certificate of the authority itself, which trustme makes without limits."""
    key = cast(ec.EllipticCurvePrivateKey, load_pem_private_key(key_pem, password=None))
    now, public = datetime.now(UTC), key.public_key()
    title = f"ClubTarot, club room, {now:%Y-%m-%d}"
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, title)])
    ours = [x509.IPAddress(IPv4Network(one)) for one in NETWORKS] + [*map(x509.DNSName, NAMES)]
    signs = dict.fromkeys(
        "digital_signature content_commitment key_encipherment data_encipherment key_agreement "
        "crl_sign encipher_only decipher_only".split(),
        False,
    )
    built = (
        x509.CertificateBuilder(name, name, public, x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(key_cert_sign=True, **signs), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(x509.NameConstraints(ours, None), critical=True)
    )
    return built.sign(key, hashes.SHA256()).public_bytes(Encoding.PEM)


def authority() -> tuple[bytes, bytes]:
    """Return certificate and key of the club's authority, as PEM, made the first time."""
    folder = Path(settings.ROOM_FOLDER)
    key = kept(folder / "authority.key", _new_key)
    return kept(folder / "authority.crt", lambda: _new_certificate(key)), key


def fingerprint() -> str:
    """Return the digest of its certificate, as tablets show it."""
    digest = x509.load_pem_x509_certificate(authority()[0]).fingerprint(hashes.SHA256())
    return digest.hex(" ", 2).upper()


@lru_cache(maxsize=16)
def context_for(address: str, name: str, day: date) -> ssl.SSLContext:
    """Return what secures a connection: a certificate for address and `name`, new each `day`."""
    noon = datetime.combine(day, datetime.min.time())
    names = {address, name} | ({"localhost"} if address == "127.0.0.1" else set())
    issued = trustme.CA.from_pem(*authority()).issue_cert(
        *sorted(names),
        organization_name="ClubTarot",
        not_before=noon - timedelta(days=2),
        not_after=noon + SHORT,
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    issued.configure_cert(context)
    return context
