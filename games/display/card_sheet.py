"""The sheet of a page on which cards lie more than once: each is drawn once, and used from there.

A card on the sheet has both forms, free and covered by another. Styles show one of them (`.if-free`
and `.if-covered` in css/cards.css), so that a page changes it by a class.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.display.card_names import card_name
from games.display.faces import back_svg, covered_svg, face_svg
from games.rules import CODES

ELEMENTS: Final = re.compile(r"<g\b.*?</g>|<[^<>]+/>")
MANY: Final = 9  # what is on this many cards is drawn once for all of them
USED: Final = '<svg class="face{}" {}><use href="#card-{}"/></svg>'


def sheet_card(code: str, game: str = "") -> SafeString:
    """Return a card of the sheet, an image named like the card. Raises `KeyError`."""
    name = escape(card_name(code, game))
    facts = f'data-suit="{code[0]}" role="img" aria-label="{name}"'
    return SafeString(USED.format("", facts, code))


def sheet_back() -> SafeString:
    """Return the back of the sheet; the words next to it must say whose, and how many."""
    return SafeString(USED.format(" back", 'aria-hidden="true"', "back"))


def card_sheet(game: str = "") -> SafeString:
    """Return the drawings of all cards of a game, no matter who holds them."""
    return _sheet(get_language() or settings.LANGUAGE_CODE, game)


@cache
def _sheet(_language: str, game: str) -> SafeString:
    forms = {code: tuple(_forms(code, game)) for code in CODES}
    on_cards = Counter(element for elements in forms.values() for element in elements)
    grounds: dict[str, str] = {}
    cards = []
    for code, elements in forms.items():
        shared = "".join(one for one in elements if on_cards[one] >= MANY)
        ground = grounds.setdefault(shared, f"ground-{len(grounds)}")
        own = "".join(one for one in elements if on_cards[one] < MANY)
        cards.append(_symbol(code, f'<use href="#{ground}"/>{own}'))
    cards.append(_symbol("back", "".join(ELEMENTS.findall(back_svg()))))
    drawn = [f'<g id="{name}">{drawing}</g>' for drawing, name in grounds.items()]
    return SafeString("".join([*drawn, *cards]))


def _symbol(name: str, drawing: str) -> str:
    return f'<symbol id="card-{name}" viewBox="0 0 50 80">{drawing}</symbol>'


def _forms(code: str, game: str) -> Iterator[str]:
    """Yield what a card is drawn of, with what belongs to one of its forms marked."""
    free = ELEMENTS.findall(face_svg(code, game))
    covered = ELEMENTS.findall(covered_svg(code, game))
    yield from (one for one in free if one in covered)
    for form, elements, other in (("free", free, covered), ("covered", covered, free)):
        if own := "".join(one for one in elements if one not in other):
            yield f'<g class="if-{form}">{own}</g>'
