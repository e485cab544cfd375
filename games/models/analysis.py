"""How the ends of hands turned, worked out once; kept until another game is sealed for the hand."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Exists, F, OuterRef

from games.models.book import Seal
from games.models.fields import PlainJSONField
from games.models.matches import Hand, HandSeat


def is_latest() -> models.Q:
    """Return a condition on a seal: it is the latest of its hand."""
    return models.Q(hand__amended_at=None) | models.Q(hand__amended_at=F("sealed_at"))


def hidden(hand: str = "pk") -> Exists:
    """Return the condition for hands, by their key in a column, whose best play a player hides."""
    return Exists(HandSeat.objects.filter(hand=OuterRef(hand), player__hides_best_play=True))


class AnalysisQuerySet(models.QuerySet["Analysis"]):
    """Analyses."""

    def shown(self) -> Self:
        """Return those of hands as they are sealed now, unless club or player hides them."""
        sealed = Seal.objects.filter(
            is_latest(), hand=OuterRef("hand"), game_digest=OuterRef("digest")
        )
        return self.filter(Exists(sealed), ~hidden("hand"), hand__club__shows_best_play=True)


class Analysis(models.Model):
    """The turning points of a hand, as `games.rules.TurningPoints` has them.

    `digest` is that of the game it is about. `course` is null where nothing can be known: not all
    cards are. `one_card`: the side that lost would have won but for a single card.
    """

    hand = models.OneToOneField(Hand, models.CASCADE, related_name="analysis")
    digest = models.CharField(max_length=64)
    course = PlainJSONField(null=True)
    one_card = models.BooleanField(default=False)

    objects = AnalysisQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "analyses"
        indexes = [
            models.Index(fields=["hand"], name="one_card", condition=models.Q(one_card=True))
        ]

    def __str__(self) -> str:
        return f"{self.hand}, {self.digest[:8]}"


def turned_steps(hand: Hand, seal: Seal) -> tuple[int, ...] | None:
    """Return the steps after cards that changed the result; None where best play is not shown."""
    if not hand.club.shows_best_play:
        return None
    shown = Hand.objects.filter(~hidden(), pk=hand.pk)
    for digest, course in shown.values_list("analysis__digest", "analysis__course"):
        return (
            tuple(turn[0] + 1 for turn in course[2])
            if course and digest == seal.game_digest
            else ()
        )
    return None
