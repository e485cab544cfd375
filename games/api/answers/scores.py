"""How a match stands."""

from rest_framework import serializers

from games.archive.shapes import BlankAsNull, HalfPointsField, NumberField


class RankSerializer(serializers.Serializer):
    """A player, or a pair where the game has pairs, in the order of the scores."""

    places = serializers.ListField(child=serializers.IntegerField())
    names = serializers.ListField(child=serializers.CharField())
    total = HalfPointsField(source="rank.total")
    last = HalfPointsField(source="rank.last", help_text="What the last hand brought.")


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
    player = serializers.CharField(source="player.public_id")
    name = serializers.CharField(source="player.name")


class ColumnShareSerializer(serializers.Serializer):
    """What somebody has of the total of a place that more than one person had."""

    place = serializers.IntegerField()
    player = serializers.CharField(source="share.player.public_id")
    name = serializers.CharField(source="share.player.name")
    total = HalfPointsField(source="share.total")


class StandingsSerializer(serializers.Serializer):
    """How a match stands, hand by hand."""

    match = serializers.CharField(source="stand.match.public_id")
    people = PersonSerializer(many=True)
    shared = ColumnShareSerializer(
        many=True, help_text="Who has what of a place where somebody was replaced; else empty."
    )
    hands = ScoredHandSerializer(source="stand.standings.rows", many=True)
    ranking = RankSerializer(many=True)
    target = NumberField(
        source="stand.ending.target", allow_null=True, help_text="Points to play for."
    )
    hands_planned = serializers.IntegerField(source="stand.ending.hands", allow_null=True)
    over = serializers.BooleanField(help_text="Whether what was agreed on has been reached.")
    winners = serializers.ListField(child=serializers.CharField(), help_text="Names, once over.")
    headline = serializers.CharField(source="stand.headline", help_text="The same in a sentence.")
