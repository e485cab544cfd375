"""The trick list beside the table, made of ready strings: it is written anew for every card."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
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
    words = {"led": _("led"), "won": _("won"), "irregular": _("irregular"), "next": _("next")}
    rows = [_row(state, trick, irregular, entry_address, words) for trick in tricks]
    if state.phase in ("announcements", "play") and (not tricks or tricks[-1].winner is not None):
        rows.append(_empty_row(state, len(tricks) + 1))
    return mark_safe("".join(rows))  # noqa: S308 - every word in it is escaped


def _row(
    state: State, trick: Trick, irregular: Mapping[int, str], address: str, words: Mapping[str, str]
) -> str:
    lying = cards_by_seat(trick, state.n)
    led = led_card(trick)
    cells = "".join(
        _cell(lying.get(seat), led, seat == trick.winner, irregular, address, words)
        if seat in lying
        else _gap(words, turn=seat == state.turn and trick.winner is None)
        for seat in range(state.n)
    )
    now = ' class="now"' if trick.winner is None else ""
    points = half_points(trick.points) if trick.winner is not None else ""
    return f'<tr{now}><th scope="row">{trick.number}</th>{cells}<td class="num">{points}</td></tr>'


def _cell(
    lying: tuple[int, int] | None,
    led: int | None,
    won: bool,
    irregular: Mapping[int, str],
    address: str,
    words: Mapping[str, str],
) -> str:
    if lying is None:
        return "<td></td>"
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
    return f'<tr class="now"><th scope="row">{number}</th>{gaps}<td class="num"></td></tr>'
