"""A seat's page shows nothing that this seat could not have known, whatever the others hold."""

from random import Random

import pytest

from games.replay.course import AUCTION, PLAYING, course_of
from games.rules import Variant, find_variant
from tests.games import EVERY_TABLE
from tests.replay.hands import WILD_HANDS, wild_hands
from tests.replay.secrets import page_of, twins


@EVERY_TABLE
def test_no_page_tells_two_hands_apart_that_the_seat_cannot(variant: Variant, players: int) -> None:
    """Cards unseen change places, and another hand follows: the seat's page stays the same."""
    tried = 0
    for number, record in enumerate(wild_hands(variant, players)):
        luck = Random(number)
        seat = luck.randrange(players)
        positions = course_of(record).positions
        steps = [at.step for at in positions if at.phase in PLAYING]
        early = [at.step for at in positions if at.phase == AUCTION] or steps
        for step in (luck.choice(early), luck.choice(steps)):
            page = page_of(record, seat, step)
            for twin in twins(record, seat, step, luck, count=2):
                assert page_of(twin, seat, step) == page, (step, seat)
                tried += 1
    assert tried >= WILD_HANDS


def test_the_test_would_notice_a_card_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every hand lies open, the same comparison finds the difference."""
    monkeypatch.setattr("games.replay.views.View.sees", lambda view, seat: True)
    french = find_variant("french")
    assert french is not None
    (record, *_rest) = wild_hands(french, 4)
    step = next(at.step for at in course_of(record).positions if at.phase in PLAYING)
    for twin in twins(record, 0, step, Random(1), count=1):
        assert page_of(twin, 0, step) != page_of(record, 0, step)
