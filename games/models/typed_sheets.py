"""A sheet of paper as far as somebody has typed it in: nothing of it counts yet."""

from django.db import models
from django.utils import timezone

from games.models.fields import PlainJSONField
from games.models.matches import Match
from games.models.people import User


class TypedSheet(models.Model):
    """The lines that somebody has typed for the hands of a match, from hand `first` on.

    Each of the `lines` is an object: the `line` as it was typed, the `facts` that were understood,
    and `over`, the facts of a second typist that were looked at and set aside. `done`: all is
    typed, and may be compared. It is deleted when its hands are sealed.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="typed_sheets")
    by = models.ForeignKey(User, models.CASCADE, related_name="+", db_index=False)
    first = models.PositiveSmallIntegerField()
    lines = PlainJSONField(default=list)
    done = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "by"], name="one_typed_sheet_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.match}, {self.by}"
