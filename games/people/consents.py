"""What one administrator of a club cannot do to another alone.

That is to give their account a new password or another role, or to end it.

A second administrator agrees, who may be the one it is about. Where there is no third who could, it
can still be done a day later, which is longer than any session lasts.
"""

from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Consent, Membership, Role, User
from games.people.belonging import admins_but
from games.writing.durably import durably, require_admin

WAIT = timedelta(days=1)
GOOD_FOR = timedelta(days=7)


def needs_second(user: User, membership: Membership) -> bool:
    """Return whether `user`, even as an administrator, cannot change a membership alone."""
    is_other = membership.user_id != user.pk and membership.user.is_active
    return is_other and membership.role == Role.ADMIN


def check_agreed(user: User, membership: Membership, what: Consent.What, *, role: str = "") -> None:
    """Raise ValidationError, and keep that it was asked for, unless it may be done now."""
    if not needs_second(user, membership):
        return
    facts: dict[str, Any] = {"member_id": membership.user_id, "what": what, "role": role}
    facts |= {"club_id": membership.club_id, "asked_by": user}
    now = timezone.now()
    Consent.objects.filter(club=membership.club_id, asked_at__lte=now - GOOD_FOR).delete()
    asked, _new = durably(lambda: Consent.objects.get_or_create(**facts))
    since = possible_since(asked)
    if since is None or since > now:
        raise ValidationError(
            _(
                "%(name)s looks after the club too: a second administrator has to agree first. "
                "It is shown to all of them on the page of the members."
            )
            % {"name": membership.user.get_username()},
            code="second-administrator",
        )


def possible_since(consent: Consent) -> datetime | None:
    """Return from when on it can be done; None while somebody has to agree."""
    if consent.agreed_by_id is not None:
        return consent.asked_at
    admins = admins_but(consent.club_id, [consent.asked_by_id, consent.member_id])
    return None if admins.exists() else consent.asked_at + WAIT


def settle(membership: Membership) -> None:
    """Forget what was asked about a member, once one of it is done."""
    mine = Consent.objects.filter(club=membership.club_id, member=membership.user_id)
    durably(mine.delete)


def agree(*, user: User, consent: Consent) -> None:
    """Agree as the second administrator. Raises NotAllowed, and ValidationError for the first."""
    require_admin(user, consent)
    if user.pk == consent.asked_by_id:
        raise ValidationError(_("Somebody else has to agree."))
    durably(lambda: Consent.objects.filter(pk=consent.pk).update(agreed_by=user))


def refuse(*, user: User, consent: Consent) -> None:
    """Refuse a consent. Raises NotAllowed."""
    require_admin(user, consent)
    durably(lambda: Consent.objects.filter(pk=consent.pk).delete())
