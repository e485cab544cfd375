"""Bodies, read strictly: JSON within the record format's limits, fields of their exact type.

The usual parsers accept a key twice, `"1_000"` as a number, and any field they do not know. Here
these are refused, with a pointer to the fault.
"""

from typing import IO, Any, ClassVar, NoReturn

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, UnsupportedMediaType, ValidationError
from rest_framework.parsers import BaseParser

from games.api.http.errors import ApiError
from games.models.fields import PUBLIC_ID
from games.rules import strict


class StrictJson(BaseParser):
    """The body of a request as one JSON object."""

    media_type = "application/json"
    limit = strict.MAX_BYTES

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None
    ) -> dict[str, Any]:
        """Return the object. Raises ApiError `too-large`, UnsupportedMediaType, RecordError."""
        refuse_compressed(parser_context["request"])
        body = strict.decode(read(stream, self.limit))
        strict.check_value(body, "body")
        if not isinstance(body, dict):
            raise ApiError("malformed", _("Send one JSON object."))
        return body


def refuse_compressed(request: Any) -> None:
    """Raise UnsupportedMediaType for a compressed body."""
    encoding = request.headers.get("Content-Encoding", "identity")
    if encoding != "identity":
        raise UnsupportedMediaType(encoding)


def read(stream: IO[bytes], limit: int) -> bytes:
    """Read a body of at most `limit` bytes. Raises ApiError `too-large`."""
    body = stream.read(limit + 1)
    if len(body) > limit:
        raise too_large(_("At most {limit} bytes at once."), limit)
    return body


def too_large(sentence: str, limit: int) -> ApiError:
    """Build the error for an upload that exceeds a limit."""
    return ApiError("too-large", sentence.format(limit=f"{limit:,}"))


class Body(serializers.Serializer):
    """The object that a request sends: refuses fields that it does not name."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "unknown-field": gettext_lazy("There is no such field here. Known fields: {known}."),
    }

    def to_internal_value(self, data: Any) -> Any:
        """Return the values of the fields. Raises ValidationError by field."""
        unknown = [key for key in data if key not in self.fields]
        if unknown:
            sentence = str(self.error_messages["unknown-field"])
            detail = ErrorDetail(sentence.format(known=", ".join(self.fields)), "unknown-field")
            errors: Any = {key[:50]: [detail] for key in unknown}
            raise ValidationError(errors)
        return super().to_internal_value(data)


class Strict(serializers.Field):
    """A value that is of one type of JSON already, taken as it is."""

    kind: type

    def to_internal_value(self, data: Any) -> Any:
        if type(data) is not self.kind:
            self.fail("invalid")
        return data


class StrictInteger(Strict, serializers.IntegerField):
    """A JSON integer: no text, no `true`, no `1.0`."""

    kind = int
    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("This must be a whole number."),
    }


class StrictBoolean(Strict, serializers.BooleanField):
    """`true` or `false`, and nothing that is only similar."""

    kind = bool
    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("This must be true or false."),
    }


class StrictText(Strict, serializers.CharField):
    """A JSON string."""

    kind = str
    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("This must be a text."),
    }

    def __init__(self, **kwargs: Any) -> None:
        shortest = None if kwargs.get("allow_blank") else 1
        usual = {"trim_whitespace": False, "min_length": shortest, "max_length": strict.MAX_TEXT}
        super().__init__(**usual | kwargs)


class StrictChoice(serializers.ChoiceField):
    """One of a few words."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid_choice": gettext_lazy("Allowed values: {words}."),
    }

    def fail(self, key: str, **kwargs: Any) -> NoReturn:
        """Raise ValidationError with the words that are allowed."""
        super().fail(key, words=", ".join(self.choices), **kwargs)


class StrictId(StrictText, serializers.RegexField):
    """The id of something; whether the reader may see it is checked later."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("This is not an id: an id is 16 lowercase letters and digits."),
    }

    def __init__(self, **kwargs: Any) -> None:
        pattern = rf"^{PUBLIC_ID.pattern}\Z"
        super().__init__(regex=pattern, min_length=None, max_length=None, **kwargs)


@extend_schema_field({"type": "object"})
class JsonObject(serializers.DictField):
    """A JSON object that somebody else reads: the services, the rules."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "not_a_dict": gettext_lazy("This must be a JSON object."),
    }
