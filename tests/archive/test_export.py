"""A list as a file: all of it, in its order, and nothing that a spreadsheet would run."""

import csv
import json
from io import BytesIO, StringIO
from typing import Any

import openpyxl
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.archive import HandSearch, export
from games.book.records import sealed_record
from games.models import Hand, Player
from games.rules import format_record, parse_record
from tests.cast import Cast
from tests.factories import THROWN_IN, act, calls, claimed_by_seat_0, plays, sealed_hand, stated

TABLES = ("csv", "spreadsheet", "xlsx")  # they begin with a line of headings
PARTLY = act("result", facts={"points": 45, "bouts": ["T21", "F"]})


def written(client: Client, cast: Cast, kind: str, query: str = "") -> str:
    client.force_login(cast.member)
    answer: Any = client.get(reverse("hands-file", args=[cast.club.slug, kind]) + query)
    assert answer.status_code == 200
    assert answer.streaming
    assert answer.headers["Content-Disposition"].startswith(
        'attachment; filename="les-atouts-hands.'
    )
    data = b"".join(answer.streaming_content)
    if kind == "xlsx":
        rows = openpyxl.load_workbook(BytesIO(data)).active.iter_rows(values_only=True)
        return "\n".join(map(str, rows))
    return data.decode()


def table(client: Client, cast: Cast, query: str = "") -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(written(client, cast, "csv", query), newline="")))


def test_a_table_has_a_line_for_each_hand(client: Client, cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand()
    thrown, claim = table(client, cast)
    facts = "event number variant contract taker won margin honours feats".split()
    assert [claim[name] for name in facts] == [
        "Friday", "1", "french", "guard-without", "0", "true", "55", "3", '["slam"]',
    ]  # fmt: skip
    assert claim["played_at"].startswith("2026-11-20T")
    parts = ("name", "role", "score")
    assert [claim[f"seats_0_{part}"] for part in parts] == ["Anna", "taker", "1560"]
    assert [claim[f"seats_3_{part}"] for part in parts] == ["Dario", "defender", "-520"]
    assert [thrown["number"], thrown["status"], thrown["taker"]] == ["2", "passed-out", ""]


def test_a_spreadsheet_has_the_hands_in_the_words_and_signs_of_its_reader(
    client: Client, cast: Cast
) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand()
    client.cookies["django_language"] = "fr"
    data = written(client, cast, "spreadsheet")
    assert data.startswith("\ufeff")
    head, *lines = csv.reader(StringIO(data[1:], newline=""), delimiter=";")
    assert head[:6] == ["Date", "Partie", "Donne", "Jeu", "Contrat", "Preneur"]
    assert head[6:10] == ["Gagnée par le preneur", "Différence de points", "Joueur 1", "Points 1"]
    # The newest first; the date is that of the club's clock.
    assert lines[1][1:10] == [
        "Friday", "1", "Tarot français", "Garde sans", "Anna", "Oui", "55", "Anna", "1560",
    ]  # fmt: skip
    assert lines[0][1:9] == ["Friday", "2", "Tarot français", "Passe générale", "", "", "", "Anna"]


def test_a_table_says_how_much_of_a_hand_was_written_down(client: Client, cast: Cast) -> None:
    cast.sealed_hand([stated()])
    cast.sealed_hand([*calls("pass guard-without pass pass"), *plays("S1 S2 S3 S4"), PARTLY])
    partly, bare = table(client, cast)
    assert (partly["level"], partly["tricks_written"]) == ("tricks", "1")
    assert (bare["level"], bare["tricks_written"]) == ("result", "")
    assert json.loads(written(client, cast, "ndjson").splitlines()[1])["tricks_written"] is None


def test_a_name_is_never_a_formula(client: Client, cast: Cast) -> None:
    Player.objects.filter(pk=cast.players[0].pk).update(name="=HYPERLINK(1)")
    cast.sealed_hand(claimed_by_seat_0())
    (claim,) = table(client, cast)
    assert claim["seats_0_name"] == "'=HYPERLINK(1)"
    (told,) = map(json.loads, written(client, cast, "ndjson").splitlines())
    assert told["seats"][0]["name"] == "=HYPERLINK(1)"


@pytest.mark.parametrize("kind", ["csv", "ndjson"])
def test_programs_are_given_the_same_file(client: Client, cast: Cast, kind: str) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand()
    client.force_login(cast.member)
    answer: Any = client.get(f"/api/v1/hands.{kind}?state=sealed&club={cast.club.public_id}")
    assert b"".join(answer.streaming_content).decode() == written(client, cast, kind)


def test_a_line_of_json_says_the_same_to_programs(client: Client, cast: Cast) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    (told,) = map(json.loads, written(client, cast, "ndjson").splitlines())
    assert told["id"] == hand.public_id
    assert (told["contract"], told["won"], told["margin"]) == ("guard-without", True, 55)
    assert told["feats"] == ["slam"]
    assert told["seats"][3] == {
        "seat": 3,
        "player": cast.players[3].public_id,
        "name": "Dario",
        "role": "defender",
        "score": -520,
    }


def test_records_are_those_that_were_sealed(client: Client, cast: Cast) -> None:
    hands = [cast.sealed_hand(claimed_by_seat_0()), cast.sealed_hand()]
    lines = written(client, cast, "records").encode().splitlines()
    assert lines == [format_record(sealed_record(hand)) for hand in hands[::-1]]
    assert [parse_record(line).players[0] for line in lines] == ["Anna", "Anna"]


@pytest.mark.parametrize("kind", export.FILES)
def test_a_file_has_what_the_filters_let_through(client: Client, cast: Cast, kind: str) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand()
    heads = 1 if (kind in TABLES) else 0
    assert len(written(client, cast, kind, "?outcome=made").splitlines()) == heads + 1
    assert len(written(client, cast, kind, "?variant=scarto").splitlines()) == heads


@pytest.mark.parametrize("kind", export.FILES)
@pytest.mark.parametrize("query", ["", "?player={player}"])
def test_a_long_file_comes_in_pieces_and_misses_nothing(
    client: Client, cast: Cast, kind: str, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also hands of one moment, as those of an evening that was written down the day after."""
    hands = [cast.sealed_hand() for _ in range(5)]
    query = query.format(player=cast.players[2].public_id)
    whole = written(client, cast, kind, query)
    monkeypatch.setattr(export, "CHUNK", 2)
    monkeypatch.setattr(export, "RECORDS", 2)
    assert written(client, cast, kind, query) == whole
    assert len(whole.splitlines()) == len(hands) + (kind in TABLES)


def test_each_piece_takes_the_same_few_statements(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "CHUNK", 2)
    hands = HandSearch({}, Hand.objects.filter(club=cast.club).sealed())
    assert hands.is_valid()
    counts = []
    for more in (2, 4):
        for _ in range(more):
            cast.sealed_hand()
        with CaptureQueriesContext(connection) as seen:
            list(export.hands_ndjson(hands.queryset, hands.hits))
        counts.append(len(seen))
    assert counts[1] - counts[0] == 2 * 2  # hands, seats


def test_a_file_of_another_club_or_kind_is_not_there(client: Client, cast: Cast) -> None:
    sealed_hand(cast.scorer, cast.match, THROWN_IN)
    client.force_login(cast.other_scorer)
    assert client.get(reverse("hands-file", args=[cast.club.slug, "csv"])).status_code == 404
    assert client.get(reverse("hands-file", args=[cast.other_club.slug, "xls"])).status_code == 404
