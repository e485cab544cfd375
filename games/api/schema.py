"""The OpenAPI description: how one signs in, and the one form that every error has."""

from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Any, ClassVar

from django.conf import settings
from django.utils.translation import get_language
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from games.api.errors import MEDIA_TYPE
from games.api.fields import FIELDS, INCLUDE, UPDATED
from games.api.problems import ProblemSerializer
from games.api.shapes import Resource

ANY_ERROR = {("default", MEDIA_TYPE): ProblemSerializer}
MOMENT: dict[str, Any] = {"type": "string", "format": "date-time"}


class Generator(SchemaGenerator):
    """Makes one description at a time, and one for all who read it in the same language.

    The library notes the view that it is at on values that all threads share: of two descriptions
    made at once, one would fail. It takes a second of work, and is the same for everybody.
    """

    one_at_a_time = Lock()
    made: ClassVar[dict[str, Any]] = {}

    def get_schema(self, request: Any = None, public: Any = False) -> Any:
        """The description as the library makes it; for a command always anew, with its warnings."""
        with self.one_at_a_time:
            if request is None:
                return super().get_schema(request, public)
            language = str(get_language())
            if language not in self.made:
                self.made[language] = super().get_schema(request, public)
            return self.made[language]


class Schema(AutoSchema):
    """Describes, beside what a view says of itself, what all of them have in common: errors, fields
    to choose, forms of a list, headers."""

    def get_response_serializers(self) -> Any:
        """Add the errors to the answer of a view that declares no responses of its own."""
        found = super().get_response_serializers()
        if self.method != "GET":
            return {200: found} | ANY_ERROR
        forms: dict[str, Any] = {"application/json": found}
        if self._is_list():
            forms |= {"application/x-ndjson": OpenApiTypes.STR, "text/csv": OpenApiTypes.STR}
        answers = {(200, media_type): body for media_type, body in forms.items()}
        return answers | {304: None} | ANY_ERROR

    def _get_filter_parameters(self) -> list[Any]:
        """The filters; one of a few words is a text, also where the column behind it is none."""
        found = super()._get_filter_parameters()
        for parameter in found:
            if "enum" in parameter["schema"]:
                parameter["schema"]["type"] = "string"
        return list(found)

    def map_renderers(self, attribute: str) -> list[Any]:
        """What is sent to a list is answered with one row, in JSON alone."""
        if self.method == "POST" and self._is_list():
            return ["application/json"] if attribute == "media_type" else ["json"]
        return super().map_renderers(attribute)

    def _postprocess_serializer_schema(self, schema: Any, serializer: Any, direction: Any) -> Any:
        """With `fields=` a row holds what was asked for, and always its id."""
        found = super()._postprocess_serializer_schema(schema, serializer, direction)
        return found | {"required": ["id"]} if isinstance(serializer, Resource) else found

    def get_override_parameters(self) -> list[Any]:
        """Add the parameters of all rows, and the headers of all answers."""
        return [*super().get_override_parameters(), *self._of_rows(), *self._headers()]

    def _is_list(self) -> bool:
        return hasattr(self.view, "follows")

    def _of_rows(self) -> Iterator[OpenApiParameter]:
        view: Any = self.view
        if self.method != "GET" or not hasattr(view, "extras"):
            return
        known = view.serializer_class._declared_fields
        yield one_of_many(FIELDS, known, "Only these fields.")
        if view.extras:
            yield one_of_many(INCLUDE, view.extras, "More than the usual fields.")
        if self._is_list() and view.follows():
            said = "Only what has changed since this moment, in the order of its changes."
            yield OpenApiParameter(UPDATED, MOMENT, description=said)

    def _headers(self) -> Iterator[OpenApiParameter]:
        yield header("RateLimit-Policy", "What holds: `q` requests in `w` seconds.")
        yield header("RateLimit", "What is left: `r` requests in the next `t` seconds.")
        if self.method == "GET":
            yield header("ETag", "The name of this very answer.", response=[200, 304])
        if self.method == "GET" and self._is_list():
            yield header("Link", "The pages before and after (RFC 8288).", response=[200])


def one_of_many(name: str, words: Iterable[str], said: str) -> OpenApiParameter:
    """A parameter that takes several of these words, with commas between them."""
    schema = {"type": "array", "items": {"type": "string", "enum": list(words)}, "minItems": 1}
    return OpenApiParameter(name, schema, description=said, style="form", explode=False)


def header(name: str, said: str, response: Any = True) -> OpenApiParameter:
    """A header of an answer."""
    return OpenApiParameter(name, str, "header", description=said, response=response)


class TokenScheme(OpenApiAuthenticationExtension):
    """Programs: a token in the header."""

    target_class = "games.api.auth.Token"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Describe the header."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "ct_…"}


class SessionScheme(OpenApiAuthenticationExtension):
    """Browsers: the cookie of the site's own sign-in."""

    target_class = "games.api.auth.Session"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Describe the cookie."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
