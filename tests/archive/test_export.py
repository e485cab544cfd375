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
from tests.cast import Cast, gather
from tests.factories import act, calls, claimed_by_seat_0, plays, stated
from tests.ground import laid_once

TABLES = ("csv", "spreadsheet", "xlsx")  # they begin with a line of headings
PARTLY = act("result", facts={"points": 45, "bouts": ["T21", "F"]})


def played() -> Cast:
    """Both clubs, with Anna's slam and a hand that was thrown in."""
    cast = gather()
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand()
    return cast


both_clubs = laid_once(played)


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


def test_a_table_and_a_line_of_json_hold_each_hand_newest_first(client: Client, cast: Cast) -> None:
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
    _thrown, told = map(json.loads, written(client, cast, "ndjson").splitlines())
    assert told["id"] == Hand.objects.get(number=1).public_id
    assert (told["contract"], told["won"], told["margin"]) == ("guard-without", True, 55)
    assert told["feats"] == ["slam"]
    dario = {"player": cast.players[3].public_id, "name": "Dario"}
    assert told["seats"][3] == {"seat": 3, "role": "defender", "score": -520, **dario}
    lines = written(client, cast, "records").encode().splitlines()
    hands = Hand.objects.order_by("-number")
    assert lines == [format_record(sealed_record(hand)) for hand in hands]
    assert [parse_record(line).players[0] for line in lines] == ["Anna", "Anna"]


def test_a_spreadsheet_has_the_hands_in_the_words_and_signs_of_its_reader(
    client: Client, cast: Cast
) -> None:
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
    cast.sealed_hand([*calls("guard-without pass pass pass"), *plays("S4 S1 S2 S3"), PARTLY])
    partly, bare, *_others = table(client, cast)
    assert (partly["level"], partly["tricks_written"]) == ("tricks", "1")
    assert (bare["level"], bare["tricks_written"]) == ("result", "")
    assert json.loads(written(client, cast, "ndjson").splitlines()[1])["tricks_written"] is None


def test_a_name_is_never_a_formula(client: Client, cast: Cast) -> None:
    Player.objects.filter(pk=cast.players[0].pk).update(name="=HYPERLINK(1)")
    assert {row["seats_0_name"] for row in table(client, cast)} == {"'=HYPERLINK(1)"}
    for line in written(client, cast, "ndjson").splitlines():
        assert json.loads(line)["seats"][0]["name"] == "=HYPERLINK(1)"


def test_the_interface_serves_the_same_file(client: Client, cast: Cast) -> None:
    client.force_login(cast.member)
    for kind in ("csv", "ndjson"):
        answer: Any = client.get(f"/api/v1/hands.{kind}?state=sealed&club={cast.club.public_id}")
        assert b"".join(answer.streaming_content).decode() == written(client, cast, kind)


def test_a_file_comes_in_pieces_and_has_all_that_the_filters_let_through(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also hands of one moment, as those of an evening that was written down the day after."""
    for _ in range(3):
        cast.sealed_hand()
    of_a_player = f"?player={cast.players[2].public_id}"
    for kind in export.FILES:
        heads = 1 if kind in TABLES else 0
        assert len(written(client, cast, kind, "?outcome=made").splitlines()) == heads + 1
        assert len(written(client, cast, kind, "?variant=scarto").splitlines()) == heads
        whole = [written(client, cast, kind, query) for query in ("", of_a_player)]
        assert [len(text.splitlines()) for text in whole] == [5 + heads] * 2
        with monkeypatch.context() as small:
            small.setattr(export, "CHUNK", 2)
            small.setattr(export, "RECORDS", 2)
            assert [written(client, cast, kind, query) for query in ("", of_a_player)] == whole


def test_each_piece_takes_the_same_few_statements(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "CHUNK", 2)
    hands = HandSearch({}, Hand.objects.filter(club=cast.club).sealed())
    assert hands.is_valid()
    counts = []
    for more in (0, 4):
        for _ in range(more):
            cast.sealed_hand()
        with CaptureQueriesContext(connection) as seen:
            list(export.hands_ndjson(hands.queryset, hands.hits))
        counts.append(len(seen))
    assert counts[1] - counts[0] == 2 * 2  # hands, seats


def test_a_file_of_another_club_or_kind_is_not_there(client: Client, cast: Cast) -> None:
    client.force_login(cast.other_scorer)
    assert client.get(reverse("hands-file", args=[cast.club.slug, "csv"])).status_code == 404
    assert client.get(reverse("hands-file", args=[cast.other_club.slug, "xls"])).status_code == 404
