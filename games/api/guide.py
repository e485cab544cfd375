"""The pages for people who write programs: Markdown files that are also read in the repository.

They are in English; only the notation, which players write too, has `notation.<language>.md`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.display.rulesheets import RuleSheet, in_language, render

GAMES = Path(__file__).parents[1]
LINK = re.compile(r"\]\((?P<path>[\w./-]+\.md)(?P<anchor>#[\w-]*)?\)")


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page: its name in the menu, and its file."""

    label: Promise
    path: Path


# By their part of the address, in the order of the menu; the first is the way in.
PAGES: Mapping[str, GuidePage] = {
    "tour": GuidePage(_("In five minutes"), GAMES / "api" / "tour.md"),
    "reference": GuidePage(_("The full reference"), GAMES / "api" / "README.md"),
    "record": GuidePage(_("The record"), GAMES / "rules" / "record.md"),
    "notation": GuidePage(_("The text notation"), GAMES / "rules" / "notation.md"),
    "errors": GuidePage(_("Codes of errors"), GAMES / "api" / "codes.md"),
}


@cache
def page(name: str, language: str = "en") -> RuleSheet:
    """Return the page of that name as HTML, in `language` ("de") if it is translated.

    Raises KeyError.
    """
    path, written_in = in_language(PAGES[name].path, language)

    def lead_on(link: re.Match[str]) -> str:
        """Return the link, to its page if it leads to another of these files."""
        target = (path.parent / link["path"]).resolve()
        for other, one in PAGES.items():
            if target in (one.path, in_language(one.path, language)[0]):
                return f"]({reverse('developers', args=[other])}{link['anchor'] or ''})"
        return link[0]

    text = LINK.sub(lead_on, path.read_text(encoding="utf-8"))
    return replace(render(text), language=written_in)
