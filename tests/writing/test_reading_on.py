"""While nothing can be written: reading goes on, and what was sent is not half saved or lost."""

import html
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import connections
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from clubtarot import middleware
from clubtarot.databases import LONGEST_WAIT
from games import book
from games.league.ranking import set_league
from games.matches.match_changes import close_match
from games.models import ApiToken, Club, Hand, Match, Player, Remark, Seal
from games.replay import remarking
from games.writing.errors import StorageFull
from tests import factories
from tests.api.conftest import bearer
from tests.api.table import token_of
from tests.cast import Cast, rename_player
from tests.factories import act, claimed_by_seat_0, new_key
from tests.failing import database_fails, failure, is_write
from tests.matches.test_opening import filled_in
from tests.tablet import JSON, address
from tests.writing.conftest import FULL, LOCKED, forget_failures, quiet

pytestmark = pytest.mark.usefixtures("nothing_failed_just_now")

# --- reading goes on -----------------------------------------------------------------------------


@contextmanager
def written_by_somebody_else() -> Iterator[None]:
    """Another program holds the lock of the file and does not let go; nobody waits long for it."""
    name = connections["default"].settings_dict["NAME"]
    other = sqlite3.connect(name, isolation_level=None)
    with connections["default"].cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 50")
        try:
            other.execute("BEGIN IMMEDIATE")
            yield
        finally:
            other.close()
            cursor.execute(f"PRAGMA busy_timeout = {LONGEST_WAIT * 1000}")


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
UNWRITABLE = [read_only, written_by_somebody_else] if SQLITE else [read_only]


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_pages_and_programs_read_on_while_what_is_sent_is_answered_by_503(
    cast: Cast, logged: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hand, slug, browser = cast.open_hand(), cast.club.slug, quiet(cast.scorer)
    reader = bearer(token_of(cast.member))
    program = bearer(token_of(cast.scorer, scope="record"))
    pages = [reverse("club", args=[slug]), reverse("hand", args=[slug, hand.public_id])]
    pages += [reverse("record", args=[slug, cast.match.public_id]), reverse("hands", args=[slug])]
    body = json.dumps({"version": 0, "key": new_key(), "change": act("call", call="pass")})
    player = {"club": cast.club.public_id, "name": "Fritz"}
    for times, unwritable in enumerate(UNWRITABLE, start=1):
        forget_failures(monkeypatch)
        with unwritable():
            read = [browser.get(page) for page in pages]
            read += [reader.get("/api/v1/hands") for _ in range(3)]
            # Once for the counts of requests, once for when the key was last used.
            assert logged().count("something that can wait was not written") == 2 * times
            sent = [
                browser.post(address("entries", "hand", hand), body, JSON),
                browser.post(address("hand-open", "match", hand)),
                browser.post(reverse("player-add", args=[slug]), {"name": "Fritz"}),
                program.post("/api/v1/players", player, JSON),
                quiet().post(reverse("sign-in"), {"username": "scorer", "password": "x"}),
            ]
        assert [answer.status_code for answer in read] == [200] * len(read), unwritable
        assert [answer.status_code for answer in sent] == [503] * len(sent), unwritable
        assert all(answer.headers["Retry-After"] == "2" for answer in sent)
    assert not ApiToken.objects.exclude(last_used=None).exists()


@pytest.mark.django_db
def test_a_page_is_shown_though_its_session_cannot_be_saved(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long messages are kept in the session, and reading them takes them out of it. What was sent
    must not seem to be done."""

    def page(request: Any) -> HttpResponse:
        request.session["seen"] = True
        return HttpResponse("a page")

    show: Any = middleware.SessionMiddleware(page)
    read, sent = RequestFactory().get("/"), RequestFactory().post("/")
    for request in (read, sent):
        cookie = quiet(cast.scorer).cookies[settings.SESSION_COOKIE_NAME]
        request.COOKIES[settings.SESSION_COOKIE_NAME] = cookie.value
    with database_fails(LOCKED, is_write) as asked:
        assert show(read).status_code == 200
        with pytest.raises(SessionInterrupted):
            show(sent)
    assert len(asked) == 2


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


@pytest.mark.django_db(transaction=True)
def test_a_hand_that_could_not_be_sealed_is_shown_as_it_is_and_sealed_by_the_next_tap(
    cast: Cast,
) -> None:
    hand = cast.open_hand(claimed_by_seat_0())
    browser = quiet(cast.scorer)
    seal = {"version": hand.version}
    for failing in (FULL, "sqlite busy", "08006"):
        with commit_fails(failing):
            answer = browser.post(address("hand-seal", "hand", hand), seal)
        assert (failing, answer.status_code) == (failing, 503)
        text = html.unescape(answer.text)
        assert re.search('<p class="message error" role="alert">The server (cannot|has no)', text)
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
        (player, lambda: rename_player(user=cast.scorer, player=player, name="Anne")),
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


def forms(cast: Cast) -> list[tuple[str, dict[str, str]]]:
    """Where each form that makes or names something is sent, and what in it."""
    slug, hand, title = cast.club.slug, cast.sealed_hand(claimed_by_seat_0()), "The long Friday"
    return [
        (
            reverse("match-new", args=[slug]),
            filled_in(cast, title=title) | {"do": "open-all-the-same"},
        ),
        (reverse("player-add", args=[slug]), {"name": title}),
        (reverse("player-change", args=[slug, cast.players[0].public_id]), {"name": f"{title} II"}),
        (reverse("club-open"), {"name": title}),
        (reverse("keys"), {"name": title, "scope": "read", "days": "90", "club": ""}),
        (
            reverse("remark-add", args=[slug, hand.public_id]),
            {"place": "score", "text": title, "seat": ""},
        ),
    ]


@pytest.mark.django_db(transaction=True)
def test_a_form_that_could_not_be_saved_keeps_what_was_typed(cast: Cast) -> None:
    browser = quiet(cast.scorer)
    models: list[Any] = [Match, Player, Club, ApiToken, Remark, Hand]

    def everything() -> list[list[Any]]:
        return [list(model.objects.order_by("pk").values()) for model in models]

    for way, sent in forms(cast):
        before = everything()
        with commit_fails(LOCKED):
            answer = browser.post(way, sent)
        assert (way, answer.status_code) == (way, 503)
        text = html.unescape(answer.text)
        assert "The server cannot save right now." in text
        assert "The long Friday" in text
        assert everything() == before
        assert browser.post(way, sent).status_code in (201, 302)
