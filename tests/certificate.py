"""A certificate that nobody has signed, for a web server in a test."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat


def make_certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """Write a key and its certificate into a folder, and return their paths."""
    key = ec.generate_private_key(ec.SECP256R1())
    owner = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(owner, owner, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    paths = folder / "key.pem", folder / "certificate.pem"
    form = PrivateFormat.PKCS8
    paths[0].write_bytes(key.private_bytes(Encoding.PEM, form, NoEncryption()))
    paths[1].write_bytes(certificate.public_bytes(Encoding.PEM))
    return paths
