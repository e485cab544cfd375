"""The examples and tables that third parties read are true."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

from django.test import Client

from games.api import verify
from games.api.http import limits, pagination
from games.api.http.errors import KINDS
from games.management.commands import make_token
from games.rules.replaying.ndjson import LONGEST
from tests.api.table import Cast, token_of
from tests.management.test_commands import GOOD

TEXT = (Path(verify.__file__).parent / "README.md").read_text()
CODES = (Path(verify.__file__).parent / "codes.md").read_text()
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", TEXT, re.DOTALL)
LIMITS = [limits.Requests, limits.Heavy, limits.Writing]
COMMANDS = [
    line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines() if "curl" in line
]


def sample_after(command: str) -> Any:
    """The answer that the page shows right after a command; None where it shows none."""
    following = re.match(r"[^`]*```\s*```json\n(.*?)```", TEXT.partition(command)[2], re.DOTALL)
    return json.loads(following[1]) if following else None


def curl(command: str, variables: dict[str, str], files: dict[str, bytes]) -> Any:
    """Do with the test client what curl would do with the site."""
    for name, value in variables.items():
        command = command.replace(f"${name}", value)
    headers: dict[str, str] = {}
    body, address = None, ""
    words = iter(shlex.split(command)[1:])
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value
        elif word == "--data-binary":
            body = files[next(words).removeprefix("@")]
        else:
            address = word
    if body is None:
        return Client().get(address, headers=headers)
    content_type = headers.pop("Content-Type")
    return Client().post(address, body, content_type, headers=headers)


def assert_like(sample: Any, found: Any) -> None:
    """Check that what the page shows has the keys and the types of what the site answers."""
    if isinstance(sample, dict):
        assert sample.keys() == found.keys()
        for key, value in sample.items():
            assert_like(value, found[key])
    elif isinstance(sample, list) and sample:
        assert_like(sample[0], found[0])
    elif sample is not None and found is not None:
        assert type(sample) is type(found)


def test_the_examples_answer_as_the_page_shows(cast: Cast) -> None:
    variables = {
        "SITE": "",
        "TOKEN": token_of(cast.member),
        "PLAYER": cast.players[0].public_id,
        "HAND": cast.scored.public_id,
    }
    (of_record,) = (line for line in COMMANDS if line.endswith("/record"))
    record = curl(of_record, variables, {}).content
    files = {"hand.json": record, "evening.ndjson": GOOD + b"\n" + record}
    for command in COMMANDS:
        response = curl(command, variables, files)
        sample = sample_after(command)
        expected = sample["status"] if sample and "type" in sample else 200
        assert response.status_code == expected, command
        if sample is not None:
            assert_like(sample, response.json())


def test_the_table_of_errors_is_the_register() -> None:
    rows = re.findall(r"^\| (\d{3}) \| `([\w-]+)` \| \S", CODES, re.MULTILINE)
    assert [(int(status), code) for status, code in rows] == [
        (kind.status, code) for code, kind in KINDS.items()
    ]


def test_the_limits_are_those_of_the_code() -> None:
    stated = TEXT.partition("## Limits")[2]
    for number in (
        pagination.Pages.page_size,
        pagination.LARGEST_PAGE,
        LONGEST,
        verify.LARGEST_UPLOAD,
        verify.MOST_RECORDS,
        make_token.LONGEST,
        *(number for limit in LIMITS for number in limit.quota[1:]),
    ):
        assert re.search(rf"\b{number:,}\b", stated), number
