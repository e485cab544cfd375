"""Template tags for cards (in the words of the game `game_key`) and icons, by `display.faces`."""

from collections.abc import Callable

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.display import card_names, card_sheet, faces
from games.rules import CODES

register = template.Library()

register.simple_tag(faces.back_svg, name="card_back")
register.simple_tag(card_sheet.sheet_back)


def game_of(context: Context) -> str:
    """Return the key of the game that a page is about; "" for none."""
    return str(context.get("game_key", ""))


def _card_tag(name: str, form: Callable[[str, str], str]) -> None:
    """Register ``{% name "SK" %}``: a form of a card in the page's game."""

    def card(context: Context, code: str) -> str:
        return form(code, game_of(context))

    register.simple_tag(card, takes_context=True, name=name)


_card_tag("card_face", faces.face_svg)
_card_tag("sheet_card", card_sheet.sheet_card)
_card_tag("card_line", faces.line_html)
_card_tag("key_face", faces.key_html)
_card_tag("card_name", card_names.card_name)
_card_tag("card_short", card_names.short_name)


@register.simple_tag(takes_context=True, name="card_sheet")
def all_cards(context: Context) -> SafeString:
    """``{% card_sheet %}``: the cards of the page's game, drawn once for `sheet_card`."""
    return card_sheet.card_sheet(game_of(context))


@register.simple_tag(takes_context=True)
def latin(context: Context) -> bool:
    """``{% latin as is_latin %}``: whether the game of the page is played with Latin suits."""
    return card_names.is_latin(game_of(context))


@register.simple_tag
def card_codes() -> tuple[str, ...]:
    """``{% card_codes as codes %}``: the 78 cards in their order."""
    return CODES


@register.simple_tag
def bout(code: str, *, seen: bool = False) -> SafeString:
    """``{% bout "T21" seen=True %}``: the octagon of a bout, filled or dashed."""
    return faces.bout_svg(code, seen=seen)


@register.simple_tag
def icon(name: str) -> SafeString:
    """``{% icon "undo" %}``: an icon of the symbol sheet; the words are next to it."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="#icon-{}"/></svg>',
        name,
    )
