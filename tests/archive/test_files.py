"""Lists of matches and players as files, written by the interface for programs."""

import csv
import json
import re
from io import StringIO
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.cast import Cast


def file_of(client: Client, cast: Cast, kind: str, label: str, query: str = "") -> str:
    """What the link of that name on a list leads to."""
    client.force_login(cast.member)
    page = client.get(reverse(kind, args=[cast.club.slug]) + query).content.decode()
    links = re.findall(r'href="([^"]*)" download>(.*?)</a>', page)
    (address,) = [address for address, words in links if words.endswith(f" {label}")]
    answer: Any = client.get(address.replace("&amp;", "&"))
    assert answer.status_code == 200
    assert "attachment" in answer.headers["Content-Disposition"]
    return b"".join(answer.streaming_content).decode()


def test_matches_and_players_can_be_downloaded_as_files(client: Client, cast: Cast) -> None:
    cast.open_match()
    for kind, title, names in (
        ("matches", "title", {"Friday"}),
        ("players", "name", {"Anna", "Emma"}),
    ):
        text = file_of(client, cast, kind, "Table (CSV)")
        rows = list(csv.DictReader(StringIO(text, newline="")))
        told = [json.loads(line) for line in file_of(client, cast, kind, "NDJSON").splitlines()]
        assert names <= {row[title] for row in rows}
        assert [row["id"] for row in rows] == [row["id"] for row in told]
        assert {row["club"] for row in told} == {cast.club.public_id}


def test_the_file_has_what_the_filters_of_the_page_let_through(client: Client, cast: Cast) -> None:
    cast.open_match(4, title="Four")
    five = cast.open_match(5, title="Five")
    emma = cast.players[4].public_id
    query = f"?player={emma}&since=2026-11-20&until=&nonsense=1"
    text = file_of(client, cast, "matches", "NDJSON", query)
    assert [json.loads(line)["id"] for line in text.splitlines()] == [five.public_id]
