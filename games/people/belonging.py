"""Who belongs to a club: changing what somebody may do there, and ending it."""

from collections.abc import Iterable

from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import ApiToken, Club, FormerMember, Invitation, Membership, Player, Role, User
from games.models.running import plays_hidden_hand
from games.people.inviting import revoke
from games.writing.durably import durably, require_admin


def change_member(
    *, user: User, membership: Membership, role: str, player: Player | None
) -> Membership:
    """Give a member another role or player. Raises NotAllowed, ValidationError by field."""
    if role not in Role.values:
        raise ValidationError({"role": _("There is no such choice.")})

    def write() -> Membership:
        mine = locked(membership)
        require_admin(user, mine)  # now: of two who demote each other the second is one no more
        if role != Role.ADMIN:
            check_not_last(mine)
            end_invitations_of(mine)
        if player != mine.player and plays_hidden_hand(mine.club, mine.player):
            message = _("This player sits at a running hand: change it when that is over.")
            raise ValidationError({"player": message})
        others = Membership.objects.filter(club=mine.club_id).exclude(pk=mine.pk)
        if player and (player.club_id != mine.club_id or others.filter(player=player).exists()):
            raise ValidationError({"player": _("Somebody in the club is this player already.")})
        mine.role, mine.player = Role(role), player
        mine.save(update_fields=["role", "player"])
        return mine

    return durably(write)


def end_membership(*, user: User, membership: Membership) -> None:
    """End a membership: its user leaves, or an administrator of the club sends them away.

    From then on they see nothing of the club; their keys for it alone, and what they have invited,
    end with it. Raises NotAllowed, and ValidationError for the last administrator.
    """

    def write() -> None:
        mine = locked(membership)
        if mine.user_id != user.pk:
            require_admin(user, mine)
        check_not_last(mine)
        end_invitations_of(mine)
        ApiToken.objects.filter(user=mine.user_id, club=mine.club_id).delete()
        FormerMember.objects.update_or_create(
            user_id=mine.user_id,
            club_id=mine.club_id,
            defaults={"role": mine.role, "left_at": timezone.now(), "ended_by": user},
        )
        mine.delete()

    durably(write)


def sign_out_member(*, user: User, membership: Membership) -> None:
    """Sign a member out everywhere; end their keys that reach the club. Raises NotAllowed."""
    require_admin(user, membership)

    def write() -> None:
        Session.objects.filter(signed_in__user=membership.user_id).delete()
        keys = ApiToken.objects.filter(user=membership.user_id)
        keys.filter(Q(club=None) | Q(club=membership.club_id)).delete()
        Membership.objects.filter(pk=membership.pk).update(feed=None)

    durably(write)


def locked(membership: Membership) -> Membership:
    """Return a membership as it is now, locked. Raises ValidationError where it has ended."""
    Club.objects.select_for_update().get(pk=membership.club_id)
    now = Membership.objects.filter(pk=membership.pk).first()
    if now is None:
        raise ValidationError(_("They do not belong to the club any more."))
    return now


def admins_but(club: int, users: Iterable[int]) -> QuerySet[Membership]:
    """Return the administrators of a club who can sign in, without these users."""
    admins = Membership.objects.filter(club=club, role=Role.ADMIN, user__is_active=True)
    return admins.exclude(user__in=users)


def check_not_last(membership: Membership) -> None:
    """Raise ValidationError for the only administrator of a club who can sign in."""
    others = admins_but(membership.club_id, [membership.user_id])
    if membership.role == Role.ADMIN and not others.exists():
        raise ValidationError(
            {"role": _("A club needs an administrator: make somebody else one first.")}
        )


def end_invitations_of(membership: Membership) -> None:
    """Revoke what somebody has invited who looks after a club no more: they know the links."""
    revoke(Invitation.objects.filter(club=membership.club_id, made_by=membership.user_id))
