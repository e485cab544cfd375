"""The codes by which tablets open the tables of an evening.

A code is eight letters: the first four are those of the evening (`Evening.code`), the others follow
from them, the table and the key of the site. So nothing more is stored, and a new start ends them.
"""

from __future__ import annotations

import secrets
from datetime import datetime, time, timedelta

from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from games.access.typed_codes import LETTERS, plain
from games.models import Evening

HALF = 4  # letters
ENDS = time(12)  # on the day after
MOST_TABLES = 60


def new_start() -> str:
    """Return the random letters with which the codes of an evening begin."""
    return "".join(secrets.choice(LETTERS) for _place in range(HALF))


def code_of(evening: Evening, table: int) -> str:
    """Return the code of a table as people copy it: `abcd-efgh`."""
    facts = f"{evening.public_id} {evening.code} {table}"
    number = int(salted_hmac("games.evening.codes", facts, algorithm="sha256").hexdigest(), 16)
    letters = ""
    for _place in range(HALF):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    return f"{evening.code}-{letters}"


def find_table(text: str) -> tuple[Evening, int] | None:
    """Return the evening and the table that a typed code opens now; None if it opens none."""
    code = plain(text)
    if len(code) != 2 * HALF:
        return None
    lately = timezone.localdate() - timedelta(days=1)
    for evening in Evening.objects.filter(code=code[:HALF], played_on__gte=lately):
        for table in range(1, MOST_TABLES + 1):
            if constant_time_compare(plain(code_of(evening, table)), code):
                return (evening, table) if ends_at(evening) > timezone.now() else None
    return None


def ends_at(evening: Evening) -> datetime:
    """Return when the codes of an evening end: at noon of the day after."""
    noon = datetime.combine(evening.played_on + timedelta(days=1), ENDS)
    return timezone.make_aware(noon)
