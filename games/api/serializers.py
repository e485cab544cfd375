"""The shapes of answers: declared once, for the OpenAPI description and for the rows themselves."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from rest_framework import serializers

from games.models import Hand, HandSeat, Role
from games.models.table import Writes
from games.rules import VARIANTS

Row = dict[str, Any]

ID = "Random; it never changes and tells nothing about other rows."
VARIANT_KEYS = [variant.key for variant in VARIANTS]
STATUSES = ("in-progress", "passed-out", "annulled", "scored")


class Points(serializers.FloatField):
    """Half points in the database, points in an answer: whole where they are whole, else x.5."""

    def to_representation(self, value: float) -> Any:
        """Halve the number."""
        return value / 2 if value % 2 else int(value // 2)


class Known(serializers.CharField):
    """A text that stays blank until it is known; programs are told null."""

    def to_representation(self, value: str) -> Any:
        """Return the text, or None for a blank one."""
        return value or None


class RowSerializer(serializers.Serializer):
    """Reads rows of `QuerySet.values()` instead of model instances.

    A list of fifty rows through a ModelSerializer costs three times its query. Here a declared
    field names its column, and what the database returned is passed on as it is.
    """

    @classmethod
    def columns(cls) -> list[str]:
        """Return the columns of the row itself, for `values()`; nested rows are added by views."""
        fields = cls._declared_fields.items()
        return [
            field.source or name
            for name, field in fields
            if not isinstance(field, serializers.BaseSerializer)
        ]

    @cached_property
    def plan(self) -> list[tuple[str, Any, Callable[[Any], Any] | None]]:
        """Name, column and conversion of every field."""
        converting = (Points, Known, serializers.BaseSerializer)
        return [
            (name, field.source, field.to_representation if isinstance(field, converting) else None)
            for name, field in self.fields.items()
        ]

    def to_representation(self, row: Row) -> Row:
        """Return the row under the names of the interface."""
        return {
            name: convert(row[column]) if convert and row[column] is not None else row[column]
            for name, column, convert in self.plan
        }


class ClubSerializer(RowSerializer):
    """A club in which you are a member."""

    id = serializers.CharField(source="public_id", help_text=ID)
    name = serializers.CharField()
    slug = serializers.SlugField(help_text="The club's part of page addresses.")
    role = serializers.ChoiceField(
        source="my_role", choices=Role.choices, help_text="Your own role."
    )
    seals = serializers.IntegerField(help_text="How many hands are sealed: the chain's length.")
    head = serializers.CharField(help_text="The link of the last seal of the chain.")


class PlayerSerializer(RowSerializer):
    """Somebody who plays in the club."""

    id = serializers.CharField(source="public_id", help_text=ID)
    club = serializers.CharField(source="club__public_id")
    name = serializers.CharField()


class SeatSerializer(RowSerializer):
    """Who sits on a seat."""

    seat = serializers.IntegerField(help_text="From 0, in turn order.")
    player = serializers.CharField(source="player__public_id")
    name = serializers.CharField(source="player__name")


class MatchSerializer(RowSerializer):
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
    seats = SeatSerializer(many=True)


class HandSeatSerializer(SeatSerializer):
    """What a hand brought one seat; role and score are null until the hand is sealed."""

    role = Known(allow_null=True, help_text=f"{', '.join(HandSeat.Role.values)}; or null.")
    score = Points(source="score_halves", allow_null=True)


class HandSerializer(RowSerializer):
    """One deal played out. Open hands are shown to scorers only."""

    id = serializers.CharField(source="public_id", help_text=ID)
    club = serializers.CharField(source="club__public_id")
    match = serializers.CharField(source="match__public_id")
    number = serializers.IntegerField(help_text="From 1 in its match.")
    variant = serializers.ChoiceField(choices=VARIANT_KEYS)
    dealer = serializers.IntegerField(help_text="A seat.")
    sits_out = serializers.IntegerField(
        allow_null=True, help_text="The place of the match that deals and has no seat; or null."
    )
    state = serializers.ChoiceField(choices=Hand.State.choices)
    version = serializers.IntegerField(help_text="How many entries were made.")
    played_at = serializers.DateTimeField()
    sealed_at = serializers.DateTimeField(allow_null=True)
    status = Known(allow_null=True, help_text=f"One of {', '.join(STATUSES)}; null while open.")
    contract = Known(allow_null=True)
    taker = serializers.IntegerField(allow_null=True, help_text="A seat.")
    won = serializers.BooleanField(allow_null=True, help_text="Whether the taker's side won.")
    margin = Points(
        source="margin_halves",
        allow_null=True,
        help_text="Card points above (below) what the taker's side needed.",
    )
    irregular = serializers.BooleanField(help_text="The table let something irregular stand.")
    seats = HandSeatSerializer(many=True)


class LineSerializer(RowSerializer):
    """One line of the score as a player works it out on paper; `how` may be missing."""

    label = serializers.CharField()  # type: ignore[assignment]  # a field, not Field.label
    points = serializers.FloatField(allow_null=True)
    how = serializers.CharField(required=False)
    rule = serializers.CharField(help_text="Its number on the variant's rule sheet.")

    def to_representation(self, row: Row) -> Row:
        """Return the line as the engine words it."""
        return row


class SealSerializer(RowSerializer):
    """The place of a sealed hand in the chain of its club, and the digests that prove it."""

    number = serializers.IntegerField(help_text="From 1 in the club.")
    revision = serializers.IntegerField()
    game_digest = serializers.CharField(help_text="SHA-256 of the game without names and texts.")
    commitments = serializers.CharField(
        help_text="One line for each name and text of the record: its place and its salted digest."
    )
    content = serializers.CharField(help_text="Digest of the game digest and the commitments.")
    previous = serializers.CharField(help_text="The link of the seal before this one.")
    link = serializers.CharField(help_text="Digest of the previous link and of this seal.")
    sealed_at = serializers.DateTimeField()


class HandDetailSerializer(HandSerializer):
    """A hand with the score line by line, and its seal."""

    sheet = LineSerializer(many=True)
    seal = SealSerializer(allow_null=True)


class RefusalSerializer(serializers.Serializer):
    """Why a record is not valid."""

    code = serializers.CharField()
    action = serializers.IntegerField(allow_null=True, help_text="Index in the record's actions.")
    earlier = serializers.IntegerField(required=False, help_text="With `revoke`: the earlier play.")
    message = serializers.CharField()
    rule = serializers.CharField(required=False)


class VerdictSerializer(serializers.Serializer):
    """What record-format.md calls the verifier's answer; a valid record has no `error`."""

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
    error = RefusalSerializer(required=False)
