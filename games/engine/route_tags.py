"""`{% url %}` on the tablet, where there is no resolver: the addresses come from the server's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote

from django import template
from django.template import defaulttags
from django.template.base import Parser, Token
from django.template.context import Context
from django.utils.html import conditional_escape

register = template.Library()

SAFE = "!*'();:@&=+$,/?#[]~"  # as Django leaves them in a path


class Route(NamedTuple):
    """One form of an address: its text with `%(name)s` for arguments, and their names."""

    text: str
    names: tuple[str, ...]


# The addresses of the site by name, each with its forms: the first that fits counts.
ROUTES: dict[str, tuple[Route, ...]] = {}


class NoRoute(LookupError):
    """No form of the address takes these arguments."""


def address(name: str, /, *args: object, **kwargs: object) -> str:
    """Return the address with this name as Django's `reverse` gives it. Raises NoRoute."""
    for text, names in ROUTES.get(name, ()):
        given: Mapping[str, object] = dict(zip(names, args, strict=False)) if args else kwargs
        if len(given) == len(args or kwargs) and set(given) == set(names):
            return quote(text % {key: str(value) for key, value in given.items()}, safe=SAFE)
    raise NoRoute(f"There is no address “{name}” with {args or kwargs}.")


class RouteNode(defaulttags.URLNode):
    """`{% url %}` as Django has it, but for where the address comes from."""

    def render(self, context: Context) -> Any:
        args = [value.resolve(context) for value in self.args]
        kwargs = {key: value.resolve(context) for key, value in self.kwargs.items()}
        name = self.view_name.resolve(context)
        try:
            url = address(name, *args, **kwargs)
        except NoRoute:
            if self.asvar is None:
                raise
            url = ""
        if self.asvar is not None:
            context[self.asvar] = url
            return ""
        return conditional_escape(url) if context.autoescape else url


@register.tag
def url(parser: Parser, token: Token) -> RouteNode:
    """``{% url "entry" club.slug hand.public_id index as entry_url %}``."""
    node = defaulttags.url(parser, token)
    return RouteNode(node.view_name, node.args, node.kwargs, node.asvar)
