"""Making something once, however often the request for it arrives: a double tap, a bad line."""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from games.models import UsedKey, User
from games.writing.durably import durably
from games.writing.errors import KeyMalformed, KeyReused

Row = TypeVar("Row", bound=Model)


@dataclass(slots=True)
class Once:
    """The random `key` of a request that makes something, 16 to 64 letters and digits.

    `replayed` says afterwards whether it had been made before with the same key.
    """

    key: str
    replayed: bool = False


def make_once(
    once: Once | None,
    *,
    user: User,
    sent: Sequence[Any],
    rows: QuerySet[Row],
    make: Callable[[], Row],
    name: str = "public_id",
) -> Row:
    """Return what `make` makes, or what it made before with a key that was used.

    It is one durable transaction. `sent`: all that makes it the same request when it is sent again,
    as JSON can hold it or as text; `rows`: where to find what was made, `name` the column of its
    public id. Without `once` it is made in any case. Raises KeyReused, KeyMalformed, and as
    `durably`.
    """
    if once is None:
        return durably(make)
    check_key(once.key)
    fingerprint = facts_digest([rows.model.__name__, *sent])

    def write() -> Row:
        # Another who sends the same key at the same moment waits here for the unique constraint.
        mine = UsedKey(user=user, key=once.key, fingerprint=fingerprint, made="")
        UsedKey.objects.bulk_create([mine], ignore_conflicts=True)
        used = UsedKey.objects.get(user=user, key=once.key)
        once.replayed = bool(used.made)
        if not once.replayed:
            made = make()
            UsedKey.objects.filter(pk=used.pk).update(made=getattr(made, name))
            return made
        before = rows.filter(**{name: used.made}).first()
        if before is None or used.fingerprint != fingerprint:
            raise KeyReused
        return before

    return durably(write)


def made_with(user: User, key: str) -> QuerySet[UsedKey, str]:
    """Return the public id of what somebody made with a key; none where it was not used."""
    return UsedKey.objects.filter(user=user, key=key).values_list("made", flat=True)


def key_of_part(key: str, part: object) -> str:
    """Return the key of one of the things that a request makes; it follows from its own `key`."""
    return hashlib.sha256(f"{key}\n{part}".encode()).hexdigest()


def facts_digest(facts: Any) -> str:
    """Return the SHA-256 of facts, as JSON can hold them or as text: equal facts, equal digests."""
    text = json.dumps(facts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def check_key(key: str) -> None:
    """Raise KeyMalformed unless a key looks like a random one."""
    if not KEY.fullmatch(key) or len(set(key)) < FEWEST_CHARACTERS:
        raise KeyMalformed


KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")


FEWEST_CHARACTERS = 6  # a random key has more different ones; "0000000000000000" has one
