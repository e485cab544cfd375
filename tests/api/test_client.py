"""A client that a public generator makes from the description lists, judges and records."""

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
from django.test import Client

from games.api import verify
from tests.api.conftest import description
from tests.api.table import Cast, token_of

PACKAGE = "tarot_client"
TOUR = Path(verify.__file__).with_name("tour.md")


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which the generated package lies, to be imported from."""
    folder = tmp_path_factory.mktemp("client")
    described = folder / "openapi.json"
    described.write_text(description())
    settings = folder / "settings.yaml"
    told_of = re.findall(r"```yaml\n(.*?)```", TOUR.read_text(), re.DOTALL)
    settings.write_text("".join([*told_of, "post_hooks: []"]))  # it is imported, not read
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    told = [f"--path={described}", f"--output-path={folder / PACKAGE}", f"--config={settings}"]
    done = subprocess.run([*command, *told], capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert (done.returncode, "warning" in said.lower()) == (0, False), said  # nothing is left out
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


def module(name: str) -> ModuleType:
    """A module of the generated package."""
    return importlib.import_module(f"{PACKAGE}.{name}")


def client_of(token: str) -> Any:
    """A generated client that asks this very program."""
    client = module("client").AuthenticatedClient(base_url="http://testserver", token=token)
    headers = {"Authorization": f"Bearer {token}"}
    base_url = "http://testserver"
    client.set_httpx_client(httpx.Client(transport=Here(), base_url=base_url, headers=headers))
    return client


class Here(httpx.BaseTransport):
    """Requests are answered by this very program, in the transaction of the test."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Ask the test client of Django."""
        headers = {name: value for name, value in request.headers.items() if name != "host"}
        content_type = headers.pop("content-type", "")
        address = request.url.raw_path.decode()
        found = Client().generic(
            request.method, address, request.read(), content_type, headers=headers
        )
        body = b"".join(found) if found.streaming else found.content
        return httpx.Response(found.status_code, headers=found.headers, content=body)


def test_a_generated_client_lists_hands_and_judges_a_record(generated: Path, cast: Cast) -> None:
    client = client_of(token_of(cast.member))
    page = module("api.hands.hands_list").sync(client=client, page_size=1)
    assert [hand.id for hand in page.results] == [cast.thrown_in.public_id]
    states = module("models.hands_list_state").HandsListState
    include = module("models.hands_list_include_item").HandsListIncludeItem
    page = module("api.hands.hands_list").sync(
        client=client, state=states.SEALED, include=[include.RECORD], cursor=cursor(page.next_)
    )
    (hand,) = page.results
    first = hand.seats[0]
    assert (hand.id, first.name, first.score) == (cast.scored.public_id, "Anna", 1560)
    verdict = module("api.records.records_verify").sync(client=client, body=hand.record)
    assert verdict.ok, (verdict.error, hand.record.to_dict())
    assert verdict.status.value == "scored"
    assert verdict.scores == [1560, -520, -520, -520]
    models = [path.stem for path in (generated / PACKAGE / "models").glob("*.py")]
    assert [name for name in models if "_type_" in name] == []  # each has a name, and no number
    assert {"play_action", "play_entry", "change_seats"} <= {*models}


def test_pictures_and_streams_are_bytes_to_a_generated_client(generated: Path, cast: Cast) -> None:
    """An answer of many lines is read line by line: the client itself knows one form of each."""
    client = client_of(token_of(cast.member))
    position = module("api.hands.hands_position")
    forms = module("models.hands_position_format").HandsPositionFormat
    told = position.sync(cast.scored.public_id, client=client, format_=forms.PNG)
    assert told.payload.read().startswith(b"\x89PNG")
    line = json.dumps({"tarot_hand": 0}).encode() + b"\n"
    sent = module("types").File(payload=BytesIO(2 * line))
    asked = module("api.records.records_verify")._get_kwargs(body=sent)
    verdicts = client.get_httpx_client().request(**asked).text.splitlines()
    assert [json.loads(one)["ok"] for one in verdicts] == [False, False]


def cursor(link: str) -> str:
    """The cursor in a link to the next page."""
    return httpx.URL(link).params["cursor"]


def test_a_generated_client_records_and_reads_why_something_is_refused(
    generated: Path, cast: Cast
) -> None:
    client = client_of(token_of(cast.scorer, scope="record"))
    models = module("models.new_entry")
    key = "a-key-of-the-client"
    change = {"op": "act", "action": {"kind": "call", "call": "pass"}}
    body = models.NewEntry.from_dict({"version": 2, "key": key, "change": change})
    append = module("api.recording.entries_append")
    answer = append.sync(cast.open.public_id, client=client, body=body)
    assert (answer.version, answer.replayed, answer.position.turn) == (3, False, 0)
    again = append.sync(cast.open.public_id, client=client, body=body)
    assert getattr(again, "replayed", again) is True
    body = models.NewEntry.from_dict({"version": 2, "key": "another-key-of-it", "change": change})
    problem = append.sync(cast.open.public_id, client=client, body=body)
    assert (problem.code.value, problem.version, len(problem.entries)) == ("already-recorded", 3, 1)


def test_a_generated_client_runs_a_season(generated: Path, cast: Cast) -> None:
    """It opens a match, sends a sheet of results, sends it again, and reads what came of it."""
    client, models = client_of(token_of(cast.scorer, scope="record")), module("models")
    seats = [player.public_id for player in cast.players[:4]]
    facts = {"club": cast.club.public_id, "title": "Final", "variant": "french", "seats": seats}
    opened = module("api.matches.matches_create").sync(
        client=client, body=models.NewMatch.from_dict(facts)
    )
    made = {"result": {"contract": "guard", "taker": 0, "points": 45, "bouts": 2}}
    sheet = {"key": "a-sheet-of-the-client", "hands": [made] * 3}
    send = module("api.recording.matches_hands_create")
    body = models.NewHands.from_dict(sheet)
    answers = [send.sync(opened.id, client=client, body=body) for _ in range(2)]
    assert [answer.written for answer in answers] == [3, 0]
    assert {hand.scores[0] for hand in answers[1].hands} == {174}
    wrong = models.NewHands.from_dict(
        {"key": "another-sheet-of-it", "hands": [{"result": made["result"] | {"points": 92}}]}
    )
    judged = module("api.recording.matches_hands_preview").sync(
        opened.id, client=client, body=wrong
    )
    assert judged.hands[0].error.code == "fact-impossible"
    league = module("api.clubs.clubs_league").sync(cast.club.public_id, client=client)
    assert (league.lines[0].player, league.lines[0].points) == ("Anna", 1560 + 3 * 174)
    standings = module("api.matches.matches_standings").sync(opened.id, client=client)
    assert len(standings.hands) == 3
