"""The database is away, locked, full or read-only: what is answered, and what goes on."""

import html
import json
import logging
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.management import call_command
from django.db import OperationalError, connections
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from clubtarot import middleware
from clubtarot.databases import LONGEST_WAIT
from games import book, people
from games.api.http import auth
from games.league.ranking import set_league
from games.matches.match_changes import close_match
from games.models import ApiToken, Club, Hand, Match, Player, Remark, Seal
from games.replay import remarking
from games.writing import durably as writing
from games.writing.errors import Busy, StorageDamaged, StorageFull
from games.writing.outages import DAMAGED, SideWrites, is_damaged, outage_of
from tests import factories
from tests.api.conftest import bearer
from tests.api.table import token_of
from tests.cast import Cast
from tests.factories import act, claimed_by_seat_0, new_key
from tests.failing import database_fails, failure, is_write
from tests.matches.test_opening import filled_in
from tests.tablet import JSON, address

AWAY, LOCKED, FULL = "connection lost", "sqlite busy", "sqlite full"


@pytest.fixture(autouse=True)
def _nothing_failed_just_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """What can wait is written at once, as in a new process; no test waits between attempts."""
    monkeypatch.setattr(auth, "uses", SideWrites())
    monkeypatch.setattr(middleware, "session_saves", SideWrites())
    monkeypatch.setattr(writing.time, "sleep", lambda _seconds: None)


def quiet(user: Any = None, **headers: str) -> Client:
    """A browser, signed in as `user`, that is shown what the server makes of its errors."""
    browser = Client(raise_request_exception=False, headers=headers)
    if user is not None:
        browser.force_login(user)
    return browser


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """What the log says of requests and of what was not written, as on the console."""
    for name in ("django", "games"):
        monkeypatch.setattr(logging.getLogger(name), "propagate", True)
    return lambda: "\n".join(caplog.handler.format(record) for record in caplog.records)


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
# What comes of it: a status, with the code of the refusal; "done", or "one line" on the console.
#                        page   fragment entry               stream      program reads  writes
TABLE = {
    "away": ("503", "503", "503 busy", "503 busy", "503 busy", "503 busy"),
    "locked": ("200", "200", "503 busy", "200", "200", "503 busy"),
    "read-only": ("200", "200", "503 storage-read-only", "200", "200", "503 storage-read-only"),
    "read-only PostgreSQL": ("200", "200", "503 busy", "200", "200", "503 busy"),
    "full": ("200", "200", "503 storage-full", "200", "200", "503 storage-full"),
    "hung": ("503", "503", "503 busy", "503 busy", "503 busy", "503 busy"),
}
COMMANDS = {  # one that reads, one that writes
    "away": ("one line", "one line"),
    "locked": ("done", "one line"),
    "read-only": ("done", "one line"),
    "read-only PostgreSQL": ("done", "one line"),
    "full": ("done", "one line"),
    "hung": ("one line", "one line"),
}


@pytest.mark.parametrize("outage", OUTAGES)
@pytest.mark.django_db(transaction=True)
def test_what_is_answered_in_each_outage(cast: Cast, outage: str) -> None:
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
    with database_fails(*OUTAGES[outage]):
        answers = [ask() for ask in asked]
    assert tuple(map(verdict, answers)) == TABLE[outage]
    for answer in answers:
        assert (answer.status_code != 503) or answer.headers["Retry-After"] == "2"


def verdict(answer: Any) -> str:
    """The status of an answer; with the code of a refusal where it has one."""
    refused = "json" in answer.headers["Content-Type"] and answer.status_code == 503
    return f"{answer.status_code} {answer.json()['code']}" if refused else str(answer.status_code)


@pytest.mark.parametrize("outage", OUTAGES)
@pytest.mark.django_db
def test_what_a_command_does_in_each_outage(cast: Cast, outage: str) -> None:
    def came_to(*words: str) -> str:
        try:
            call_command(*words, stdout=StringIO())
        except Exception as error:
            return "one line" if outage_of(error) else repr(error)  # by manage.py: see below
        return "done"

    writing = ("make_token", cast.scorer.username, "--name", "statistics")
    with database_fails(*OUTAGES[outage]):
        assert (came_to("inventory"), came_to(*writing)) == COMMANDS[outage]


@pytest.mark.thorough
def test_an_outage_is_one_line_of_a_command() -> None:
    env = os.environ | {"DATABASE_URL": "postgres://nobody@127.0.0.1:9/club"}
    env["DJANGO_SETTINGS_MODULE"] = "clubtarot.settings_test"
    command = [sys.executable, "manage.py", "inventory"]
    for options, lines in ([], 1), (["--traceback"], None):
        run = subprocess.run(
            [*command, *options], env=env, cwd=settings.BASE_DIR, capture_output=True, text=True
        )
        assert run.returncode == 1
        assert ("Traceback" in run.stderr) == (lines is None)
        assert lines is None or run.stderr.startswith("The database does not answer")


@pytest.mark.django_db
def test_a_stream_that_breaks_off_does_not_end_as_if_it_were_whole(cast: Cast) -> None:
    """Its last chunk is missing, so that the reader's own library says so."""
    cast.sealed_hand()
    answer = quiet(cast.scorer).get(f"/c/{cast.club.slug}/archive/everything.zip")
    with database_fails(AWAY), pytest.raises(OperationalError):
        b"".join(answer)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("error", "stays"), [("25006", False), ("40001", True)])
def test_a_connection_to_a_server_that_only_reads_is_given_up(error: str, stays: bool) -> None:
    connection = connections["default"]
    connection.ensure_connection()
    with database_fails(error), pytest.raises(Busy):
        writing.durably(lambda: Club.objects.create(name="Les Atouts", slug="les-atouts"))
    assert (connection.connection is not None) is stays


# --- the answer ----------------------------------------------------------------------------------

PAGES = ["home", "sign-in", "club-open", "keys", "admin:index"]


@pytest.mark.parametrize("failing", [AWAY, "57P01", LOCKED, "sqlite cannot open", "55P03"])
@pytest.mark.django_db
def test_a_page_says_that_the_database_does_not_answer_and_when_to_come_back(
    cast: Cast, failing: str
) -> None:
    browser = quiet(cast.scorer)
    with database_fails(failing):
        answer = browser.get(reverse("home"))
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"
    text = answer.content.decode()
    assert "The server cannot answer right now" in text
    assert f'<a class="button act" href="{reverse("home")}">Try again</a>' in text
    assert "Content-Security-Policy" in answer.headers


@pytest.mark.skipif(connections["default"].vendor != "sqlite", reason="PostgreSQL checks texts")
@pytest.mark.django_db
def test_a_text_of_bytes_that_are_none_is_damage() -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT CAST(x'63ff' AS TEXT)")
        with pytest.raises(OperationalError) as error:
            cursor.fetchone()
    assert is_damaged(error.value)
    assert outage_of(error.value) is StorageDamaged


@pytest.mark.parametrize("failing", ["sqlite damaged", "sqlite no database", "XX001"])
@pytest.mark.django_db
def test_a_damaged_database_is_an_outage_and_the_log_says_what_to_do(
    cast: Cast, logged: Callable[[], str], failing: str
) -> None:
    browser = quiet(cast.scorer)
    with database_fails(failing):
        assert browser.get(reverse("home")).status_code == 503
    (line,) = logged().splitlines()
    assert line.endswith(DAMAGED)


@pytest.mark.django_db
def test_a_full_disk_is_named(cast: Cast) -> None:
    browser = quiet(cast.scorer)
    with database_fails(FULL):
        answer = browser.get(reverse("home"))
    assert answer.status_code == 503
    assert "no room left" in answer.content.decode()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.django_db
def test_an_outage_is_answered_alike_wherever_a_page_asks_the_database_first(
    cast: Cast, name: str
) -> None:
    """The session is asked for by a middleware, the rest by views and templates."""
    browser = quiet(cast.admin)
    with database_fails(AWAY) as asked:
        answer = browser.get(reverse(name))
    assert answer.status_code == 503
    assert len(asked) == 1, "the answer itself needs no database"


@pytest.mark.django_db
def test_the_page_speaks_the_language_of_its_reader(cast: Cast) -> None:
    browser = quiet(cast.scorer, accept_language="fr")
    with database_fails(AWAY):
        text = browser.get(reverse("home")).content.decode()
    assert '<html lang="fr"' in text
    assert "The server cannot" not in text


@pytest.mark.django_db
def test_the_recording_screen_gets_the_error_as_json(cast: Cast) -> None:
    """Its way to the hand asks the database before any service does."""
    hand = cast.open_hand()
    browser = quiet(cast.scorer, accept="application/json")
    body = json.dumps({"version": 0, "key": new_key(), "change": act("call", call="pass")})
    with database_fails(AWAY):
        answer = browser.post(address("entries", "hand", hand), body, JSON)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"
    assert answer.json()["code"] == "busy"
    assert answer.json()["message"]


@pytest.mark.django_db
def test_an_entry_that_meets_a_full_disk_says_when_to_send_it_again(cast: Cast) -> None:
    hand = cast.open_hand()
    browser = quiet(cast.scorer)
    body = json.dumps({"version": 0, "key": new_key(), "change": act("call", call="pass")})
    with database_fails(FULL, is_write):
        answer = browser.post(address("entries", "hand", hand), body, JSON)
    assert answer.status_code == 503
    assert answer.json()["code"] == "storage-full"
    assert answer.headers["Retry-After"] == "2"


@pytest.mark.django_db
def test_a_part_of_a_page_is_answered_with_a_message_for_the_page(cast: Cast) -> None:
    browser = quiet(cast.scorer, hx_request="true")
    with database_fails(AWAY):
        answer = browser.get(reverse("hands", args=[cast.club.slug]))
    assert answer.status_code == 503
    assert answer.headers["HX-Retarget"] == "#messages"
    assert answer.content.decode().lstrip().startswith('<div id="messages"')
    assert "does not answer" in answer.content.decode()


@pytest.mark.parametrize("path", ["/api/v1/hands", "/api/v1/clubs/", "/api/v1/hands?format=ndjson"])
@pytest.mark.django_db
def test_a_program_gets_the_error_as_a_problem(cast: Cast, path: str) -> None:
    for browser in (quiet(cast.scorer), bearer(token_of(cast.scorer))):
        browser.raise_request_exception = False
        with database_fails(AWAY):
            answer = browser.get(path)
        assert answer.status_code == 503
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.headers["Retry-After"] == "2"
        assert answer.json()["code"] == "busy"


@pytest.mark.django_db
def test_a_stream_that_cannot_begin_is_a_problem_like_any_other(cast: Cast) -> None:
    """The list itself is asked for only once the answer is on its way."""
    cast.sealed_hand()
    browser = quiet(cast.scorer)
    with database_fails(AWAY, lambda sql: "games_hand" in sql):
        answer = browser.get("/api/v1/hands?format=ndjson")
    assert answer.status_code == 503
    assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/", "/api/v1/hands"])
@pytest.mark.django_db
def test_each_failure_is_one_line_in_the_log(
    cast: Cast, logged: Callable[[], str], path: str
) -> None:
    browser = quiet(cast.scorer)
    with database_fails(AWAY):
        browser.get(path)
    (line,) = logged().splitlines()
    assert re.search(
        f"503 GET {path}: request [0-9a-f]{{16}}, OperationalError: connection lost$", line
    )


@pytest.mark.parametrize("path", ["/", "/api/v1/hands"])
@pytest.mark.parametrize("failing", ["42P01", "sqlite error"])
@pytest.mark.django_db
def test_a_mistake_of_ours_stays_one_with_its_trace(
    cast: Cast, logged: Callable[[], str], path: str, failing: str
) -> None:
    browser = quiet(cast.scorer)
    with database_fails(failing):
        assert browser.get(path).status_code == 500
    assert "Traceback" in logged()


@pytest.mark.parametrize("table", ["games_failedsignin", "django_session", "games_user"])
@pytest.mark.django_db
def test_who_signs_in_meanwhile_is_not_told_that_the_request_was_wrong(
    cast: Cast, table: str
) -> None:
    """Django takes a session that could not be saved for one that was deleted meanwhile."""
    cast.scorer.set_password("cards-on-the-table")
    cast.scorer.save()
    sent = {"username": cast.scorer.username, "password": "cards-on-the-table"}
    with database_fails(LOCKED, lambda sql: is_write(sql) and f'"{table}"' in sql):
        answer = quiet().post(reverse("sign-in"), sent)
    assert answer.status_code == 503


# --- reading goes on -----------------------------------------------------------------------------


@contextmanager
def written_by_somebody_else() -> Iterator[None]:
    """Another program holds the lock of the file and does not let go."""
    name = connections["default"].settings_dict["NAME"]
    other = sqlite3.connect(name, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
    finally:
        other.close()


@contextmanager
def read_only() -> Iterator[None]:
    """Whatever would be written is refused, by new connections as well."""
    connection = connections["default"]
    if connection.vendor != "sqlite":
        options = connection.settings_dict["OPTIONS"]
        reading = f"{options.get('options', '')} -c default_transaction_read_only=on"
        with patch.dict(options, options=reading):
            connection.close()
            yield
        connection.close()
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = 1")
        try:
            yield
        finally:
            cursor.execute("PRAGMA query_only = 0")


# On PostgreSQL readers and writers never wait for each other.
SQLITE = connections["default"].vendor == "sqlite"


@pytest.fixture(params=["read-only", "locked"] if SQLITE else ["read-only"])
def unwritable(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The database can be read and not be written."""
    if request.param == "read-only":
        yield read_only
        return
    connection = connections["default"]
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 50")
    yield written_by_somebody_else
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {LONGEST_WAIT * 1000}")


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_pages_and_programs_read_on_while_nothing_can_be_written(
    cast: Cast, unwritable: Any, logged: Callable[[], str]
) -> None:
    hand = cast.sealed_hand()
    slug, browser = cast.club.slug, quiet(cast.scorer)
    program = bearer(token_of(cast.member))
    pages = [reverse("club", args=[slug]), reverse("hand", args=[slug, hand.public_id])]
    pages += [reverse("record", args=[slug, cast.match.public_id]), reverse("hands", args=[slug])]
    with unwritable():
        assert {page: browser.get(page).status_code for page in pages} == dict.fromkeys(pages, 200)
        for _ in range(3):
            assert program.get("/api/v1/hands").status_code == 200
    # Once for the counts of requests, once for when the key was last used.
    assert logged().count("something that can wait was not written") == 2
    assert ApiToken.objects.get().last_used is None


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_what_is_sent_while_nothing_can_be_written_is_503(cast: Cast, unwritable: Any) -> None:
    hand, browser = cast.open_hand(), quiet(cast.scorer)
    body = json.dumps({"version": 0, "key": new_key(), "change": act("call", call="pass")})
    program = bearer(token_of(cast.scorer, scope="record"))
    player = {"club": cast.club.public_id, "name": "Fritz"}
    with unwritable():
        answers = [
            browser.post(address("entries", "hand", hand), body, JSON),
            browser.post(address("hand-open", "match", hand)),
            browser.post(reverse("player-add", args=[cast.club.slug]), {"name": "Fritz"}),
            program.post("/api/v1/players", player, JSON),
            quiet().post(reverse("sign-in"), {"username": "scorer", "password": "x"}),
        ]
    assert [answer.status_code for answer in answers] == [503] * len(answers)
    assert all(answer.headers["Retry-After"] == "2" for answer in answers)


@pytest.mark.parametrize(("method", "status"), [("get", 200), ("post", None)])
@pytest.mark.django_db
def test_a_page_is_shown_though_its_session_cannot_be_saved(
    cast: Cast, method: str, status: int | None
) -> None:
    """Long messages are kept in the session, and reading them takes them out of it. What was sent
    must not seem to be done."""

    def page(request: Any) -> HttpResponse:
        request.session["seen"] = True
        return HttpResponse("a page")

    request = getattr(RequestFactory(), method)("/")
    request.COOKIES[settings.SESSION_COOKIE_NAME] = quiet(cast.scorer).session.session_key
    show: Any = middleware.SessionMiddleware(page)
    with database_fails(LOCKED, is_write) as asked:
        if status is None:
            with pytest.raises(SessionInterrupted):
                show(request)
        else:
            assert show(request).status_code == status
    assert len(asked) == 1


# --- what was being written ----------------------------------------------------------------------


@contextmanager
def commit_fails(name: str) -> Iterator[None]:
    """The database takes everything, and then does not commit it."""
    connection: Any = connections["default"]
    commit = connection.commit

    def fail() -> None:
        raise failure(name)

    connection.commit = fail
    try:
        yield
    finally:
        connection.commit = commit


@pytest.mark.parametrize("failing", [FULL, "sqlite busy", "08006"])
@pytest.mark.django_db(transaction=True)
def test_a_hand_that_could_not_be_sealed_is_shown_as_it_is_and_sealed_by_the_second_tap(
    cast: Cast, failing: str
) -> None:
    hand = cast.open_hand(claimed_by_seat_0())
    browser = quiet(cast.scorer)
    seal = {"version": hand.version}
    with commit_fails(failing):
        answer = browser.post(address("hand-seal", "hand", hand), seal)
    assert answer.status_code == 503
    text = html.unescape(answer.content.decode())
    assert re.search('<p class="message error" role="alert">The server (cannot save|has no)', text)
    assert "Confirm and seal" in text
    assert not Seal.objects.exists()
    assert browser.post(address("hand-seal", "hand", hand), seal).status_code == 302
    assert Seal.objects.get().hand == hand


def state_of(row: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(row).items() if name != "_state"}


@pytest.mark.django_db(transaction=True)
def test_what_could_not_be_committed_is_not_left_in_memory(cast: Cast) -> None:
    """The page that says so is drawn from the same objects."""
    hand, match, player = cast.open_hand(claimed_by_seat_0()), cast.match, cast.players[0]
    club = Club.objects.visible_to(cast.admin).get()
    sealed = cast.open_match(title="Saturday")
    sealed_hand = factories.sealed_hand(cast.scorer, sealed, claimed_by_seat_0())
    wanted = book.Wanted(changes=[act("note", text="Amended.")])
    writes: list[tuple[Any, Callable[[], object]]] = [
        (
            hand,
            lambda: book.append(
                user=cast.scorer,
                hand=hand,
                version=hand.version,
                key=new_key(),
                change=act("note", text="Once more."),
            ),
        ),
        (hand, lambda: book.seal(user=cast.scorer, hand=hand, version=hand.version)),
        (sealed, lambda: close_match(user=cast.scorer, match=sealed)),
        (match, lambda: book.open_hand(user=cast.scorer, match=match)),
        (player, lambda: people.rename_player(user=cast.scorer, player=player, name="Anne")),
        (club, lambda: set_league(user=cast.admin, club=club, order=["points"], least=9)),
        (
            sealed_hand,
            lambda: book.amend(
                user=cast.scorer,
                hand=sealed_hand,
                version=sealed_hand.version,
                key=new_key(),
                because="A slip.",
                wanted=wanted,
            ),
        ),
        (sealed_hand, lambda: remarking.publish(user=cast.scorer, hand=sealed_hand, names=True)),
    ]
    for row, write in writes:
        before, related = state_of(row), dict(row._state.fields_cache)
        with commit_fails(FULL), pytest.raises(StorageFull):
            write()
        assert (state_of(row), row._state.fields_cache) == (before, related)
        write()  # nothing is in the way of the second try


# --- what was being filled in --------------------------------------------------------------------


def form_of_a_match(cast: Cast) -> tuple[str, dict[str, str]]:
    sent = filled_in(cast, title="The long Friday")
    return reverse("match-new", args=[cast.club.slug]), sent | {"do": "open"}


def form_of_a_comment(cast: Cast) -> tuple[str, dict[str, str]]:
    hand = cast.sealed_hand(claimed_by_seat_0())
    way = reverse("remark-add", args=[cast.club.slug, hand.public_id])
    return way, {"place": "score", "text": "The long Friday", "seat": ""}


FORMS: dict[str, Callable[[Cast], tuple[str, dict[str, str]]]] = {
    "a match": form_of_a_match,
    "a player": lambda cast: (
        reverse("player-add", args=[cast.club.slug]),
        {"name": "The long Friday"},
    ),
    "a name": lambda cast: (
        reverse("player-change", args=[cast.club.slug, cast.players[0].public_id]),
        {"name": "The long Friday"},
    ),
    "a club": lambda cast: (reverse("club-open"), {"name": "The long Friday"}),
    "a key": lambda cast: (
        reverse("keys"),
        {"name": "The long Friday", "scope": "read", "days": "90", "club": ""},
    ),
    "a comment": form_of_a_comment,
}


@pytest.mark.parametrize("what", FORMS)
@pytest.mark.django_db(transaction=True)
def test_a_form_that_could_not_be_saved_keeps_what_was_typed(cast: Cast, what: str) -> None:
    way, sent = FORMS[what](cast)
    browser = quiet(cast.scorer)
    models: list[Any] = [Match, Player, Club, ApiToken, Remark, Hand]
    before = [list(model.objects.order_by("pk").values()) for model in models]
    with commit_fails(LOCKED):
        answer = browser.post(way, sent)
    assert answer.status_code == 503
    text = html.unescape(answer.content.decode())
    assert "The server cannot save right now." in text
    assert "The long Friday" in text
    assert [list(model.objects.order_by("pk").values()) for model in models] == before
    assert browser.post(way, sent).status_code in (201, 302)
