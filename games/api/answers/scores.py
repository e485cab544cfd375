"""How a match stands."""

from rest_framework import serializers

from games.archive.shapes import BlankAsNull, HalfPointsField, NumberField


class RankSerializer(serializers.Serializer):
    """A player, or a pair where the game has pairs, in the order of the scores."""

    places = serializers.ListField(child=serializers.IntegerField())
    names = serializers.ListField(child=serializers.CharField())
    total = HalfPointsField()
    last = HalfPointsField(help_text="What the last hand brought.")


class ScoredHandSerializer(serializers.Serializer):
    """A hand of the match: its scores by place, and the totals after it."""

    hand = serializers.CharField(source="hand.public_id")
    number = serializers.IntegerField(source="hand.number")
    status = serializers.CharField(source="hand.status")
    contract = BlankAsNull(source="hand.contract", allow_null=True)
    sits_out = serializers.IntegerField(source="hand.sits_out", allow_null=True)
    scores = serializers.ListField(child=HalfPointsField())
    totals = serializers.ListField(child=HalfPointsField())


class PersonSerializer(serializers.Serializer):
    """Somebody at the table."""

    place = serializers.IntegerField(help_text="From 0, in turn order.")
    player = serializers.CharField()
    name = serializers.CharField()


class StandingsSerializer(serializers.Serializer):
    """How a match stands, hand by hand."""

    match = serializers.CharField()
    people = PersonSerializer(many=True)
    hands = ScoredHandSerializer(many=True)
    ranking = RankSerializer(many=True)
    target = NumberField(allow_null=True, help_text="Points to play for.")
    hands_planned = serializers.IntegerField(allow_null=True)
    over = serializers.BooleanField(help_text="Whether what was agreed on has been reached.")
    winners = serializers.ListField(child=serializers.CharField(), help_text="Names, once over.")
    headline = serializers.CharField(help_text="The same in a sentence.")
