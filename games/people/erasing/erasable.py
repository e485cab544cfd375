"""Texts about people outside entries and seals: the columns that erasing looks through.

`tests/people/test_every_column.py` says of every column of every table what erasing does to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db.models import Q

from games.book.records import read_texts
from games.book.sealing import ERASED
from games.models import (
    ApiToken,
    BroughtForward,
    Club,
    Confirmation,
    Dispute,
    Entry,
    Evening,
    EveningPoints,
    Hand,
    Invitation,
    Match,
    Presence,
    Remark,
    SealedText,
    Study,
    StudyItem,
    User,
)
from games.models.querysets import by_key
from games.people.erasing.naming import Naming, sealed_text, texts_of


class Column(NamedTuple):
    """A column of texts.

    `club` leads to the club, `left` is what stands there afterwards. With `is_name` it holds the
    name of an account and nothing else; `by` is the column that says whose text it is.
    """

    model: Any
    name: str
    left: str = ERASED
    is_name: bool = False
    by: str = ""
    club: str = "club"
    key: str = "public_id"


COLUMNS = (
    Column(Match, "title"),
    Column(Match, "table", left=""),
    Column(Evening, "title"),
    Column(EveningPoints, "because", club="round__evening__club", key="pk"),
    Column(BroughtForward, "title", key="pk"),
    Column(Presence, "team", left="", club="player__club", key="pk"),
    Column(Hand, "comment", left=""),
    Column(Remark, "text"),
    Column(Study, "title"),
    Column(Study, "text", by="author"),
    Column(StudyItem, "text", by="study__author", club="study__club", key="pk"),
    Column(Confirmation, "because"),
    Column(Confirmation, "by_name", is_name=True, by="by"),
    Column(Confirmation, "device", left=""),
    Column(Dispute, "because"),
    Column(Dispute, "answer"),
    Column(Dispute, "by_name", is_name=True, by="by"),
    Column(Dispute, "ended_by_name", is_name=True, by="ended_by"),
    Column(Dispute, "device", left=""),
    Column(Invitation, "name"),
    # Of a member, for whatever club it is good.
    Column(ApiToken, "name", left="", club="user__memberships__club", key="digest"),
)


WHOLE = ""  # of an entry: whatever texts it has


class NamingSpot(NamedTuple):
    """A text that names somebody, and where it is.

    `column` is the column of the row, None for those of entries and seals. `address` leads to it in
    any copy of the database; `hand` is the hand that it is in.
    """

    model: Any
    pk: int
    column: Column | None
    address: str
    text: str
    is_name: bool
    hand: int | None = None


def spots_in_rows(club: Club, naming: Naming, account: User | None) -> Iterator[NamingSpot]:
    """Yield the texts in all columns that name the person, with one statement a column."""
    for column in COLUMNS:
        rows = column.model.objects.filter(**{column.club: club}).exclude(**{column.name: ""})
        hand = "pk" if column.model is Hand else "hand_id"
        has_hand = column.model is Hand or hasattr(column.model, "hand_id")
        facts = [column.by or "pk", hand if has_hand else "pk"]
        values = rows.order_by("pk").values_list("pk", column.key, column.name, *facts)
        kind = f"{column.model._meta.model_name}/{{}}/{column.name}"
        for pk, key, text, by, in_hand in values:
            mine = bool(column.by) and account is not None and by == account.pk
            if text != ERASED and (mine or naming.is_meant(text, column.is_name)):
                at = kind.format(key)
                yield NamingSpot(
                    column.model,
                    pk,
                    column,
                    at,
                    text,
                    column.is_name,
                    in_hand if has_hand else None,
                )


def spots_by(club: Club, account: User | None) -> Iterator[NamingSpot]:
    """Yield what somebody has said about hands, no matter whom it names. One statement."""
    if account is None:
        return
    column = next(one for one in COLUMNS if one.model is Remark)
    rows = Remark.objects.filter(club=club, author=account).exclude(text=ERASED).order_by("pk")
    for pk, key, text, hand in rows.values_list("pk", "public_id", "text", "hand_id"):
        yield NamingSpot(Remark, pk, column, f"remark/{key}/text", text, False, hand)


def spots_in_seals(club: Club, naming: Naming) -> Iterator[NamingSpot]:
    """Yield the texts in the seals of a club that name the person."""
    rows = SealedText.objects.filter(seal__club=club).exclude(place__startswith="players/")
    columns = ("place", "text", "seal__hand", "seal__hand__public_id", "seal__revision")
    for pk, place, text, hand, key, revision in by_key(rows, *columns):
        what = sealed_text(place, text) if naming.may_be_in(text) else None
        if what is not None and naming.is_meant(*what):
            address = f"text/{key}/{revision}/{place}"
            yield NamingSpot(SealedText, pk, None, address, *what, hand)


def spots_in_entries(club: Club, naming: Naming) -> Iterator[NamingSpot]:
    """Yield the texts in the entries of a club that name the person."""
    rows = Entry.objects.filter(hand__club=club)
    columns = ("change", "device", "hand", "hand__public_id", "seq")
    for pk, change, device, hand, key, seq in by_key(rows, *columns):
        address = f"entry/{key}/{seq}"
        if naming.may_be_in(change):
            for text, is_name in texts_of(read_texts([change])[0]):
                if naming.is_meant(text, is_name):
                    yield NamingSpot(Entry, pk, None, address, text, is_name, hand)
        if device and naming.words_in(device):
            yield NamingSpot(Entry, pk, None, address, device, False, hand)


def in_open_hands(spots: list[NamingSpot]) -> list[Hand]:
    """Return the hands with such texts that are still being recorded. One statement."""
    keys = {spot.hand for spot in spots if spot.hand is not None}
    rows = Hand.objects.filter(Q(pk__in=keys), state=Hand.State.OPEN)
    return list(rows.select_related("match").order_by("pk"))
