"""Cards as pictures: the 78 faces and their short forms for lines of text, fans and pad keys.

Everything is drawn with the symbols of ``templates/_symbols.html`` (suits, court signs, star,
figures), so a page that shows a card includes that sheet once; ``base.html`` does. The colours
come from ``static/css``. All cards of a language and a game are made together at first use and
then only looked up: letters and spoken names differ by language and game, the drawing does not.

Cards are named by the codes of the hand record (``SK``, ``H10``, ``T21``, ``F``); an unknown
code raises `KeyError`. `game` is the key of the variant whose words are used. Lengths in the
drawings are units of a card 50 wide and 80 high. Markup is made of constants alone, and of words
that were escaped on the way in.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from games.display.card_names import card_name, is_latin, rank_letter, short_name, suit_letter
from games.rules import CODES


class Figures(NamedTuple):
    """One set of figures in _symbols.html: the prefix of its ids, its grid, its widths."""

    prefix: str
    grid: float
    widths: Mapping[str, float]


COURTS: Final = frozenset("JNQK")

INDEX: Final = Figures(
    "ix",
    24,
    {
        **{"0": 17.6, "1": 11.4, "2": 17.0, "3": 17.2, "4": 18.4, "5": 17.2, "6": 17.8},
        **{"7": 16.4, "8": 17.6, "9": 17.8, "K": 19.4, "Q": 21.0, "N": 19.6, "J": 14.6},
        **{"S": 17.4, "H": 19.0, "D": 19.0, "C": 19.2, "F": 15.6},
        **{"B": 18.6, "E": 16.2, "R": 18.6, "V": 19.0, "P": 18.0, "T": 17.0},
    },
)
CUT: Final = Figures(
    "no",
    32,
    {
        **{"0": 19.0, "1": 15.0, "2": 18.4, "3": 18.0, "4": 19.0},
        **{"5": 18.0, "6": 18.6, "7": 17.4, "8": 18.6, "9": 18.6},
    },
)

GROUND: Final = '<rect class="ground" x=".4" y=".4" width="49.2" height="79.2" rx="4.1"/>'
PANEL: Final = '<rect class="wash" x="2.4" y="26" width="45.2" height="51.6" rx="2.6"/>'
FRAME: Final = (
    '<path class="frame" d="M9.4 3.4h31.2l6 6v61.2l-6 6H9.4l-6-6V9.4z"/>'
    '<path class="hair" d="M10.6 6h28.8l4.6 4.6v58.8L39.4 74H10.6L6 69.4V10.6z"/>'
)
TAB: Final = '<path d="M0 4.5A4.5 4.5 0 0 1 4.5 0H25v15.8l-4.4 4.4H0z"/>'
PLAQUE: Final = '<use href="#plaque"/>'
SHORT: Final = 5  # letters of the Fool's name that fit on a key in full size
OCTAGON: Final = '<path class="frame" d="M12 1.5h16L38.5 12v16L28 38.5H12L1.5 28V12z"/>'


class Pictures(NamedTuple):
    """Every form of one card in one language, ready to be put into a page."""

    face: SafeString
    covered: SafeString
    line: SafeString
    key: SafeString


def face_svg(code: str, game: str = "") -> SafeString:
    """Return the whole card, an image named like the card."""
    return _pictures(game)[code].face


def covered_svg(code: str, game: str = "") -> SafeString:
    """Return the card as it lies in a fan under the next: readable from its left 24 units."""
    return _pictures(game)[code].covered


def line_html(code: str, game: str = "") -> SafeString:
    """Return the card in a line of text: rank and suit, a number in its frame, the star."""
    return _pictures(game)[code].line


def key_html(code: str, game: str = "") -> SafeString:
    """Return the inside of a pad key, without a name: the button around it carries that."""
    return _pictures(game)[code].key


def back_svg() -> SafeString:
    """Return the back of a card; the words next to it must say whose, and how many."""
    return BACK


def bout_svg(code: str, *, seen: bool) -> SafeString:
    """Return the octagon of a bout, filled once it was `seen`, else dashed.

    Words next to it must say the same. Raises `KeyError` for a card that is no bout.
    """
    return BOUT_TOKENS[code, seen]


def _pictures(game: str) -> Mapping[str, Pictures]:
    return _drawn(get_language() or settings.LANGUAGE_CODE, game)


@cache
def _drawn(language: str, game: str) -> Mapping[str, Pictures]:
    with override(language):
        return {code: _draw(code, game) for code in CODES}


def _draw(code: str, game: str) -> Pictures:
    if code == "F":
        whole, covered, line, key = _fool(game)
    elif code[0] == "T":
        whole, covered, line, key = _trump(code)
    else:
        whole, covered, line, key = _plain(code, game)
    suit, name = code[0], escape(card_name(code, game))
    line = f'<span aria-hidden="true">{line}</span><span class="visually-hidden">{name}</span>'
    return Pictures(
        face=_svg("face", suit, name, whole),
        covered=_svg("face covered", suit, name, covered),
        line=SafeString(f'<span class="card-line" data-suit="{suit}">{line}</span>'),
        key=SafeString(
            f'<span class="key-face" data-suit="{suit}" aria-hidden="true">{key}</span>'
        ),
    )


def _svg(classes: str, suit: str, name: str, drawing: str) -> SafeString:
    return SafeString(
        f'<svg class="{classes}" data-suit="{suit}" viewBox="0 0 50 80" role="img" '
        f'aria-label="{name}">{GROUND}{drawing}</svg>'
    )


def _plain(code: str, game: str) -> tuple[str, str, str, str]:
    """Draw a pip card or a court: face, covered, line, key."""
    suit, rank = code[0], code[1:]
    letter, glyph = escape(rank_letter(rank, game)), f"suit-{suit}"
    index = _text(INDEX, letter, 3.6, 3.9, 17.4)
    letter_of_suit = "" if is_latin(game) else suit_letter(suit)  # it would be that of another suit
    corner = f'<g class="letter">{_text(INDEX, letter_of_suit, 4.4, 66.4, 7.4)}</g>'
    panel = PANEL if rank in COURTS else ""
    if rank in COURTS:
        middle = _use(f"sign-{rank}", 26.6, 3.2, 19) + _use(glyph, 11, 33, 28)
    else:
        middle = _use(glyph, 9, 30.5, 32)
    sign = f'<svg class="key-sign"><use href="#sign-{rank}"/></svg>' if rank in COURTS else ""
    return (
        panel + index + middle + corner,
        panel + index + _use(glyph, 3, 29, 18) + corner,
        f'{letter}<svg class="glyph"><use href="#{glyph}"/></svg>',
        f'<span class="key-rank">{letter}</span>'
        f'<svg class="key-glyph"><use href="#{glyph}"/></svg>{sign}',
    )


def _trump(code: str) -> tuple[str, str, str, str]:
    """Draw a trump: the number reversed in the tab and large in the middle."""
    number = code[1:]
    tab = f'{FRAME}{TAB}<g class="reversed">{_centred(INDEX, number, 12.5, 5, 10.2)}</g>'
    bout = number in ("1", "21")
    middle = _centred(CUT, number, 25, 36.4, 22)
    width = sum(CUT.widths[figure] for figure in number)
    figures = _text(CUT, number, 0, 0, CUT.grid)
    lozenge = '<span class="key-bout"></span>' if bout else ""
    return (
        tab + middle + (_lozenge(25, 65.5) if bout else ""),
        tab + (_lozenge(12.5, 27.5) if bout else ""),
        f'<svg class="plaque" viewBox="0 0 36 24">{PLAQUE}{_centred(CUT, number, 18, 5, 14)}</svg>',
        f'<span class="key-frame"></span><svg class="key-number" viewBox="0 0 {width:g} 32">'
        f"{figures}</svg>{lozenge}",
    )


def _fool(game: str) -> tuple[str, str, str, str]:
    """Draw the Fool: the frame of a trump around the star with an eye."""
    tab = f'{FRAME}{TAB}<g class="reversed">{_centred(INDEX, suit_letter("F"), 12.5, 5, 10.2)}</g>'
    name = escape(short_name("F", game))
    size = " long" if len(name) > SHORT else ""
    return (
        tab + _use("star", 7.6, 30.2, 34.8),
        tab + _use("star", 3.5, 24.5, 18),
        f'<svg class="plaque" viewBox="0 0 36 24">{PLAQUE}{_use("star", 9, 3, 18)}</svg>',
        '<span class="key-frame"></span><svg class="key-star"><use href="#star"/></svg>'
        f'<span class="key-name{size}">{name}</span>',
    )


def _use(symbol: str, x: float, y: float, width: float, height: float | None = None) -> str:
    height = width if height is None else height
    return f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def _text(figures: Figures, text: str, x: float, y: float, height: float) -> str:
    """Set `text` in drawn figures with its left edge at `x` and its top at `y`."""
    drawn = []
    for figure in text:
        width = round(figures.widths[figure] * height / figures.grid, 2)
        drawn.append(_use(f"{figures.prefix}-{figure}", round(x, 2), y, width, height))
        x += width
    return "".join(drawn)


def _centred(figures: Figures, text: str, x: float, y: float, height: float) -> str:
    """Set `text` in drawn figures with its middle at `x` and its top at `y`."""
    width = sum(figures.widths[figure] for figure in text) * height / figures.grid
    return _text(figures, text, x - width / 2, y, height)


def _lozenge(x: float, y: float) -> str:
    return f'<path d="M{x:g} {y - 3.6:g}l3.6 3.6-3.6 3.6-3.6-3.6z"/>'


def _bout(code: str, *, seen: bool) -> SafeString:
    sign = _use("star", 8, 8, 24) if code == "F" else _centred(CUT, code[1:], 20, 11, 18)
    classes = "bout seen" if seen else "bout"
    return SafeString(
        f'<svg class="{classes}" viewBox="0 0 40 40" aria-hidden="true">{OCTAGON}{sign}</svg>'
    )


BACK: Final = SafeString(
    '<svg class="face back" viewBox="0 0 50 80" aria-hidden="true">'
    f'{GROUND}<path class="frame" d="M10.4 4.4h29.2l6 6v59.2l-6 6H10.4l-6-6V10.4z"/>'
    f"{_use('star-plain', 15.5, 30.5, 19)}</svg>"
)
BOUT_TOKENS: Final = {
    (code, seen): _bout(code, seen=seen) for code in ("T1", "T21", "F") for seen in (True, False)
}
