"""The shapes of errors, for the OpenAPI description."""

from rest_framework import serializers

from games.api.answers.entries import EntrySerializer
from games.api.http.errors import KINDS


class KindSerializer(serializers.Serializer):
    """What all errors with one code have in common."""

    code = serializers.ChoiceField(choices=list(KINDS))
    status = serializers.IntegerField()
    title = serializers.CharField()


class FaultSerializer(serializers.Serializer):
    """Which part of the request is wrong."""

    location = serializers.ChoiceField(choices=["query", "body"])
    pointer = serializers.CharField(help_text="A JSON Pointer (RFC 6901) into that part.")
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer):
    """An error (RFC 9457)."""

    type = serializers.CharField(help_text="The address that explains the code.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="For people, in the language of the request.")
    code = serializers.ChoiceField(choices=list(KINDS), help_text="For programs.")
    request_id = serializers.CharField(help_text="What the log knows this request by.")
    field = serializers.CharField(
        required=False, help_text="A JSON Pointer to what is wrong in the body."
    )
    rule = serializers.CharField(
        required=False, allow_null=True, help_text="The rule that refuses it: `french/1.9.3`."
    )
    action = serializers.IntegerField(
        required=False, allow_null=True, help_text="The index of the refused action."
    )
    earlier = serializers.IntegerField(
        required=False, help_text="With `revoke`: the earlier action that broke the rules."
    )
    seat = serializers.IntegerField(required=False, help_text="The seat concerned.")
    cards = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="The cards that prove it."
    )
    legal = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="What would have been allowed."
    )
    version = serializers.IntegerField(required=False, help_text="The newest version of the hand.")
    entries = EntrySerializer(many=True, required=False, help_text="What you have not seen.")
    errors = FaultSerializer(many=True, required=False)  # type: ignore[assignment]
