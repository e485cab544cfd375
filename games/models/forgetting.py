"""What was erased, as ids only: who did it, when, how much; and the entries whose texts went."""

from django.db import models
from django.utils import timezone

from games.models.book import Entry
from games.models.fields import PUBLIC_ID_LENGTH, PlainJSONField, new_public_id
from games.models.people import Club, Player, User
from games.models.querysets import ClubQuerySet


class Erasure(models.Model):
    """That a person was erased from a club: a player, an account, or both. No name is kept here.

    `places` are the other texts that were erased, `spared` those that an administrator
    left because they are about somebody else, each as `games.people.erasing.naming` writes it. With
    both the erasure can be made again in a database that was put back from a backup.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="erasures")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    account = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    account_went = models.BooleanField(default=False)
    names = models.PositiveIntegerField()
    texts = models.PositiveIntegerField()
    places = PlainJSONField(default=list)
    spared = PlainJSONField(default=list)
    by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.club}, {self.at}"


class ErasedEntry(models.Model):
    """A permission to remove the texts of an entry, once.

    The triggers of `0031` let `change`, `device` and `fingerprint` of this one entry be replaced,
    and set `used`. Otherwise the row is never changed, and it is never deleted.
    """

    erasure = models.ForeignKey(Erasure, models.PROTECT, related_name="entries")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="erased")
    used = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "erased entries"
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.entry}, {self.erasure}"
