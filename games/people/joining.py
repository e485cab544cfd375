"""Coming into a club by an invitation, with the account that somebody has or with a new one."""

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import FormerMember, Invitation, Membership, User
from games.writing.durably import durably


class InvitationOver(Exception):
    """Nobody can come in by the invitation any more; `invitation.state` says why."""

    def __init__(self, invitation: Invitation) -> None:
        super().__init__(invitation)
        self.invitation = invitation


def join(*, user: User, invitation: Invitation) -> bool:
    """Make somebody a member; return False if they already are. Raises InvitationOver."""
    return durably(lambda: take_place(user, invitation))


def join_as_new(*, username: str, password: str, invitation: Invitation) -> User:
    """Make an account and let it in, both or neither. Raises InvitationOver, ValidationError."""

    def write() -> User:
        user = User.objects.create_user(username=username, password=password)
        take_place(user, invitation)
        return user

    try:
        return durably(write)
    except IntegrityError:
        message = _("Somebody already has this account name. Choose another one.")
        raise ValidationError({"username": message}) from None


def take_place(user: User, invitation: Invitation) -> bool:
    """Do the same as `join`, inside the caller's transaction.

    The place is taken first, in one statement: of two who come at once for the last one, the second
    waits here and finds it gone.
    """
    if Membership.objects.filter(user=user, club=invitation.club_id).exists():
        return False
    free = Invitation.objects.filter(
        pk=invitation.pk, revoked_at=None, ends_at__gt=timezone.now(), taken__lt=F("places")
    )
    if not free.update(taken=F("taken") + 1):
        invitation.refresh_from_db()
        raise InvitationOver(invitation)
    of_club = Membership.objects.filter(club=invitation.club_id)
    somebody = invitation.player_id is not None
    taken = somebody and of_club.filter(player=invitation.player_id).exists()
    Membership.objects.create(
        user=user,
        club_id=invitation.club_id,
        role=invitation.role,
        player_id=None if taken else invitation.player_id,
        invitation=invitation,
        last_seen=timezone.localdate(),
    )
    FormerMember.objects.filter(user=user, club=invitation.club_id).delete()
    return True
