"""Draws what a card changes on the screen: the only place where markup is not in a template.

The answer to an entry contains seats, rows of the trick list and points. That happens about 80
times a hand, and templates would take as long for it as everything else in the answer. So plates
and rows are written here a second time, without the parts that only the replay needs. `_plate.html`
and `_trick.html` are the originals: a change to one must be made in the other too, and a test
compares them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.display.faces import face_svg, line_html
from games.display.numbers import half_points
from games.display.reasons import Voice
from games.display.table_parts import Plate, PlateMark, TrickCell, TrickRow
from games.recording.screen import ContractPanel, Screen, ScreenSeat

MOST = 2048  # cached fragments, about 600 bytes each


def draw(template: str, **facts: Hashable) -> SafeString:
    """A fragment in the reader's language. It must show nothing but these facts.

    For fragments that few cards change: each is cached by its facts.
    """
    if settings.DEBUG:  # so that a change to a template shows at once
        return _drawn.__wrapped__(template, None, **facts)
    return _drawn(template, get_language(), **facts)


@lru_cache(maxsize=MOST)
def _drawn(template: str, language: str | None, **facts: Hashable) -> SafeString:
    return SafeString(render_to_string(template, facts).strip())


def _classes(always: str = "", **flags: object) -> str:
    """The `class` attribute of an element: the classes it always has, and those whose flag is
    set."""
    names = " ".join(filter(None, (always, *(name for name, flag in flags.items() if flag))))
    return f' class="{names}"' if names else ""


def _hidden(words: str) -> str:
    return f'<span class="visually-hidden">{words}</span>'


def draw_seats(seats: Iterable[ScreenSeat], game: str, *, places: bool) -> tuple[SafeString, ...]:
    """The seats of the table, each an element `_seat-N`. `places`: also the number of tricks won,
    and the cards, called as in `game`."""
    language = get_language()
    return tuple(_seat(language, seat, game, places) for seat in seats)


@lru_cache(maxsize=MOST)
def _seat(language: str | None, seat: ScreenSeat, game: str, places: bool) -> SafeString:
    """A seat, cached: most of the table does not change with a card."""
    return mark_safe(  # noqa: S308  names are escaped in the plate
        f'<div id="_seat-{seat.seat}" class="seat" data-seat="{seat.seat}"'
        f' data-slot="{seat.slot}">{draw_plate(plate_of(seat, tricks=places))}'
        f"{_place(seat, game) if places else ''}</div>"
    )


def _place(seat: ScreenSeat, game: str) -> str:
    card = flag = ""
    if seat.card:
        holder = _classes("face-holder", irregular=seat.irregular)
        card = f"<span{holder}>{face_svg(seat.card, game)}</span>"
    if seat.led:
        flag = f'<span class="flag">{_("led")}</span>'
    return f"<span{_classes('place', next=seat.next, winning=seat.winning)}>{card}{flag}</span>"


def draw_plate(plate: Plate[bool]) -> SafeString:
    """A plate as `_plate.html` draws it."""
    marks = "".join(map(_mark, plate.marks))
    won = "".join(
        f"<span>{_heard(str(count), _tricks_won(count))}</span>" for count, _holds in plate.counts
    )
    if won:
        strokes = "<i></i>" * len(plate.strokes)
        strokes = f'<span class="strokes" aria-hidden="true">{strokes}</span>'
        won = f"<span{_classes('won-tricks', none=plate.no_trick)}>{strokes}{won}</span>"
    return mark_safe(  # noqa: S308  the name and the marks are escaped
        f'<p id="_plate-{plate.seat}"{_classes("plate", turn=plate.turn)}>'
        f'<span class="plate-name">{escape(plate.name)}</span>{marks}{won}</p>'
    )


def _mark(mark: PlateMark[bool]) -> str:
    classes = "said voice" if mark.kind == "call" else f"tag {mark.kind}"
    return f'<span class="{classes}">{_heard(escape(mark.text), mark.spoken)}</span>'


def _heard(seen: str, spoken: str) -> str:
    """A sign, and its words for screen readers."""
    return f'<span aria-hidden="true">{seen}</span>{_hidden(spoken)}' if spoken else seen


def _tricks_won(count: int) -> str:
    return ngettext("%(count)s trick", "%(count)s tricks", count) % {"count": count}


def plate_of(seat: ScreenSeat, *, tricks: bool) -> Plate[bool]:
    """The plate of a seat at the moment; `tricks`: with the number of tricks won."""
    words = (
        (seat.deals, _("deals"), ""),
        (seat.takes, _("takes"), "filled"),
        (seat.partner, _("partner"), "filled"),
        *((True, _(label), "promise") for label in seat.promised),
        (bool(seat.call), seat.call and _(seat.call), "call"),
    )
    marks = [PlateMark(text, True, kind) for holds, text, kind in words if holds]
    if seat.holds is not None:
        spoken = ngettext("%(count)s card", "%(count)s cards", seat.holds) % {"count": seat.holds}
        marks.append(PlateMark(str(seat.holds), True, "holds", spoken))
    return Plate(
        seat=seat.seat,
        name=seat.name,
        turn=seat.turn,
        marks=tuple(marks),
        strokes=(True,) * seat.won if tricks else (),
        counts=((seat.won, True),) if tricks else (),
        no_trick=not seat.won,
        scored=False,
    )


class Addresses(NamedTuple):
    """The addresses of a hand's panels: an entry, up to its index, and the list of all entries."""

    entry: str
    beside: str


class Drawn(NamedTuple):
    """The drawn parts of a screen that cards change: seats, contract panel, rows of the trick
    list."""

    seats: tuple[SafeString, ...]
    panel: tuple[SafeString, ...]
    rows: tuple[SafeString, ...]


def draw_screen(screen: Screen, voice: Voice, addresses: Addresses) -> Drawn:
    """Draw the parts of a screen that cards change."""
    places = screen.mode == "pad" and screen.selection is None
    panel = screen.contract
    return Drawn(
        draw_seats(screen.table.seats, screen.game, places=places),
        draw_panel(panel, voice, addresses.beside) if panel else (),
        tuple(draw_row(row, screen.game, addresses.entry) for row in screen.rows),
    )


def draw_panel(panel: ContractPanel, voice: Voice, address: str) -> tuple[SafeString, ...]:
    """The contract panel as elements, one below the other; `address` opens the calls and the
    dog."""
    parts = []
    if panel.stock:
        facts = {"voice": voice, "address": address, "game_key": voice.game}
        head = panel._replace(points=None, bouts=None, tally=None)  # these change more often
        parts.append(draw("recording/_holds.html", panel=head, **facts))
    if panel.tally:
        parts.append(draw("recording/_tally.html", tally=panel.tally))
    if panel.points:
        parts.append(draw("recording/_points.html", points=panel.points))
    if panel.bouts:
        parts.append(draw("recording/_bouts.html", bouts=panel.bouts, voice=voice))
    return tuple(parts)


def draw_row(row: TrickRow[bool], game: str, entries: str) -> SafeString:
    """A row of the trick list as `_trick.html` draws it, with the cards called as in `game`.
    `entries` is the address of an entry, up to its index."""
    cells = "".join(f"<td>{_cell(cell, game, entries)}</td>" for cell in row.cells if cell)
    points = "" if row.halves is None else half_points(row.halves)
    return mark_safe(  # noqa: S308  nothing in a row comes from people
        f'<tr id="trick-{row.number}"{_classes(now=row.now)}><th scope="row">{row.number}</th>'
        f'{cells}<td class="num"><span>{points}</span></td></tr>'
    )


def _cell(cell: TrickCell[bool], game: str, entries: str) -> str:
    if not cell.code:
        return f'<span class="trick-cell next">{_hidden(_("next"))}</span>' if cell.next else ""
    flags = {
        "led": cell.led,
        "won": cell.won,
        "irregular": cell.irregular,
        "inferred": cell.inferred,
    }
    spoken = "".join(_hidden(f" {_(flag)}") for flag, holds in flags.items() if holds)
    address = f"{entries}{cell.entry}/"
    return (
        f'<a{_classes("trick-cell", **flags)} data-card="{cell.code}" href="{address}"'
        f' hx-get="{address}" hx-target="#side">{line_html(cell.code, game)}{spoken}</a>'
    )
