"""Draws what a card changes on the screen: seats, the contract panel, rows of the trick list.

The answer to an entry contains them, about 80 times a hand, and most of them look as they did
before: so each fragment is drawn by its template once, and kept by the facts that it shows. What is
passed to a template here must be all that it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache, wraps
from typing import NamedTuple, ParamSpec

from django.conf import settings
from django.template import Context, Engine
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.display.phrases import announcement
from games.display.reasons import Voice
from games.display.table_parts import Plate, PlateMark, TrickCell, TrickRow
from games.recording.screen import ContractPanel, Screen, ScreenSeat

MOST = 2048  # fragments kept of each kind, up to 2 KB each

Facts = ParamSpec("Facts")


def kept(drawing: Callable[Facts, SafeString]) -> Callable[Facts, SafeString]:
    """Decorate a function to keep what it has drawn, by its arguments and the reader's language."""

    def in_language(_language: str | None, *args: Facts.args, **facts: Facts.kwargs) -> SafeString:
        return drawing(*args, **facts)

    drawn: Callable[..., SafeString] = lru_cache(maxsize=MOST)(in_language)

    @wraps(drawing)
    def once(*args: Facts.args, **facts: Facts.kwargs) -> SafeString:
        if settings.DEBUG:  # so that a change to a template shows at once
            return drawing(*args, **facts)
        return drawn(get_language(), *args, **facts)

    return once


def _fragment(template: str, **facts: object) -> SafeString:
    """Draw a fragment with its template.

    A template takes longest to look up a name where a value has no such key: so what is drawn most
    often comes as dicts. The numbers in it are small and need no separators, and to find that out
    takes longer than to draw them.
    """
    context = Context(facts, use_l10n=False)
    return SafeString(Engine.get_default().get_template(template).render(context).strip())


@kept
def draw(template: str, **facts: Hashable) -> SafeString:
    """Draw a fragment in the reader's language. It must show nothing but these facts."""
    return _fragment(template, **facts)


def draw_seats(seats: Iterable[ScreenSeat], game: str, *, places: bool) -> tuple[SafeString, ...]:
    """Draw the seats of the table, each an element `_seat-N`.

    `places`: also the number of tricks won, and the cards, named as in `game`.
    """
    return tuple(_seat(seat, game, places=places) for seat in seats)


@kept
def _seat(seat: ScreenSeat, game: str, *, places: bool) -> SafeString:
    plate = _plate(plate_of(seat, tricks=places))
    facts = {"seat": seat._asdict(), "plate": plate, "places": places, "game_key": game}
    return _fragment("recording/_seat.html", **facts)


@kept
def _plate(plate: Plate[bool]) -> SafeString:
    marks = [mark._asdict() for mark in plate.marks]
    return _fragment("_plate.html", plate={**plate._asdict(), "marks": marks})


def plate_of(seat: ScreenSeat, *, tricks: bool) -> Plate[bool]:
    """Return the plate of a seat at the moment; `tricks`: with the number of tricks won."""
    return Plate(
        seat=seat.seat,
        name=seat.name,
        turn=seat.turn,
        marks=tuple(_marks(seat)),
        strokes=(True,) * seat.won if tricks else (),
        counts=((seat.won, True),) if tricks else (),
        no_trick=not seat.won,
        scored=False,
    )


def _marks(seat: ScreenSeat) -> Iterator[PlateMark[bool]]:
    if seat.deals:
        yield PlateMark(_("deals"), True)
    if seat.takes:
        yield PlateMark(_("takes"), True, "filled")
    if seat.partner:
        yield PlateMark(_("partner"), True, "filled")
    for one in seat.announced:
        yield PlateMark(announcement(*one), True, "announced")
    if seat.call:
        yield PlateMark(_(seat.call), True, "call")
    if seat.holds is not None:
        spoken = ngettext("%(count)s card", "%(count)s cards", seat.holds) % {"count": seat.holds}
        yield PlateMark(str(seat.holds), True, "holds", spoken)


class Addresses(NamedTuple):
    """The addresses of a hand's panels: an entry, up to its index, and the list of all entries."""

    entry: str
    panel: str


class Drawn(NamedTuple):
    """The drawn parts that cards change: seats, contract panel, rows of the trick list."""

    seats: tuple[SafeString, ...]
    panel: tuple[SafeString, ...]
    rows: tuple[SafeString, ...]


def draw_screen(screen: Screen, voice: Voice, addresses: Addresses) -> Drawn:
    """Draw the parts of a screen that cards change."""
    places = screen.mode == "pad" and screen.selection is None
    panel = screen.contract
    return Drawn(
        draw_seats(screen.table.seats, screen.game, places=places),
        draw_panel(panel, voice, addresses.panel) if panel else (),
        tuple(draw_row(row, screen.game, addresses.entry) for row in screen.rows),
    )


def draw_panel(panel: ContractPanel, voice: Voice, address: str) -> tuple[SafeString, ...]:
    """Draw the contract panel as elements; `address` opens the calls and the dog."""
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


@kept
def draw_row(row: TrickRow[bool], game: str, entries: str) -> SafeString:
    """Draw a row of the trick list; `entries` is an entry's address, up to its index."""
    cells = [cell and _cell(cell, f"{entries}{cell.entry}/") for cell in row.cells]
    return _fragment("_trick.html", row={**row._asdict(), "cells": cells}, game_key=game)


def _cell(cell: TrickCell[bool], address: str) -> dict[str, object]:
    """Return a cell as the template takes it; `flags` name the marks of its card."""
    flags = [name for name in ("led", "won", "irregular", "inferred") if getattr(cell, name)]
    classes = " ".join(["trick-cell", *flags])
    drawn = {"address": address, "classes": classes, "flags": flags}
    return {"code": cell.code, "next": cell.next, **drawn}
