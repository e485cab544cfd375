"""What readers add to a sealed hand: remarks at its steps; and publishing it."""

import unicodedata
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.book import records
from games.models import Club, Hand, Membership, Publication, Remark, Role, User
from games.models.remarks import REMARK_LENGTH
from games.replay.course import course_of
from games.replay.places import other_names, places
from games.writing.durably import durably, require_scorer
from games.writing.errors import HandNotSealed, NotAllowed, invalid
from games.writing.once import Once, make_once

# Nobody writes more by hand: more comes from a program, or from somebody who means no good.
MOST_ON_A_HAND = 500
MOST_AT_ONCE = 20
AT_ONCE = timedelta(minutes=10)


def add_remark(
    *, user: User, hand: Hand, place: str, text: str, once: Once | None = None
) -> Remark:
    """Say something about a sealed hand at the step that `place` names; with `once` only once.

    Raises NotAllowed for strangers, HandNotSealed, ValidationError (by field: `text`, `place`),
    KeyReused, KeyMalformed.
    """
    text = read_text(text)

    def make() -> Remark:
        require_member(user, hand)
        sealed = Hand.objects.select_for_update().filter(pk=hand.pk, state=Hand.State.SEALED)
        if not sealed.exists():
            raise HandNotSealed
        course = course_of(records.sealed_record(hand))
        if place not in (*places(course), *other_names(course)):
            raise invalid("place", "no-such-step", _("This hand has no such step."))
        _check_room(user, hand)
        return Remark.objects.create(
            club_id=hand.club_id, hand=hand, place=place, text=text, author=user
        )

    sent, rows = [hand.public_id, place, text], Remark.objects.filter(hand=hand, author=user)
    return make_once(once, user=user, sent=sent, rows=rows, make=make)


def read_text(text: str) -> str:
    """Return a remark as it is stored: composed signs, no blanks at its ends.

    Raises ValidationError.
    """
    tidy = unicodedata.normalize("NFC", text.replace("\r\n", "\n")).strip()
    if not tidy:
        raise invalid("text", "required", _("Write something first."))
    if len(tidy) > REMARK_LENGTH:
        message = _("A comment may have at most %(count)s characters; this one has %(found)s.")
        facts = {"count": REMARK_LENGTH, "found": len(tidy)}
        raise invalid("text", "too-long", message % facts)
    if any(unicodedata.category(sign) == "Cc" and sign not in "\n\t" for sign in tidy):
        raise invalid(
            "text",
            "control-characters",
            _("The text contains characters that cannot be displayed."),
        )
    return tidy


def _check_room(user: User, hand: Hand) -> None:
    """Raise ValidationError where a hand or a writer has as many remarks as there may be."""
    if Remark.objects.filter(hand=hand).count() >= MOST_ON_A_HAND:
        raise invalid("text", "hand-full", _("This hand has the maximum number of comments."))
    lately = Remark.objects.filter(author=user, at__gt=timezone.now() - AT_ONCE)
    if lately.count() >= MOST_AT_ONCE:
        message = _("You have written many comments in a short time. Wait a few minutes.")
        raise invalid("text", "too-many", message)


def erase_remark(*, user: User, remark: Remark) -> None:
    """Erase a remark for good. Raises NotAllowed for everybody but who wrote it."""

    def write() -> None:
        require_member(user, remark)
        if remark.author_id != user.pk:
            raise NotAllowed
        Remark.objects.filter(pk=remark.pk).delete()

    durably(write)


def hide_remark(*, user: User, remark: Remark, hidden: bool) -> None:
    """Take a remark out of members' sight, or back into it. Raises NotAllowed."""

    def write() -> None:
        require_scorer(user, remark)
        Remark.objects.filter(pk=remark.pk).update(hidden_by=user if hidden else None)

    durably(write)


def publish(*, user: User, hand: Hand, names: bool) -> Publication:
    """Make a sealed hand readable by its address, with the players' `names` or without.

    Raises NotAllowed, HandNotSealed.
    """

    def write() -> Publication:
        require_scorer(user, hand)
        if not Hand.objects.filter(pk=hand.pk, state=Hand.State.SEALED).exists():
            raise HandNotSealed
        facts = {"club_id": hand.club_id, "names": names, "by": user, "at": timezone.now()}
        return Publication.objects.update_or_create(hand_id=hand.pk, defaults=facts)[0]

    return durably(write)


def withdraw(*, user: User, hand: Hand) -> None:
    """Keep a hand to the members of its club again. Raises NotAllowed."""

    def write() -> None:
        require_scorer(user, hand)
        Publication.objects.filter(hand=hand).delete()

    durably(write)


def require_member(user: User, row: Any) -> None:
    """Raise NotAllowed unless `user` belongs to the club of `row`."""
    club = row.pk if isinstance(row, Club) else row.club_id
    members = Membership.objects.filter(club=club, user__is_active=True).exclude(role=Role.GUEST)
    if not members.filter(user=user).exists():
        raise NotAllowed
