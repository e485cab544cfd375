"""That two players of a club were one person, and what went from one to the other."""

from django.db import models
from django.utils import timezone

from games.models.fields import PUBLIC_ID_LENGTH, PlainJSONField, new_public_id
from games.models.people import Club, Player, User
from games.models.querysets import ClubQuerySet


class Merge(models.Model):
    """The player `gone` was merged into `kept`.

    `moved` names the rows that were moved, as `games.people.merge_plan` lists them, and how many
    `seals` the club had: an undo needs both.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="merges")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    kept = models.ForeignKey(Player, models.PROTECT, related_name="merges")
    gone = models.ForeignKey(Player, models.PROTECT, related_name="+")
    moved = PlainJSONField(default=dict)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.gone} → {self.kept}"
