"""The shapes of answers: declared once, for the OpenAPI description and for the rows themselves."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.answers.changes import RECORD
from games.archive.hand_columns import (
    ID,
    VARIANT_KEYS,
    HandColumns,
    SeatRangeSerializer,
    SeatSerializer,
)
from games.archive.shapes import Added, HalfPointsField, Resource, Row, RowSerializer
from games.models import Role
from games.models.club_choices import Writes
from games.rules import json_schema


class ClubSerializer(Resource):
    """A club in which you are a member."""

    id = serializers.CharField(source="public_id", help_text=ID)
    name = serializers.CharField()
    slug = serializers.SlugField(help_text="The club's part of page addresses.")
    role = serializers.ChoiceField(
        source="my_role", choices=Role.choices, help_text="Your own role."
    )
    seals = serializers.IntegerField(help_text="The chain's length: hands sealed and amended.")
    head = serializers.CharField(help_text="The link of the last seal of the chain.")


class PlayerSerializer(Resource):
    """Somebody who plays in the club."""

    id = serializers.CharField(source="public_id", help_text=ID)
    club = serializers.CharField(source="club__public_id")
    name = serializers.CharField(
        help_text="As the club calls them; with nickname or number where two have the same name."
    )
    nickname = serializers.CharField(allow_blank=True)
    number = serializers.CharField(allow_blank=True, help_text="Of the federation.")
    joined_on = serializers.DateField(
        allow_null=True, help_text="The first day at the club; null where nobody said."
    )
    left_on = serializers.DateField(
        allow_null=True, help_text="The last day at the club; null for those who are there."
    )
    changed_at = serializers.DateTimeField(help_text="When one of these last changed.")


class MatchSerializer(Resource):
    """One sitting: the same people, one variant, many hands."""

    id = serializers.CharField(source="public_id", help_text=ID)
    club = serializers.CharField(source="club__public_id")
    title = serializers.CharField()
    variant = serializers.ChoiceField(choices=VARIANT_KEYS)
    options = serializers.DictField(help_text="What differs from the variant's defaults.")
    settings = serializers.DictField(
        help_text="When the match is over, which way round: what differs from the variant's own."
    )
    dealer_sits_out = serializers.BooleanField(help_text="One more sits there than plays a hand.")
    table = serializers.CharField(allow_blank=True)
    writes = serializers.ChoiceField(
        choices=Writes.choices, help_text="What is written down of a deal."
    )
    played_on = serializers.DateField()
    hands_planned = serializers.IntegerField(allow_null=True, help_text="Null: open end.")
    closed_at = serializers.DateTimeField(allow_null=True)
    changed_at = serializers.DateTimeField(help_text="When it was opened, changed or closed.")
    seats = SeatSerializer(many=True, help_text="Who sits there now.")
    seatings = SeatRangeSerializer(
        many=True, help_text="Who sat there from which hand to which: more where it has changed."
    )


class LineSerializer(RowSerializer):
    """One line of the score as a player works it out on paper; `how` may be missing."""

    label = serializers.CharField()  # type: ignore[assignment]  # a field, not Field.label
    points = serializers.FloatField(allow_null=True)
    how = serializers.CharField(required=False)
    rule = serializers.CharField(help_text="Its number on the variant's rule sheet.")
    reconstructed = serializers.CharField(
        required=False,
        help_text="On a hand's sheet, where the sources leave the rule open: `reconstructed`, "
        "`our reading`, or either of them in part.",
    )

    def to_representation(self, row: Row) -> Row:
        return row  # as the rules word it


class SealSerializer(RowSerializer):
    """The place of a sealed hand in the chain of its club, and the digests that prove it."""

    number = serializers.IntegerField(help_text="From 1 in the club.")
    revision = serializers.IntegerField(help_text="From 1 in the hand; 2 was amended once.")
    game_digest = serializers.CharField(help_text="SHA-256 of the game without names and texts.")
    provenance = serializers.CharField(
        allow_null=True,
        help_text="Where, when and by whom it was played and written down, a line each; null in "
        "seals that are older than this.",
    )
    commitments = serializers.CharField(
        help_text="One line for each name and text of the record: its place and its salted digest."
    )
    content = serializers.CharField(
        help_text="Digest of the game digest, the provenance and the commitments."
    )
    previous = serializers.CharField(help_text="The link of the seal before this one.")
    link = serializers.CharField(help_text="Digest of the previous link and of this seal.")
    sealed_at = serializers.DateTimeField()


@extend_schema_field(json_schema.nullable(RECORD))
class RecordField(Added):
    """A record."""


@extend_schema_field({"type": "string"})
class NotationField(Added):
    """A record in the text notation."""


class EventSerializer(RowSerializer):
    """One thing that happened at the table, and what followed from it."""

    index = serializers.IntegerField(help_text="In the record's actions.")
    place = serializers.CharField(help_text="The step before it, as addresses name it: `3.2`.")
    phase = serializers.CharField()
    kind = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    player = serializers.CharField(allow_null=True)
    trick = serializers.IntegerField(allow_null=True, help_text="From 1; of a card that is played.")
    winner = serializers.IntegerField(
        allow_null=True, help_text="The seat that won the trick which this card closed."
    )
    trick_points = HalfPointsField(allow_null=True, help_text="As the cards lie in it.")
    inferred = serializers.BooleanField(help_text="Filled in because nothing else was possible.")
    action = serializers.DictField(help_text="As it stands in the record.")


class EventsSerializer(serializers.Serializer):
    """A hand event by event."""

    hand = serializers.CharField()
    events = EventSerializer(many=True)


class CommentSerializer(RowSerializer):
    """What a member said about a hand at one of its steps."""

    id = serializers.CharField(source="public_id", help_text=ID)
    place = serializers.CharField(help_text="The step, as addresses name it.")
    text = serializers.CharField()
    author = serializers.CharField(source="author__username")
    at = serializers.DateTimeField()
    brought_by = serializers.CharField(
        source="brought_by__username",
        allow_null=True,
        help_text="Who brought it in with an archive, which says author and moment; else null.",
    )
    brought_at = serializers.DateTimeField(allow_null=True)


class CommentsSerializer(serializers.Serializer):
    """What members said about a hand."""

    hand = serializers.CharField()
    comments = CommentSerializer(many=True)


class HandSerializer(HandColumns, Resource):
    """One deal played out. Scorers see open hands, and those whom the club lets watch."""

    sheet = LineSerializer(many=True, required=False)
    seal = SealSerializer(allow_null=True, required=False)
    # Null of a void hand, for those who may not record.
    record = RecordField(required=False, help_text="As the record format describes it.")
    notation = NotationField(required=False, allow_null=True, help_text="The record as text.")
    events = EventSerializer(many=True, required=False, allow_null=True)
    comments = CommentSerializer(many=True, required=False)
