"""Template tags for cards and icons; every drawing comes from `games.faces`."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games import faces

register = template.Library()

register.simple_tag(faces.face_svg, name="card_face")
register.simple_tag(faces.covered_svg, name="card_covered")
register.simple_tag(faces.back_svg, name="card_back")
register.simple_tag(faces.line_html, name="card_line")
register.simple_tag(faces.key_html, name="key_face")
register.simple_tag(faces.card_name, name="card_name")
register.simple_tag(faces.short_name, name="card_short")


@register.simple_tag
def bout(code: str, *, seen: bool = False) -> SafeString:
    """``{% bout "T21" seen=True %}``: the octagon of a bout, filled or dashed."""
    return faces.bout_svg(code, seen=seen)


@register.simple_tag
def icon(name: str) -> SafeString:
    """``{% icon "undo" %}``: an icon of the symbol sheet; the words stand beside it."""
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="#icon-{}"/></svg>',
        name,
    )
