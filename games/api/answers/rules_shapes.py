"""The shapes of what is told about the games, for the OpenAPI description."""

from rest_framework import serializers


class NamedSerializer(serializers.Serializer):
    """A word of records, and what is said at the table."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field, not Field.label


class TableSerializer(serializers.Serializer):
    """A number of players, and the cards that they get."""

    players = serializers.IntegerField()
    hand = serializers.IntegerField()
    stock = serializers.IntegerField()
    discard = serializers.IntegerField()


class ChoiceSerializer(serializers.Serializer):
    """One value of an option."""

    value = serializers.JSONField()
    label = serializers.CharField(allow_blank=True)  # type: ignore[assignment]  # no Field.label
    help = serializers.CharField(allow_blank=True)


class OptionSerializer(NamedSerializer):
    """What may be chosen. Where it is `edited`, other values than the choices are possible."""

    help = serializers.CharField(allow_blank=True)
    rule = serializers.CharField(allow_null=True, help_text="As `french/1.3.2`.")
    default = serializers.JSONField()
    edited = serializers.BooleanField()
    choices = ChoiceSerializer(many=True)


class PresetSerializer(NamedSerializer):
    """A named set of options."""

    help = serializers.CharField(allow_blank=True)
    options = serializers.DictField()


class VariantSerializer(serializers.Serializer):
    """A game that can be recorded."""

    key = serializers.CharField()
    name = serializers.CharField()
    direction = serializers.CharField()
    tables = TableSerializer(many=True)
    cards = serializers.ListField(child=serializers.CharField(), help_text="The pack.")
    calls = NamedSerializer(many=True, help_text="From low to high; beside them `pass`.")
    challenges = NamedSerializer(many=True, help_text="Calls that answer another.")
    announcements = NamedSerializer(many=True)
    options = OptionSerializer(many=True, help_text="Part of a record.")
    settings = OptionSerializer(many=True, help_text="Part of a match.")
    presets = PresetSerializer(many=True)
    sheet = serializers.URLField(help_text="Where its rules stand.")


class VariantsSerializer(serializers.Serializer):
    """All games."""

    results = VariantSerializer(many=True)


class SectionSerializer(serializers.Serializer):
    """A line of the table of contents."""

    anchor = serializers.CharField()
    title = serializers.CharField()


class SheetSerializer(serializers.Serializer):
    """A rule sheet."""

    key = serializers.CharField()
    title = serializers.CharField()
    contents = SectionSerializer(many=True)
    anchors = serializers.ListField(child=serializers.CharField())
    html = serializers.CharField()


class RankSerializer(serializers.Serializer):
    """A player, or a pair where the game has pairs, in the order of the scores."""

    places = serializers.ListField(child=serializers.IntegerField())
    names = serializers.ListField(child=serializers.CharField())
    total = serializers.FloatField()
    last = serializers.FloatField(help_text="What the last hand brought.")


class ScoredHandSerializer(serializers.Serializer):
    """A hand of the match: its scores by place, and the totals after it."""

    hand = serializers.CharField()
    number = serializers.IntegerField()
    status = serializers.CharField()
    contract = serializers.CharField(allow_null=True)
    sits_out = serializers.IntegerField(allow_null=True)
    scores = serializers.ListField(child=serializers.FloatField())
    totals = serializers.ListField(child=serializers.FloatField())


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
    target = serializers.FloatField(allow_null=True, help_text="Points to play for.")
    hands_planned = serializers.IntegerField(allow_null=True)
    over = serializers.BooleanField(help_text="Whether what was agreed on has been reached.")
    winners = serializers.ListField(child=serializers.CharField(), help_text="Names, once over.")
    headline = serializers.CharField(help_text="The same in a sentence.")
