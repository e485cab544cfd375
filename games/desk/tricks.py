"""The trick list beside the table, made of ready strings: it is written anew for every card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.desk.table import cards_by_seat, led_card
from games.faces import line_html
from games.rules import State, Trick
from games.rules.cards import CODES
from games.templatetags.numbers import half_points

ROWS_SHOWN = 7


def trick_rows(state: State, irregular: Mapping[int, str], entry_address: str) -> SafeString:
    """The rows of the trick list, each card a link to its entry.

    `entry_address` is the address of the entries, up to the index.
    """
    tricks = state.tricks
    words = _words()
    rows = [_row(state, trick, irregular, entry_address, words) for trick in tricks]
    if state.phase in ("announcements", "play") and (not tricks or tricks[-1].winner is not None):
        rows.append(_empty_row(state, len(tricks) + 1))
    return mark_safe("".join(rows))  # noqa: S308 - every word in it is escaped


def _row(
    state: State, trick: Trick, irregular: Mapping[int, str], address: str, words: Mapping[str, str]
) -> str:
    marked = frozenset(index for index in trick.actions if index in irregular)
    if trick.winner is not None:
        return _finished_row(state.n, trick, marked, address, get_language())
    lying = cards_by_seat(trick, state.n)
    led = led_card(trick)
    cells = "".join(
        _cell(lying[seat], led, marked, address, words, won=False)
        if seat in lying
        else _gap(words, turn=seat == state.turn)
        for seat in range(state.n)
    )
    return _row_of(trick.number, cells, "", now=True)


@lru_cache(maxsize=4096)
def _finished_row(
    seats: int, trick: Trick, irregular: frozenset[int], address: str, language: str | None
) -> str:
    """A row that no later card changes: made once, since every entry shows all of them."""
    words = _words()
    lying, led = cards_by_seat(trick, seats), led_card(trick)
    cells = "".join(
        _cell(lying[seat], led, irregular, address, words, won=seat == trick.winner)
        for seat in range(seats)
    )
    return _row_of(trick.number, cells, half_points(trick.points), now=False)


def _words() -> dict[str, str]:
    return {"led": _("led"), "won": _("won"), "irregular": _("irregular"), "next": _("next")}


def _row_of(number: int, cells: str, points: str, *, now: bool) -> str:
    mark = ' class="now"' if now else ""
    return f'<tr{mark}><th scope="row">{number}</th>{cells}<td class="num">{points}</td></tr>'


def _cell(
    lying: tuple[int, int],
    led: int | None,
    irregular: frozenset[int],
    address: str,
    words: Mapping[str, str],
    *,
    won: bool,
) -> str:
    card, index = lying
    marks = [
        mark
        for mark, holds in (("led", card == led), ("won", won), ("irregular", index in irregular))
        if holds
    ]
    spoken = "".join(
        f'<span class="visually-hidden"> {escape(words[mark])}</span>' for mark in marks
    )
    link = f'href="{address}{index}/" hx-get="{address}{index}/" hx-target="#side"'
    return (
        f'<td><a class="trick-cell {" ".join(marks)}" data-card="{CODES[card]}" {link}>'
        f"{line_html(CODES[card])}{spoken}</a></td>"
    )


def _gap(words: Mapping[str, str], *, turn: bool) -> str:
    if not turn:
        return "<td></td>"
    spoken = f'<span class="visually-hidden">{escape(words["next"])}</span>'
    return f'<td><span class="trick-cell next">{spoken}</span></td>'


def _empty_row(state: State, number: int) -> str:
    gaps = "".join(_gap({"next": _("next")}, turn=seat == state.turn) for seat in range(state.n))
    return _row_of(number, gaps, "", now=True)
