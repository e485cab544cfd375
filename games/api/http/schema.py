"""The OpenAPI description: how to sign in, and the one form of all errors."""

from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Any, ClassVar

from django.utils.translation import get_language
from drf_spectacular import authentication
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import force_instance
from drf_spectacular.utils import OpenApiParameter

from games.api.answers.changes import COMPONENTS
from games.api.answers.problems import ProblemSerializer
from games.api.http import strict
from games.api.http.errors import MEDIA_TYPE
from games.api.http.lists import INCLUDE, UPDATED
from games.archive.fields import PublicIdFilter
from games.archive.shapes import Resource
from games.models.fields import PUBLIC_ID

MOMENT: dict[str, Any] = {"type": "string", "format": "date-time"}
WORDS: dict[str, Any] = {"type": "string", "minLength": 1}
ID: dict[str, Any] = {"type": "string", "pattern": f"^{PUBLIC_ID.pattern}$"}


def add_components(result: Any, generator: Any, request: Any, public: Any) -> Any:
    """Add the schemas written by hand: a hook of the generator."""
    result["components"]["schemas"] |= COMPONENTS
    return result


class Generator(SchemaGenerator):
    """Makes one description at a time, and keeps it for all readers of the same language.

    The library stores the current view in values shared by all threads, so one of two descriptions
    made at the same time would fail. A description takes a second to make and is the same for
    everybody.
    """

    one_at_a_time = Lock()
    made: ClassVar[dict[str, Any]] = {}

    def get_schema(self, request: Any = None, public: Any = False) -> Any:
        """Return the library's description, made once, but always for a command, with warnings."""
        with self.one_at_a_time:
            if request is None:
                return super().get_schema(request, public)
            language = str(get_language())
            if language not in self.made:
                self.made[language] = super().get_schema(request, public)
            return self.made[language]


class Schema(AutoSchema):
    """Describes what all views share: errors, formats, choice of fields, headers."""

    def _get_response_bodies(self, *args: Any, **kwargs: Any) -> Any:
        """Add that nothing has changed, and the one form of all errors."""
        responses = super()._get_response_bodies(*args, **kwargs)
        if self.method == "GET":
            responses["304"] = self._get_response_for_code(None, "304")
        error = self._get_response_for_code(ProblemSerializer, "default", [MEDIA_TYPE])
        return responses | {"default": error}

    def _get_response_for_code(self, *args: Any, **kwargs: Any) -> Any:
        """Describe each form by itself, where it knows what it holds."""
        response = super()._get_response_for_code(*args, **kwargs)
        for form in self.view.get_renderers():
            schema = getattr(form, "schema", None)
            if schema and form.media_type in response.get("content", {}):
                response["content"][form.media_type] = {"schema": schema}
        return response

    def _get_filter_parameters(self) -> list[Any]:
        """Return the filters; a choice of words is a text, and no text may be empty."""
        parameters = super()._get_filter_parameters()
        view: Any = self.view
        filters = view.filterset_class.base_filters if parameters else {}
        for parameter in parameters:
            schema = parameter["schema"]
            if isinstance(filters.get(parameter["name"]), PublicIdFilter):
                schema |= ID
            elif "enum" in schema:
                schema["type"] = "string"
            elif schema == {"type": "string"}:
                schema |= WORDS
        return list(parameters)

    def map_renderers(self, attribute: str) -> list[Any]:
        """Return JSON alone for what is sent to a list: its answer is one row."""
        if self.method == "POST" and self._is_list():
            return ["application/json"] if attribute == "media_type" else ["json"]
        return super().map_renderers(attribute)

    def _postprocess_serializer_schema(self, schema: Any, serializer: Any, direction: Any) -> Any:
        """Promise only the id of a row; allow a body only the fields that it names."""
        described = super()._postprocess_serializer_schema(schema, serializer, direction)
        if isinstance(serializer, strict.Body):
            return described | {"additionalProperties": False}
        return described | {"required": ["id"]} if isinstance(serializer, Resource) else described

    def get_override_parameters(self) -> list[Any]:
        """Add the parameters of all rows, the headers that may be sent, those of all answers."""
        own = super().get_override_parameters()
        asked = getattr(self.view, "parameters", ())
        return [*own, *asked, *self._of_rows(), *self._conditions(), *self._headers()]

    def _is_list(self) -> bool:
        return hasattr(self.view, "follows")

    def _of_rows(self) -> Iterator[OpenApiParameter]:
        view: Any = self.view
        if self.method != "GET" or not hasattr(view, "extras"):
            return
        if view.extras:
            yield one_of_many(INCLUDE, view.extras, "More than the usual fields.")
        if self._is_list() and view.follows():
            description = "Only what has changed since this moment, in the order of its changes."
            yield OpenApiParameter(UPDATED, MOMENT, description=description)

    def _conditions(self) -> Iterator[OpenApiParameter]:
        body = self.get_request_serializer() if self.method == "POST" else None
        fields = getattr(force_instance(body), "fields", {})
        if self.method == "GET":
            yield header("If-None-Match", "ETags that you have: 304 where it is still one of them.")
        if "key" in fields:
            yield header("Idempotency-Key", "A random key of this request, for `key`.")

    def _headers(self) -> Iterator[OpenApiParameter]:
        description = "What holds: `q` requests in `w` seconds."
        yield header("RateLimit-Policy", description, response=True)
        description = "What is left: `r` requests in the next `t` seconds."
        yield header("RateLimit", description, response=True)
        if self.method == "GET":
            yield header("ETag", "The name of this very answer.", response=[200, 304])
        if self.method == "GET" and self._is_list():
            yield header("Link", "The pages before and after (RFC 8288).", response=[200, 304])


def one_of_many(name: str, words: Iterable[str], description: str) -> OpenApiParameter:
    """Return a parameter that takes several of these words, with commas between them."""
    schema = {"type": "array", "items": {"type": "string", "enum": list(words)}, "minItems": 1}
    return OpenApiParameter(name, schema, description=description, style="form", explode=False)


def header(name: str, description: str, response: Any = False) -> OpenApiParameter:
    """Return a header that may be sent, or one of the answers with the statuses of `response`."""
    return OpenApiParameter(name, str, "header", description=description, response=response)


class TokenScheme(OpenApiAuthenticationExtension):
    """Programs: a token in the header."""

    target_class = "games.api.http.auth.Token"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "ct_…"}


class SessionScheme(authentication.SessionScheme):
    """Browsers: the cookie of the site's own sign-in."""

    target_class = "games.api.http.auth.Session"
    name = "session"
