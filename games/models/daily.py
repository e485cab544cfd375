"""The hand of a day: which one a club is asked about, and what its members answered.

No archive carries it: it is about the people and days of one place.
"""

from django.db import models

from games.models.fields import PlainJSONField
from games.models.matches import Hand
from games.models.people import Club, User

# What the reader is asked for: a card near the end, a call, cards to lay away.
KINDS = ENDING, BID, DISCARD = "ending", "bid", "discard"


class DailyHand(models.Model):
    """The hand that a club is asked about on a day, kept so that it stays the same.

    `outside`: for readers who are no members. `step`: how many actions precede what is asked for;
    `digest` is that of the game it was chosen from; `prospects` of an ending are its legal cards,
    each with what it leads to.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+", db_index=False)
    day = models.DateField()
    outside = models.BooleanField(default=False)
    hand = models.ForeignKey(Hand, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=7)
    step = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    prospects = PlainJSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "day", "outside"], name="one_hand_a_day")
        ]

    def __str__(self) -> str:
        return f"{self.club}, {self.day}"


class DailyAnswer(models.Model):
    """What a member answered: a card, a call, or cards with a space between them."""

    daily = models.ForeignKey(DailyHand, models.CASCADE, related_name="answers", db_index=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    answer = models.CharField(max_length=80)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["daily", "user"], name="one_answer_a_day")]

    def __str__(self) -> str:
        return f"{self.daily}: {self.answer}"
