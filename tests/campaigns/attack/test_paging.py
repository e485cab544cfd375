"""A list is walked, page by page, while others write: each row that was there comes once."""

import random
from typing import Any

import pytest

from games import people
from tests.api.conftest import bearer
from tests.api.table import token_of
from tests.cast import Cast, rename_player
from tests.thorough import amount

WALKS = amount(3, thorough=10)


@pytest.mark.both_databases
@pytest.mark.parametrize("number", range(WALKS))
@pytest.mark.django_db
@pytest.mark.usefixtures("uncounted")
def test_no_row_comes_twice_and_none_is_skipped_while_others_are_written(
    cast: Cast, number: int
) -> None:
    chance = random.Random(number)
    for one in range(30):
        add(cast, f"Player {number} {one}")
    program = bearer(token_of(cast.scorer, scope="record"))
    before, seen = set(ids(cast)), []
    address: str | None = "/api/v1/players?page_size=4"
    while address:
        page = program.get(address).json()
        seen += [row["id"] for row in page["results"]]
        for _ in range(chance.randrange(4)):
            add(cast, f"{chance.choice('AMZ')} {chance.random()}")
        if chance.random() < 0.3:
            player = chance.choice(cast.players)
            rename_player(user=cast.scorer, player=player, name=f"{player.name} {len(seen)}")
        address = page["next"] and page["next"].removeprefix("http://testserver")
    assert len(seen) == len(set(seen))
    assert before <= set(seen)


def add(cast: Cast, name: str) -> Any:
    return people.add_player(user=cast.scorer, club=cast.club, name=name)


def ids(cast: Cast) -> list[str]:
    return list(cast.club.players.values_list("public_id", flat=True))
