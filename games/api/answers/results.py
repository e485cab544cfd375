"""What is answered to whoever writes: shapes, and the position after an entry."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.answers.changes import MADE
from games.api.answers.serializers import STATUSES, SealSerializer
from games.models import Hand
from games.rules import Replay

PHASES = ("auction", "exchange", "announcements", "play", "over")


def position_of(replay: Replay) -> dict[str, Any]:
    """Where the good part of a hand leads."""
    outcome = replay.outcome
    return {
        "actions": replay.count,
        "status": outcome.status,
        "phase": outcome.phase,
        "turn": outcome.turn,
        "scores": None if outcome.scores is None else list(outcome.scores),
    }


class PositionSerializer(serializers.Serializer):
    """Where a hand stands."""

    actions = serializers.IntegerField(help_text="How many actions stand.")
    status = serializers.ChoiceField(choices=STATUSES)
    phase = serializers.ChoiceField(choices=PHASES)
    turn = serializers.IntegerField(allow_null=True, help_text="The seat that must act.")
    scores = serializers.ListField(child=serializers.FloatField(), allow_null=True)


@extend_schema_field(MADE)
class ChangeField(serializers.JSONField):
    """What an entry does; `amend` stands before those of a further revision."""


class ChangesField(serializers.ListField):
    """What several entries do."""

    child = ChangeField()


class EntrySerializer(serializers.Serializer):
    """An entry: what somebody changed in a hand."""

    seq = serializers.IntegerField(help_text="From 1; the last one is the hand's version.")
    change = ChangeField()
    author = serializers.CharField(help_text="The account that made it.")
    device = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()


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
    changes = ChangesField(help_text="The entries that would be made.")


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

    hand = serializers.CharField()
    version = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Hand.State.choices)
