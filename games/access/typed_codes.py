"""Codes that people copy from paper: how they are made, typed and kept."""

import hashlib
import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another


def new_code() -> str:
    """Return sixteen random letters and digits as people copy them: `abcd-efgh-jkmn-pqrs`."""
    text = "".join(secrets.choice(LETTERS) for _place in range(16))
    return "-".join(text[start : start + 4] for start in range(0, len(text), 4))


def plain(text: str) -> str:
    """Return a code as it is compared: blanks, dashes and capitals do not count."""
    return "".join(text.split()).replace("-", "").lower()


def digest_of(token: str) -> str:
    """Return what is kept of a token: it is long and random, so that a plain digest will do."""
    return hashlib.sha256(token.encode()).hexdigest()
