"""What the interface says about itself: its addresses, its description and its errors."""

from typing import Any

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from games.api.answers.problems import KindSerializer
from games.api.http.endpoint import Public
from games.api.http.errors import KINDS
from games.rules import json_schema

BEGINNINGS = (
    *("clubs", "players", "evenings", "matches", "hands", "variants"),
    *("verify", "record-schema", "docs", "schema"),
)


class Index(Public):
    """Where everything begins."""

    @extend_schema(tags=["about"], operation_id="index", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """Return the addresses of the lists and of the documentation."""
        return Response({name: reverse(f"api:{name}", request=request) for name in BEGINNINGS})


class ProblemKind(Public):
    """What the code of an error means."""

    @extend_schema(tags=["about"], operation_id="problems_read", responses=KindSerializer)
    def get(self, request: Request, code: str) -> Response:
        """Return the address that the `type` of an error names."""
        kind = KINDS.get(code)
        if kind is None:
            raise Http404
        return Response({"code": code, "status": kind.status, "title": str(kind.title)})


class RecordSchema(Public):
    """The record format as JSON Schema."""

    @extend_schema(tags=["about"], operation_id="record_schema", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """Return what a record may hold, as JSON Schema; whether it may happen is for the rules.

        This address stays; with `.json` at its end it is the same.
        """
        head = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": reverse("api:record-schema", request=request),
            "title": "tarot-hand/1",
        }
        return Response(head | json_schema.record_schema())


@extend_schema(exclude=True)
class Anything(APIView):
    """Every other address below /api/."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Answer with an error in the usual form, no matter who asks or by what method."""
        raise Http404
