"""A league table for programs: the columns of its files."""

from typing import Any

from rest_framework import serializers

from games.api.answers.serializers import ID
from games.league.brought_forward import CarriedLine
from games.league.league_files import COLUMNS

DECIMAL = ("points", "best_hand", "worst_hand", "rating", "rating_deviation")


class LeagueLineSerializer(serializers.Serializer):
    """A player in a league table; null is not shown: too few hands, or hidden by the club."""

    id = serializers.CharField(help_text=ID)

    def get_fields(self) -> dict[str, Any]:
        """Add a field for each column of the files."""
        return super().get_fields() | {name: _field(name) for name in COLUMNS}


def _field(name: str) -> serializers.Field:
    if name == "player":
        return serializers.CharField()
    kind = serializers.FloatField if name in DECIMAL else serializers.IntegerField
    return kind(allow_null=True)


class CarriedSerializer(serializers.Serializer):
    """Points of a player in the period of which no hand is known; they are not in the lines."""

    id = serializers.CharField(source="public_id", help_text=ID)
    player = serializers.CharField(source="name")
    titles = serializers.ListField(child=serializers.CharField())
    points = serializers.SerializerMethodField()

    def get_points(self, line: CarriedLine) -> float:
        return line.halves / 2


class LeagueSerializer(serializers.Serializer):
    """The players of a club in one game and period, ranked as the club decides."""

    club = serializers.CharField()
    variant = serializers.CharField(help_text="Empty where nothing was sealed yet.")
    period = serializers.CharField(help_text="Empty: all time.")
    lines = LeagueLineSerializer(many=True)
    brought_forward = CarriedSerializer(many=True)
