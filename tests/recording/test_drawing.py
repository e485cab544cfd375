"""What a card changes, drawn by the templates and kept by what it shows."""

import re

from django.utils.translation import override
from pytest_django import Settings

from games.display.faces import face_svg, line_html
from games.display.reasons import Voice
from games.display.table_parts import TrickCell, TrickRow
from games.recording.drawing import Addresses, Drawn, draw_row, draw_screen, draw_seats
from games.recording.screen import Screen, ScreenSeat, screen_of
from games.recording.screen.table import rows_of
from games.rules import Announced, Variant
from tests.games import EVERY_VARIANT, record_by_chance
from tests.recording.positions import positions

ADDRESSES = Addresses("/hand/", "/panel/")


def bare(html: str) -> str:
    """Markup without the space that a template leaves between its parts."""
    return re.sub(r"(?<=>)\s+|\s+(?=<)", "", html)


def drawn(screen: Screen) -> Drawn:
    return draw_screen(screen, Voice(screen.names, screen.game), ADDRESSES)


@EVERY_VARIANT
def test_a_kept_drawing_equals_a_fresh_one(variant: Variant, settings: Settings) -> None:
    record = record_by_chance(variant, max(variant.seats), seed=5)
    record = record._replace(players=("Zoé <b>", *record.players[1:]))
    marks = {index: "irregular" if index % 3 else "inferred" for index in range(0, 90, 2)}
    screens = []
    for replayed in positions(record):
        screen = screen_of(replayed, kept=max(0, len(replayed.state.winners) - 1))
        screens += [screen, screen._replace(rows=rows_of(replayed.state, marks, 0)[-1:])]
    with override("fr"):
        was_kept = [drawn(screen) for screen in screens]
        settings.DEBUG = True  # nothing is kept
        assert was_kept == [drawn(screen) for screen in screens]


def test_a_fragment_is_kept_for_each_language() -> None:
    row = TrickRow(1, (TrickCell("", True, True, False),), None, points_known=True, now=True)
    said = []
    for language in ("en", "fr", "de", "en"):
        with override(language):
            said.append(draw_row(row, "french", "/hand/"))
    assert said[0] == said[3] and len(set(said)) == 3


SEAT = ScreenSeat(
    seat=1,
    slot=2,
    name="Zoé <b>",
    turn=False,
    takes=True,
    deals=True,
    partner=False,
    call="",
    announced=(Announced("Handful", 10),),
    holds=7,
    won=2,
    card="SK",
    led=True,
    next=False,
    winning=True,
    irregular=True,
)
PLATE = (
    '<span class="plate-name">Zoé &lt;b&gt;</span>'
    '<span class="tag ">deals</span><span class="tag filled">takes</span>'
    '<span class="tag announced">Handful 10</span>'
    '<span class="tag holds"><span aria-hidden="true">7</span>'
    '<span class="visually-hidden">7 cards</span></span>'
)


def test_a_seat_in_the_play_has_its_plate_and_its_card() -> None:
    (seat,) = draw_seats([SEAT], "french", places=True)
    assert bare(seat) == (
        '<div id="_seat-1" class="seat" data-seat="1" data-slot="2">'
        f'<p id="_plate-1" class="plate">{PLATE}'
        '<span class="won-tricks"><span class="strokes" aria-hidden="true"><i></i><i></i></span>'
        '<span><span aria-hidden="true">2</span><span class="visually-hidden">2 tricks</span>'
        "</span></span></p>"
        f'<span class="place winning"><span class="face-holder irregular">{face_svg("SK")}</span>'
        '<span class="flag">led</span></span></div>'
    )


def test_of_who_plays_next_the_place_is_empty_and_before_the_play_a_seat_has_its_call() -> None:
    """The style sheet asks whether it is."""
    waits = SEAT._replace(card="", led=False, winning=False, irregular=False, next=True)
    (seat,) = draw_seats([waits], "french", places=True)
    assert '<span class="place next"></span>' in seat
    calls = SEAT._replace(call="Petite", turn=True, holds=None, announced=(), takes=False)
    (seat,) = draw_seats([calls], "french", places=False)
    assert bare(seat) == (
        '<div id="_seat-1" class="seat" data-seat="1" data-slot="2">'
        '<p id="_plate-1" class="plate turn"><span class="plate-name">Zoé &lt;b&gt;</span>'
        '<span class="tag ">deals</span><span class="said voice">Petite</span></p></div>'
    )


def test_a_row_says_of_each_card_what_holds_of_it_and_leads_to_its_entry() -> None:
    first = TrickCell("SK", True, False, True, led=True, entry=1234)
    second = TrickCell("T1", True, False, False, irregular="irregular", inferred=True, entry=8)
    row = TrickRow(3, (first, second, TrickCell("", True, True, False)), 9, True, now=True)
    drawn = draw_row(row, "french", "/hand/")
    assert "".join(drawn.split()) == "".join(
        (
            '<tr id="trick-3" class="now"><th scope="row">3</th>'
            '<td><a class="trick-cell led won" data-card="SK" href="/hand/1234/"'
            f' hx-get="/hand/1234/" hx-target="#side">{line_html("SK")}'
            '<span class="visually-hidden"> led</span>'
            '<span class="visually-hidden"> won</span></a></td>'
            '<td><a class="trick-cell irregular inferred" data-card="T1" href="/hand/8/"'
            f' hx-get="/hand/8/" hx-target="#side">{line_html("T1")}'
            '<span class="visually-hidden"> irregular</span>'
            '<span class="visually-hidden"> inferred</span></a></td>'
            '<td><span class="trick-cell next">'
            '<span class="visually-hidden">next</span></span></td>'
            '<td class="num"><span>4½</span></td></tr>'
        ).split()
    )
    over = row._replace(now=False)
    assert draw_row(over, "french", "/hand/").strip().startswith('<tr id="trick-3">')
