"""Names of things in addresses: random, so that nobody can count or guess them."""

import base64
import secrets

PUBLIC_ID_LENGTH = 16


def new_public_id() -> str:
    """Sixteen lower-case letters and digits that hold 80 random bits."""
    return base64.b32encode(secrets.token_bytes(10)).decode("ascii").lower()
