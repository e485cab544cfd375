"""Many hands in one request: what is sent, and what came of each."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from games.api.answers.bodies import LARGEST_TABLE, MadeOnceSerializer, Reason, WholeRecord
from games.api.answers.entries import ConflictSerializer
from games.api.http.strict import Body, JsonObject, StrictBoolean, StrictInteger
from games.archive.shapes import NumberField
from games.book.many import MOST_AT_ONCE


class GivenHandSerializer(Body):
    """A hand that is written down already: its result, or its whole record."""

    result = JsonObject(
        required=False,
        help_text="The facts of the next hand, as in a record; whatever has a default may be "
        "left out.",
    )
    dealer = StrictInteger(
        required=False,
        min_value=0,
        max_value=LARGEST_TABLE - 1,
        help_text="With a result: the seat that dealt, where it is not whose turn it was.",
    )
    record = WholeRecord(required=False, help_text="The whole hand, as it was played.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the values. Raises ValidationError unless there is one of the two."""
        if len(attrs.keys() & {"result", "record"}) != 1 or {"dealer", "record"} <= attrs.keys():
            raise serializers.ValidationError(_("Send either a “result” or a “record”."))
        return attrs


class NewHandsSerializer(MadeOnceSerializer):
    """The next hands of a match, in their order."""

    hands: serializers.ListSerializer = serializers.ListSerializer(
        child=GivenHandSerializer(), min_length=1, max_length=MOST_AT_ONCE
    )
    all_or_nothing = StrictBoolean(
        required=False,
        help_text="Whether one that is refused keeps out all (true where left out); else only "
        "those that are refused are left out.",
    )
    seal = StrictBoolean(required=False, help_text="Seal them (true where left out).")
    unconfirmed = Reason(
        "Why nobody can be asked, in a club where scores are confirmed.", required=False
    )


class HandOutcomeSerializer(serializers.Serializer):
    """What came of one of the hands; null where it was refused."""

    index = serializers.IntegerField(help_text="From 0, in the request.")
    ok = serializers.BooleanField()
    hand = serializers.CharField(allow_null=True, help_text="Its id; null where only judged.")
    number = serializers.IntegerField(allow_null=True)
    scores = serializers.ListField(child=NumberField(), allow_null=True)
    error = ConflictSerializer(allow_null=True)


class HandOutcomesSerializer(serializers.Serializer):
    """What came of the hands of a request."""

    written = serializers.IntegerField(help_text="How many hands the request made.")
    hands = HandOutcomeSerializer(many=True)
