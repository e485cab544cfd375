"""Invitations: making one, revoking one, finding the one that a link is of."""

import secrets
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access.typed_codes import digest_of
from games.models import Club, Invitation, Membership, Player, Role, User
from games.writing.durably import durably, require_admin
from games.writing.names import read_name
from games.writing.once import Once, make_once

MOST_PLACES = 100
LONGEST = 60  # days
MOST = 100  # invitations of a club that are open at once


def make_invitation(
    *,
    user: User,
    club: Club,
    name: str,
    role: str,
    places: int,
    days: int,
    player: Player | None = None,
    once: Once | None = None,
) -> tuple[Invitation, str]:
    """Invite `places` people to a club; gives the invitation, and the token of its link.

    The token cannot be read again: with `once`, sent again, it is "". Who looks after the club and
    who a player is are questions of one person, so that neither goes to many.
    Raises ValidationError by field, NotAllowed, KeyReused, KeyMalformed.
    """
    require_admin(user, club)
    name = read_name(name)
    check_invitation(club, role, places, days, player)
    token = ""

    def make() -> Invitation:
        nonlocal token
        token = secrets.token_urlsafe(16)
        now = timezone.now()
        if club.invitations.filter(revoked_at=None, ends_at__gt=now).count() >= MOST:
            raise ValidationError(
                {"name": _("The club has too many open invitations. Revoke some first.")}
            )
        return Invitation.objects.create(
            club=club,
            digest=digest_of(token),
            name=name,
            role=role,
            player=player,
            places=places,
            made_by=user,
            made_at=now,
            ends_at=now + timedelta(days=days),
        )

    sent = [club.public_id, name, role, places, days, player and player.public_id]
    rows = club.invitations.all()
    made = make_once(once, user=user, sent=sent, rows=rows, make=make)
    return made, token


def check_invitation(club: Club, role: str, places: int, days: int, player: Player | None) -> None:
    """Raise ValidationError, by field, for an invitation that cannot be made."""
    if role not in Role.values:
        raise ValidationError({"role": _("There is no such choice.")})
    if not 1 <= places <= MOST_PLACES:
        message = _("An invitation is for 1 to %(most)s people.") % {"most": MOST_PLACES}
        raise ValidationError({"places": message})
    if not 1 <= days <= LONGEST:
        message = _("An invitation is good for 1 to %(longest)s days.") % {"longest": LONGEST}
        raise ValidationError({"days": message})
    if places > 1 and role == Role.ADMIN:
        raise ValidationError({"role": _("Invite administrators one by one.")})
    if player is not None:
        check_player(club, player, places)


def check_player(club: Club, player: Player, places: int) -> None:
    """Raise ValidationError unless one newcomer can be that player."""
    if places > 1:
        raise ValidationError({"player": _("Only one person can be a player of the club.")})
    if player.club_id != club.pk:
        raise ValidationError({"player": _("There is no such choice.")})
    if Membership.objects.filter(club=club, player=player).exists():
        raise ValidationError({"player": _("Somebody in the club is this player already.")})


def revoke_invitation(*, user: User, invitation: Invitation) -> None:
    """End an invitation. Raises NotAllowed."""
    require_admin(user, invitation)
    durably(lambda: revoke(Invitation.objects.filter(pk=invitation.pk)))


def revoke(invitations: QuerySet[Invitation]) -> None:
    """Revoke those of the invitations that are not yet; inside the caller's transaction."""
    invitations.filter(revoked_at=None).update(revoked_at=timezone.now())


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation whose link has this token, in whatever state it is."""
    with_club = Invitation.objects.select_related("club")
    return with_club.filter(digest=digest_of(token)).first()
