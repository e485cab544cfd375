"""Texts as they are searched and sorted: in small letters, without accents."""

import re
import unicodedata

# Letters that Unicode does not take apart, as they are put in order.
_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
_APOSTROPHES = re.compile("['’‘ʼʻ`´.]")
_NUMBER = re.compile("[0-9]+")
_NUMBER_WIDTH = 6  # digits: "Table 9" stands before "Table 10"
SORT_KEY_LENGTH = 200


def folded(text: str) -> str:
    """Return the text in lower case, without accents, with single spaces, on every database."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(plain.split())


def alike(name: str) -> str:
    """Return what is the same in names that a club takes for one: accents count, capitals not."""
    return unicodedata.normalize("NFC", name.casefold())


def sort_key(name: str) -> str:
    """Return the key by which a name is sorted.

    "Élise" comes under E, "O’Brien" next to "Obrien", "Team 9" before "Team 10". Apostrophes and
    points do not count, other signs count as a space.

    Compared by code point, as in SQLite and as in PostgreSQL with the collation "C".
    """
    letters = _APOSTROPHES.sub("", folded(name.replace("´", "'"))).translate(_LETTERS)
    words = "".join(letter if letter.isalnum() else " " for letter in letters).split()
    numbered = _NUMBER.sub(lambda digits: digits[0].zfill(_NUMBER_WIDTH), " ".join(words))
    return numbered[:SORT_KEY_LENGTH]
