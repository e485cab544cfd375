"""What readers add to a sealed hand: remarks at its steps, and whether others may read it too."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.fields import PUBLIC_ID_LENGTH, new_public_id
from games.models.matches import Hand
from games.models.people import Club, User
from games.models.querysets import ClubQuerySet

REMARK_LENGTH = 1000
PLACE_LENGTH = 24


class Remark(models.Model):
    """What a member says about a hand at one of its steps.

    `place` names the step as addresses do, so that it stays at its moment. A hidden remark is kept
    for those who look after the club; who wrote it may erase it, and then the row is gone.

    `brought_by` and `brought_at` are set where an import brought it: then author and moment are
    what the archive says, and nobody has said anything here.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="remarks", db_index=False)
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    place = models.CharField(max_length=PLACE_LENGTH)
    text = models.TextField(_("comment"), max_length=REMARK_LENGTH)
    author = models.ForeignKey(User, models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField(default=timezone.now)
    hidden_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )

    brought_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    brought_at = models.DateTimeField(null=True, blank=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering = ["hand", "id"]
        indexes = [
            models.Index(fields=["hand", "id"], name="remark_of_hand"),
            models.Index(fields=["author", "at"], name="remark_of_author"),
            models.Index(fields=["club", "id"], name="remark_of_club"),
        ]

    def __str__(self) -> str:
        return f"{self.hand}, {self.place}"


class Publication(models.Model):
    """A hand that everybody with its address may read, without signing in.

    Without `names` the players are called by their seats, and no text that people wrote is shown.
    """

    hand = models.OneToOneField(Hand, models.PROTECT, related_name="publication")
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    names = models.BooleanField(_("with the players’ names"), default=False)
    by = models.ForeignKey(User, models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField(default=timezone.now)

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("published hand")
        verbose_name_plural = _("published hands")

    def __str__(self) -> str:
        return str(self.hand)
