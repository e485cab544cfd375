"""A list of players as somebody pastes it or as a spreadsheet saves it: its lines, read."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models.folding import folded
from games.people.player_lists import ListedLine
from games.people.players import PlayerFacts

MOST_LINES = 300
MOST_BYTES = 100_000
LONGEST_LINE = 1000
COLUMNS = ("name", "nickname", "number", "joined_on", "left_on")
# What the first line of a spreadsheet may call its columns, folded.
HEADINGS = {
    "name": ("name", "full name", "player", "nom", "nom complet", "joueur", "spieler", "spielerin"),
    "first": ("first name", "given name", "prenom", "vorname"),
    "last": ("last name", "surname", "family name", "nom de famille", "nachname", "familienname"),
    "last_first": (
        *("last name first name", "surname first name", "nom prenom", "nom et prenom"),
        *("nachname vorname", "name vorname", "familienname vorname"),
    ),
    "nickname": ("nickname", "surnom", "pseudo", "spitzname"),
    "number": (
        *("number", "no", "no.", "licence", "license", "licence number", "numero"),
        *(
            "numero de licence",
            "n°",
            "n° licence",
            "n° de licence",
            "nummer",
            "nr",
            "nr.",
            "lizenz",
            "lizenznummer",
        ),
    ),
    "joined_on": ("from", "since", "joined", "depuis", "du", "seit", "von", "eintritt"),
    "left_on": ("until", "to", "left", "jusqu'au", "au", "bis", "austritt"),
}
WORDS = re.compile(r"[\w.'°]+")
# A number as a spreadsheet writes it that takes it for a quantity: 12345,0.
WHOLE = re.compile(r"^(\d+)[.,]0+$", re.ASCII)
COLUMN_OF = {heading: column for column, some in HEADINGS.items() for heading in some}
NAMES = {"name", "first", "last", "last_first"}
# A spreadsheet may have its separator and a title above its headings.
SEPARATOR = re.compile(r"sep=(.)", re.IGNORECASE)
MOST_ABOVE = 5
DAYS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y")


def text_of(data: bytes) -> str:
    """Return the text of a file as spreadsheets save it. Raises ValidationError."""
    marked = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise ValidationError(_("This file is not text. Save the table as CSV."), code="unreadable")


def read_list(text: str) -> list[ListedLine]:
    """Read the players of a list, one a line.

    A line has name, nickname, number, first and last day, with `;` or a tab between them. With a
    line of headings the columns may come in any order, also with commas.

    What cannot be read has its reason as `fault`. Raises ValidationError where there is nothing to
    read, or too much.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise ValidationError(_("There is no name in the list."), code="required")
    if len(lines) > MOST_LINES + 1:
        message = _("At most %(most)d lines at once; these are %(count)d.")
        facts = {"most": MOST_LINES, "count": len(lines)}
        raise ValidationError(message % facts, code="too-long")
    if named := SEPARATOR.fullmatch(lines[0][1].strip().strip('"')):
        lines = lines[1:]
    # A comma may be part of a name: it parts columns only below headings.
    sign = named[1] if named else next((one for one in "\t;" if one in text), "")
    for above, (_number, line) in enumerate(lines[:MOST_ABOVE], 1):
        if columns := _headings(_cells(line, sign or ",")):
            return [_line(*one, sign or ",", columns) for one in lines[above:]]
    return [_line(*one, sign, COLUMNS) for one in lines]


def _cells(line: str, sign: str) -> list[str]:
    if not sign:
        return [line.strip()]
    return [cell.strip() for cell in next(csv.reader([line], delimiter=sign), [])]


def _headings(cells: Sequence[str]) -> Sequence[str]:
    """Return what the columns hold, "" for one not ours; nothing where these are no headings."""
    columns = [COLUMN_OF.get(" ".join(WORDS.findall(folded(cell))), "") for cell in cells]
    return columns if NAMES & set(columns) else ()


def _line(number: int, line: str, sign: str, columns: Sequence[str]) -> ListedLine:
    if len(line) > LONGEST_LINE:
        return ListedLine(number, None, _("The line is too long."))
    try:
        cells = dict(zip(columns, _cells(line, sign), strict=False))
        return ListedLine(number, _facts(cells))
    except (ValidationError, csv.Error) as error:
        message = error.messages[0] if isinstance(error, ValidationError) else _("Not readable")
        return ListedLine(number, None, message)


def _facts(cells: Mapping[str, str]) -> PlayerFacts:
    first = cells.get("first", "")
    last = cells.get("last", "") or cells.get("name", "") or _turned(cells.get("last_first", ""))
    return PlayerFacts(
        name=f"{first} {last}".strip(),
        nickname=cells.get("nickname", ""),
        number=WHOLE.sub(r"\1", cells.get("number", "")),
        joined_on=_day(cells.get("joined_on", "")),
        left_on=_day(cells.get("left_on", "")),
    )


def _turned(name: str) -> str:
    """Return a name whose family name comes first with the first name in front.

    A family name is in capitals, or is one word of two. Raises ValidationError.
    """
    words = name.split()
    family = [word for word in words if word.isupper() and len(word) > 1] or words[:1]
    if family != words[: len(family)] or (len(words) > 2 and not family[0].isupper()):
        message = _("Which part of “%(name)s” is the first name? Give it a column of its own.")
        raise ValidationError(message % {"name": name[:40]}, code="name-invalid")
    return " ".join([*words[len(family) :], *(word.title() for word in family)])


def _day(text: str) -> date | None:
    for form in DAYS if text else ():
        try:
            return datetime.strptime(text, form).date()
        except ValueError:
            continue
    if text:
        message = _("“%(day)s” is not a day: write it as 2026-11-20.")
        raise ValidationError(message % {"day": text[:40]}, code="day")
    return None
