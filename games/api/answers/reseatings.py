"""The effects of correcting the seats of a match."""

from rest_framework import serializers

from games.archive.shapes import HalfPointsField
from games.models import Hand


class ReseatedHandSerializer(serializers.Serializer):
    """A hand that changes."""

    hand = serializers.CharField(source="hand.public_id")
    number = serializers.IntegerField(source="hand.number")
    state = serializers.ChoiceField(source="hand.state", choices=Hand.State.choices)
    players = serializers.ListField(
        source="after.ids", child=serializers.CharField(), help_text="Who played it, by seat."
    )
    dealer = serializers.IntegerField(
        source="after.dealer",
        allow_null=True,
        help_text="The seat that dealt; null where nobody knows.",
    )
    moved = serializers.IntegerField(
        source="step", help_text="By how many seats everything recorded moves on with the deal."
    )


class PersonScoresSerializer(serializers.Serializer):
    """Somebody's total in the match before and after."""

    player = serializers.CharField()
    name = serializers.CharField()
    before = HalfPointsField()
    after = HalfPointsField()


class ReseatingPreviewSerializer(serializers.Serializer):
    """The hands that change, and everybody's total before and after."""

    seen = serializers.CharField(help_text="A digest of everything that it was judged by.")
    because_needed = serializers.BooleanField(help_text="Whether a sealed hand is among them.")
    hands = ReseatedHandSerializer(many=True)
    totals = PersonScoresSerializer(many=True)
