"""What must be refused in plain words, numbered as in the list of bad inputs."""

import json
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
import time_machine
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from games import book, people
from games.access.quota import WRITES
from games.api.http.errors import KINDS
from games.matches.match_changes import open_match
from games.models import Entry, Hand, Membership, Role, Seal
from games.writing.errors import Busy, StorageFull
from tests.api.table import DEAL, HANDS, Cast
from tests.api.test_errors import assert_problem
from tests.factories import act, calls

pytestmark = pytest.mark.both_databases

Asking = Callable[[str], Client]


class Case(NamedTuple):
    """After `before` the change is refused with `code`, in a sentence in which `words` stand."""

    number: str
    before: list[dict[str, Any]]
    change: Any
    code: str
    words: str


def dealt(hands: list[Any], stock: Any = None) -> dict[str, Any]:
    return {"op": "deal", "deal": {"hands": hands, "stock": stock}}


# Anna speaks first. Everybody holds every fourth card: Anna S1, S5, S9 …, Boris S2, S6, S10 …
KNOWN = {"op": "deal", "deal": DEAL}
GUARD = [KNOWN, *calls("guard-without pass pass pass")]
TAKEN = calls("guard pass pass pass")
LED = [*GUARD, act("play", card="S1")]
UNKNOWN = calls("guard-without pass pass pass")
DOG: Any = DEAL["stock"]

CASES = [
    *(
        Case("1", GUARD, act("play", card=card), "unknown-card", "")
        for card in ("T22", "T0", "H11", "SX", "10H", "")
    ),
    *(
        Case("1 and 26", [*LED, act("claim", seat=0)], act("play", card=card), code, words)
        for card, code, words in (
            ("T22", "unknown-card", ""),
            ("S2", "wrong-phase", "The hand is over"),
        )
    ),
    Case("3", GUARD, act("play", card="Т1"), "unknown-card", ""),
    Case("3", GUARD, act("play", card="T１"), "unknown-card", ""),
    Case("5", [*LED, act("play", card="S2")], act("play", card="S1"), "not-in-hand", "Anna"),
    Case("6", [], dealt([["H10"], ["H10"], None, None]), "duplicate-card", ""),
    Case("6", [], dealt([HANDS[0], HANDS[0], None, None]), "duplicate-card", ""),
    Case("7", [], dealt([HANDS[0][1:], None, None, None]), "wrong-card-count", "18"),
    Case("7", [], dealt([None] * 4, DOG[1:]), "wrong-card-count", "6"),
    Case("8", LED, act("play", seat=3, card="S4"), "not-your-turn", "Boris"),
    Case("8", LED, act("play", seat=4, card="S4"), "malformed", "3"),
    Case("8", LED, act("play", seat=-1, card="S4"), "malformed", "3"),
    Case("9", calls("pass"), act("play", seat=0, card="S1"), "wrong-phase", ""),
    Case("9", LED, act("call", seat=1, call="guard"), "wrong-phase", ""),
    Case("10", calls("guard"), act("call", call="small"), "bid-too-low", "higher"),
    Case("11", calls("guard"), act("call", call="contra", of="guard"), "unknown-call", ""),
    Case("12", calls("pass pass pass pass"), act("call", seat=0, call="small"), "wrong-phase", ""),
    Case("13", [*TAKEN, act("stock", cards=["HK", *DOG[1:]])],
         act("discard", cards=["HK", "S1", "S2", "S3", "S4", "S5"]), "discard-king", "king"),
    Case("13", [*TAKEN, act("stock", cards=DOG)],
         act("discard", cards=["T21", "S1", "S2", "S3", "S4", "S5"]), "discard-honour", ""),
    Case("14", GUARD, act("discard", cards=DOG), "wrong-phase", ""),
    Case("14", [*TAKEN, act("stock", cards=DOG)], act("discard", cards=DOG[1:]),
         "wrong-card-count", "6"),
    Case("15", GUARD, act("announce", seat=0, what="handful", cards=["T1", "T5"]),
         "announcement-not-allowed", ""),
    Case("16", LED, act("play", card="H5"), "not-in-hand", "Boris"),
    Case("16", LED, act("play", card=HANDS[1][-1]), "must-follow-suit", "Boris"),
    Case("18", [*UNKNOWN, *(act("play", card=card) for card in ("H4", "C1", "H5", "H6"))],
         None, "revoke", "Boris"),
    Case("20", LED, act("play", card=HANDS[1][-1], irregular=""), "malformed", ""),
    Case("20", [*LED, act("play", card="S2")],
         act("play", card="S1", irregular="so"), "not-in-hand", ""),
    Case("23", [*GUARD, act("play", card="S1"), act("claim", seat=0)],
         act("ruling", text="slow", points=[10, 10, -10, -5]), "unbalanced-ruling", "5"),
    Case("26", [*GUARD, act("play", card="S1"), act("claim", seat=0)],
         act("claim", seat=0), "wrong-phase", ""),
    Case("33", [], {"op": "undo"}, "nothing-to-undo", "take back"),
    Case("33", [], {"op": "rewind", "to": 3}, "malformed", "3"),
    Case("43", [], {"op": "undo", "author": "anna"}, "malformed", "author"),
    Case("43", [], act("call", call="pass", sealed=True), "malformed", "sealed"),
    Case("44", [], act("note", text="a\0b"), "malformed", "position"),
]  # fmt: skip


@pytest.fixture
def hand(cast: Cast) -> Hand:
    """A hand in which Anna speaks first."""
    book.void_hand(user=cast.scorer, hand=cast.open, version=2)
    names = [people.add_player(user=cast.scorer, club=cast.club, name=name) for name in "WXYZ"]
    assert names
    match = open_match(
        user=cast.scorer,
        club=cast.club,
        title="Bad inputs",
        variant="french",
        seats=cast.players,
        first_dealer=3,
        options={"discard": "strict"},
    )
    return book.open_hand(user=cast.scorer, match=match)


@pytest.fixture
def send(asking: Asking, hand: Hand) -> Callable[..., Any]:
    """A function that sends an entry of the hand as the scorer, made against the newest version."""
    client = asking("scorer")

    def sending(change: Any, facts: Any = None) -> Any:
        hand.refresh_from_db()
        body = {"version": hand.version, "key": secrets.token_urlsafe(16), "change": change}
        address = f"/api/v1/hands/{hand.public_id}/entries"
        return client.post(address, body | (facts or {}), "application/json")

    return sending


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.number}-{case.code}")
def test_an_entry_is_refused_in_plain_words(case: Case, send: Callable[..., Any]) -> None:
    for change in case.before:
        assert send(change).status_code == 201, change
    change = case.change or act("play", seat=1, card="H8")
    if case.number == "18":  # Boris, who has the next turn, shows a heart that he kept back
        for card in ("H7", "H9"):
            assert send(act("play", card=card)).status_code == 201
    before = Entry.objects.count()
    found = assert_problem(send(change), case.code)
    assert case.words in found["detail"]
    assert Entry.objects.count() == before


def test_what_may_stand_is_kept(send: Callable[..., Any]) -> None:
    """2: small letters; 19: against the rules, with a reason; 37: a strange time; 50: markup."""
    for change in (*GUARD, act("play", card="s1")):
        assert send(change).status_code == 201
    stands = act("play", card=HANDS[1][-1], irregular="nobody saw it", at="9999-12-31T23:59:59Z")
    found = send(stands).json()
    assert found["change"]["action"]["irregular"] == "nobody saw it"
    note = act("note", text="<img src=x onerror=alert(1)> {{ 7*7 }}")
    assert send(note).json()["change"]["action"]["text"] == note["action"]["text"]


def test_a_hand_is_sealed_when_it_is_finished_and_not_before(
    hand: Hand, send: Callable[..., Any], asking: Asking
) -> None:
    """22."""
    address = f"/api/v1/hands/{hand.public_id}/seal"
    client = asking("scorer")
    send(KNOWN)
    refused = client.post(address, {"version": 1}, "application/json")
    assert_problem(refused, "hand-not-finished")
    assert not Seal.objects.filter(hand=hand).exists()


def test_a_sealed_hand_takes_nothing_new_and_answers_what_it_knows(
    cast: Cast, hand: Hand, send: Callable[..., Any]
) -> None:
    """31, 32."""
    bodies = [{"version": at, "key": secrets.token_urlsafe(16)} for at in range(4)]
    for body in bodies:
        assert send(act("call", call="pass"), body).status_code == 201
    book.seal(user=cast.scorer, hand=hand, version=4)
    again = send(act("call", call="pass"), bodies[3])
    assert (again.status_code, again.json()["replayed"]) == (200, True)
    assert_problem(send({"op": "undo"}), "hand-sealed")


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"key": ""}, "malformed"),
        ({"key": "abc"}, "key-malformed"),
        ({"key": "k" * 300}, "key-malformed"),
        ({"key": "0" * 32}, "key-malformed"),
        ({"key": 5}, "malformed"),
        ({"version": 2**31}, "out-of-range"),
        ({"version": -1}, "out-of-range"),
        ({"version": True}, "malformed"),
        ({"version": 1.0}, "malformed"),
        ({"version": "1"}, "malformed"),
        ({"version": " 1 "}, "malformed"),
        ({"version": "1_000"}, "malformed"),
        ({"version": "١"}, "malformed"),
        ({"version": None}, "malformed"),
        ({"club": "x"}, "unknown-field"),
        ({"sealed": True}, "unknown-field"),
        ({"author": "anna"}, "unknown-field"),
        ({"seq": 5}, "unknown-field"),
        ({"change": []}, "malformed"),
        ({"change": "undo"}, "malformed"),
        ({"change": None}, "malformed"),
    ],
)
def test_a_body_holds_what_is_asked_for_and_nothing_else(
    facts: dict[str, Any], code: str, send: Callable[..., Any]
) -> None:
    """30, 39, 40, 43."""
    found = assert_problem(send({"op": "undo"}, facts), code)
    told = found.get("field") == f"/{next(iter(facts))}" or next(iter(facts)) in found["detail"]
    assert told or code == "key-malformed"


RAW = [
    ("38", b'{"change":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "malformed", "16"),
    ("38", b'{"change":' + b"[" * 20 + b"]" * 20 + b"}", "malformed", "16"),
    ("39", b'{"version":' + b"9" * 5_000 + b"}", "malformed", "digits"),
    ("41", b'{"version":NaN}', "malformed", "NaN"),
    ("41", b'{"version":Infinity}', "malformed", "Infinity"),
    ("41", b'{"version":1e400}', "malformed", "1e400"),
    ("42", b'{"version":1,"version":2}', "malformed", "twice"),
    ("44", b'{"key":"a\\u0000b"}', "malformed", "position"),
    ("44", b'{"key":"\\ud800"}', "malformed", "position"),
    ("44", b'{"key":"\xff"}', "malformed", "UTF-8"),
    ("44", b'\xef\xbb\xbf{"version":1}', "malformed", "byte order mark"),
    ("45", b"[]", "malformed", "one JSON object"),
    ("45", b'"x"', "malformed", "one JSON object"),
    ("45", b"null", "malformed", "one JSON object"),
    ("45", b"", "malformed", "change"),
    ("45", b"{} {}", "malformed", "character"),
    ("46", b'{"key":"' + b"x" * 300_000 + b'"}', "too-large", "262,144"),
]


@pytest.mark.parametrize(("number", "body", "code", "words"), RAW)
def test_bytes_that_are_no_entry(
    number: str, body: bytes, code: str, words: str, hand: Hand, asking: Asking
) -> None:
    address = f"/api/v1/hands/{hand.public_id}/entries"
    response = asking("scorer").post(address, body, "application/json")
    assert words in assert_problem(response, code)["detail"]


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/xml"],
)
def test_only_json_is_read(content_type: str, hand: Hand, asking: Asking) -> None:
    """45."""
    address = f"/api/v1/hands/{hand.public_id}/entries"
    response = asking("scorer").generic("POST", address, b"version=1", content_type)
    assert_problem(response, "unsupported-media-type")


def test_no_packed_body_is_read(hand: Hand, asking: Asking) -> None:
    """45, 55."""
    address = f"/api/v1/hands/{hand.public_id}/entries"
    headers = {"content-encoding": "gzip"}
    response = asking("scorer").post(address, b"\x1f\x8b", "application/json", headers=headers)
    assert_problem(response, "unsupported-media-type")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_entries_are_never_changed(method: str, hand: Hand, asking: Asking) -> None:
    """47."""
    address = f"/api/v1/hands/{hand.public_id}/entries"
    response = asking("scorer").generic(method, address, b"{}", "application/json")
    assert_problem(response, "method-not-allowed")
    assert "POST" in response.headers["Allow"]


def test_a_scorer_who_is_one_no_more(cast: Cast, send: Callable[..., Any]) -> None:
    """35."""
    assert send(act("call", call="pass")).status_code == 201
    Membership.objects.filter(user=cast.scorer).update(role=Role.MEMBER)
    assert_problem(send(act("call", call="pass")), "role-required")


def test_two_hundred_entries_in_a_second(send: Callable[..., Any]) -> None:
    """62."""
    with time_machine.travel(timezone.now(), tick=False):
        *_others, late = [send({"op": "undo"}) for _ in range(WRITES.most + 1)]
    problem = assert_problem(late, "too-fast")
    assert int(late.headers["Retry-After"]) >= 1
    assert "Wait" in problem["detail"]


@pytest.mark.parametrize(
    ("fault", "code"),
    [("database is locked", "busy"), ("database or disk is full", "storage-full")],
)
def test_a_server_that_cannot_save(
    fault: str, code: str, send: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """63."""
    error = {"busy": Busy, "storage-full": StorageFull}[code]

    def fail(*args: object, **facts: object) -> None:
        raise error from OperationalError(fault)

    monkeypatch.setattr("games.book.append", fail)
    response = send(act("call", call="pass"))
    assert_problem(response, code)
    assert response.headers["Retry-After"] == "2"


def test_the_codes_of_the_list_are_in_the_register() -> None:
    named = {case.code for case in CASES} | {code for _number, _body, code, _words in RAW}
    assert named <= KINDS.keys()
    assert json.dumps(sorted(named))
