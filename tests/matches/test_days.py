"""The days on which a club may have played: checked wherever they come in, shown where they are."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse

from games import statistics
from games.matches.match_edits import edit_match
from games.models import Hand, HandSeat, Match
from games.people.players import PlayerFacts, read_facts
from games.transfer.upload_form import ImportForm
from tests.api.test_errors import assert_problem
from tests.cast import Cast
from tests.factories import claimed_by_seat_0
from tests.matches.test_opening import errors_of, filled_in

WRONG = ["1899-12-31", "3000-01-01", "0019-09-20", "19-09-20"]
pytestmark = pytest.mark.both_databases


def test_the_forms_of_a_match_name_the_date_and_its_bounds(client: Client, cast: Cast) -> None:
    client.force_login(cast.scorer)
    address = reverse("match-new", args=[cast.club.slug])
    assert 'min="1900-01-01" max="2999-12-31"' in client.get(address).content.decode()
    client.cookies["django_language"] = "en"
    days = [*WRONG, "20/09/19", "20/09/2019"]
    for day in days:
        assert "Date" in errors_of(client, cast, filled_in(cast, played_on=day)), day
    edit = reverse("match-edit", args=[cast.club.slug, cast.match.public_id])
    for day in days:
        sent = {"title": "Friday", "table": "", "played_on": day}
        assert client.post(edit, sent).status_code == 422, day
    assert Match.objects.get().played_on == date(2026, 11, 20)


def test_programs_are_refused_with_the_name_of_the_field(client: Client, cast: Cast) -> None:
    client.force_login(cast.scorer)
    seats = [player.public_id for player in cast.players[:4]]
    body = {"club": cast.club.public_id, "title": "T", "variant": "french", "first_dealer": 0}
    match = f"/api/v1/matches/{cast.match.public_id}"
    player = f"/api/v1/players/{cast.players[0].public_id}"
    for day in WRONG:
        code = "malformed" if day in WRONG[3:] else "out-of-range"
        opened = body | {"seats": seats, "played_on": day}
        for answer, field in (
            (client.post("/api/v1/matches", opened, "application/json"), "/played_on"),
            (client.patch(match, {"played_on": day}, "application/json"), "/played_on"),
            (client.patch(player, {"joined_on": day}, "application/json"), "/joined_on"),
        ):
            assert assert_problem(answer, code)["field"] == field


def test_imports_and_commands_take_no_such_day(cast: Cast, tmp_path: Path) -> None:
    file = tmp_path / "a.ndjson"
    file.write_text("{}")
    for day in WRONG:
        assert "played_on" in ImportForm({"played_on": day}).errors
        with pytest.raises(CommandError, match="--date"):
            call_command("import_records", cast.club.slug, str(file), f"--date={day}")


def test_a_time_at_the_club_lies_between_the_same_years() -> None:
    with pytest.raises(ValidationError) as refused:
        read_facts(PlayerFacts("Farid", left_on=date(19, 9, 20)))
    assert "left_on" in refused.value.message_dict


@pytest.mark.parametrize("day", [date(1, 1, 1), date(9999, 12, 31)])
def test_a_day_that_is_stored_already_fails_no_page(client: Client, cast: Cast, day: date) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    Match.objects.update(played_on=day)
    Hand.objects.update(played_at=noon)
    HandSeat.objects.update(played_at=noon)
    statistics.rebuild(cast.club)
    cast.match.refresh_from_db()
    cast.open_hand()
    client.force_login(cast.admin)
    club = [cast.club.slug]
    places: list[tuple[str, list[Any], str]] = [
        *((name, club, "") for name in ("club", "players", "matches", "hands", "league")),
        ("league", club, "?variant=french"),
        *(("hands", club, f"?order={order}") for order in ("oldest", "newest")),
        ("league-file", club, ""),
        ("player", [*club, cast.players[0].public_id], "?variant=french"),
        ("player", [*club, cast.players[0].public_id], ""),
        ("match", [*club, cast.match.public_id], ""),
        ("match-edit", [*club, cast.match.public_id], ""),
        ("match-sheet", [*club, cast.match.public_id], ""),
        ("hand", [*club, hand.public_id], ""),
    ]
    for name, arguments, query in places:
        answer = client.get(reverse(name, args=arguments) + query)
        assert answer.status_code == 200, (name, query)
    for path in ("hands", "matches", f"players/{cast.players[0].public_id}"):
        assert client.get(f"/api/v1/{path}").status_code == 200, path
    edit_match(user=cast.scorer, match=cast.match, played_on=date(2026, 11, 20))
    call_command("rebuild")
    call_command("verify_archive")
