"""The database is away, locked, full or read-only: what is answered to whatever is asked for."""

import json
import re
import sys
from collections.abc import Callable
from io import StringIO
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import call_command
from django.db import OperationalError, connections
from django.urls import reverse

import manage
from games.models import Club
from games.writing import durably as writing
from games.writing.errors import Busy, StorageDamaged
from games.writing.outages import DAMAGED, is_damaged, outage_of
from tests.api.conftest import bearer
from tests.api.table import token_of
from tests.cast import Cast
from tests.factories import PASSWORD, act, new_key
from tests.failing import database_fails, failure, is_write
from tests.ground import undone
from tests.tablet import JSON, address
from tests.writing.conftest import AWAY, FULL, LOCKED, forget_failures, quiet

pytestmark = pytest.mark.usefixtures("nothing_failed_just_now")

# --- every outage, whatever is asked for ---------------------------------------------------------

ANY, WRITES = (lambda _sql: True), is_write
OUTAGES: dict[str, tuple[str, Callable[[str], bool]]] = {
    "away": (AWAY, ANY),
    "locked": (LOCKED, WRITES),
    "read-only": ("sqlite read-only", WRITES),
    "read-only PostgreSQL": ("25006", WRITES),
    "full": (FULL, WRITES),
    "hung": ("57014", ANY),  # until its statement was given up
}
# What comes of it: a status, with the code of the refusal.
#                        page   fragment entry               stream      program reads  writes
TABLE = {
    "away": ("503", "503", "503 busy", "503 busy", "503 busy", "503 busy"),
    "locked": ("200", "200", "503 busy", "200", "200", "503 busy"),
    "read-only": ("200", "200", "503 storage-read-only", "200", "200", "503 storage-read-only"),
    "read-only PostgreSQL": ("200", "200", "503 busy", "200", "200", "503 busy"),
    "full": ("200", "200", "503 storage-full", "200", "200", "503 storage-full"),
    "hung": ("503", "503", "503 busy", "503 busy", "503 busy", "503 busy"),
}
PROBLEM = "application/problem+json"


@pytest.mark.django_db(transaction=True)
def test_what_is_answered_in_each_outage(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each in the form that the asker reads, with the time after which to ask again."""
    hand, slug = cast.open_hand(), cast.club.slug
    entry = {"version": 0, "key": new_key(), "change": act("call", call="pass")}
    player = {"club": cast.club.public_id, "name": "Fritz"}
    browser, fragment = quiet(cast.scorer), quiet(cast.scorer, hx_request="true")
    program = bearer(token_of(cast.scorer, scope="record"))
    program.raise_request_exception = False
    asked: list[Callable[[], Any]] = [
        lambda: browser.get(reverse("hands", args=[slug])),
        lambda: fragment.get(reverse("hands", args=[slug])),
        lambda: browser.post(address("entries", "hand", hand), json.dumps(entry), JSON),
        lambda: program.get("/api/v1/hands?format=ndjson"),
        lambda: program.get("/api/v1/hands"),
        lambda: program.post("/api/v1/players", player, JSON),
    ]
    forms = ["text/html", "text/html", JSON, PROBLEM, PROBLEM, PROBLEM]
    for outage, verdicts in TABLE.items():
        forget_failures(monkeypatch)
        with database_fails(*OUTAGES[outage]):
            answers = [ask() for ask in asked]
        assert tuple(map(verdict, answers)) == verdicts, outage
        for answer, form in zip(answers, forms, strict=True):
            if answer.status_code == 503:
                assert answer.headers["Retry-After"] == "2"
                assert answer.headers["Content-Type"].startswith(form)
        if answers[1].status_code == 503:
            assert answers[1].headers["HX-Retarget"] == "#messages"
            assert answers[1].text.lstrip().startswith('<div id="messages"')
            assert "does not answer" in answers[1].text


def verdict(answer: Any) -> str:
    """The status of an answer; with the code of a refusal where it has one, and a message."""
    refused = "json" in answer.headers["Content-Type"] and answer.status_code == 503
    if not refused:
        return str(answer.status_code)
    told = answer.json()
    assert told.get("message") or told["detail"]
    return f"{answer.status_code} {told['code']}"


@pytest.mark.django_db
def test_what_a_command_does_in_each_outage(cast: Cast) -> None:
    def came_to(*words: str) -> str:
        try:
            call_command(*words, stdout=StringIO())
        except Exception as error:
            return "one line" if outage_of(error) else repr(error)  # by manage.py: see below
        return "done"

    writing = ("make_token", cast.scorer.username, "--name", "statistics")
    for outage, (error, fails) in OUTAGES.items():
        with undone(), database_fails(error, fails):
            ends = came_to("inventory"), came_to(*writing)
        assert ends == ("one line" if fails is ANY else "done", "one line"), outage


def test_an_outage_is_one_line_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manage, "execute_from_command_line", Mock(side_effect=failure(AWAY)))
    monkeypatch.setattr(sys, "argv", ["manage.py", "inventory"])
    with pytest.raises(SystemExit, match=r"^The database does not answer, or .*: connection lost$"):
        manage.main()
    sys.argv.append("--traceback")
    with pytest.raises(OperationalError):
        manage.main()


@pytest.mark.django_db
def test_a_stream_that_breaks_off_does_not_end_as_if_it_were_whole(cast: Cast) -> None:
    """Its last chunk is missing, so that the reader's own library says so."""
    cast.sealed_hand()
    answer = quiet(cast.scorer).get(f"/c/{cast.club.slug}/archive/everything.zip")
    with database_fails(AWAY), pytest.raises(OperationalError):
        b"".join(answer)


@pytest.mark.django_db(transaction=True)
def test_a_connection_to_a_server_that_only_reads_is_given_up() -> None:
    connection = connections["default"]
    for error, stays in (("40001", True), ("25006", False)):
        connection.ensure_connection()
        with database_fails(error), pytest.raises(Busy):
            writing.durably(lambda: Club.objects.create(name="Les Atouts", slug="les-atouts"))
        assert (connection.connection is not None) is stays


# --- the answer ----------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_page_that_says_so_needs_no_database_and_speaks_the_language_of_its_reader(
    cast: Cast,
) -> None:
    """The session is asked for by a middleware, the rest by views and templates."""
    browser = quiet(cast.admin)
    for name in ("home", "sign-in", "club-open", "keys", "admin:index"):
        with database_fails(AWAY) as asked:
            answer = browser.get(reverse(name))
        assert (name, answer.status_code, len(asked)) == (name, 503, 1)
        assert answer.headers["Retry-After"] == "2"
        assert "Content-Security-Policy" in answer.headers
        assert "The server cannot answer right now" in answer.text
        again = f'<a class="button act" href="{reverse(name)}">Try again</a>'
        assert again in answer.text
    of_a_reader = quiet(cast.scorer, accept_language="fr")
    with database_fails(AWAY):
        french = of_a_reader.get(reverse("home")).text
    assert '<html lang="fr"' in french
    assert "The server cannot" not in french


@pytest.mark.skipif(connections["default"].vendor != "sqlite", reason="PostgreSQL checks texts")
@pytest.mark.django_db
def test_a_text_of_bytes_that_are_none_is_damage() -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT CAST(x'63ff' AS TEXT)")
        with pytest.raises(OperationalError) as error:
            cursor.fetchone()
    assert is_damaged(error.value)
    assert outage_of(error.value) is StorageDamaged


@pytest.mark.django_db
def test_a_page_of_ours_that_asks_the_interface_gets_a_problem_also_for_a_stream(
    cast: Cast,
) -> None:
    """The list itself is asked for only once the answer is on its way."""
    cast.sealed_hand()
    browser = quiet(cast.scorer)
    for fails in (ANY, lambda sql: "games_hand" in sql):
        with database_fails(AWAY, fails):
            answer = browser.get("/api/v1/hands?format=ndjson")
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert answer.headers["Content-Type"] == PROBLEM


@pytest.mark.django_db
def test_each_failure_is_one_line_in_the_log_and_a_mistake_of_ours_has_its_trace(
    cast: Cast, logged: Callable[[], str]
) -> None:
    """Where the database is damaged the line says what to do."""
    browser = quiet(cast.scorer)
    for path in ("/", "/api/v1/hands"):
        with database_fails(AWAY):
            browser.get(path)
        line = logged().splitlines()[-1]
        request = f"503 GET {path}: request [0-9a-f]{{16}}"
        assert re.search(f"{request}, OperationalError: connection lost$", line)
    for damage in ("sqlite damaged", "sqlite no database", "XX001"):
        with database_fails(damage):
            assert browser.get(reverse("home")).status_code == 503
        assert logged().splitlines()[-1].endswith(DAMAGED)
    assert len(logged().splitlines()) == 5
    for path in ("/", "/api/v1/hands"):
        with database_fails("42P01"):
            assert browser.get(path).status_code == 500
        assert logged().count("Traceback") == 1 + ("api" in path)


@pytest.mark.django_db
def test_who_signs_in_meanwhile_is_not_told_that_the_request_was_wrong(cast: Cast) -> None:
    """Django takes a session that could not be saved for one that was deleted meanwhile."""
    sent = {"username": "scorer", "password": PASSWORD}
    for table in ("games_failedsignin", "django_session", "games_user"):
        with database_fails(LOCKED, lambda sql, table=table: is_write(sql) and f'"{table}"' in sql):  # type: ignore[misc]
            answer = quiet().post(reverse("sign-in"), sent)
        assert (table, answer.status_code) == (table, 503)
