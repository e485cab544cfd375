"""What programs send: the shapes of bodies, for reading them and for the OpenAPI description."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.answers.changes import CHANGE, RECORD
from games.api.http.strict import (
    Body,
    JsonObject,
    StrictBoolean,
    StrictChoice,
    StrictId,
    StrictInteger,
    StrictText,
)
from games.book.amending import MOST_CHANGES
from games.display.typed_reasons import REASON_LENGTH
from games.matches.match_changes import TABLE_LENGTH
from games.models.matches import Hand, Writes
from games.models.people import NAME_LENGTH, NICKNAME_LENGTH, NUMBER_LENGTH
from games.models.remarks import PLACE_LENGTH, REMARK_LENGTH
from games.people.pins import MOST_DIGITS
from games.rules import LAST_HAND
from games.writing.durably import LARGEST_VERSION

LARGEST_TABLE = 8  # people; each game says exactly how many it takes
MOST_HANDS = 1_000


class IsoDayField(serializers.DateField):
    """A day as `2026-11-20`."""

    def __init__(self, **kwargs: Any) -> None:
        message = _("Write a day as YYYY-MM-DD.")
        errors: dict[str, Any] = {"invalid": message, "datetime": message}
        super().__init__(input_formats=["%Y-%m-%d"], error_messages=errors, **kwargs)

    def to_internal_value(self, value: Any) -> Any:
        if not isinstance(value, str) or not value.isascii():
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(value)


@extend_schema_field(CHANGE)
class Change(JsonObject):
    """What an entry does."""


@extend_schema_field(RECORD)
class WholeRecord(JsonObject):
    """A record; its own strict reader judges it."""


class Key(StrictText):
    """What names a request, so that it may be sent twice."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=300, **kwargs)


class Reason(StrictText):
    """Why something is done, or stands."""

    def __init__(self, help_text: str = "", **kwargs: Any) -> None:
        super().__init__(max_length=REASON_LENGTH, help_text=help_text or None, **kwargs)


class MadeOnceSerializer(Body):
    """What makes something, and may be sent twice."""

    key = Key(
        help_text="A random key, 16 to 64 letters, digits, `-` and `_`: sent again with it the "
        "request makes nothing more; the header `Idempotency-Key` may hold it instead.",
    )


class NewPlayerSerializer(MadeOnceSerializer):
    """Somebody who plays in the club from now on."""

    club = StrictId(help_text="The id of the club.")
    name = StrictText(
        max_length=NAME_LENGTH,
        help_text="Where another player has it, nickname or number must tell the two apart.",
    )
    nickname = StrictText(required=False, max_length=NICKNAME_LENGTH)
    number = StrictText(
        required=False,
        max_length=NUMBER_LENGTH,
        help_text="Of the federation; unique in the club.",
    )


class PlayerEditSerializer(Body):
    """What changes of a player; what is left out stays, an empty text or null is taken away."""

    name = StrictText(
        required=False,
        max_length=NAME_LENGTH,
        help_text="Their own, without the nickname or number that tells two of one name apart.",
    )
    nickname = StrictText(required=False, max_length=NICKNAME_LENGTH, allow_blank=True)
    number = StrictText(required=False, max_length=NUMBER_LENGTH, allow_blank=True)
    joined_on = IsoDayField(required=False, allow_null=True)
    left_on = IsoDayField(
        required=False,
        allow_null=True,
        help_text="The last day at the club: afterwards they are offered at no table, and their "
        "hands stay.",
    )


class SeatsField(serializers.ListField):
    """Who sits at a table."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            child=StrictId(),
            min_length=1,
            max_length=LARGEST_TABLE,
            help_text="The players' ids, in turn order.",
            **kwargs,
        )


class NewMatchSerializer(MadeOnceSerializer):
    """A match: who sits where, which game, which rules."""

    club = StrictId(help_text="The id of the club.")
    title = StrictText(max_length=NAME_LENGTH)
    variant = StrictText(max_length=32, help_text="The key of a game, see `/variants`.")
    seats = SeatsField()
    options = JsonObject(required=False, help_text="What differs from the preset, or the defaults.")
    preset = StrictText(required=False, max_length=32, allow_blank=True)
    settings = JsonObject(required=False, help_text="What differs from the game's own settings.")
    first_dealer = StrictInteger(required=False, min_value=0, max_value=LARGEST_TABLE - 1)
    dealer_sits_out = StrictBoolean(required=False, allow_null=True)
    hands_planned = StrictInteger(
        required=False, allow_null=True, min_value=1, max_value=MOST_HANDS
    )
    writes = StrictChoice(
        Writes.choices, required=False, help_text="What is written down of a deal."
    )
    table = StrictText(required=False, max_length=TABLE_LENGTH, allow_blank=True)
    played_on = IsoDayField(required=False, help_text="Today where it is left out.")


class MatchEditSerializer(Body):
    """What changes of a match; what is left out stays."""

    title = StrictText(required=False, max_length=NAME_LENGTH)
    table = StrictText(required=False, max_length=TABLE_LENGTH, allow_blank=True)
    played_on = IsoDayField(required=False, help_text="Its hands go with it to that day.")


class NewReseatingSerializer(MadeOnceSerializer):
    """Who really sat where, and who dealt."""

    seats = SeatsField()
    since = StrictInteger(min_value=1, max_value=LAST_HAND, help_text="The first of these hands.")
    until = StrictInteger(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=LAST_HAND,
        help_text="The last one; null or left out: for good.",
    )
    dealer = StrictInteger(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=LARGEST_TABLE - 1,
        help_text="The place that dealt the first of these hands; null: as it is.",
    )
    dealers_after = StrictBoolean(
        required=False, help_text="Whether the dealers of the later ones follow in turn."
    )
    because = Reason(
        "Why: needed where a sealed hand is among them, for everybody who reads it.", required=False
    )
    seen = StrictText(
        required=False, max_length=64, help_text="Of the preview: nothing may have changed since."
    )


class NewHandSerializer(MadeOnceSerializer):
    """The next hand of a match: to be recorded, or whole from its record, then with its `key`."""

    match = StrictId(help_text="The id of the match.")
    writes = StrictChoice(
        Writes.choices, required=False, help_text="What is written down of the deal."
    )
    comment = StrictText(required=False, allow_blank=True)
    record = WholeRecord(required=False, help_text="The whole hand, as it was played.")
    result = JsonObject(
        required=False, help_text="Its facts alone, as in a record: the hand was played unwritten."
    )
    seal = StrictBoolean(
        required=False, help_text="With record or result: seal the hand (true where left out)."
    )
    unconfirmed = Reason(
        "With record or result: why nobody can be asked, where scores are confirmed.",
        required=False,
    )


class AtVersionSerializer(Body):
    """Which version of a hand the sender has read."""

    version = StrictInteger(min_value=0, max_value=LARGEST_VERSION)


class VoidingSerializer(AtVersionSerializer):
    """How a hand went wrong, and why; both may be left out."""

    void_as = StrictChoice(
        Hand.Void.choices, required=False, help_text="How: after `thrown-in` the next player deals."
    )
    because = Reason("Why; wanted with `void_as`.", required=False)


class SealBodySerializer(AtVersionSerializer):
    """Which version of a hand is to be sealed."""

    unconfirmed = Reason(
        "Why nobody can be asked, in a club where scores are confirmed.", required=False
    )


class NewConfirmationSerializer(AtVersionSerializer):
    """Who agrees with a score."""

    player = StrictId(help_text="The id of the player.")
    pin = StrictText(
        required=False,
        max_length=MOST_DIGITS,
        help_text="The player's PIN, where the club asks for it and the account is not theirs.",
    )


class NewDisputeSerializer(MadeOnceSerializer):
    """Who says that a score is wrong, and why."""

    player = StrictId(help_text="The id of the player.")
    because = Reason("The reason, shown to everybody who reads the hand.")


class EndDisputeSerializer(Body):
    """How a dispute ends: by a ruling, or withdrawn without one."""

    answer = Reason("Why the score stands: a ruling.", required=False)


class NewEntrySerializer(AtVersionSerializer):
    """One entry of a hand."""

    key = Key(
        help_text="A random key of this entry, 16 to 64 letters, digits, `-` and `_`; "
        "the header `Idempotency-Key` may hold it instead.",
    )
    change = Change()


class CorrectionSerializer(Body):
    """How a sealed hand is to be corrected: by entries, or by a whole record."""

    changes = serializers.ListField(
        child=Change(),
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


class NewAmendmentSerializer(CorrectionSerializer, AtVersionSerializer):
    """A further revision of a sealed hand."""

    key = Key(help_text="A random key, as for an entry; or the header `Idempotency-Key`.")
    because = Reason("The reason, shown to everybody who reads the hand.")


class AmendmentPreviewSerializer(NewAmendmentSerializer):
    """The same to be judged; `version`, `key` and `because` may be left out."""

    version = StrictInteger(required=False, min_value=0, max_value=LARGEST_VERSION)
    because = Reason(required=False)


class NewCommentSerializer(MadeOnceSerializer):
    """What somebody says about a hand."""

    place = StrictText(max_length=PLACE_LENGTH, help_text="The step, as addresses name it: `3.2`.")
    text = StrictText(max_length=REMARK_LENGTH)


class PreviewSerializer(NewEntrySerializer):
    """An entry that is to be judged and not made; `version` and `key` may be left out."""

    version = StrictInteger(required=False, min_value=0, max_value=LARGEST_VERSION)
