"""The revisions of a hand, and why they were made."""

from rest_framework import serializers

from games.api.answers.serializers import SealSerializer


class AmendmentSerializer(serializers.Serializer):
    """Why a revision was made; null where something was erased."""

    at = serializers.DateTimeField(allow_null=True)
    because = serializers.CharField(allow_null=True)
    by = serializers.CharField(allow_null=True, help_text="The account that made it.")
    replaces = serializers.CharField(allow_null=True, help_text="The link of the former seal.")
    brought_by = serializers.CharField(
        allow_null=True,
        help_text="Who brought it in with an archive, which says the rest; else null.",
    )
    brought_at = serializers.DateTimeField(allow_null=True)


class RevisionSerializer(SealSerializer):
    """A revision of a hand: its seal, and why it was made; `amended` is null for the first."""

    amended = AmendmentSerializer(allow_null=True)


class RevisionsSerializer(serializers.Serializer):
    """All revisions of a hand, the first one first."""

    hand = serializers.CharField()
    revisions = RevisionSerializer(many=True)
