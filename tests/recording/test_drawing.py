"""What is drawn here without a template is what the template of the replay draws."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from games.display.chairs import chairs_of
from games.recording.drawing import draw_plate, draw_row, plate_of
from games.recording.screen.table import rows_of, seats_of
from games.rules import Variant
from tests.games import EVERY_TABLE, record_by_chance
from tests.recording.positions import positions


def bare(html: str) -> str:
    """Markup without the space that a template leaves between its parts, and without the empty
    kind of a tag."""
    return re.sub(r"\s+(?=<)|(?<=>)\s+|\s+(?=\">)", "", html)


@pytest.mark.parametrize("language", ["en", "fr"])
@EVERY_TABLE
def test_plates_and_rows_are_those_of_the_replays_templates(
    variant: Variant, players: int, language: str
) -> None:
    record = record_by_chance(variant, players, seed=5)
    names = ("Zoé <b>", *record.players[1:])
    with override(language):
        for replayed in positions(record):
            state, game = replayed.state, variant.key
            for seat in seats_of(state, names, {}, chairs_of(record)):
                plate = plate_of(seat._replace(call=seat.call and "<i>"), tricks=True)
                template = render_to_string("_plate.html", {"plate": plate, "game_key": game})
                assert bare(draw_plate(plate)) == bare(template)
            marks = {index: "irregular" if index % 3 else "inferred" for index in range(0, 90, 2)}
            for row in rows_of(state, marks, max(0, len(state.winners) - 1)):
                template = render_to_string(
                    "_trick.html", {"row": row, "game_key": game, "entries": "/hand/"}
                )
                assert bare(draw_row(row, game, "/hand/")) == bare(template)
