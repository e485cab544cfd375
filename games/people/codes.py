"""Codes on paper: a new password for a member who has lost theirs, without e-mail.

Anybody with the code of an account can take it over, and an administrator who prints one can read
it. So a code never reaches further than its club: `why_not` is the rule.
"""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access.one_time_codes import password_alone
from games.access.typed_codes import digest_of, new_code, plain
from games.models import Membership, PaperCode, Role, User
from games.writing.durably import durably, require_admin

GOOD_FOR = timedelta(days=7)


def why_not(membership: Membership) -> str:
    """Return why no administrator of the club may set this member's password; "" if they may.

    The account belongs to this club alone, and does not look after the site.
    """
    user = membership.user
    if not user.is_active:
        return _("This account is closed.")
    if user.is_staff or user.is_superuser:
        return _("This account looks after the site: the people who run the server can help.")
    if Membership.objects.filter(user=user).exclude(club=membership.club_id).exists():
        return _(
            "This account belongs to another club too, so no club alone can open it: "
            "an e-mail or the people who run the server can help."
        )
    return ""


def make_code(*, user: User, membership: Membership) -> str:
    """Make a code for a member, replacing an unused one. Raises NotAllowed, ValidationError."""
    require_admin(user, membership)
    code = new_code()

    def write() -> None:
        if reason := why_not(membership):
            raise ValidationError(reason)
        now = timezone.now()
        PaperCode.objects.filter(user=membership.user_id, used_at=None).delete()
        PaperCode.objects.create(
            user=membership.user,
            digest=digest_of(plain(code)),
            club=membership.club,
            made_by=user,
            made_at=now,
            ends_at=now + GOOD_FOR,
        )

    durably(write)
    return code


def find_code(username: str, text: str) -> PaperCode | None:
    """Return the code that somebody has typed for an account, if it is good.

    The rule is checked again: the account may belong to another club by now, or the person who
    printed the code may no longer be an administrator of this one.
    """
    rows = PaperCode.objects.select_related("user", "made_by").filter(
        digest=digest_of(plain(text)),
        user__username=username,
        used_at=None,
        ends_at__gt=timezone.now(),
    )
    code = rows.first()
    if code is None:
        return None
    mine = Membership.objects.filter(user=code.user, club=code.club).first()
    admins = Membership.objects.filter(user=code.made_by, club=code.club, role=Role.ADMIN)
    return code if mine and not why_not(mine) and admins.exists() else None


def use_code(code: PaperCode, password: str) -> User:
    """Give the account of a code a password, which was checked; the code is used up.

    Its one-time codes and passkeys end: this is how a club helps somebody whose telephone is lost.
    Its e-mail address goes: an earlier user of a code may have put theirs there, to come back by
    it when the account reaches further.
    Raises ValidationError where somebody else has just used the code.
    """

    def write() -> User:
        unused = PaperCode.objects.filter(pk=code.pk, used_at=None)
        user = code.user
        if user is None or not unused.update(used_at=timezone.now()):
            raise ValidationError({"code": wrong_code()})
        user.set_password(password)
        user.email = ""
        user.save(update_fields=["password", "email"])
        password_alone(user)
        return user

    return durably(write)


def wrong_code() -> str:
    """Return the sentence for a code that does not open an account, whatever the reason."""
    return _("The account name and the code do not match, or the code is no longer valid.")
