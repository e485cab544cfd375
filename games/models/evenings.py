"""An evening of rounds, after each of which people move to other tables. A table is a match."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.club_choices import Writes
from games.models.fields import PUBLIC_ID_LENGTH, PlainJSONField, changed_at, new_public_id
from games.models.people import NAME_LENGTH, Club, Player, User
from games.models.querysets import ClubQuerySet

MOST_ROUNDS, MOST_HANDS, MOST_MINUTES = 20, 100, 600


class Evening(models.Model):
    """What is played on an evening, and for how many rounds.

    A round is over after `hands` hands at each table, after `minutes` minutes, or both. `plan` is
    that of the last draw for the rounds after it: public ids of players by table. `ties` is chosen
    before round 1, for the best round first; `lot` is the seed of the lot, drawn when it is opened.
    With `code` begin the codes by which tablets open its tables. `printed`: when the list was
    printed last, and its lines: public id, place, half points. With a `method` it is played as
    duplicate, and compares results of the same board by it; nobody sees a board's cards before
    `boards_shown_at`, save the director who opened the evening. Who knows `wall` sees the wall,
    with its `wall_table` as it was `wall_delay` minutes ago; null while it is switched off. It
    `counts` in the championship of its season, unless the director leaves it out.
    """

    class Method(models.TextChoices):
        """How results of a board are compared."""

        MATCH_POINTS = "match-points", _("match points")
        MEAN = "mean", _("difference to the mean")
        PLACES = "places", _("place points")

    class Ties(models.TextChoices):
        """Who is ahead of whom with an equal total."""

        SHARED = "shared", _("the place is shared")
        BEST_ROUND = "best-round", _("the best round")
        CONTRACTS = "contracts", _("the best round, then contracts made")
        LOT = "lot", _("the best round, contracts made, then a lot")

    club = models.ForeignKey(Club, models.PROTECT, related_name="evenings")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    title = models.CharField(_("title"), max_length=NAME_LENGTH)
    played_on = models.DateField(_("date"), default=timezone.localdate)
    variant = models.CharField(_("game"), max_length=32)
    preset = models.CharField(_("preset"), max_length=32, blank=True)
    writes = models.CharField(max_length=12, choices=Writes, default=Writes.RESULT_ONLY)
    rounds = models.PositiveSmallIntegerField(
        _("rounds"), default=5, validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    hands = models.PositiveSmallIntegerField(
        _("hands a round"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_HANDS)],
    )
    minutes = models.PositiveSmallIntegerField(
        _("minutes a round"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_MINUTES)],
    )
    fives = models.BooleanField(_("tables of five rather than of three"), default=False)
    by_rank = models.BooleanField(_("from round 2 on by rank"), default=False)
    ties = models.CharField(max_length=12, choices=Ties, default=Ties.SHARED)
    lot = models.PositiveBigIntegerField(null=True, blank=True)
    code = models.CharField(max_length=8, blank=True, db_index=True)
    method = models.CharField(_("duplicate"), max_length=12, choices=Method, blank=True)
    boards_shown_at = models.DateTimeField(null=True, blank=True)
    wall = models.CharField(  # "" would be an address, and once only
        max_length=PUBLIC_ID_LENGTH, null=True, blank=True, unique=True
    )
    wall_table = models.CharField(max_length=3, blank=True)
    wall_delay = models.PositiveSmallIntegerField(default=5)
    wall_hides_totals = models.BooleanField(default=False)
    counts = models.BooleanField(default=True, db_default=True)
    plan = PlainJSONField(default=list)
    printed = PlainJSONField(default=dict, blank=True)
    opened_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    changed_at = changed_at()

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        ordering = ["-played_on", "-id"]
        indexes = [models.Index(fields=["club", "-played_on", "-id"], name="evening_latest")]
        constraints = [
            models.CheckConstraint(
                condition=Q(hands__isnull=False) | Q(minutes__isnull=False), name="a_round_ends"
            )
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def counts_contracts(self) -> bool:
        """Return whether contracts made may decide between equal totals."""
        return self.ties in (self.Ties.CONTRACTS, self.Ties.LOT)


class Board(models.Model):
    """A deal that several tables of an evening play.

    The computer dealt `deal` (hands and stock, as in a record) from `seed`; without a seed the
    first table deals it, and the records of its hands say what it was.
    """

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="boards")
    number = models.PositiveSmallIntegerField()
    seed = models.PositiveBigIntegerField(null=True)
    deal = PlainJSONField(default=dict)

    class Meta:
        ordering = ["evening", "number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_board_of_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.evening}, {self.number}"


class EveningRound(models.Model):
    """One round: as it was drawn, and, once it is announced, a match for each of its tables.

    `tables` are public ids of players by seat, as drawn from `seed` or moved by hand since. From
    the announcement on the seats of the matches say who sits where. `ends_at` is when the clock of
    a round of minutes runs out, once it was started.
    """

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="drawn")
    number = models.PositiveSmallIntegerField()
    seed = models.PositiveBigIntegerField()
    tables = PlainJSONField(default=list)
    drawn_at = models.DateTimeField(default=timezone.now)
    announced_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["evening", "number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_round_of_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.evening}, {self.number}"


class EveningPoints(models.Model):
    """Points of somebody in a round that no hand gave them. Those of a round need not sum to 0.

    They were typed from the paper of a table that wrote down nothing else, or the director gave or
    took them, and says why.
    """

    class Kind(models.TextChoices):
        """Where the points come from."""

        TYPED = "typed", _("typed from paper")
        DIRECTOR = "director", _("by the director")

    round = models.ForeignKey(EveningRound, models.PROTECT, related_name="points")
    player = models.ForeignKey(Player, models.PROTECT, related_name="evening_points")
    halves = models.IntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    because = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["round", "id"]

    def __str__(self) -> str:
        return f"{self.player}: {self.halves}"
