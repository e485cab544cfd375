"""What programs send: the shapes of bodies, for reading them and for the OpenAPI description."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.access.writing import LARGEST_VERSION
from games.api.answers.changes import CHANGE, RECORD
from games.api.http.strict import Body, Choice, Flag, Json, PublicId, Text, Whole
from games.book.amending import MOST_CHANGES
from games.book.hands import REASON_LENGTH
from games.book.match_changes import TABLE_LENGTH
from games.models.matches import Writes
from games.models.people import NAME_LENGTH
from games.models.remarks import PLACE_LENGTH, REMARK_LENGTH

LARGEST_TABLE = 8  # people; the games say more exactly how many they want
MOST_HANDS = 1_000


class Day(serializers.DateField):
    """A day as `2026-11-20`."""

    def __init__(self, **kwargs: Any) -> None:
        message = _("Write a day as YYYY-MM-DD.")
        errors: dict[str, Any] = {"invalid": message, "datetime": message}
        super().__init__(input_formats=["%Y-%m-%d"], error_messages=errors, **kwargs)

    def to_internal_value(self, value: Any) -> Any:
        """Return the day."""
        if not isinstance(value, str) or not value.isascii():
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(value)


@extend_schema_field(CHANGE)
class Change(Json):
    """What an entry does."""


@extend_schema_field(RECORD)
class WholeRecord(Json):
    """A record; its own strict reader judges it."""


class Seats(serializers.ListField):
    """The ids of the players in turn order."""

    child = PublicId()

    def to_internal_value(self, data: Any) -> list[str]:
        """Return the ids."""
        if not isinstance(data, list):
            self.fail("not_a_list", input_type=type(data).__name__)
        return super().to_internal_value(data)


class MadeOnce(Body):
    """What makes something, and may be sent twice."""

    key = Text(
        required=False,
        max_length=300,
        help_text="A random key, 16 to 64 letters, digits, `-` and `_`: sent again with it the "
        "request makes nothing more; the header `Idempotency-Key` may hold it instead.",
    )


class NewPlayer(MadeOnce):
    """Somebody who plays in the club from now on."""

    club = PublicId(help_text="The id of the club.")
    name = Text(max_length=NAME_LENGTH, help_text="As it is shown; unique in the club.")


class NewMatch(MadeOnce):
    """A match: who sits where, which game, which rules."""

    club = PublicId(help_text="The id of the club.")
    title = Text(max_length=NAME_LENGTH)
    variant = Text(max_length=32, help_text="The key of a game, see `/variants`.")
    seats = Seats(
        min_length=1, max_length=LARGEST_TABLE, help_text="The players' ids, in turn order."
    )
    options = Json(required=False, help_text="What differs from the preset, or the defaults.")
    preset = Text(required=False, max_length=32, allow_blank=True)
    settings = Json(required=False, help_text="What differs from the game's own settings.")
    first_dealer = Whole(required=False, min_value=0, max_value=LARGEST_TABLE - 1)
    dealer_sits_out = Flag(required=False, allow_null=True)
    hands_planned = Whole(required=False, allow_null=True, min_value=1, max_value=MOST_HANDS)
    writes = Choice(Writes.values, required=False, help_text="What is written down of a deal.")
    table = Text(required=False, max_length=TABLE_LENGTH, allow_blank=True)
    played_on = Day(required=False, help_text="Today where it is left out.")


class NewHand(MadeOnce):
    """The next hand of a match: to be recorded, or whole from its record, then with its `key`."""

    match = PublicId(help_text="The id of the match.")
    writes = Choice(Writes.values, required=False, help_text="What is written down of the deal.")
    comment = Text(required=False, allow_blank=True)
    record = WholeRecord(required=False, help_text="The whole hand, as it was played.")
    seal = Flag(
        required=False, help_text="With a record: seal the finished hand (true where left out)."
    )


class AtVersion(Body):
    """Which version of a hand the sender has read; `If-Match` may say it instead."""

    version = Whole(required=False, min_value=0, max_value=LARGEST_VERSION)


class NewEntry(AtVersion):
    """One entry of a hand."""

    key = Text(
        required=False,
        max_length=300,
        help_text="A random key of this entry, 16 to 64 letters, digits, `-` and `_`; "
        "the header `Idempotency-Key` may hold it instead.",
    )
    change = Change()


class Changes(serializers.ListField):
    """What several entries do, in their order."""

    child = Change()

    def to_internal_value(self, data: Any) -> list[Any]:
        """Return the entries."""
        if not isinstance(data, list):
            self.fail("not_a_list", input_type=type(data).__name__)
        return super().to_internal_value(data)


class Correction(Body):
    """How a sealed hand is to be corrected: by entries, or by a whole record."""

    changes = Changes(
        required=False,
        min_length=1,
        max_length=MOST_CHANGES,
        help_text="Entries after the last one of the sealed hand.",
    )
    record = WholeRecord(
        required=False, help_text="The corrected hand; where it has no `meta` that stays as it is."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the values. Raises ValidationError unless there is one of the two."""
        if len(attrs.keys() & {"changes", "record"}) != 1:
            raise serializers.ValidationError(_("Send either “changes” or a “record”."))
        return attrs


class NewAmendment(Correction, AtVersion):
    """A further revision of a sealed hand."""

    key = Text(
        required=False,
        max_length=300,
        help_text="A random key, as for an entry; or the header `Idempotency-Key`.",
    )
    because = Text(max_length=REASON_LENGTH, help_text="Why: everybody who reads the hand is told.")


class NewComment(MadeOnce):
    """What somebody says about a hand."""

    place = Text(max_length=PLACE_LENGTH, help_text="The step, as addresses name it: `3.2`.")
    text = Text(max_length=REMARK_LENGTH)


class Preview(Body):
    """An entry that is to be judged and not made."""

    change = Change()
