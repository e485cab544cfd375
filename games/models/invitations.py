"""Invitations to a club, who has left it, and what two administrators have to agree on."""

from datetime import datetime

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.fields import PUBLIC_ID_LENGTH, new_public_id
from games.models.people import NAME_LENGTH, Club, Player, Role, User
from games.models.querysets import ClubQuerySet


class Invitation(models.Model):
    """A link that lets `places` people into a club, `taken` of whom are in.

    Of the link only the digest of its token is kept, so that nobody reads it here. `player` is who
    somebody invited alone is at the table; `name` tells invitations apart for those who made them.
    """

    class State(models.TextChoices):
        """Whether somebody can come in by it, or why not."""

        OPEN = "open", _("waiting")
        USED = "used", _("used")
        EXPIRED = "expired", _("expired")
        REVOKED = "revoked", _("revoked")

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    digest = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    role = models.CharField(max_length=8, choices=Role)
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    places = models.PositiveSmallIntegerField(default=1)
    taken = models.PositiveSmallIntegerField(default=0)
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "-id"]

    def __str__(self) -> str:
        return self.name

    def state_at(self, now: datetime) -> "Invitation.State":
        """Return whether somebody can come in by it at that moment, or why not."""
        if self.revoked_at is not None:
            return self.State.REVOKED
        if self.taken >= self.places:
            return self.State.USED
        return self.State.EXPIRED if self.ends_at <= now else self.State.OPEN

    @property
    def state(self) -> "Invitation.State":
        return self.state_at(timezone.now())


class FormerMember(models.Model):
    """Somebody who belonged to a club; `ended_by` ended that, maybe they themselves."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="former_members")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    role = models.CharField(max_length=8, choices=Role)
    left_at = models.DateTimeField(default=timezone.now)
    ended_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-left_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["user", "club"], name="former_member_once")]

    def __str__(self) -> str:
        return str(self.user)


class Consent(models.Model):
    """A request by `asked_by`, an administrator, to change the account of `member`, another one.

    A second administrator has to agree (`games.people.consents`). Once it is done the row is
    deleted. `role` is the one that the member would have.
    """

    class What(models.TextChoices):
        """What would be done."""

        CODE = "code", _("a code for a new password")
        ROLE = "role", _("another role")
        END = "end", _("removed from the club")
        ERASE = "erase", _("erased")

    club = models.ForeignKey(Club, models.CASCADE, related_name="consents")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    what = models.CharField(max_length=5, choices=What)
    role = models.CharField(max_length=8, choices=Role, blank=True)
    member = models.ForeignKey(User, models.CASCADE, related_name="+")
    asked_by = models.ForeignKey(User, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    agreed_by = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "what", "role", "member", "asked_by"], name="consent_asked_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.what}, {self.member}"
