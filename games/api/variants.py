"""The games that can be recorded: their cards, their options, their rule sheets.

This is public, since nothing of it belongs to a club.
"""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers.games import SheetSerializer, VariantSerializer, VariantsSerializer
from games.api.http.endpoint import Public
from games.api.http.negotiation import Markdown
from games.archive.hand_columns import VARIANT_KEYS
from games.display.rulesheets import rule_sheet, sheet_file
from games.rules import VARIANTS, Variant, find_variant

KEY = OpenApiParameter("key", str, "path", enum=VARIANT_KEYS)


def shown(variant: Variant, request: Request) -> dict[str, Any]:
    """Return a game as an answer has it."""
    return VariantSerializer(variant, context={"request": request, "variant": variant}).data


def variant_or_404(key: str) -> Variant:
    variant = find_variant(key)
    if variant is None or variant.key != key:
        raise Http404
    return variant


@extend_schema(tags=["games"])
class VariantList(Public):
    @extend_schema(operation_id="variants_list", responses=VariantsSerializer)
    def get(self, request: Request) -> Response:
        """Return the games that can be recorded, with everything that may be chosen in them."""
        return Response({"results": [shown(variant, request) for variant in VARIANTS]})


@extend_schema(tags=["games"])
class VariantDetail(Public):
    @extend_schema(operation_id="variants_retrieve", parameters=[KEY], responses=VariantSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return one game: pack, calls, announcements, options, presets."""
        return Response(shown(variant_or_404(key), request))


@extend_schema(tags=["games"])
class VariantSheet(Public):
    """The rule sheet of a game."""

    renderer_classes = [JSONRenderer, Markdown]

    @extend_schema(operation_id="variants_sheet", parameters=[KEY], responses=SheetSerializer)
    def get(self, request: Request, key: str) -> Any:
        """Return the rules that judge hands: as HTML with an anchor for each rule, or Markdown.

        The anchor of the rule that an answer calls `french/1.9.3a` is `r-1.9.3a`.
        """
        variant = variant_or_404(key)
        language = get_language() or "en"
        if request.accepted_renderer.format == Markdown.format:
            path, written_in = sheet_file(variant.key, language)
            content_type = f"{Markdown.media_type}; charset=utf-8"
            headers = {"Content-Language": written_in}
            return HttpResponse(path.read_bytes(), content_type=content_type, headers=headers)
        sheet = rule_sheet(variant.key, language)
        answer = {
            "key": variant.key,
            "title": sheet.title,
            "contents": sheet.contents,
            "anchors": sorted(sheet.anchors),
            "html": sheet.html,
        }
        return Response(SheetSerializer(answer).data)
