"""The trick list beside the table, made of ready strings: it is written anew for every card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.display.faces import line_html
from games.display.numbers import half_points
from games.recording.table import cards_by_seat
from games.rules import State, Trick
from games.rules.cards import CODES


class Words(NamedTuple):
    """What may be said of a card in the list, escaped."""

    led: str
    won: str
    irregular: str
    inferred: str
    next: str


# The marks of the actions of a trick: index and "irregular" or "inferred".
Marked = tuple[tuple[int, str], ...]


def trick_rows(
    state: State, marks: Mapping[int, str], entry_address: str, kept: int = 0
) -> tuple[SafeString, ...]:
    """The rows of the trick list, without the first `kept`; each card is a link to its entry.

    `marks` says of actions, by index, that they are "irregular" or "inferred"; `entry_address` is
    the address of the entries, up to the index.
    """
    begun = -(-len(state.cards) // state.n)
    rows = [_row(state, state.trick(at), marks, entry_address) for at in range(kept, begun)]
    if state.phase in ("announcements", "play") and begun == len(state.winners):
        rows.append(_empty_row(state, begun + 1))
    return tuple(map(mark_safe, rows))  # every word in them is escaped


def _row(state: State, trick: Trick, marks: Mapping[int, str], address: str) -> str:
    marked = tuple((index, marks[index]) for index in trick.actions if index in marks)
    language = get_language()
    if trick.winner is not None:
        return _finished_row(state.n, trick, marked, address, language, state.variant.key)
    words, lying, led = _words(language), cards_by_seat(trick, state.n), trick.card_led
    cells = "".join(
        _cell(lying[seat], led, marked, address, words, state.variant.key, won=False)
        if seat in lying
        else _gap(words, turn=seat == state.turn)
        for seat in range(state.n)
    )
    return _row_of(trick.number, cells, "", now=True)


@lru_cache(maxsize=4096)
def _finished_row(
    seats: int, trick: Trick, marked: Marked, address: str, language: str | None, game: str
) -> str:
    """A row that no later card changes: made once, since many entries show all of them."""
    words = _words(language)
    lying, led = cards_by_seat(trick, seats), trick.card_led
    cells = "".join(
        _cell(lying[seat], led, marked, address, words, game, won=seat == trick.winner)
        for seat in range(seats)
    )
    return _row_of(trick.number, cells, half_points(trick.points), now=False)


@cache
def _words(language: str | None) -> Words:
    return Words(*map(escape, (_("led"), _("won"), _("irregular"), _("inferred"), _("next"))))


def _row_of(number: int, cells: str, points: str, *, now: bool) -> str:
    mark = ' class="now"' if now else ""
    head = f'<tr id="trick-{number}"{mark}><th scope="row">{number}</th>'
    return f'{head}{cells}<td class="num">{points}</td></tr>'


def _cell(
    lying: tuple[int, int],
    led: int | None,
    marked: Marked,
    address: str,
    words: Words,
    game: str,
    *,
    won: bool,
) -> str:
    card, index = lying
    marks = [mark for mark, holds in (("led", card == led), ("won", won)) if holds]
    marks += [mark for at, mark in marked if at == index]
    spoken = "".join(
        f'<span class="visually-hidden"> {getattr(words, mark)}</span>' for mark in marks
    )
    link = f'href="{address}{index}/" hx-get="{address}{index}/" hx-target="#side"'
    return (
        f'<td><a class="trick-cell {" ".join(marks)}" data-card="{CODES[card]}" {link}>'
        f"{line_html(CODES[card], game)}{spoken}</a></td>"
    )


def _gap(words: Words, *, turn: bool) -> str:
    if not turn:
        return "<td></td>"
    spoken = f'<span class="visually-hidden">{words.next}</span>'
    return f'<td><span class="trick-cell next">{spoken}</span></td>'


def _empty_row(state: State, number: int) -> str:
    words = _words(get_language())
    gaps = "".join(_gap(words, turn=seat == state.turn) for seat in range(state.n))
    return _row_of(number, gaps, "", now=True)
