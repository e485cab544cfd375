"""Totals that a club has brought along from before, without their hands."""

from django.db import models
from django.utils import timezone

from games.models.people import Club, Player, User


class BroughtForward(models.Model):
    """Points of a player in one game from one day to another, of which no hand is known.

    The rows of one table have its title and days in common, and are taken back together.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="brought_forward")
    player = models.ForeignKey(Player, models.PROTECT, related_name="brought_forward")
    variant = models.CharField(max_length=32)
    first_day = models.DateField()
    last_day = models.DateField()
    title = models.CharField(max_length=80)
    halves = models.IntegerField()
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "brought forward"
        ordering = ["-last_day", "-first_day", "title", "-halves", "id"]

    def __str__(self) -> str:
        return f"{self.player}, {self.title}: {self.halves}"
