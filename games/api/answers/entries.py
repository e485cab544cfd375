"""Answers to requests that write: the entries of a hand, and the position after an entry."""

import json
from datetime import UTC
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.answers.changes import MADE
from games.api.answers.serializers import SealSerializer
from games.archive.hand_columns import STATUSES
from games.archive.shapes import BlankAsNull, NumberField
from games.models import Hand

PHASES = ("auction", "exchange", "announcements", "play", "over")


class PositionSerializer(serializers.Serializer):
    """Where a hand stands."""

    actions = serializers.IntegerField(source="count", help_text="How many actions stand.")
    status = serializers.ChoiceField(source="outcome.status", choices=STATUSES)
    phase = serializers.ChoiceField(source="outcome.phase", choices=PHASES)
    turn = serializers.IntegerField(
        source="outcome.turn", allow_null=True, help_text="The seat that must act."
    )
    scores = serializers.ListField(source="outcome.scores", child=NumberField(), allow_null=True)


@extend_schema_field(MADE)
class ChangeField(serializers.JSONField):
    """What an entry does, decoded or as stored; `amend` begins a further revision."""

    def to_representation(self, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value


class EntrySerializer(serializers.Serializer):
    """An entry: what somebody changed in a hand."""

    seq = serializers.IntegerField(help_text="From 1; the last one is the hand's version.")
    change = ChangeField()
    author = serializers.CharField(
        source="author.get_username", help_text="The account that made it."
    )
    device = BlankAsNull(allow_null=True)
    at = serializers.DateTimeField(default_timezone=UTC)


class EntriesSerializer(serializers.Serializer):
    """All entries of a hand."""

    version = serializers.IntegerField()
    entries = EntrySerializer(many=True)


class WrittenSerializer(serializers.Serializer):
    """An entry that has been made: complete, with the seat where it was left out."""

    hand = serializers.CharField()
    version = serializers.IntegerField(help_text="What the next entry names.")
    seq = serializers.IntegerField()
    replayed = serializers.BooleanField(help_text="It had been made before, with the same key.")
    change = ChangeField()
    position = PositionSerializer()


class ConflictSerializer(serializers.Serializer):
    """Why an entry would be refused."""

    code = serializers.CharField()
    detail = serializers.CharField()
    rule = serializers.CharField(allow_null=True)
    action = serializers.IntegerField(allow_null=True)
    earlier = serializers.IntegerField(required=False)
    seat = serializers.IntegerField(required=False)
    cards = serializers.ListField(child=serializers.CharField(), required=False)
    legal = serializers.ListField(child=serializers.CharField(), required=False)


class CorrectedSerializer(serializers.Serializer):
    """What would come of an amendment."""

    ok = serializers.BooleanField(help_text="Whether it could be sealed.")
    error = ConflictSerializer(allow_null=True)
    before = PositionSerializer(help_text="Of the hand as it is sealed.")
    after = PositionSerializer(help_text="Of the part of the corrected hand that stands.")
    changes = serializers.ListField(
        child=ChangeField(), help_text="The entries that would be made."
    )


class JudgedSerializer(serializers.Serializer):
    """What would follow from an entry."""

    ok = serializers.BooleanField()
    error = ConflictSerializer(allow_null=True)
    position = PositionSerializer(help_text="Of the part that stands.")


class AmendedSerializer(serializers.Serializer):
    """A further revision of a hand."""

    hand = serializers.CharField()
    version = serializers.IntegerField(help_text="What the next amendment names.")
    replayed = serializers.BooleanField(help_text="It had been made before, with the same key.")
    seal = SealSerializer()


class VersionSerializer(serializers.Serializer):
    """A hand after a change of its state."""

    hand = serializers.CharField(source="public_id")
    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Hand.State.choices)
