"""What every page has around it."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.conf import settings
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.access.usual_looks import usual_looks

register = template.Library()

# What a reader may choose (static/js/looks.js), by the names of the cookies.
LOOKS = {"theme": ("light", "dark"), "deck": ("french", "latin"), "suits": ("two", "none")}


@register.simple_tag(takes_context=True)
def looks(context: Context) -> SafeString:
    """Return how the reader, or else their club, wants pages to look.

    As attributes of <html>, each after a space; `data-usual` names those that the club has set.
    Anything else in a cookie is left out.
    """
    cookies = getattr(context.get("request"), "COOKIES", {})
    of_the_club = usual_looks(cookies)._asdict()
    usual = {name: of_the_club[name] for name in LOOKS if of_the_club.get(name)}
    chosen = ((name, cookies.get(name, usual.get(name))) for name in LOOKS)
    shown = [(name, value) for name, value in chosen if value in LOOKS[name]]
    if usual:
        shown.append(("usual", " ".join(usual)))
    return format_html_join("", ' data-{}="{}"', shown)


@register.simple_tag
def unchanging(name: str, game: str = "") -> SafeString:
    """Return a template that says the same on every page and to everybody.

    Or on every page about a game (its key). It is written once a language, since that is half of
    what a page costs; in DEBUG, every time.
    """
    write = _written.__wrapped__ if settings.DEBUG else _written
    return write(name, game, get_language())


@lru_cache(maxsize=128)
def _written(name: str, game: str, _language: str | None) -> SafeString:
    return render_to_string(name, {"game_key": game})
