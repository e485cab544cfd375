"""What every page has around it."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def unchanging(name: str) -> SafeString:
    """A template that says the same on every page and to everybody: written once a language, since
    the frame is half of what a page costs. While the site is worked on, every time."""
    return render_to_string(name) if settings.DEBUG else _written(name, get_language())


@lru_cache(maxsize=64)
def _written(name: str, language: str | None) -> SafeString:
    return render_to_string(name)
