"""Sums over many hands, derived from the sealed ones; `games.statistics` writes them."""

from django.db import models
from django.db.models import Q

from games.models.matches import Hand
from games.models.people import Club, Player

ALL_TIME = ""


class TallyKind(models.TextChoices):
    """What a sum counts: what the hands have in common."""

    WHOLE = "whole"
    PART = "part"
    SEAT = "seat"
    WITH = "with"
    AGAINST = "against"


class Tally(models.Model):
    """What a player, or without one the whole club, did in one game and one period.

    `period` is "" for all time, else a year, month or day as `2026`, `2026-11`, `2026-11-20`.
    `kind` says what `key` names: `whole` nothing; `part` role and contract, `taker/guard`; `seat`
    the number of players and the place after the dealer, `4/1`; `with` and `against` the key of
    another player, on the same side and on another.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="tallies", db_index=False)
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, related_name="tallies", db_index=False
    )
    variant = models.CharField(max_length=32)
    period = models.CharField(max_length=10)
    kind = models.CharField(max_length=8, choices=TallyKind)
    key = models.CharField(max_length=40)
    hands = models.PositiveIntegerField()
    # Hands that were won or lost, and of them those won.
    decided = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    # Hands as taker, and of them those made.
    taken = models.PositiveIntegerField()
    made = models.PositiveIntegerField()
    irregular = models.PositiveIntegerField()
    score_halves = models.BigIntegerField()
    best_halves = models.IntegerField()
    worst_halves = models.IntegerField()

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(
                fields=["player", "variant", "period", "kind", "key"], name="one_tally_of_a_player"
            ),
            models.UniqueConstraint(
                fields=["club", "variant", "period", "kind", "key"],
                condition=Q(player=None),
                name="one_tally_of_a_club",
            ),
        ]
        indexes = [models.Index(fields=["club", "variant", "kind", "period"], name="tally_league")]

    def __str__(self) -> str:
        return f"{self.player or self.club}, {self.variant} {self.period}: {self.kind} {self.key}"


class Career(models.Model):
    """What depends on the order of the hands: rating and streaks of a player in one game.

    A row for all time, for each year and each month in which they played; the rating is the one
    after their last hand of that period. `streak` counts hands won in a row, lost ones as a
    negative number.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, models.PROTECT, related_name="careers", db_index=False)
    variant = models.CharField(max_length=32)
    period = models.CharField(max_length=7)
    rating = models.FloatField()
    deviation = models.FloatField()
    rated = models.PositiveIntegerField()
    streak = models.IntegerField()
    longest_won = models.PositiveIntegerField()
    longest_lost = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "variant", "period"], name="one_career_of_a_player"
            )
        ]
        indexes = [models.Index(fields=["club", "variant", "period"], name="career_league")]

    def __str__(self) -> str:
        return f"{self.player}, {self.variant} {self.period}: {self.rating:.0f}"


class RecordKind(models.TextChoices):
    """What is a record, in the order in which they are shown."""

    HIGHEST_WIN = "highest-win"
    HEAVIEST_LOSS = "heaviest-loss"
    MADE_BY = "made-by"
    LOST_BY = "lost-by"
    BEST_SLAM = "best-slam"
    BEST_HANDFUL = "best-handful"
    BEST_LAST_TRICK = "best-last-trick"
    MATCH_TOTAL = "match-total"
    WON_IN_A_ROW = "won-in-a-row"
    LOST_IN_A_ROW = "lost-in-a-row"


class ClubRecord(models.Model):
    """A record of the club in one game: who holds it, and the hand that made it.

    `value`: half points; a number of hands for the streaks, of cards for the handful.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="records", db_index=False)
    variant = models.CharField(max_length=32)
    kind = models.CharField(max_length=16, choices=RecordKind)
    value = models.IntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="+", db_index=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "variant", "kind"], name="one_record_of_a_kind")
        ]

    def __str__(self) -> str:
        return f"{self.club}, {self.variant}: {self.kind} {self.value}"
