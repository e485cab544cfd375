"""Matches and hands. The entries are the truth; everything else here is derived from them."""

from typing import Self

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.club_choices import SeenOutside, Writes
from games.models.derived import TRAIT_INDEXES, HandTraits, SeatCards
from games.models.evenings import Board, EveningRound
from games.models.fields import PUBLIC_ID_LENGTH, PlainJSONField, changed_at, new_public_id
from games.models.people import NAME_LENGTH, Club, Player, User
from games.models.querysets import ClubQuerySet, MatchManager, NamesBySeat, Row
from games.rules import LAST_HAND, rotation


class Match(models.Model):
    """One sitting: the same people, one variant with its options, many hands.

    Options belong to every hand and stand in its record; settings belong to the match alone: when
    it is over, which way round it is played.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="matches")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    title = models.CharField(_("title"), max_length=NAME_LENGTH)
    variant = models.CharField(_("game"), max_length=32)
    # Only what differs from the variant's defaults, as in a record.
    options = PlainJSONField(_("options"), default=dict, blank=True)
    preset = models.CharField(_("preset"), max_length=32, blank=True)
    # Only what differs from the variant's own.
    settings = PlainJSONField(_("settings"), default=dict, blank=True)
    table = models.CharField(_("table"), max_length=32, blank=True)
    played_on = models.DateField(_("date"), default=timezone.localdate)
    hands_planned = models.PositiveSmallIntegerField(
        _("number of hands"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    first_dealer = models.PositiveSmallIntegerField(_("first dealer"), default=0)
    dealer_sits_out = models.BooleanField(_("the dealer sits out"), default=False)
    writes = models.CharField(
        _("what is written down"), max_length=12, choices=Writes, default=Writes.TRICKS_ONLY
    )
    # The round of an evening of which this is a table.
    round = models.ForeignKey(EveningRound, models.PROTECT, null=True, related_name="matches")
    # The number of the board that its first hand plays; the others follow.
    first_board = models.PositiveSmallIntegerField(null=True)
    opened_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    changed_at = changed_at()  # opened, or closed
    # When the import that brought it was taken back: the chain still needs it.
    taken_back_at = models.DateTimeField(null=True, editable=False)

    objects = MatchManager()
    every = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["-played_on", "-id"]
        indexes = [
            models.Index(fields=["club", "-played_on", "-id"], name="match_latest"),
            models.Index(fields=["club"], condition=Q(closed_at=None), name="match_open"),
        ]

    def __str__(self) -> str:
        return self.title

    def deal(self, number: int, people: int) -> rotation.Deal:
        """Return who deals hand `number` (from 1), and who sits it out, with that many people."""
        return rotation.deal_of(
            number, self.first_dealer, people, dealer_sits_out=self.dealer_sits_out
        )

    def coming(self, people: int) -> tuple[int, rotation.Deal]:
        """Return the number of the next hand and its deal, with that many people. One statement."""
        columns = ("number", "state", "void_as", "status", "dealer", "sits_out")
        hands = self.hands.order_by("number").values_list(*columns, named=True)
        return rotation.coming(
            list(hands),
            self.first_dealer,
            people,
            dealer_sits_out=self.dealer_sits_out,
            deals_on=rotation.deals_on(self.options),
        )

    @property
    def people(self) -> list[Player]:
        """Return everybody who sat there, each once, by chair; they have been read before."""
        return list(dict.fromkeys(seat.player for seat in self.seats.all()))


class MatchSeatQuerySet(models.QuerySet["MatchSeat"]):
    """Who sits where."""

    def at(self, number: int | OuterRef) -> Self:
        """Return who sits where in the hand of that number."""
        return self.filter(since__lte=number, until__gte=number)


class MatchSeat(models.Model):
    """Who sits where, from hand `since` to hand `until`.

    `seat` is a chair at the table, from 0 in turn order. The rows of a chair follow each other from
    hand 1 to `LAST_HAND`. In a hand that nobody sits out the chair is also the seat.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="match_seats")
    since = models.PositiveSmallIntegerField(default=1)
    until = models.PositiveSmallIntegerField(default=LAST_HAND)

    objects = MatchSeatQuerySet.as_manager()

    class Meta:
        ordering = ["match", "seat", "since"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat", "since"], name="one_player_a_seat")
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.player}"


class HandQuerySet(ClubQuerySet[Row]):
    """Hands."""

    def with_table(self) -> Self:
        """Return hands with match, club and players' names, in the one statement that reads them.

        An entry may take eight statements in all: a separate one for names would be the ninth.
        """
        there = MatchSeat.objects.filter(match=OuterRef("match")).at(OuterRef("number"))
        seats = there.order_by().values("match")
        names = seats.annotate(names=NamesBySeat("seat", "player__name")).values("names")
        return self.select_related("match", "club").annotate(names_by_seat=Subquery(names))

    def shown_to_guest(self, user: User) -> Self:
        """Return the sealed hands of clubs that show them all to guests, if `user` is one."""
        hands = self._of(user).filter(my_role="guest", club__guests_see=SeenOutside.HANDS)
        return hands.shown()

    def shown(self) -> Self:
        """Return the sealed hands that members may read: not those of boards still to be played."""
        return self.filter(state="sealed", held=None)

    def sealed(self) -> Self:
        """Return all sealed hands, also those whose cards nobody may see yet."""
        return self.filter(state="sealed")


class Hand(HandTraits):
    """One deal played out. `version` is the number of its last entry.

    A void hand that was sealed (`sealed_at`) was brought in, and its import was taken back.

    `dealer` is a seat of the record, null where nobody knows who dealt; `sits_out` the chair of the
    match that has no seat in it.
    """

    class State(models.TextChoices):
        """An open hand is being recorded; a void one counts for nothing."""

        OPEN = "open", _("open")
        SEALED = "sealed", _("sealed")
        VOID = "void", _("cancelled")

    class Void(models.TextChoices):
        """What made a void hand void; blank where nothing had happened in it, or nobody said."""

        MISDEALT = "misdealt", _("misdealt")
        THROWN_IN = "thrown-in", _("thrown in")
        GIVEN_UP = "given-up", _("given up")

    class Level(models.TextChoices):
        """How much of a hand was written down before its facts were stated.

        All of it if the cards give them (record format, `level` of a verdict).
        """

        RESULT = "result", _("result only")
        AUCTION = "auction", _("auction and exchange")
        TRICKS = "tricks", _("some tricks")
        FULL = "full", _("card by card")

    match = models.ForeignKey(Match, models.PROTECT, related_name="hands")
    club = models.ForeignKey(Club, models.PROTECT, related_name="hands")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id)
    number = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField(null=True)
    sits_out = models.PositiveSmallIntegerField(null=True, blank=True)
    writes = models.CharField(max_length=12, choices=Writes)
    board = models.ForeignKey(Board, models.PROTECT, null=True, related_name="hands")
    # True while its board has still to be played elsewhere, so that nobody sees its cards
    # (`running.py`); otherwise null, since SQLite would make the table again for anything else.
    held = models.BooleanField(null=True)
    comment = models.TextField(blank=True, max_length=2000)
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    void_as = models.CharField(max_length=9, choices=Void, blank=True)
    version = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(default=timezone.now)
    # The moment of opening, kept within the match's date: lists are ordered and filtered by it.
    played_at = models.DateTimeField()
    sealed_at = models.DateTimeField(null=True, blank=True)
    amended_at = models.DateTimeField(null=True, blank=True)  # when its latest revision was sealed
    # Opened, confirmed, sealed, disputed, amended or made void; not by an entry.
    changed_at = changed_at()

    # Derived when the hand is sealed; `manage.py rebuild` writes all of them again.
    variant = models.CharField(max_length=32)
    status = models.CharField(max_length=12, blank=True)
    level = models.CharField(max_length=7, choices=Level, default=Level.FULL)
    # The tricks that were written down at level "tricks"; null at any other.
    tricks_written = models.PositiveSmallIntegerField(null=True)
    contract = models.CharField(max_length=24, blank=True)
    taker = models.PositiveSmallIntegerField(null=True)
    won = models.BooleanField(null=True)
    # Card points above (below) what the taker's side needed, in half points.
    margin_halves = models.SmallIntegerField(null=True)
    irregular = models.BooleanField(default=False)
    # Whether somebody agreed with the score as it stands; whether somebody says that it is wrong.
    confirmed = models.BooleanField(default=False)
    disputed = models.BooleanField(default=False)
    sheet = PlainJSONField(default=list)

    objects = HandQuerySet.as_manager()

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="hand_number_unique_in_match"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(state="open"), name="one_open_hand_a_match"
            ),
        ]
        indexes = [
            models.Index(fields=["club", "-played_at", "-id"], name="hand_latest"),
            models.Index(fields=["club", "variant", "-played_at", "-id"], name="hand_latest_game"),
            models.Index(fields=["changed_at", "id"], name="hand_changed"),
            models.Index(
                fields=["club", "-played_at", "-id"],
                condition=Q(disputed=True),
                name="hand_disputed",
            ),
            models.Index(fields=["club"], name="hand_held", condition=Q(held=True)),
            *TRAIT_INDEXES,
        ]

    def __str__(self) -> str:
        return f"{self.match}, {self.number}"

    @property
    def is_open(self) -> bool:
        """Return whether entries may still be made."""
        return self.state == self.State.OPEN


class TableChange(models.Model):
    """A change at the table of an open hand or of the hands to come. Never changed itself.

    There are other people or another dealer, somebody at the table took over recording, or a hand
    was given up or taken up again. `before` and `after` hold the public ids by chair (`people`) and
    the chair that deals. For a hand that was given up they hold the length of its comment, how it
    ended (`void_as`) and the digest of its `entries`. Otherwise they are empty.
    """

    class What(models.TextChoices):
        """What changed."""

        SEATS = "seats"
        RECORDER = "recorder"
        GIVEN_UP = "given-up"
        TAKEN_UP = "taken-up"

    match = models.ForeignKey(Match, models.CASCADE, related_name="table_changes")
    # The number of the hand from which on it holds.
    number = models.PositiveSmallIntegerField()
    what = models.CharField(max_length=8, choices=What)
    before = PlainJSONField(default=dict)
    after = PlainJSONField(default=dict)
    by = models.ForeignKey(User, models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["match", "id"]

    def __str__(self) -> str:
        return f"{self.match}, {self.number}"


class HandSeat(SeatCards):
    """What a sealed hand brought one seat. All of it is derived.

    Club, variant, date, contract and result are copies, so that a player's history is read from one
    index: filtered lists of a million hands are a hundred times quicker than through the hand.
    """

    class Role(models.TextChoices):
        """The part a seat played in the hand; blank where nobody declared."""

        TAKER = "taker", _("taker")
        PARTNER = "partner", _("partner")
        DEFENDER = "defender", _("defender")
        ALONE = "alone", _("alone")

    hand = models.ForeignKey(Hand, models.PROTECT, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="hand_seats", db_index=False)
    role = models.CharField(max_length=8, choices=Role, blank=True)
    score_halves = models.IntegerField()
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", db_index=False)
    variant = models.CharField(max_length=32)
    played_at = models.DateTimeField()
    contract = models.CharField(max_length=24, blank=True)
    # Whether the side of this seat won the hand; null where it was not played for.
    won = models.BooleanField(null=True)
    # The place after the dealer, from 1; the dealer has the last one; 0: nobody knows.
    place = models.PositiveSmallIntegerField(default=0)
    # Whether this seat did something irregular that the table let stand.
    irregular = models.BooleanField(default=False)
    # The feats that its side was paid for, a bit for each; null until the record was read for them.
    feats = models.PositiveIntegerField(null=True, default=0)
    # The most cards that this seat showed at once.
    shown = models.PositiveSmallIntegerField(default=0)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["hand", "seat"]
        constraints = [models.UniqueConstraint(fields=["hand", "seat"], name="one_result_a_seat")]
        indexes = [
            # With role and result, so that two players' hands are compared in the index alone.
            models.Index(
                fields=["player", "-played_at", "-hand", "role", "won"], name="seat_latest"
            ),
            models.Index(
                fields=["player", "variant", "-played_at", "-hand"], name="seat_latest_game"
            ),
            models.Index(
                fields=["player", "variant", "role", "contract", "won", "score_halves"],
                name="seat_totals",
            ),
            models.Index(fields=["player", "variant", "score_halves"], name="seat_best"),
            models.Index(fields=["club", "player"], name="seat_club"),
        ]

    def __str__(self) -> str:
        return f"{self.hand}, {self.seat}"
