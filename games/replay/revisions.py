"""Hands that were amended: what their page says of it, and the revisions as they were sealed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.dateparse import parse_datetime

from games.book.chain import DERIVED
from games.book.records import read_seal
from games.book.results import result_of
from games.book.revisions import Amendment, Brought, amendment_of, brought_in
from games.models import Hand, Seal
from games.replay.sharing import Sharing
from games.rules import replay


@dataclass(frozen=True, slots=True)
class AmendmentNote:
    """What a page says of an amendment: when, by whom, because of what ("" for what was erased),
    the address of the other revision that it tells of, and who brought it in, if an import did."""

    at: datetime | None
    by: str
    because: str
    address: str
    brought: Brought | None


def amendment_note(hand: Hand, seal: Seal | None) -> AmendmentNote | None:
    """What the page of a hand says of the amendment that led to how it stands."""
    why = amendment_of(seal) if seal else None
    return _note(seal, why, address_of(hand, seal.revision - 1)) if seal and why else None


def replaced_by(hand: Hand, after: Seal, *, latest: bool) -> AmendmentNote | None:
    """What the page of a former revision says of the amendment that replaced it by `after`."""
    why = amendment_of(after)
    plain = reverse("hand", args=[hand.club.slug, hand.public_id])
    address = plain if latest else address_of(hand, after.revision)
    return _note(after, why, address) if why else None


def _note(seal: Seal, why: Amendment, address: str) -> AmendmentNote:
    return AmendmentNote(parse_datetime(why.at), why.by, why.because, address, brought_in(seal))


def address_of(hand: Hand, revision: int) -> str:
    """The address of a revision that was replaced."""
    return reverse("hand-revision", args=[hand.club.slug, hand.public_id, revision])


def former_addresses(request: HttpRequest, hand: Hand, seal: Seal, step: str) -> dict[str, Any]:
    """Of the page of a former revision the addresses that differ from those of the hand."""
    base = address_of(hand, seal.revision)
    link = request.build_absolute_uri(base + step)
    return {"address": base, "sharing": Sharing(base, link, "", None)}


def as_it_was(hand: Hand, seal: Seal) -> None:
    """Let the row of a hand, which is not saved, have the result of an earlier seal."""
    result = result_of(replay(read_seal(seal)))
    for column in DERIVED:
        setattr(hand, column, getattr(result, column))
