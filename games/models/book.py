"""What is never changed, as triggers in the database see to: entries, seals, moved days."""

from django.db import models
from django.utils import timezone

from games.models.matches import Hand, Match
from games.models.people import Club, User
from games.models.querysets import ClubQuerySet


class Entry(models.Model):
    """One change that somebody made to a hand; `change` is JSON text as `book.records` reads it.

    `key` is the sender's random number for this entry: sending it again changes nothing.
    `fingerprint` says what was sent with it, so that no key can be used for two different entries.
    """

    hand = models.ForeignKey(Hand, models.PROTECT, related_name="entries", db_index=False)
    seq = models.PositiveIntegerField()
    key = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    change = models.TextField()
    author = models.ForeignKey(User, models.PROTECT, related_name="+", db_index=False)
    device = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(default=timezone.now)

    IMPORTED = "import"  # the device of entries that were brought in

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["hand", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "seq"], name="entry_number_unique_in_hand"),
            models.UniqueConstraint(fields=["hand", "key"], name="entry_key_unique_in_hand"),
        ]

    def __str__(self) -> str:
        return f"{self.hand}, entry {self.seq}"


class Seal(models.Model):
    """A sealed hand: its canonical bytes, and its place in the chain of its club.

    The layout of every column is in games/book/README.md. Names and texts are not here, only
    commitments to them: so a person can be forgotten and every digest still checks.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="chain", db_index=False)
    number = models.PositiveIntegerField()
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="revisions", db_index=False)
    revision = models.PositiveSmallIntegerField(default=1)
    game = models.BinaryField()
    game_digest = models.CharField(max_length=64)
    # Where, when and by whom the hand was played and written down; null in seals from before.
    provenance = models.TextField(null=True)  # noqa: DJ001  # "" would be an empty one
    commitments = models.TextField()
    content = models.CharField(max_length=64)
    previous = models.CharField(max_length=64)
    link = models.CharField(max_length=64)
    sealed_at = models.DateTimeField()
    sealed_by = models.ForeignKey(User, models.PROTECT, related_name="+", db_index=False)

    objects = ClubQuerySet.as_manager()

    class Meta:
        ordering = ["club", "number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "number"], name="seal_number_unique_in_club"),
            models.UniqueConstraint(fields=["hand", "revision"], name="revision_unique_in_hand"),
        ]
        # An import looks for the hands that it brings, also those without an id.
        indexes = [models.Index(fields=["club", "game_digest"], name="seal_game")]

    def __str__(self) -> str:
        return f"{self.club}, seal {self.number}"


class MatchMove(models.Model):
    """A move of a match with sealed hands, which keep the day before it, to another day."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="moves")
    before = models.DateField()
    after = models.DateField()
    by = models.ForeignKey(User, models.PROTECT, related_name="+", db_index=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["match", "id"]

    def __str__(self) -> str:
        return f"{self.match}, {self.before} to {self.after}"


class PublishedHead(models.Model):
    """A published head: the chain of a club ended with this link when it had that many seals.

    It was given to people outside and is never changed, so that it contradicts anyone who rebuilds
    the chain.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="published_heads")
    seals = models.PositiveIntegerField()
    head = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["club", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "seals", "head"], name="head_published_once")
        ]

    def __str__(self) -> str:
        return f"{self.club}, {self.seals} seals"


class SealedText(models.Model):
    """A name or a text of a sealed hand, with the salt of its commitment in the seal.

    Not append-only, on purpose: deleting the row forgets the text, and nobody can guess it back.
    """

    seal = models.ForeignKey(Seal, models.PROTECT, related_name="texts", db_index=False)
    place = models.CharField(max_length=40)
    salt = models.BinaryField()
    text = models.TextField()

    class Meta:
        ordering = ["seal", "id"]
        constraints = [models.UniqueConstraint(fields=["seal", "place"], name="one_text_a_place")]

    def __str__(self) -> str:
        return f"{self.seal}, {self.place}"
