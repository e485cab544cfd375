"""Studies: hands, and ways in which they could have gone, put together for teaching."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.fields import PUBLIC_ID_LENGTH, new_public_id
from games.models.matches import Hand
from games.models.people import Club, User
from games.models.querysets import ClubQuerySet
from games.models.remarks import PLACE_LENGTH, REMARK_LENGTH

TITLE_LENGTH = 80
MOST_ITEMS = 200
CARDS_LENGTH = 640  # 78 cards, and 61 calls: the longest auction of Taroux


class Study(models.Model):
    """A collection that a club reads, and its author changes; `brought_by` as of a `Remark`."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    text = models.TextField(_("comment"), max_length=REMARK_LENGTH, blank=True)
    author = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    brought_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    brought_at = models.DateTimeField(null=True, blank=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "studies"
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return self.title


class StudyItem(models.Model):
    """A step of a hand in a study; with `cards`, as addresses name them, what could follow it."""

    study = models.ForeignKey(Study, models.CASCADE, related_name="items")
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()
    place = models.CharField(max_length=PLACE_LENGTH)
    cards = models.CharField(max_length=CARDS_LENGTH, blank=True)
    text = models.TextField(_("comment"), max_length=REMARK_LENGTH, blank=True)

    class Meta:
        ordering = ["number", "id"]

    def __str__(self) -> str:
        return f"{self.study}, {self.number}"
