"""The shapes of confirmations and disputes."""

from rest_framework import serializers

from games.archive.hand_columns import ID
from games.archive.shapes import BlankAsNull, RowSerializer
from games.models import Confirmation, Dispute


class ConfirmationSerializer(RowSerializer):
    """That somebody agreed with a score, or why nobody was asked."""

    id = serializers.CharField(source="public_id", help_text=ID)
    version = serializers.IntegerField(
        help_text="The version that was agreed with; 0 where an archive brought it."
    )
    sealed = serializers.BooleanField(help_text="The hand was sealed at this version.")
    player = serializers.CharField(
        source="player__public_id", allow_null=True, help_text="Null where nobody was asked."
    )
    seat = serializers.IntegerField(allow_null=True)
    how = serializers.ChoiceField(choices=Confirmation.How.choices)
    because = BlankAsNull(allow_null=True, help_text="Why nobody was asked.")
    by = serializers.CharField(source="by_name", help_text="The account that wrote it down.")
    device = BlankAsNull(allow_null=True)
    at = serializers.DateTimeField()
    pin_set_by = serializers.CharField(
        source="pin_set_by__username",
        allow_null=True,
        help_text="Who had set the PIN, where that was not the player; else null.",
    )
    pin_set_at = serializers.DateTimeField(allow_null=True)
    brought_by = serializers.CharField(
        source="brought_by__username",
        allow_null=True,
        help_text="Who brought it in with an archive, which says the rest; else null.",
    )
    brought_at = serializers.DateTimeField(allow_null=True)


class ConfirmationsSerializer(serializers.Serializer):
    """Who agreed with the score of a hand."""

    hand = serializers.CharField()
    confirmations = ConfirmationSerializer(many=True)


class DisputeSerializer(RowSerializer):
    """That somebody who played a hand says its score is wrong, and how that ended."""

    id = serializers.CharField(source="public_id", help_text=ID)
    player = serializers.CharField(source="player__public_id")
    because = serializers.CharField()
    by = serializers.CharField(source="by_name", help_text="The account that wrote it down.")
    device = BlankAsNull(allow_null=True)
    at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True, help_text="Null while it is open.")
    ended_as = BlankAsNull(
        allow_null=True, help_text=f"One of {', '.join(Dispute.EndedAs.values)}; null while open."
    )
    ended_by = BlankAsNull(source="ended_by_name", allow_null=True)
    answer = BlankAsNull(allow_null=True, help_text="The ruling.")
    brought_by = serializers.CharField(
        source="brought_by__username",
        allow_null=True,
        help_text="Who brought it in with an archive, which says the rest; else null.",
    )
    brought_at = serializers.DateTimeField(allow_null=True)


class DisputesSerializer(serializers.Serializer):
    """Every dispute about a hand."""

    hand = serializers.CharField()
    disputes = DisputeSerializer(many=True)
