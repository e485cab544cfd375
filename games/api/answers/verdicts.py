"""The shape of a verifier's answer, for the OpenAPI description."""

from rest_framework import serializers

from games.api.answers.serializers import LineSerializer
from games.archive.hand_columns import STATUSES


class RefusalSerializer(serializers.Serializer):
    """Why a record is not valid."""

    code = serializers.CharField()
    action = serializers.IntegerField(allow_null=True, help_text="Index in the record's actions.")
    earlier = serializers.IntegerField(required=False, help_text="With `revoke`: the earlier play.")
    message = serializers.CharField()
    rule = serializers.CharField(required=False)


class VerdictSerializer(serializers.Serializer):
    """What the record format calls the verifier's answer; a valid record has no `error`."""

    line = serializers.IntegerField()
    ok = serializers.BooleanField()
    status = serializers.ChoiceField(choices=STATUSES, required=False)
    turn = serializers.IntegerField(required=False, allow_null=True)
    phase = serializers.CharField(required=False)
    scores = serializers.ListField(child=serializers.FloatField(), required=False, allow_null=True)
    sides = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        required=False,
        allow_null=True,
    )
    card_points = serializers.ListField(
        child=serializers.FloatField(), required=False, allow_null=True
    )
    sheet = LineSerializer(many=True, required=False)
    knowledge = serializers.CharField(required=False)
    level = serializers.CharField(
        required=False,
        help_text="What was written down before facts were stated: `result`, `auction` or "
        "`tricks`; else `full`.",
    )
    error = RefusalSerializer(required=False)
