"""A hand as programs and files have it: every column in one place."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.archive.shapes import BlankAsNull, HalfPointsField, RowSerializer, RowValue
from games.models import Hand, HandSeat
from games.rules import LAST_HAND, VARIANTS, card_code, feats

ID = "Random; it never changes and tells nothing about other rows."
VARIANT_KEYS = [variant.key for variant in VARIANTS]
STATUSES = ("in-progress", "passed-out", "annulled", "scored")


@extend_schema_field({"type": "array", "items": {"type": "string"}})
class Feats(RowValue):
    """What happened in a hand that players talk about."""

    def to_representation(self, value: int) -> list[str]:
        """Return the names of the feats whose bits are set."""
        return [feat for feat in feats.FEATS if value & feats.bit_of(feat)] if value else []


@extend_schema_field({"type": "string"})
class CardField(RowValue):
    """A card by its code."""

    def to_representation(self, value: int) -> str:
        """Return the code of a card."""
        return card_code(value)


@extend_schema_field({"type": "integer"})
class LastHand(RowValue):
    """The number of a hand; null for the one after which nothing can come."""

    def to_representation(self, value: int) -> int | None:
        """Return the number, or null."""
        return None if value == LAST_HAND else value


class SeatSerializer(RowSerializer):
    """Who sits on a seat."""

    seat = serializers.IntegerField(help_text="From 0, in turn order.")
    player = serializers.CharField(source="player__public_id")
    name = serializers.CharField(source="player__name")


class SeatRangeSerializer(RowSerializer):
    """Who sat on a chair of a match, from one hand to another."""

    seat = serializers.IntegerField(help_text="From 0, in turn order.")
    player = serializers.CharField(source="player__public_id")
    name = serializers.CharField(source="player__name")
    since = serializers.IntegerField(help_text="The number of the first of these hands.")
    until = LastHand(allow_null=True, help_text="The number of the last one; null: for good.")


class HandSeatSerializer(SeatSerializer):
    """What a hand brought one seat; role and score are null until the hand is sealed."""

    role = BlankAsNull(allow_null=True, help_text=f"{', '.join(HandSeat.Role.values)}; or null.")
    score = HalfPointsField(source="score_halves", allow_null=True)


class HandColumns(RowSerializer):
    """One deal played out."""

    id = serializers.CharField(source="public_id", help_text=ID)
    club = serializers.CharField(source="club__public_id")
    match = serializers.CharField(source="match__public_id")
    event = serializers.CharField(source="match__title", help_text="The title of its match.")
    number = serializers.IntegerField(help_text="From 1 in its match.")
    variant = serializers.ChoiceField(choices=VARIANT_KEYS)
    dealer = serializers.IntegerField(
        allow_null=True, help_text="A seat; null where nobody knows who dealt."
    )
    sits_out = serializers.IntegerField(
        allow_null=True, help_text="The place of the match that deals and has no seat; or null."
    )
    state = serializers.ChoiceField(choices=Hand.State.choices)
    void_as = BlankAsNull(
        allow_null=True, help_text=f"Of a void hand {', '.join(Hand.Void.values)}; or null."
    )
    version = serializers.IntegerField(help_text="How many entries were made.")
    played_at = serializers.DateTimeField()
    sealed_at = serializers.DateTimeField(allow_null=True)
    amended_at = serializers.DateTimeField(
        allow_null=True, help_text="When its latest revision was sealed; null for the first one."
    )
    changed_at = serializers.DateTimeField(
        help_text="When it was opened, confirmed, sealed, disputed, amended or made void; entries "
        "do not count."
    )
    status = BlankAsNull(
        allow_null=True, help_text=f"One of {', '.join(STATUSES)}; null while open."
    )
    level = serializers.ChoiceField(
        choices=Hand.Level.choices,
        help_text="How much was written down before the facts of a sealed hand were stated; "
        "`full` where its cards give them, and while it is open.",
    )
    tricks_written = serializers.IntegerField(
        allow_null=True, help_text="The tricks written down, at the level `tricks`; else null."
    )
    contract = BlankAsNull(allow_null=True)
    taker = serializers.IntegerField(allow_null=True, help_text="A seat.")
    won = serializers.BooleanField(allow_null=True, help_text="Whether the taker's side won.")
    margin = HalfPointsField(
        source="margin_halves",
        allow_null=True,
        help_text="Card points above (below) what the taker's side needed.",
    )
    called = CardField(allow_null=True, help_text="The card called for a partner.")
    honours = serializers.IntegerField(
        allow_null=True, help_text="Honours on the declarers' side; null where nobody can tell."
    )
    feats = Feats(help_text="What happened that players talk about: `petit-last`, `slam` …")
    shown = serializers.IntegerField(help_text="The most trumps shown by one announcement.")
    irregular = serializers.BooleanField(help_text="The table let something irregular stand.")
    confirmed = serializers.BooleanField(
        help_text="The other side agreed with the score before it was sealed."
    )
    disputed = serializers.BooleanField(
        help_text="Somebody who played it says the score is wrong; nothing has ended that yet."
    )
    comment = BlankAsNull(allow_null=True)
    seats = HandSeatSerializer(many=True)
