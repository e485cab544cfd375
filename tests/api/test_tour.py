"""The tour for developers is true: its commands and its Python run, in order, against a site."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from games import book
from games.api import verify
from games.models import Hand
from tests.api.table import Cast, gather, token_of
from tests.api.test_readme import curl

TEXT = (Path(verify.__file__).parent / "tour.md").read_text()
COMMANDS = re.findall(r"^curl .*$", TEXT, re.MULTILINE)
PYTHON = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_commands_of_the_tour_answer(cast: Cast) -> None:
    variables = {"SITE": "", "TOKEN": token_of(cast.member), "HAND": cast.scored.public_id}
    for command in COMMANDS:
        response = curl(command, variables, {})
        assert response.status_code == 200, command
        assert b"".join(response) if response.streaming else response.content


@pytest.fixture
def evening(transactional_db: None) -> Cast:
    """The club of all tests of the interface, where another thread can see it."""
    return gather()


def test_the_python_of_the_tour_runs_as_it_stands(
    evening: Cast, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.void_hand(user=evening.scorer, hand=evening.open, version=2)
    monkeypatch.setenv("SITE", live_server.url)
    monkeypatch.setenv("TOKEN", token_of(evening.scorer, scope="record"))
    names: dict[str, Any] = {"MATCH": evening.match.public_id}
    said = StringIO()
    with redirect_stdout(said):
        for block in PYTHON:
            exec(compile(block, "tour.md", "exec"), names)
    lines = said.getvalue().splitlines()
    assert lines[0] == "guard-without made by Anna"
    promised = re.findall(r"^# (.*)$", "".join(PYTHON), re.MULTILINE)
    for line in promised:
        beginning = line.partition("…")[0]
        assert any(one.startswith(beginning) for one in lines), (line, lines)
    assert "sealed as number 3" in lines
    assert Hand.objects.filter(match=evening.match, state=Hand.State.SEALED).count() == 3
