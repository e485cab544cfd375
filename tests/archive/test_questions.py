"""Ten questions of a secretary, asked in words of the game, answered as the records say."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import book
from games.access.forms import new_key
from games.book.records import sealed_record
from games.models import Hand
from games.rules import replay
from tests import hands
from tests.cast import Cast
from tests.factories import act, sealed_hand

ANNA, BORIS, CHLOE, DARIO = range(4)
RESULTS: dict[str, dict[str, Any]] = {
    "against": {"taker": ANNA, "contract": "guard-against", "points": 60, "bouts": ["F"]},
    "by_one": {"taker": BORIS, "contract": "guard", "points": 50, "bouts": ["T1"]},
    "three_bouts": {"taker": CHLOE, "contract": "small", "points": 30, "bouts": 3},
    "end": {"taker": DARIO, "contract": "guard", "points": 55, "bouts": 2, "petit": "declarers"},
    "slam": {"taker": ANNA, "contract": "guard", "points": 91, "bouts": 3, "slam": "declarers"},
    "dear_slam": {
        "taker": BORIS,
        "contract": "guard-without",
        "points": 91,
        "bouts": 3,
        "slam": "declarers",
    },
    "handful": {
        "taker": ANNA,
        "contract": "small",
        "points": 52,
        "bouts": 1,
        "handfuls": [{"seat": ANNA, "cards": 10}],
    },
}


@pytest.fixture
def year(cast: Cast) -> dict[str, Hand]:
    """A year of hands by their names: those stated, and one of every card that was amended."""
    made = {name: cast.sealed_hand([act("result", facts=facts)]) for name, facts in RESULTS.items()}
    made["seen"] = sealed_hand(cast.scorer, hands.seated(cast), hands.played(72))
    seen = made["seen"]
    book.amend(
        user=cast.scorer,
        hand=seen,
        version=seen.version,
        key=new_key(),
        because="A comment was missing.",
        wanted=book.Wanted(changes=[act("note", text="A fine hand.")]),
    )
    return made


@pytest.fixture
def asked(client: Client, cast: Cast, year: dict[str, Hand]) -> Any:
    """A function that asks the page of the search, and reads hands and their lines."""
    client.force_login(cast.member)
    names = {hand.public_id: name for name, hand in year.items()}

    def ask(**query: str) -> list[tuple[str, str, str]]:
        page = client.get(reverse("search", args=[cast.club.slug]), query).content.decode()
        assert "cannot be read" not in page
        lines = re.findall(r'<a class="row" href="[^"]*/hands/(\w{16})/([^"]*)">(.*?)</a>', page)
        plain = [(names[key], place, re.sub("<[^>]*>", " ", line)) for key, place, line in lines]
        return [(name, place, unescape(re.sub(r"\s+", " ", line))) for name, place, line in plain]

    return ask


def margins(year: dict[str, Hand]) -> dict[str, float]:
    """By how much each contract was made or lost, from the records."""
    given = {}
    for name, hand in year.items():
        hand.refresh_from_db()
        assert hand.margin_halves is not None
        given[name] = hand.margin_halves / 2
    return given


def dearest(year: dict[str, Hand]) -> list[str]:
    """The hands by the most that somebody won in them, from the records."""
    won = {
        name: max(replay(sealed_record(hand)).outcome.scores or ()) for name, hand in year.items()
    }
    return sorted(won, key=lambda name: -won[name])


def found(rows: list[tuple[str, str, str]]) -> list[str]:
    return [name for name, _place, _line in rows]


def test_ten_questions_are_answered_as_the_records_say(asked: Any, year: dict[str, Hand]) -> None:
    by = margins(year)
    assert found(asked(contract="guard-against", since="2020-01-01")) == ["against"]
    lost_by_one = [name for name, margin in by.items() if margin == -1]
    assert lost_by_one == ["by_one"]
    assert found(asked(outcome="lost", margin_from="1", margin_to="1")) == lost_by_one
    assert found(asked(margin_from="-1", margin_to="-1")) == lost_by_one
    assert found(asked(last_trick="won")) == ["end"]
    assert found(asked(shown="10")) == ["handful"]
    assert found(asked(honours="3", outcome="lost")) == ["three_bouts"]
    assert found(asked(amended="true")) == ["seen"]
    assert found(asked(slam="made", order="dearest")) == ["dear_slam", "slam"]
    best = asked(order="dearest")
    assert found(best)[:2] == dearest(year)[:2]
    assert "Boris" in best[0][2] and re.search(r"\d{4}", best[0][2]), "who, and when"
    closest = sorted((name for name in by if by[name] < 0), key=lambda name: -by[name])
    assert found(asked(outcome="lost", order="closest")) == closest
    assert found(asked(outcome="lost", order="short"))[0] == closest[-1]
    # Who led the petit is named with the trick, and the hand opened there.
    lone = next(at for at, trick in enumerate(hands.TRICKS, 1) if "T1" in trick.split())
    place = f"{lone}.{hands.TRICKS[lone - 1].split().index('T1') + 1}"
    for petit in ("T1", "petit", "1"):
        (row,) = asked(card_held=petit)
        assert row[:2] == ("seen", place)
        assert f"trick {lone}" in row[2] and "trump 1: " in row[2]
        assert asked(card_led=petit) == []
    (led,) = asked(card_led="HJ")
    assert "jack of hearts" in led[2]
