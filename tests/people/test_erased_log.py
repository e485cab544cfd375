"""What was erased is not left in the log that SQLite keeps next to its file."""

from pathlib import Path

import pytest
from django.db import connection

from games import people
from tests.cast import gather

pytestmark = pytest.mark.both_databases


@pytest.mark.django_db(transaction=True)
def test_nothing_of_an_erased_name_is_left_in_the_log_of_the_database() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("a file next to the database is SQLite's own")
    cast = gather()
    player = people.add_player(user=cast.scorer, club=cast.club, name="Quirinius Zwetkow")
    person = people.person_of(player)
    plan = people.plan_erasure(user=cast.admin, person=person)
    people.erase_person(user=cast.admin, person=person, seen=plan)
    path = Path(connection.settings_dict["NAME"])
    for file in (path, path.with_name(f"{path.name}-wal")):
        assert b"Quirinius" not in file.read_bytes(), file.name
