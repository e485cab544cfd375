"""The games that can be recorded: what they are played with, what may be chosen, their rule sheets.

Nothing of this belongs to a club: it is for everybody.
"""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers.rules_shapes import SheetSerializer, VariantSerializer, VariantsSerializer
from games.api.answers.serializers import VARIANT_KEYS
from games.api.http.endpoint import Public, address_of
from games.api.http.negotiation import Markdown
from games.display.rulesheets import rule_sheet, sheet_file
from games.rules import VARIANTS, Option, Preset, Variant, find_variant
from games.rules.cards import card_code, cards_of
from games.rules.game.options import as_json

KEY = OpenApiParameter("key", str, "path", enum=VARIANT_KEYS)


def variant_row(variant: Variant, request: Request) -> dict[str, Any]:
    """A game as the interface shows it, in the reader's language."""
    return {
        "key": variant.key,
        "name": _(variant.name),
        "direction": variant.direction,
        "tables": [
            {
                "players": players,
                "hand": variant.hand_size(players),
                "stock": variant.stock_size(players),
                "discard": variant.discard_size(players),
            }
            for players in variant.seats
        ],
        "cards": cards(variant),
        "calls": [named(bid.key, bid.label) for bid in variant.bids],
        "challenges": [named(key, variant.labels[key]) for key in variant.challenges],
        "announcements": [named(kind.key, kind.label) for kind in variant.announcements],
        "options": [option_row(variant, option) for option in variant.options],
        "settings": [option_row(variant, option) for option in variant.settings],
        "presets": [preset_row(preset) for preset in variant.presets],
        "sheet": address_of(request, "sheet", variant.key),
    }


def cards(variant: Variant) -> list[str]:
    """The codes of the cards in a game's pack."""
    return [card_code(card) for card in cards_of(variant.pack.cards)]


def named(key: str, label: str) -> dict[str, str]:
    """A word of records with what is said at the table."""
    return {"key": key, "label": _(label)}


def option_row(variant: Variant, option: Option) -> dict[str, Any]:
    """What may be chosen, with every choice explained."""
    return {
        "key": option.key,
        "label": _(option.label),
        "help": said(option.help),
        "rule": f"{variant.key}/{option.rule}" if option.rule else None,
        "default": as_json(option.default),
        "edited": option.form is not None,
        "choices": [
            {"value": as_json(choice.value), "label": said(choice.label), "help": said(choice.help)}
            for choice in option.choices
        ],
    }


def preset_row(preset: Preset) -> dict[str, Any]:
    """A named set of options."""
    options: Mapping[str, Any] = preset.options
    chosen = {key: as_json(value) for key, value in options.items()}
    return {**named(preset.key, preset.label), "help": said(preset.help), "options": chosen}


def said(text: str) -> str:
    """A text of the engine in the reader's language; an empty one stays empty."""
    return _(text) if text else ""


def variant_or_404(key: str) -> Variant:
    """The game of that key."""
    variant = find_variant(key)
    if variant is None or variant.key != key:
        raise Http404
    return variant


@extend_schema(tags=["games"])
class VariantList(Public):
    """The games."""

    @extend_schema(operation_id="variants_list", responses=VariantsSerializer)
    def get(self, request: Request) -> Response:
        """The games that can be recorded, with everything that may be chosen in them."""
        return Response({"results": [variant_row(variant, request) for variant in VARIANTS]})


@extend_schema(tags=["games"])
class VariantDetail(Public):
    """One game."""

    @extend_schema(operation_id="variants_retrieve", parameters=[KEY], responses=VariantSerializer)
    def get(self, request: Request, key: str) -> Response:
        """One game: pack, calls, announcements, options, presets."""
        return Response(variant_row(variant_or_404(key), request))


@extend_schema(tags=["games"])
class VariantSheet(Public):
    """The rule sheet of a game."""

    renderer_classes = [JSONRenderer, Markdown]

    @extend_schema(operation_id="variants_sheet", parameters=[KEY], responses=SheetSerializer)
    def get(self, request: Request, key: str) -> Any:
        """The rules by which hands are judged: as HTML with an anchor for each rule, or Markdown.

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
        return Response(
            {
                "key": variant.key,
                "title": sheet.title,
                "contents": [
                    {"anchor": section.anchor, "title": section.title} for section in sheet.contents
                ],
                "anchors": sorted(sheet.anchors),
                "html": str(sheet.html),
            }
        )
