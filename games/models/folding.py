"""Texts as they are searched: small letters without accents, so that *lea* finds *Léa*."""

import unicodedata


def folded(text: str) -> str:
    """The text in small letters, without accents, with single spaces.

    Both databases then compare alike; SQLite by itself knows small letters of ASCII only.
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(plain.split())
