"""A seat of the table as a ready string: its plate, and the place of its card.

Made anew for every card that is recorded, like the trick list.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from games.display.chairs import Chairs
from games.display.faces import face_svg
from games.recording.table import Seat


class Words(NamedTuple):
    """What may stand on a plate, escaped."""

    deals: str
    takes: str
    partner: str
    led: str
    trick: str
    tricks: str


def plates(seats: tuple[Seat, ...], game: str, *, places: bool) -> tuple[SafeString, ...]:
    """The seats of the table, each an element `_seat-N`; `places`: with tricks won and cards,
    which have the words of `game`."""
    words = _words(get_language())
    return tuple(
        mark_safe(  # noqa: S308 - every word in it is escaped
            f'<div id="_seat-{seat.seat}" class="seat" data-seat="{seat.seat}" '
            f'data-slot="{seat.slot}">{_plate(seat, words, _won(seat, words) if places else "")}'
            f"{_place(seat, words, game) if places else ''}</div>"
        )
        for seat in seats
    )


def plate_out(chairs: Chairs, *, first: int) -> SafeString:
    """The chair of the dealer who sits out; nothing where nobody does."""
    if chairs.empty is None:
        return SafeString()
    slot, words = chairs.slot_of(chairs.empty, first), escape(gettext("deals, sits out"))
    return mark_safe(  # noqa: S308 - every word in it is escaped
        f'<div class="seat out" data-slot="{slot}"><p class="plate out"><span class="plate-name">'
        f'{escape(chairs.out)}</span> <span class="tag">{words}</span></p></div>'
    )


@cache
def _words(language: str | None) -> Words:
    words = (gettext("deals"), gettext("takes"), gettext("partner"), gettext("led"))
    numbers = (ngettext("trick", "tricks", count) for count in (1, 2))
    return Words(*map(escape, words), *map(escape, numbers))


def _plate(seat: Seat, words: Words, won: str) -> str:
    deals = f'<span class="tag">{words.deals}</span>' if seat.deals else ""
    takes = f'<span class="tag filled">{words.takes}</span>' if seat.takes else ""
    partner = f'<span class="tag filled">{words.partner}</span>' if seat.partner else ""
    promises = "".join(
        f'<span class="tag promise">{escape(promised)}</span>' for promised in seat.promised
    )
    said = f'<span class="said voice">{escape(seat.said)}</span>' if seat.said else ""
    marks = f"{deals}{takes}{partner}{promises}{said}{_holds(seat)}"
    return (
        f'<p class="plate{" turn" if seat.turn else ""}">'
        f'<span class="plate-name">{escape(seat.name)}</span>{marks}{won}</p>'
    )


def _holds(seat: Seat) -> str:
    """How many cards the seat has, where that is not the same for all: a number behind a card."""
    if seat.holds is None:
        return ""
    words = ngettext("%(count)s card", "%(count)s cards", seat.holds) % {"count": seat.holds}
    return (
        f'<span class="tag holds"><span aria-hidden="true">{seat.holds}</span>'
        f'<span class="visually-hidden">{escape(words)}</span></span>'
    )


def _won(seat: Seat, words: Words) -> str:
    """The tricks won: strokes to look at, a number, the word for who only hears it."""
    return (
        f'<span class="won-tricks{"" if seat.won else " none"}">'
        f'<span class="strokes" aria-hidden="true">{"<i></i>" * seat.won}</span>{seat.won}'
        f'<span class="visually-hidden"> {words.trick if seat.won == 1 else words.tricks}</span>'
        "</span>"
    )


def _place(seat: Seat, words: Words, game: str) -> str:
    marks = (" next" if seat.next else "") + (" winning" if seat.winning else "")
    face = ""
    if seat.card:
        irregular = " irregular" if seat.irregular else ""
        face = f'<span class="face-holder{irregular}">{face_svg(seat.card, game)}</span>'
    flag = f'<span class="flag">{words.led}</span>' if seat.led else ""
    return f'<span class="place{marks}">{face}{flag}</span>'
