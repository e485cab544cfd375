"""The interface is as its OpenAPI description says."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from typing import Any

import jsonschema_rs
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.api.urls import VERSION_1
from tests.api.table import Cast

Asking = Callable[[str], Client]
UNDESCRIBED = {"schema", "docs"}


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    """The description, which must be made without a warning."""
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", "--format=openapi-json", stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


@pytest.mark.django_db(transaction=True)
def test_readers_at_one_time_all_get_the_whole_description() -> None:
    """The page that shows it may be opened in two windows at once."""
    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(lambda _: Client().get("/api/v1/schema/?format=json"), range(4)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1


@pytest.mark.django_db
def test_each_language_has_a_description_of_its_own() -> None:
    """It is made once for all readers of a language."""
    read = lambda language: Client(headers={"accept-language": language}).get(  # noqa: E731
        "/api/v1/schema/?format=json"
    )
    assert read("de").content != read("en").content == read("en").content
    assert read("de").content == read("de").content


def test_every_address_is_described(description: dict[str, Any]) -> None:
    named = {pattern.name for pattern in VERSION_1} - UNDESCRIBED
    assert len(description["paths"]) == len(named)


def test_every_operation_says_how_it_fails_and_who_may_ask(description: dict[str, Any]) -> None:
    for operation in operations(description):
        failure = operation["responses"]["default"]["content"]
        assert list(failure) == ["application/problem+json"]
        assert {"token": []} in operation["security"]
        assert {"session": []} in operation["security"]
        assert operation["description"]


def operations(description: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every operation of every address."""
    for methods in description["paths"].values():
        yield from methods.values()


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("clubs", {}),
        ("players", {}),
        ("matches", {}),
        ("hands", {}),
        ("clubs/{public_id}", {"public_id": "club"}),
        ("players/{public_id}", {"public_id": "player"}),
        ("matches/{public_id}", {"public_id": "match"}),
        ("hands/{public_id}", {"public_id": "scored"}),
        ("hands/{public_id}", {"public_id": "open"}),
        ("hands/{public_id}", {"public_id": "thrown_in"}),
        ("hands/{public_id}", {"public_id": "club"}),
        ("problems/{code}", {"code": "too-fast"}),
    ],
)
def test_answers_have_the_shape_that_is_described(
    path: str, values: dict[str, str], description: dict[str, Any], cast: Cast, asking: Asking
) -> None:
    known = vars(cast) | {"player": cast.players[0]}
    filled = {name: getattr(known.get(value), "public_id", value) for name, value in values.items()}
    response = asking("scorer").get("/api/v1/" + path.format(**filled))
    described = description["paths"][f"/api/v1/{path}"]["get"]["responses"]
    found = described.get(str(response.status_code), described["default"])
    shape = found["content"][response.headers["Content-Type"]]
    assert_shape(response.json(), shape["schema"], description)


@pytest.mark.parametrize("body", [b"{}", b'{"format":"tarot-hand/1"}'])
def test_a_verdict_has_the_shape_that_is_described(
    body: bytes, description: dict[str, Any], asking: Asking
) -> None:
    answer = asking("member").post("/api/v1/records/verify", body, "application/json").json()
    assert_shape(answer, {"$ref": "#/components/schemas/Verdict"}, description)


def assert_shape(value: Any, schema: dict[str, Any], description: dict[str, Any]) -> None:
    """Check a value against a schema, which must also name every key that the value has."""
    closed = json.loads(json.dumps(description["components"]))
    for component in closed["schemas"].values():
        if component.get("type") == "object":
            component["additionalProperties"] = False
    whole = {**schema, "components": closed}
    jsonschema_rs.Draft202012Validator(whole).validate(value)


def parameters(description: dict[str, Any], path: str, method: str) -> dict[str, dict[str, Any]]:
    """What an operation takes in addition to its body, by name."""
    found = description["paths"][f"/api/v1/{path}"][method].get("parameters", [])
    return {one["name"]: one for one in found}


def test_no_text_that_is_asked_for_may_be_empty(description: dict[str, Any]) -> None:
    """As the readers of addresses and bodies have it."""
    taken = [
        (f"{operation['operationId']} {one['name']}", one["schema"])
        for operation in operations(description)
        for one in operation.get("parameters", [])
        if one["in"] == "query"
    ]
    schemas = description["components"]["schemas"]
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


def test_bodies_take_no_field_that_is_not_named(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    for body in (
        "NewPlayer",
        "NewMatch",
        "NewHand",
        "SealBody",
        "Voiding",
        "NewEntry",
        "NewAmendment",
    ):
        assert schemas[body]["additionalProperties"] is False


@pytest.mark.parametrize(
    ("path", "method", "headers"),
    [
        ("hands", "get", {"If-None-Match"}),
        ("hands/{public_id}", "get", {"If-None-Match"}),
        ("hands", "post", {"Idempotency-Key"}),
        ("hands/{public_id}/entries", "post", {"Idempotency-Key"}),
        ("hands/{public_id}/amend", "post", {"Idempotency-Key"}),
        ("hands/{public_id}/seal", "post", set()),
        ("players", "post", {"Idempotency-Key"}),
        ("matches/{public_id}/close", "post", set()),
    ],
)
def test_the_headers_that_count_are_described(
    path: str, method: str, headers: set[str], description: dict[str, Any]
) -> None:
    taken = parameters(description, path, method).values()
    assert {one["name"] for one in taken if one["in"] == "header"} == headers


@pytest.mark.parametrize("path", ["hands", "players", "hands/{public_id}/events"])
def test_ndjson_is_described_as_lines(path: str, description: dict[str, Any]) -> None:
    operation = description["paths"][f"/api/v1/{path}"]["get"]
    schema = operation["responses"]["200"]["content"]["application/x-ndjson"]["schema"]
    assert schema["contentMediaType"] == "application/x-ndjson"
    assert "ndjson" in parameters(description, path, "get")["format"]["schema"]["enum"]


@pytest.mark.django_db
def test_the_description_is_served_to_everybody(description: dict[str, Any]) -> None:
    response = Client().get(reverse("api:schema"), {"format": "json"})
    assert response.status_code == 200
    assert response.json()["paths"].keys() == description["paths"].keys()
