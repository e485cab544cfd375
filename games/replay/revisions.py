"""Hands that were amended: what their page says of it, and the revisions as they were sealed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.dateparse import parse_datetime

from games.book.records import read_seal
from games.book.results import result_of
from games.book.revisions import Amendment, Brought, amendment_of, brought_in
from games.book.rows import DERIVED
from games.display.seat_changes import names_in, seat_changes
from games.models import Hand, Seal
from games.replay.differences import differences
from games.replay.sharing import Sharing
from games.rules import replay


@dataclass(frozen=True, slots=True)
class AmendmentNote:
    """What a page says of an amendment.

    When, by whom, because of what ("" for what was erased), the address of the other revision that
    it tells of, and who brought it in, if an import did; `changed` says in sentences what is
    recorded otherwise since, and who sits elsewhere.
    """

    at: datetime | None
    by: str
    because: str
    address: str
    brought: Brought | None
    changed: list[str]


def amendment_note(hand: Hand, seal: Seal | None) -> AmendmentNote | None:
    """Return what the page of a hand says of the amendment that led to its present form.

    Two statements for one that was amended, besides those of `brought_in`.
    """
    why = amendment_of(seal) if seal else None
    if seal is None or why is None:
        return None
    seals = Seal.objects.filter(hand=hand).prefetch_related("texts")
    before = seals.get(revision=seal.revision - 1)
    return _note(before, seal, why, address_of(hand, before.revision))


def replaced_by(hand: Hand, before: Seal, after: Seal, *, latest: bool) -> AmendmentNote | None:
    """Return what the page of a former revision says of the amendment that led to `after`."""
    why = amendment_of(after)
    plain = reverse("hand", args=[hand.club.slug, hand.public_id])
    address = plain if latest else address_of(hand, after.revision)
    return _note(before, after, why, address) if why else None


def _note(before: Seal, after: Seal, why: Amendment, address: str) -> AmendmentNote:
    records = [read_seal(one) for one in (before, after)]
    changed = [f"{one.words}." for one in differences(*records)]
    changed += seat_changes(*map(names_in, records))
    at = parse_datetime(why.at)
    return AmendmentNote(at, why.by, why.because, address, brought_in(after), changed)


def address_of(hand: Hand, revision: int) -> str:
    return reverse("hand-revision", args=[hand.club.slug, hand.public_id, revision])


def former_addresses(request: HttpRequest, hand: Hand, seal: Seal, step: str) -> dict[str, Any]:
    """Return the addresses of a former revision's page that differ from those of the hand."""
    base = address_of(hand, seal.revision)
    link = request.build_absolute_uri(base + step)
    return {"sharing": Sharing(base, link, "", None)}


def as_it_was(hand: Hand, seal: Seal) -> None:
    """Give the row of a hand the dealer and the result of an earlier seal.

    The row is not saved.
    """
    record = read_seal(seal)
    hand.dealer, result = record.dealer, result_of(replay(record))
    for column in DERIVED:
        setattr(hand, column, getattr(result, column))
