"""What the interface says about itself: its addresses, its description, its errors."""

from typing import Any

from django.http import Http404, HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.answers.problems import KindSerializer
from games.api.http.endpoint import Public, address_of
from games.api.http.errors import KINDS
from games.api.http.negotiation import SUFFIXES
from games.api.http.schema import ANY_ERROR
from games.api.verify import LARGEST_UPLOAD
from games.rules.record.json_schema import record_schema

BEGINNINGS = (
    *("clubs", "players", "matches", "hands", "variants"),
    *("verify", "record-schema", "docs", "schema"),
)


class Index(Public):
    """Where everything begins."""

    @extend_schema(
        tags=["about"],
        operation_id="index",
        responses={(200, "application/json"): OpenApiTypes.OBJECT} | ANY_ERROR,
    )
    def get(self, request: Request) -> Response:
        """The addresses of the lists and of the documentation."""
        return Response({name: address_of(request, name) for name in BEGINNINGS})


class SchemaFile(SpectacularAPIView):
    """The OpenAPI description, for everybody: it holds no data."""


class Documentation(SpectacularSwaggerSplitView):
    """The same as a page on which requests can be tried out; no other server is asked."""

    url_name = "api:schema"


class ProblemKind(Public):
    """What the code of an error means."""

    @extend_schema(
        tags=["about"], operation_id="problems_read", responses={200: KindSerializer} | ANY_ERROR
    )
    def get(self, request: Request, code: str) -> Response:
        """The address that the `type` of an error names."""
        kind = KINDS.get(code)
        if kind is None:
            raise Http404
        return Response({"code": code, "status": kind.status, "title": str(kind.title)})


class RecordSchema(Public):
    """The record format as JSON Schema."""

    @extend_schema(
        tags=["about"],
        operation_id="record_schema",
        responses={(200, "application/json"): OpenApiTypes.OBJECT} | ANY_ERROR,
    )
    def get(self, request: Request) -> Response:
        """What a record may hold, as JSON Schema 2020-12; whether it may happen is for the rules.

        This address stays; with `.json` at its end it is the same.
        """
        head = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": address_of(request, "record-schema"),
            "title": "tarot-hand/1",
        }
        return Response(head | record_schema())


@extend_schema(exclude=True)
class Anything(APIView):
    """Every other address below /api/."""

    largest_body = LARGEST_UPLOAD  # where a slash is forgiven to the address that takes most

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Forgive a slash too many or too few at the end; take `.csv` there for `?format=csv`."""
        path = request.path_info
        stem, _dot, suffix = path.rpartition(".")
        if suffix in SUFFIXES and "format" not in request.GET:
            path = stem
            request.GET = with_format(request.GET, suffix)  # type: ignore[assignment]
        elif path.endswith("/"):
            path = path[:-1]
        else:
            path = f"{path}/"
        try:
            found = resolve(path)
        except Resolver404:
            return super().dispatch(request, *args, **kwargs)
        if getattr(found.func, "view_class", None) in (None, Anything):
            return super().dispatch(request, *args, **kwargs)
        answer: HttpResponseBase = found.func(request, *found.args, **found.kwargs)
        return answer

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Answer in the form of all errors, whoever asks and by whichever method."""
        raise Http404


def with_format(query: QueryDict, suffix: str) -> QueryDict:
    """The query with the form that the end of the address names."""
    changed = query.copy()
    changed["format"] = suffix
    return changed
