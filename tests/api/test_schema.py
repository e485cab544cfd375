"""The interface is as its OpenAPI description says."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client
from django.urls import reverse
from drf_spectacular import validation

from games.api.urls import VERSION_1
from tests.api.conftest import Asking, description
from tests.api.table import Cast

UNDESCRIBED = {"schema", "docs"}


Described = dict[str, Any]


@pytest.fixture
def described() -> Described:
    """The description, read."""
    found: Described = json.loads(description())
    return found


@pytest.mark.django_db(transaction=True)
def test_readers_at_one_time_all_get_the_whole_description() -> None:
    """The page that shows it may be opened in two windows at once."""
    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(lambda _: Client().get("/api/v1/schema/?format=json"), range(4)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1


def test_the_description_is_openapi(described: Described) -> None:
    version = described["openapi"].rpartition(".")[0].replace(".", "_")
    wanted = Path(validation.__file__).with_name(f"openapi_{version}_schema.json")
    jsonschema_rs.validate(json.loads(wanted.read_text()), described)


def test_every_address_is_described(described: Described) -> None:
    named = {pattern.name for pattern in VERSION_1} - UNDESCRIBED
    assert len(described["paths"]) == len(named)


def test_every_operation_says_how_it_fails_and_who_may_ask(described: Described) -> None:
    for operation in operations(described):
        failure = operation["responses"]["default"]["content"]
        assert list(failure) == ["application/problem+json"]
        assert {"token": []} in operation["security"]
        assert {"session": []} in operation["security"]
        assert operation["description"]


def operations(described: Described) -> Iterator[dict[str, Any]]:
    """Every operation of every address."""
    for methods in described["paths"].values():
        yield from methods.values()


def test_answers_have_the_shape_that_is_described(
    described: Described, cast: Cast, asking: Asking
) -> None:
    scorer, player = asking("scorer"), cast.players[0]
    hands = (cast.scored, cast.open, cast.thrown_in, cast.club)  # a club is no hand
    rows: list[tuple[str, Any]]
    rows = [("clubs", cast.club), ("players", player), ("matches", cast.match)]
    asked = [(kind, kind) for kind in ("clubs", "players", "matches", "hands")]
    asked += [(f"{kind}/{{public_id}}", f"{kind}/{row.public_id}") for kind, row in rows]
    asked += [("hands/{public_id}", f"hands/{hand.public_id}") for hand in hands]
    asked += [("problems/{code}", "problems/too-fast")]
    for path, address in asked:
        response = scorer.get(f"/api/v1/{address}")
        responses = described["paths"][f"/api/v1/{path}"]["get"]["responses"]
        found = responses.get(str(response.status_code), responses["default"])
        shape = found["content"][response.headers["Content-Type"]]
        assert_shape(response.json(), shape["schema"], described)
    for body in (b"{}", b'{"format":"tarot-hand/1"}'):
        answer = scorer.post("/api/v1/records/verify", body, "application/json").json()
        assert_shape(answer, {"$ref": "#/components/schemas/Verdict"}, described)


def assert_shape(value: Any, schema: dict[str, Any], described: Described) -> None:
    """Check a value against a schema, which must also name every key that the value has."""
    closed = json.loads(json.dumps(described["components"]))
    for component in closed["schemas"].values():
        if component.get("type") == "object":
            component["additionalProperties"] = False
    whole = {**schema, "components": closed}
    jsonschema_rs.Draft202012Validator(whole).validate(value)


def parameters(described: Described, path: str, method: str) -> dict[str, dict[str, Any]]:
    """What an operation takes in addition to its body, by name."""
    found = described["paths"][f"/api/v1/{path}"][method].get("parameters", [])
    return {one["name"]: one for one in found}


def test_no_text_that_is_asked_for_may_be_empty(described: Described) -> None:
    """As the readers of addresses and bodies have it."""
    taken = [
        (f"{operation['operationId']} {one['name']}", one["schema"])
        for operation in operations(described)
        for one in operation.get("parameters", [])
        if one["in"] == "query"
    ]
    schemas = described["components"]["schemas"]
    bodies = {
        name
        for name in schemas
        if name.startswith(("New", "SealBody", "Voiding", "EndDispute", "Correction"))
    }
    may_be_empty = {"comment", "preset", "table"}
    taken += [
        (f"{name} {field}", schema)
        for name in bodies
        for field, schema in schemas[name]["properties"].items()
        if field not in may_be_empty
    ]
    texts = [(name, schema) for name, schema in taken if schema.get("type") == "string"]
    assert len(texts) > 40
    for name, schema in texts:
        assert schema.keys() & {"minLength", "pattern", "enum", "format"}, name


def test_bodies_take_no_field_that_is_not_named(described: Described) -> None:
    bodies = "NewPlayer NewMatch NewHand SealBody Voiding NewEntry NewAmendment".split()
    schemas = described["components"]["schemas"]
    assert [name for name in bodies if schemas[name]["additionalProperties"] is not False] == []


HEADERS = [
    ("hands", "get", {"If-None-Match"}),
    ("hands/{public_id}", "get", {"If-None-Match"}),
    ("hands", "post", {"Idempotency-Key"}),
    ("hands/{public_id}/entries", "post", {"Idempotency-Key"}),
    ("hands/{public_id}/amend", "post", {"Idempotency-Key"}),
    ("hands/{public_id}/seal", "post", set()),
    ("players", "post", {"Idempotency-Key"}),
    ("matches/{public_id}/close", "post", set()),
]


def test_request_headers_and_lines_of_json_are_described(described: Described) -> None:
    for path, method, headers in HEADERS:
        taken = parameters(described, path, method).values()
        assert {one["name"] for one in taken if one["in"] == "header"} == headers, path
    for path in ("hands", "players", "hands/{public_id}/events"):
        operation = described["paths"][f"/api/v1/{path}"]["get"]
        schema = operation["responses"]["200"]["content"]["application/x-ndjson"]["schema"]
        assert schema["contentMediaType"] == "application/x-ndjson"
        assert "ndjson" in parameters(described, path, "get")["format"]["schema"]["enum"]


@pytest.mark.django_db
def test_the_description_is_served_to_everybody_in_their_language(
    described: Described,
) -> None:
    """It is made once for all readers of a language."""

    def read(language: str) -> Any:
        visitor = Client(headers={"accept-language": language})
        return visitor.get(reverse("api:schema"), {"format": "json"})

    english = read("en")
    assert english.status_code == 200
    assert english.json()["paths"].keys() == described["paths"].keys()
    assert read("de").content != english.content == read("en").content
    assert read("de").content == read("de").content
