"""What programs make up, valid or not, sent to every operation by everybody.

The interface answers as its description says, and refuses what the description forbids.

`make fuzz` sends a thousand of each, and each by everybody. `make test` sends four of each, with
THOROUGH=1 ten, and each by two: one who comes as far as what is asked for, and one of those who
do not or who only read. So all are tried where made-up values reach our code, and every role still
meets every operation; tests/test_matrix.py says who is let in at all.

Requests are made from the published description alone; ids of what is really there take the place
of made-up ones, since nothing would be found by those.
"""

import os
import secrets
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import requests
import schemathesis
from django.db import connection
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.core.transport import Response
from schemathesis.generation.modes import GenerationMode
from schemathesis.specs.openapi import checks

from games.models import ApiToken
from tests.api.conftest import bearer, description
from tests.api.table import Cast, token_of
from tests.thorough import amount

pytestmark = pytest.mark.usefixtures("uncounted")

WRITERS = ("scorer", "admin", "recorder")
OTHERS = ("anonymous", "stranger", "member", "reader")
# The second database is asked for what it alone would refuse, by those who come as far as it.
FIRST = connection.vendor == "sqlite"
FEW = amount(4, thorough=10) if FIRST else amount(2, thorough=6)
EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", FEW))
PAIRS = [(WRITERS[turn % 3], OTHERS[turn % 4]) for turn in range(12)]  # after four, everybody
TWO = PAIRS if FIRST else [("scorer", "recorder")]
# Who sends one example: these, in turn.
ASKING = [WRITERS + OTHERS] if "FUZZ_EXAMPLES" in os.environ else TWO
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]
REFUSED = ["401", "403", "404", "405", "406", "409", "413", "415", "422", "400"]
# A record that is not valid is an answer there, not an error: that is what it is asked for.
# An event of the stream is described as the text that it is, and not checked as an object.
UNLIKE = {
    "records_verify": checks.negative_data_rejection,
    "clubs_events": checks.response_schema_conformance,
}
# What an id in an address may belong to, by the beginning of the address.
KINDS = {"clubs": "club", "players": "player", "matches": "match", "hands": "hand"}


def described() -> Any:
    """The published description as schemathesis reads it."""
    rejection = {"negative_data_rejection": {"expected-statuses": REFUSED}}
    config = SchemathesisConfig.from_dict({"checks": rejection})
    return schemathesis.openapi.from_file(StringIO(description()), config=config)


load_all_checks()
SCHEMA = described()
OPERATIONS = {
    found.ok().definition.raw["operationId"]: found.ok() for found in SCHEMA.get_all_operations()
}


@pytest.fixture
def clients(cast: Cast) -> dict[str, Client]:
    """A client for everybody."""
    found = {"anonymous": Client()}
    for name in ("stranger", "member", "scorer", "admin"):
        found[name] = Client()
        found[name].force_login(getattr(cast, name))
    found["reader"] = bearer(token_of(cast.scorer))
    scope = ApiToken.Scope.RECORD
    found["recorder"] = bearer(token_of(cast.scorer, scope=scope, club=cast.club))
    return found


@pytest.fixture
def turns() -> dict[int, int]:
    """The turns of examples by a number drawn for each: one that comes again is sent by the same,
    and everybody has his share, which a choice of Hypothesis would not give."""
    return {}


@pytest.fixture
def made_up(name: str, cast: Cast) -> dict[tuple[GenerationMode, bool], Any]:
    """What requests of an operation are made from: right or wrong ones, ids that there are or not.
    Once for all of them, since that takes longer than making one."""
    operation = OPERATIONS[name]
    ids = dict(ids_for(operation.path, cast))
    return {
        (mode, known): operation.as_strategy(
            generation_mode=mode, path_parameters=ids if known else {}
        )
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
        for known in (True, False)
    }


@pytest.mark.both_databases
@pytest.mark.parametrize("name", OPERATIONS)
@settings(
    max_examples=EXAMPLES,
    phases=[Phase.generate],  # a failure is shown as it was found: the requests leave traces
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_an_operation_answers_as_it_is_described(
    data: st.DataObject,
    name: str,
    cast: Cast,
    clients: dict[str, Client],
    made_up: dict[tuple[GenerationMode, bool], Any],
    turns: dict[int, int],
) -> None:
    turn = turns.setdefault(data.draw(st.integers(0, 2**64), "example"), len(turns))
    mode = data.draw(st.sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
    known = data.draw(st.booleans(), "known id")
    try:
        case = data.draw(made_up[mode, known])
    except schemathesis.errors.InvalidSchema:  # nothing in this operation can be made wrong
        return
    if mode is GenerationMode.POSITIVE:
        fill(case.body, cast)
    kwargs = case.as_transport_kwargs(base_url="http://testserver")
    sent = requests.Request(**kwargs).prepare()
    asked = [check for check in CHECKS if check is not UNLIKE.get(name)]
    for role in ASKING[turn % len(ASKING)]:
        case.validate_response(ask(clients[role], sent), checks=asked)


def ids_for(path: str, cast: Cast) -> Iterator[tuple[str, str]]:
    """Values for the variables of an address: of something that is there."""
    kind = path.split("/")[3]
    known: dict[str, Any] = {
        "club": cast.club,
        "player": cast.players[0],
        "match": cast.match,
        "hand": cast.open,
    }
    if kind in KINDS and "{public_id}" in path:
        yield "public_id", known[KINDS[kind]].public_id
    if kind == "published":
        yield "public_id", cast.scored.public_id


def fill(body: Any, cast: Cast) -> None:
    """Put ids and a version that there are into a body that was made up, and a good key."""
    if not isinstance(body, dict):
        return
    cast.open.refresh_from_db(fields=["version"])
    facts: dict[str, Any] = {
        "club": cast.club.public_id,
        "match": cast.match.public_id,
        "version": cast.open.version,
        "key": secrets.token_urlsafe(16),
        "seats": [player.public_id for player in cast.players],
        "variant": "french",
    }
    body.update({name: facts[name] for name in facts if name in body})


def ask(client: Client, sent: requests.PreparedRequest) -> Response:
    """Send a request, and give the answer as schemathesis reads it."""
    body = sent.body.encode() if isinstance(sent.body, str) else sent.body or b""
    headers = {"accept": str(sent.headers.get("Accept", "*/*"))}
    content_type = str(sent.headers.get("Content-Type", ""))
    found: Any = client.generic(
        sent.method or "", sent.path_url, body, content_type, headers=headers
    )
    content = b"".join(found) if found.streaming else found.content
    return Response(
        status_code=found.status_code,
        headers={name.lower(): [value] for name, value in found.headers.items()},
        content=content,
        request=sent,
        elapsed=0.1,
        verify=False,
    )


def test_every_role_is_asked_and_every_operation() -> None:
    assert {role for roles in ASKING for role in roles} == {
        "anonymous",
        "stranger",
        "member",
        "scorer",
        "admin",
        "reader",
        "recorder",
    }
    assert len(OPERATIONS) == sum(len(methods) for methods in SCHEMA.raw_schema["paths"].values())


def test_a_planted_fault_is_found(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks do see what they are there for: a field that is not described, an answer 500."""
    operation = OPERATIONS["clubs_list"]
    client = Client(raise_request_exception=False)
    client.force_login(cast.member)
    case = operation.Case()
    sent = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    case.validate_response(ask(client, sent), checks=CHECKS)

    def fail(*args: object) -> Any:
        raise RuntimeError("planted")

    monkeypatch.setattr("games.api.http.lists.RowList.paginate_queryset", fail)
    with pytest.raises(BaseExceptionGroup):
        case.validate_response(ask(client, sent), checks=CHECKS)
    monkeypatch.undo()
    monkeypatch.setattr("games.api.http.lists.Rows.shown", lambda self, rows: [{"name": 5}])
    with pytest.raises(BaseExceptionGroup):
        case.validate_response(ask(client, sent), checks=CHECKS)
