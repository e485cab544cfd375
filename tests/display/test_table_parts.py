"""A plate and a row of the trick list are drawn alike in recording and in the replay."""

from django.template.loader import render_to_string

from games.display.table_parts import Plate, PlateMark, TrickCell, TrickRow
from games.replay import When

FROM_3_TO_6 = When.between(3, 7)


def plate_at(step: int) -> str:
    mark = PlateMark("takes", FROM_3_TO_6, "filled")
    plate = Plate(0, "Anna", FROM_3_TO_6, (mark,), (), (), FROM_3_TO_6, When())
    return render_to_string("_plate.html", {"plate": plate, "step": step})


def test_what_holds_now_tells_the_script_of_no_steps() -> None:
    plate = Plate(0, "Anna", True, (PlateMark("takes", True),), (True,), ((1, True),), False, False)
    text = render_to_string("_plate.html", {"plate": plate})
    assert 'class="plate turn"' in text and "1 trick<" in text
    assert "data-" not in text and "hidden>" not in text


def test_what_holds_at_some_steps_says_at_which() -> None:
    assert 'class="plate turn" data-turn="3-7"' in plate_at(3)
    assert 'class="tag filled" data-shown="3-7">' in plate_at(6)
    assert 'class="plate" data-turn="3-7"' in plate_at(7)
    assert 'class="tag filled" data-shown="3-7" hidden>' in plate_at(7)


def test_a_card_of_the_trick_list_leads_to_its_entry() -> None:
    card = TrickCell("SK", True, False, True, led=True, entry=7)
    waits = TrickCell("", True, True, False)
    row = TrickRow(1, (card, waits), None, points_known=True, now=True)
    text = render_to_string("_trick.html", {"row": row, "entries": "/entries/"})
    assert '<tr id="trick-1" class="now">' in text
    assert 'class="trick-cell led won" data-card="SK" href="/entries/7/"' in text
    assert '<span class="trick-cell next">' in text
