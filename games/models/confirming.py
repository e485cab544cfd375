"""Agreeing on a score: who confirmed it before it was sealed, and who says that it is wrong.

Rows outside the chain: a seal says who confirmed, and no text of theirs, which can be erased.
"""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.fields import PUBLIC_ID_LENGTH, new_public_id
from games.models.matches import Hand
from games.models.people import Club, Player, User
from games.models.querysets import ClubQuerySet

USERNAME_LENGTH = 150


class Confirmation(models.Model):
    """That somebody at the table agreed with the score of a hand as it stood at `version`.

    Any later entry makes it void; `sealed` is set where the hand was sealed at that version. Where
    nobody could be asked there is no player, and `because` says why.

    `by` is None where an import brought it, and `brought_by` is who did; `by_name` is what the
    account was called. `pin_set_by` had set the PIN, if it was not the player.
    """

    class How(models.TextChoices):
        """How the person confirmed."""

        TAP = "tap", _("by a tap at the table")
        PIN = "pin", _("with a PIN")
        ACCOUNT = "account", _("with their own account")
        WAIVED = "waived", _("nobody could be asked")

    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="confirmations", db_index=False)
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    version = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField(null=True)
    how = models.CharField(max_length=7, choices=How)
    because = models.TextField(blank=True)
    sealed = models.BooleanField(default=False)
    by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", db_index=False)
    by_name = models.CharField(max_length=USERNAME_LENGTH)
    device = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(default=timezone.now)
    pin_set_by = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", db_index=False
    )
    pin_set_at = models.DateTimeField(null=True)
    brought_by = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", db_index=False
    )
    brought_at = models.DateTimeField(null=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["hand", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["hand", "version", "player"], name="confirmed_once_a_version"
            )
        ]
        indexes = [models.Index(fields=["club", "id"], name="confirmation_of_club")]

    def __str__(self) -> str:
        return f"{self.hand}, version {self.version}"


class Dispute(models.Model):
    """That somebody who sat at a hand says its score is wrong, and how that ended.

    `player` is who disputes, `by` the account that wrote it down: theirs, or the scorer's. An open
    dispute has no `ended_at`; `answer` is the ruling. `by` and `ended_by` are None where an import
    brought it, and `brought_by` is who did; the names are what the accounts were called.
    """

    class EndedAs(models.TextChoices):
        """What ended a dispute."""

        RULING = "ruling", _("by a ruling")
        AMENDED = "amended", _("the hand was amended")
        WITHDRAWN = "withdrawn", _("withdrawn")
        VOID = "void", _("the hand was cancelled")

    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="disputes", db_index=False)
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    player = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    because = models.TextField()
    by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", db_index=False)
    by_name = models.CharField(max_length=USERNAME_LENGTH)
    device = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", db_index=False)
    ended_by_name = models.CharField(max_length=USERNAME_LENGTH, blank=True)
    ended_as = models.CharField(max_length=9, choices=EndedAs, blank=True)
    answer = models.TextField(blank=True)
    brought_by = models.ForeignKey(
        User, models.PROTECT, null=True, related_name="+", db_index=False
    )
    brought_at = models.DateTimeField(null=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["hand", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["hand", "player"],
                condition=Q(ended_at=None),
                name="one_open_dispute_a_player",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_as="") | ~Q(ended_at=None) & ~Q(ended_as=""),
                name="dispute_ends_somehow",
            ),
        ]
        indexes = [
            models.Index(fields=["hand", "id"], name="dispute_of_hand"),
            models.Index(fields=["club", "id"], name="dispute_of_club"),
        ]

    def __str__(self) -> str:
        return f"{self.hand}, {self.player}"

    @property
    def is_open(self) -> bool:
        """Return whether nothing has ended it yet."""
        return self.ended_at is None
