"""Keep hands and variations in studies; their authors and administrators can change these."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils.translation import gettext as _

from games.models import Club, Hand, Role, Study, StudyItem, User
from games.models.studies import MOST_ITEMS
from games.replay.remarking import read_text, require_member
from games.writing.durably import durably
from games.writing.errors import NotAllowed
from games.writing.once import Once, make_once

MOST_STUDIES = 100  # of an author in a club


def keep(
    *, user: User, hand: Hand, study: Study | None, title: str, once: Once | None, **item: str
) -> Study:
    """Put an item (`place`, `cards`, `text`) at the end of one's study, or of a new one.

    Raises NotAllowed, ValidationError (by field: `title`, `text`), KeyReused, KeyMalformed.
    """
    item["text"] = _read(item["text"])
    if study is None and not title:
        raise ValidationError({"title": _("Choose a study, or give a new one a title.")})

    def make() -> Study:
        require_member(user, hand)
        if study is None and rows.filter(club=hand.club_id).count() >= MOST_STUDIES:
            message = _("You have the maximum number of studies in this club.")
            raise ValidationError({"title": message})
        into = study or Study.objects.create(club_id=hand.club_id, title=title, author=user)
        items = held(user, into).items
        last = items.aggregate(last=Max("number"))["last"] or 0
        if items.count() >= MOST_ITEMS:
            raise ValidationError({"text": _("This study is full.")})
        StudyItem.objects.create(study=into, hand=hand, number=last + 1, **item)
        return into

    sent = [hand.public_id, study and study.public_id, title, *item.values()]
    rows = Study.objects.filter(author=user)
    return make_once(once, user=user, sent=sent, rows=rows, make=make)


def describe(*, user: User, study: Study, title: str, text: str) -> None:
    """Change the title and the remarks of a study. Raises NotAllowed, ValidationError."""
    facts = {"title": title, "text": _read(text)}
    durably(lambda: Study.objects.filter(pk=held(user, study).pk).update(**facts))


def move_up(*, user: User, study: Study, number: int) -> None:
    """Swap an item with the one before it. Raises NotAllowed."""

    def write() -> None:
        items = held(user, study).items.filter(hand__in=Hand.objects.shown())
        pair = list(items.filter(number__lte=number).order_by("-number")[:2])
        if len(pair) == 2 and pair[0].number == number:
            pair[0].number, pair[1].number = pair[1].number, pair[0].number
            StudyItem.objects.bulk_update(pair, ["number"])

    durably(write)


def drop(*, user: User, study: Study, number: int | None = None) -> None:
    """Delete an item of a study; without a number the study. Raises NotAllowed."""

    def write() -> None:
        mine = held(user, study)
        rows: Any = Study.objects.filter(pk=mine.pk)
        (rows if number is None else mine.items.filter(number=number)).delete()

    durably(write)


def held(user: User, study: Study) -> Study:
    """Return a study, locked, to its author or an administrator. Raises NotAllowed."""
    locked = Study.objects.select_for_update().get(pk=study.pk)
    require_member(user, locked)
    if not may_change(user, locked.club, locked):
        raise NotAllowed
    return locked


def may_change(user: User, club: Club, study: Study) -> bool:
    """Return whether somebody may change a study of a club."""
    looks_after = club.memberships.filter(user=user, role=Role.ADMIN)
    return study.author_id == user.pk or looks_after.exists()


def _read(text: str) -> str:
    return read_text(text) if text.strip() else ""
