"""Fragments of the screen that change seldom: drawn once for what they show, then remembered."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language


def draw(template: str, **facts: Hashable) -> SafeString:
    """The fragment with these facts, which must be all that it shows, in the reader's language."""
    if settings.DEBUG:  # whoever works on a template sees the change at once
        return _drawn.__wrapped__(template, None, **facts)
    return _drawn(template, get_language(), **facts)


@lru_cache(maxsize=512)
def _drawn(template: str, language: str | None, **facts: Hashable) -> SafeString:
    return render_to_string(template, facts)
