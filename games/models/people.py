"""Clubs and people: who signs in, who plays, who may write."""

from datetime import date

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from games.models.club_choices import (
    SHOWN_TO_ALL,
    Confirms,
    Deck,
    RecordedBy,
    RunningSeenBy,
    SeenOutside,
    SuitColours,
    Writes,
)
from games.models.fields import (
    PUBLIC_ID_LENGTH,
    PlainJSONField,
    SortKeyField,
    changed_at,
    new_public_id,
)
from games.models.querysets import ClubsQuerySet, PlayerManager, PlayerQuerySet
from games.rules import VARIANTS, Preset, Variant

TEAM_LENGTH = 40
NAME_LENGTH = 80  # the record format's limit for a player's name
NICKNAME_LENGTH = 40
NUMBER_LENGTH = 20
GENESIS = "0" * 64  # what the first seal of a club is linked to


class User(AbstractUser):  # type: ignore[django-manager-missing]
    """Somebody who signs in. Only their memberships say what they may do."""

    language = models.CharField(_("language"), max_length=16, blank=True, editable=False)


class Club(models.Model):  # type: ignore[django-manager-missing]
    """A club, and the head of its chain of sealed hands.

    `seals` counts the chain, `head` is the link of its last seal; only `services.seal` moves them.
    """

    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(_("address"), unique=True)
    seals = models.PositiveIntegerField(default=0, editable=False)
    head = models.CharField(max_length=64, default=GENESIS, editable=False)
    opened_at = models.DateTimeField(auto_now_add=True)
    opened_by = models.ForeignKey(
        User, models.SET_NULL, null=True, editable=False, related_name="+", db_index=False
    )
    # How its league tables rank, as `games.statistics.leagues` reads it.
    league = PlainJSONField(_("league tables"), default=dict, blank=True, editable=False)
    confirms = models.CharField(
        _("scores are confirmed"),
        max_length=3,
        choices=Confirms,
        default=Confirms.NO,
        editable=False,
    )
    # Whether a sheet on paper is typed in by two people before its hands are sealed.
    types_twice = models.BooleanField(default=False, editable=False)
    # Whether readers see what best play would have brought (games/analysis).
    shows_best_play = models.BooleanField(default=True, editable=False)
    # Whether the page of the day's hand names those who played it and those who answered.
    names_daily = models.BooleanField(default=False, db_default=False, editable=False)
    # Whether its tablets judge cards themselves (games/engine); else the server does it for them.
    tablets_judge = models.BooleanField(default=True, editable=False)
    # The keys of the games that it plays, in the order of `VARIANTS`; none: all of them.
    games = PlainJSONField(default=list, blank=True, editable=False)
    recorded_by = models.CharField(
        max_length=9, choices=RecordedBy, default=RecordedBy.SCORERS, editable=False
    )
    # What a new match writes down; "" as the one before it did.
    writes = models.CharField(max_length=12, choices=Writes, blank=True, editable=False)
    # The game and the preset that its first match is proposed with: "french:fft"; "" the usual.
    first_rules = models.CharField(max_length=40, blank=True, editable=False)
    running_seen_by = models.CharField(
        max_length=9, choices=RunningSeenBy, default=RunningSeenBy.RECORDERS, editable=False
    )
    # Whether a running hand is kept from those at its table who do not record it themselves.
    hides_running = models.BooleanField(default=False, editable=False)
    guests_see = models.CharField(
        max_length=9, choices=SeenOutside, default=SeenOutside.PUBLISHED, editable=False
    )
    public_sees = models.CharField(
        max_length=9, choices=SHOWN_TO_ALL, default=SeenOutside.PUBLISHED, editable=False
    )
    # What those see and hear who have not chosen themselves; "" where the club has not either.
    language = models.CharField(max_length=16, blank=True, editable=False)
    deck = models.CharField(max_length=6, choices=Deck, blank=True, editable=False)
    suits = models.CharField(max_length=4, choices=SuitColours, blank=True, editable=False)
    # Whether everybody may read where its chain ended, day by day (`PublishedHead`).
    shows_heads = models.BooleanField(default=False, editable=False)

    objects = ClubsQuerySet.as_manager()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def played(self) -> list[Variant]:
        """Return the games that it plays, which are offered first."""
        return [game for game in VARIANTS if not self.games or game.key in self.games]

    def begins_with(self, game: Variant, preset: Preset) -> bool:
        """Return whether its first match is proposed with this preset of this game."""
        return self.first_rules == f"{game.key}:{preset.key}"

    @property
    def not_played(self) -> list[Variant]:
        """Return the other games: folded away, but never forbidden."""
        return [game for game in VARIANTS if game not in self.played]


class Player(models.Model):
    """Somebody who plays in a club; most players never sign in.

    `name` is what lists and records call them, unique in the club. Where two have the same, it
    holds their nickname or number as well, and `own_name` is their name without that (else "").
    They are at the club from `joined_on` to `left_on`, both included; null where nobody said.

    `pin` is the digest of the number with which they confirm scores, "" without one; `wrong_pins`
    counts the guesses since it was last right, `wrong_pin_at` is when the last of them was.
    `pin_set_by` set it at `pin_set_at` for them; None where they set it themselves.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    own_name = models.CharField(max_length=NAME_LENGTH, blank=True, editable=False)
    sort_key = SortKeyField(of="name")
    nickname = models.CharField(_("nickname"), max_length=NICKNAME_LENGTH, blank=True)
    number = models.CharField(_("number of the federation"), max_length=NUMBER_LENGTH, blank=True)
    joined_on = models.DateField(_("at the club from"), null=True, blank=True)
    left_on = models.DateField(_("at the club until"), null=True, blank=True)
    # The player into whom this one was merged, since the two are one person.
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, editable=False, related_name="merged"
    )
    # When the person was erased: from then on the name reads "[erased]" (`games.people.erasing`).
    erased_at = models.DateTimeField(null=True, editable=False)
    # Whether the best play of hands that they played is kept from readers.
    hides_best_play = models.BooleanField(default=False, editable=False)
    changed_at = changed_at()  # added, or something above changed
    pin = models.CharField(max_length=128, blank=True, editable=False)
    wrong_pins = models.PositiveSmallIntegerField(default=0, editable=False)
    wrong_pin_at = models.DateTimeField(null=True, editable=False)
    pin_set_by = models.ForeignKey(
        "games.User", models.PROTECT, null=True, editable=False, related_name="+", db_index=False
    )
    pin_set_at = models.DateTimeField(null=True, editable=False)

    objects = PlayerManager()
    every = PlayerQuerySet.as_manager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["sort_key", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name"],
                condition=Q(merged_into=None, erased_at=None),
                name="player_name_unique_in_club",
            ),
            models.UniqueConstraint(
                fields=["club", "number"],
                condition=~Q(number="") & Q(merged_into=None),
                name="player_number_unique_in_club",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def bare_name(self) -> str:
        """Return their name without what tells them apart from somebody of the same name."""
        return self.own_name or self.name

    def has_left(self, day: date | None = None) -> bool:
        """Return whether they are no longer at the club on a day (today if none is given)."""
        return self.left_on is not None and self.left_on < (day or timezone.localdate())

    def is_offered(self, day: date) -> bool:
        """Return whether they can be chosen for a match of a day: at the club, not erased."""
        return self.erased_at is None and not self.has_left(day)


class Presence(models.Model):
    """Somebody who is here on a day: ticked once, and then offered first for every table.

    A late arrival has a later `arrived_at`; an early departure has `left_at`. `team`: whom
    the draw of an evening keeps apart; `instead_of`: whose seat they have taken.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="presences")
    day = models.DateField(db_index=True)
    team = models.CharField(max_length=TEAM_LENGTH, blank=True)
    instead_of = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="+")
    arrived_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["day", "id"]
        constraints = [models.UniqueConstraint(fields=["player", "day"], name="present_once_a_day")]

    def __str__(self) -> str:
        return f"{self.player}, {self.day}"


class Role(models.TextChoices):
    """What somebody may do in a club.

    Read what it shows to guests; read everything; record hands; also look after the club. In some
    clubs members record too: `ClubQuerySet.visible_to`.
    """

    GUEST = "guest", _("guest")
    MEMBER = "member", _("member")
    SCORER = "scorer", _("scorer")
    ADMIN = "admin", _("administrator")


class Membership(models.Model):
    """A user's role in a club, and the player they are there, if they play.

    Those who leave lose it, and with it at once all that they may see. `invitation` is what they
    came by, `last_seen` the day on which they last opened a page of the club, `seen_before` the
    one before that day, `feed` the key in the addresses of their news feed and calendar.
    `mailed_at` is when they were sent a mail, or asked for mails; null where they want none.
    """

    user = models.ForeignKey(User, models.PROTECT, related_name="memberships")
    club = models.ForeignKey(Club, models.PROTECT, related_name="memberships")
    role = models.CharField(_("role"), max_length=8, choices=Role, default=Role.MEMBER)
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="+")
    joined_at = models.DateTimeField(default=timezone.now, null=True, editable=False)
    last_seen = models.DateField(null=True, editable=False)
    seen_before = models.DateField(null=True, editable=False)
    feed = models.CharField(  # noqa: DJ001  # "" would be an address, and once only
        max_length=32, null=True, unique=True, editable=False
    )
    mailed_at = models.DateTimeField(null=True, editable=False)
    invitation = models.ForeignKey(
        "games.Invitation",
        models.SET_NULL,
        null=True,
        editable=False,
        related_name="memberships",
    )

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["user", "club"], name="member_once")]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"


class ApiToken(AbstractAuthToken):
    """A key for programs: only its digest is kept. `club` limits it to one club."""

    class Scope(models.TextChoices):
        """What a program may do with the key: never more than its owner."""

        READ = "read", _("read")
        RECORD = "record", _("read, and record hands")

    scope = models.CharField(_("may"), max_length=8, choices=Scope, default=Scope.READ)
    name = models.CharField(_("name"), max_length=NAME_LENGTH, blank=True)
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="tokens")
    last_used = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("key for programs")
        verbose_name_plural = _("keys for programs")

    def __str__(self) -> str:
        return self.name or self.token_key

    @property
    def may_write(self) -> bool:
        """Return whether hands may be recorded with the key."""
        return self.scope == self.Scope.RECORD
