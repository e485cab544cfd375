"""A plate is drawn alike in recording and in the replay."""

from django.template.loader import render_to_string

from games.display.table_parts import Plate, PlateMark
from games.display.when import When

FROM_3_TO_6 = When.between(3, 7)


def plate_at(step: int) -> str:
    mark = PlateMark("takes", FROM_3_TO_6, "filled")
    plate = Plate(0, "Anna", FROM_3_TO_6, (mark,), (), (), FROM_3_TO_6, When())
    return render_to_string("_plate.html", {"plate": plate, "step": step})


def test_what_holds_at_some_steps_says_at_which_and_what_holds_now_names_none() -> None:
    """The script of the replay reads them."""
    plate = Plate(0, "Anna", True, (PlateMark("takes", True),), (True,), ((1, True),), False, False)
    text = render_to_string("_plate.html", {"plate": plate})
    assert 'class="plate turn"' in text and "1 trick\n" in text
    assert "data-" not in text and "hidden>" not in text
    assert 'class="plate turn" data-turn="3-7"' in plate_at(3)
    assert 'class="tag filled" data-shown="3-7">' in plate_at(6)
    assert 'class="plate" data-turn="3-7"' in plate_at(7)
    assert 'class="tag filled" data-shown="3-7" hidden>' in plate_at(7)
