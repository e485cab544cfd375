"""Names that people type: of players, clubs, matches, tables and keys for programs."""

import re
import unicodedata
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.display.reasons import sentence
from games.rules import RecordError, shape
from games.writing.errors import invalid

# Besides the category Cf: what else Unicode calls default ignorable, and the blank Braille pattern.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
INVISIBLE_RANGES = (range(0xFE00, 0xFE10), range(0xFFF0, 0xFFF9), range(0xE0000, 0xE1000))
NON_JOINER, JOINER, STYLES = "\u200c", "\u200d", frozenset("\ufe0e\ufe0f")
VIRAMA = 9  # its canonical combining class: a sign between two consonants of Indian scripts

# Scripts with letters that look like Latin ones: no word of any language mixes two of them.
LOOK_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
# What an account may mix (UTS 39, "highly restrictive").
MIXED = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA"},
    {"LATIN", "CJK", "BOPOMOFO"},
    {"LATIN", "CJK", "HANGUL"},
)
WORD = re.compile(r"[^\W\d_]+")
# What is taken for another letter at a glance; the capital I before capitals are folded.
ALIKE = str.maketrans(
    "I1|0авекмнорстухіјѕԁһԛԝαβικνορτυχօսո",
    "llloabekmhopctyxijsdhqwabikvoptuxoun",
)


def recorded_name(name: str, field: str = "name") -> str:
    """Return a name as it is stored: composed characters (NFC), single spaces.

    Raises ValidationError for `field` where it breaks the limits of the record format. For names
    that a record brings: what it may hold stays as it is.
    """
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    try:
        shape.check_name(tidy)
    except RecordError as error:
        raise invalid(field, "name-invalid", sentence(error.problem)) from None
    return tidy


def read_name(name: str, field: str = "name") -> str:
    """Return a typed name as `recorded_name` does; every character of it can be seen.

    Raises ValidationError for `field`, also where a character turns the direction of the text.
    """
    tidy = recorded_name(name, field)
    hidden = hidden_character(tidy)
    if hidden:
        message = _(
            "The name contains a character that cannot be seen or that changes the direction of "
            "the text: %(character)s. Leave it out."
        )
        raise invalid(field, "name-invalid", message % {"character": f"U+{ord(hidden):04X}"})
    if any(len(scripts_of(word) & LOOK_ALIKE) > 1 for word in WORD.findall(tidy)):
        message = _("A word of the name mixes letters of two scripts that look alike.")
        raise invalid(field, "name-invalid", message)
    return tidy


def hidden_character(name: str) -> str:
    """Return the first character of a name that cannot be seen and changes no other; or ""."""
    around = zip(f" {name[:-1]}", name, f"{name[1:]} ", strict=True)
    return next((one[1] for one in around if is_hidden(one[1]) and not shapes(*one)), "")


def scripts_of(text: str) -> set[str]:
    """Return the scripts of the letters of a text, as the names of its characters begin."""
    letters = (one for one in text if unicodedata.category(one).startswith("L"))
    return {unicodedata.name(one, "?").split()[0].split("-")[0] for one in letters}


def read_account_name(name: str, others: Iterable[str]) -> str:
    """Return a new account's name, in one script and unlike `others`. Raises ValidationError."""
    scripts = scripts_of(name)
    if len(scripts) > 1 and not any(scripts <= allowed for allowed in MIXED):
        raise ValidationError(_("All letters must be of one script."), code="name-invalid")
    mine = appearance(name)
    if any(appearance(other) == mine for other in others):
        message = _("It looks like the name of another account. Choose another one.")
        raise ValidationError(message, code="name-invalid")
    return name


def appearance(name: str) -> str:
    """Return what a name looks like at a glance, without dots and with lookalikes as one."""
    folded = name.translate(ALIKE).casefold().translate(ALIKE)
    return "".join(one for one in unicodedata.normalize("NFKC", folded) if one.isalnum())


def is_hidden(character: str) -> bool:
    """Return whether a character by itself cannot be seen."""
    return (
        unicodedata.category(character) == "Cf"
        or character in INVISIBLE
        or any(ord(character) in block for block in INVISIBLE_RANGES)
    )


def shapes(before: str, character: str, after: str) -> bool:
    """Return whether a hidden character is there for how its neighbours are drawn.

    Indian scripts and Persian need joiners for some names (RFC 5892, appendix A.1 and A.2; between
    Arabic letters without its table of shapes); keyboards put some into pictures.
    """
    if character in STYLES:
        return _is_picture(before)
    if character == JOINER and _is_picture(after):
        return _is_picture(before) or before in STYLES or unicodedata.category(before) == "Sk"
    if character in (JOINER, NON_JOINER) and unicodedata.combining(before) == VIRAMA:
        return True
    letters = unicodedata.bidirectional(before), unicodedata.bidirectional(after)
    return character == NON_JOINER and letters == ("AL", "AL")


def _is_picture(character: str) -> bool:
    return unicodedata.category(character) == "So" and character not in INVISIBLE
