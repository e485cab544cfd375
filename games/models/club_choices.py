"""What a club, or a match of it, chooses from: each the choices of one column."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Confirms(models.TextChoices):
    """How the other side agrees with a score before it is sealed."""

    NO = "no", _("not at all")
    TAP = "tap", _("by a tap on a name")
    PIN = "pin", _("by a PIN")


class Writes(models.TextChoices):
    """What is written down of a deal.

    The facts of its result, with or without its auction; or its cards, with nobody's hand reported,
    with all hands or with some.
    """

    RESULT_ONLY = "result-only", _("the result only")
    AUCTION = "auction", _("auction, exchange and result")
    TRICKS_ONLY = "tricks-only", _("tricks only")
    ALL_HANDS = "all-hands", _("all hands")
    SOME_HANDS = "some-hands", _("some hands")


class RecordedBy(models.TextChoices):
    """Who of a club records hands: those to whom it gave that role, or every member."""

    SCORERS = "scorers", _("scorers and administrators")
    MEMBERS = "members", _("every member")


class RunningSeenBy(models.TextChoices):
    """Who watches a hand while it is played: those who record, or members who sit elsewhere too."""

    RECORDERS = "recorders", _("only those who record")
    ELSEWHERE = "elsewhere", _("members too, unless they sit at that table")


class SeenOutside(models.TextChoices):
    """What is shown of a club to its guests or people outside; each includes those before it."""

    PUBLISHED = "published", _("the hands that were published one by one")
    RESULTS = "results", _("the league and the results of matches as well")
    HANDS = "hands", _("all sealed hands as well")


# What everybody may see without an account: hands are published one by one, each by somebody.
SHOWN_TO_ALL = SeenOutside.choices[:2]


class Deck(models.TextChoices):
    """Which suit signs are drawn to those who have not chosen any."""

    OF_THE_GAME = "", _("Same as the game")
    FRENCH = "french", _("French")
    LATIN = "latin", _("Latin")


class SuitColours(models.TextChoices):
    """In how many colours suits are drawn to those who have not chosen."""

    FOUR = "", _("Four")
    TWO = "two", _("Two")
    NONE = "none", _("None")
