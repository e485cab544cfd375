"""What a sealed hand is found by: columns that follow from its record (`games.book.traits`).

They are written when a hand is sealed; `manage.py rebuild` writes all of them again.
"""

from django.db import models
from django.db.models import Q


class HandTraits(models.Model):
    """What a hand is remembered for."""

    # The number of the card that was called, as `games.rules.cards` counts.
    called = models.PositiveSmallIntegerField(null=True)
    # How many honours the declarers have at the end; null in a game that counts none.
    honours = models.PositiveSmallIntegerField(null=True)
    # A bit for each of `games.rules.game.feats.FEATS`.
    feats = models.PositiveIntegerField(default=0)
    # The most cards that somebody showed at once: a handful, an abundance.
    shown = models.PositiveSmallIntegerField(default=0)
    # Comment, notes and reasons, folded as `games.models.folding` does.
    words = models.TextField(blank=True)

    class Meta:
        abstract = True


# Lists of what is rare are short: an index of those hands alone finds them at once.
LATEST = ["club", "-played_at", "-id"]
TRAIT_INDEXES = [
    models.Index(fields=["club", "contract", "-played_at", "-id"], name="hand_latest_contract"),
    models.Index(fields=["club", "level", "-played_at", "-id"], name="hand_latest_level"),
    models.Index(fields=["club", "margin_halves"], name="hand_margin"),
    models.Index(fields=LATEST, name="hand_irregular", condition=Q(irregular=True)),
    models.Index(fields=LATEST, name="hand_amended", condition=Q(amended_at__isnull=False)),
    models.Index(fields=LATEST, name="hand_feats", condition=Q(feats__gt=0)),
    models.Index(fields=LATEST, name="hand_words", condition=Q(words__gt="")),
]


class SeatCards(models.Model):
    """Cards of a seat as sets with a bit a card, as far as they were written down.

    A set stands in two columns, since a database counts to 63 bits: the four suits with the bits of
    `games.rules.cards`, trumps and fool with the bits from trump 1 on.
    """

    # In the hand while it was played: dealt or taken up and not laid away, or drawn.
    held_suits = models.BigIntegerField(default=0)
    held_trumps = models.IntegerField(default=0)
    # Led to a trick.
    led_suits = models.BigIntegerField(default=0)
    led_trumps = models.IntegerField(default=0)
    # In the tricks that this seat won.
    won_suits = models.BigIntegerField(default=0)
    won_trumps = models.IntegerField(default=0)
    # Played by this seat to a trick of the other side.
    lost_suits = models.BigIntegerField(default=0)
    lost_trumps = models.IntegerField(default=0)

    class Meta:
        abstract = True
