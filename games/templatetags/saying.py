"""Template tags that say the sentences and labels of a value in the reader's language."""

import re

from django import template
from django.template import Context
from django.utils.translation import gettext

from games.rules import Sentence

register = template.Library()


@register.simple_tag(takes_context=True)
def say(context: Context, words: Sentence | str | None) -> str:
    """``{% say screen.status %}``: a sentence, with the page's `voice`; a text as it is."""
    if words is None:
        return ""
    return str(context["voice"].say(words)) if isinstance(words, Sentence) else words


@register.filter
def label(words: str) -> str:
    """``{{ call.label|label }}``: a label in the reader's language."""
    return gettext(words) if words else ""


@register.filter
def in_general(sentence: str) -> str:
    """Return a sentence without the cards at its end: ``{{ ban|label|in_general }}``."""
    return re.sub(r"\s?: \{cards\}", "", sentence)


@register.filter
def times(number: int) -> range:
    """``{% for card in size|times %}``: that many times."""
    return range(number)
