"""The table at one step as a picture: what a chat shows with a link.

Drawn with the same faces as the pages, on 1200 by 630 units as previews want it, and without a
word, so that it needs no fonts and no language. Typst, which sets the score sheets, makes the PNG.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from games.display.card_names import is_latin
from games.display.faces import back_svg, covered_svg, face_svg
from games.replay import Film

WIDTH, HEIGHT = 1200, 630
CARD = (50, 80)  # the grid on which faces are drawn
CENTRE = (WIDTH / 2, HEIGHT / 2)
# How far from the middle, in units, a trick's cards and the hands lie, by width and height.
TRICK_AT, HANDS_AT = (130, 84), (380, 226)
TRICK_CARD, HAND_CARD, SPREAD_CARD = 1.9, 1.1, 1.4  # sizes, of the grid
NARROW, WIDE = 300, 560  # the longest row at a side, and where nobody sits next to it
PAGE = """#set page(width: 600pt, height: 315pt, margin: 0pt)
#image(bytes(sys.inputs.drawing), width: 600pt, height: 315pt, format: "svg")
"""


class Card(NamedTuple):
    """A card in the picture.

    Its code ("" face down), its middle, its size, whether another card lies on it, whether it is
    the one that wins so far.
    """

    code: str
    x: float
    y: float
    size: float
    covered: bool = False
    best: bool = False


def picture_of(film: Film, step: int) -> bytes:
    """Return the table at a step as PNG, 1200 by 630 pixels."""
    import typst  # large, and asked for by chats alone

    inputs = {"drawing": svg_of(film, step)}
    return bytes(typst.compile(PAGE.encode(), format="png", ppi=144, sys_inputs=inputs))


def svg_of(film: Film, step: int) -> str:
    """Return the table at a step as one self-contained drawing."""
    game = film.course.record.variant.key
    drawn = "".join(_drawn(card, game) for card in cards_of(film, step))
    used = set(re.findall(r'href="#([\w-]+)"', drawn))
    hidden = f".{'french' if is_latin(game) else 'latin'}{{display:none}}"
    sheet = "".join(text for key, text in _symbols().items() if key in used)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}"><style>{_style()}{hidden}</style><defs>{sheet}</defs>'
        f"{_table()}{_next(film, step)}{drawn}</svg>"
    )


def cards_of(film: Film, step: int) -> Iterator[Card]:
    """Yield every card that can be seen at a step, face up or down, where the picture has it."""
    chairs = film.course.chairs.number
    for seat in film.seats:
        x, y = _place(seat.slot, chairs, HANDS_AT)
        held = [card.code for card in seat.fan.cards if step in card.when]
        alone = abs(y - CENTRE[1]) > HANDS_AT[1] * 0.9 and chairs < 6
        yield from _row(held, x, y, HAND_CARD, longest=WIDE if alone else NARROW)
    for card in film.laid:
        if step in card.when:
            x, y = _place(card.slot, chairs, TRICK_AT)
            yield Card(card.code, x, y, TRICK_CARD, best=step in card.best)
    for spread in film.spreads:
        if step in spread.when:
            faces = [*spread.faces, *([""] * spread.backs)]
            yield from _row(faces, *CENTRE, SPREAD_CARD, longest=WIDE)


def _place(slot: int, chairs: int, far: tuple[int, int]) -> tuple[float, float]:
    """Return the middle of a place; slots are counted counter-clockwise from the bottom."""
    angle = math.pi / 2 - slot * 2 * math.pi / chairs
    return CENTRE[0] + far[0] * math.cos(angle), CENTRE[1] + far[1] * math.sin(angle)


def _row(codes: list[str], x: float, y: float, size: float, *, longest: float) -> Iterator[Card]:
    """Yield cards side by side, closer where there are many."""
    width, last = CARD[0] * size, len(codes) - 1
    step = min(width * 0.6, (longest - width) / max(1, last))
    for number, code in enumerate(codes):
        yield Card(code, x + (number - last / 2) * step, y, size, covered=number < last)


def _drawn(card: Card, game: str) -> str:
    head, _, rest = _svg(card, game).partition(">")
    facts = dict(re.findall(r'([\w-]+)="([^"]*)"', head))
    left, top = card.x - CARD[0] / 2 * card.size, card.y - CARD[1] / 2 * card.size
    ring = '<rect class="ring" x="-3" y="-3" width="56" height="86" rx="6"/>' if card.best else ""
    return (
        f'<g class="{facts["class"]} suit-{facts.get("data-suit", "")}" '
        f'transform="translate({left:.1f} {top:.1f}) scale({card.size})">'
        f"{ring}{rest.removesuffix('</svg>')}</g>"
    )


def _svg(card: Card, game: str) -> str:
    if not card.code:
        return str(back_svg())
    return str(covered_svg(card.code, game) if card.covered else face_svg(card.code, game))


def _next(film: Film, step: int) -> str:
    """Draw the place of the card that is to be played, in the colour of now."""
    width, height = CARD[0] * TRICK_CARD, CARD[1] * TRICK_CARD
    for seat in film.seats:
        if step in seat.next:
            x, y = _place(seat.slot, film.course.chairs.number, TRICK_AT)
            box = f'x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" rx="9"'
            return f'<rect class="next" width="{width}" height="{height}" {box}/>'
    return ""


def _table() -> str:
    cut = "M60 20H1140L1180 60V570L1140 610H60L20 570V60z"
    line = "M66 32H1134L1168 66V564L1134 598H66L32 564V66z"
    return (
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<path class="felt" d="{cut}"/><path class="edge" d="{line}"/>'
    )


@cache
def _symbols() -> dict[str, str]:
    """Return the drawings of the symbol sheet by their ids."""
    sheet = (Path(settings.BASE_DIR) / "templates" / "_symbols.html").read_text()
    ids = re.findall(r'<symbol id="([\w-]+)".*?</symbol>', sheet, re.DOTALL)
    whole = re.findall(r"<symbol id=.*?</symbol>", sheet, re.DOTALL)
    return dict(zip(ids, whole, strict=True))


@cache
def _style() -> str:
    """Return the rules of the style sheets for a face, with the light colours of the tokens."""
    tokens = (Path(settings.BASE_DIR) / "static" / "css" / "tokens.css").read_text()
    light = dict(re.findall(r"--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})\b", tokens))
    suits = zip("SHDCTF", "spades hearts diamonds clubs trumps trumps".split(), strict=True)
    colours = "".join(
        f".suit-{sign}{{color:{light[f'face-{name}']};fill:{light[f'face-{name}']}}}"
        for sign, name in suits
    )
    return (
        f".paper{{fill:{light['paper']}}}.felt{{fill:{light['table']}}}"
        f".edge{{fill:none;stroke:{light['table-line']};stroke-width:2}}"
        f".next{{fill:none;stroke:{light['turn']};stroke-width:4;stroke-dasharray:12 9}}"
        f".ring{{fill:none;stroke:{light['table-ink']};stroke-width:2.4}}{colours}"
        f".ground{{fill:{light['face']};stroke:{light['face-line']};stroke-width:.8}}"
        ".wash{fill-opacity:.11}.frame{fill:none;stroke:currentColor;stroke-width:1.6}"
        ".hair{fill:none;stroke:currentColor;stroke-width:.6;stroke-opacity:.6}"
        f".reversed{{color:{light['face']};fill:{light['face']}}}"
        f".back{{color:{light['back-line']};fill:{light['back-line']}}}"
        f".back .ground{{fill:{light['back']};stroke:{light['back-edge']}}}"
        ".back .frame{stroke-width:1}"
    )
