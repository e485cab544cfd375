"""What must be refused in plain words, numbered as in the list of bad inputs."""

from typing import Any, NamedTuple

import pytest
from django.db import OperationalError

from games.access.quota import Quota
from games.api.http.limits import Writing
from games.models import Entry, Hand, Membership, Role, Seal
from games.writing.errors import Busy, StorageFull
from tests.api.conftest import Asking, Send
from tests.api.table import DEAL, GUARD_WITHOUT, HANDS, KNOWN, Cast, entry
from tests.api.test_errors import assert_problem
from tests.factories import act, calls, open_hand, open_match, plays, write
from tests.ground import undone

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("uncounted")]


class Refusal(NamedTuple):
    """A change is refused with `code`, in a sentence in which `words` stand."""

    number: str
    change: Any
    code: str
    words: str = ""


def dealt(hands: list[Any], stock: Any = None) -> dict[str, Any]:
    return {"op": "deal", "deal": {"hands": hands, "stock": stock}}


# Anna speaks first. Everybody holds every fourth card: Anna S1, S5, S9 …, Boris S2, S6, S10 …
DOG: Any = DEAL["stock"]
GUARD = [KNOWN, *GUARD_WITHOUT]
TAKEN = calls("guard pass pass pass")
LED = [*GUARD, act("play", card="S1")]
CLAIMED = [*LED, act("claim", seat=0)]
# Boris has played a club to a trick of hearts, and next shows a heart.
DISCARDED = [*GUARD_WITHOUT, *plays("H4 C1 H5 H6 H7 H9")]

# What has been entered, and what is refused then.
REFUSED: list[tuple[list[dict[str, Any]], list[Refusal]]] = [
    ([], [
        Refusal("6", dealt([["H10"], ["H10"], None, None]), "duplicate-card"),
        Refusal("6", dealt([HANDS[0], HANDS[0], None, None]), "duplicate-card"),
        Refusal("7", dealt([HANDS[0][1:], None, None, None]), "wrong-card-count", "18"),
        Refusal("7", dealt([None] * 4, DOG[1:]), "wrong-card-count", "6"),
        Refusal("33", {"op": "undo"}, "nothing-to-undo", "take back"),
        Refusal("33", {"op": "rewind", "to": 3}, "malformed", "3"),
        Refusal("43", {"op": "undo", "author": "anna"}, "malformed", "author"),
        Refusal("43", act("call", call="pass", sealed=True), "malformed", "sealed"),
        Refusal("44", act("note", text="a\0b"), "malformed", "position"),
    ]),
    (calls("pass"), [Refusal("9", act("play", seat=0, card="S1"), "wrong-phase")]),
    (calls("guard"), [
        Refusal("10", act("call", call="small"), "bid-too-low", "higher"),
        Refusal("11", act("call", call="contra", of="guard"), "unknown-call"),
    ]),
    (calls("pass pass pass pass"), [
        Refusal("12", act("call", seat=0, call="small"), "wrong-phase"),
    ]),
    ([*TAKEN, act("stock", cards=["HK", *DOG[1:]])], [
        Refusal("13", act("discard", cards=["HK", "S1", "S2", "S3", "S4", "S5"]), "discard-king",
                "king"),
    ]),
    ([*TAKEN, act("stock", cards=DOG)], [
        Refusal("13", act("discard", cards=["T21", "S1", "S2", "S3", "S4", "S5"]),
                "discard-honour"),
        Refusal("14", act("discard", cards=DOG[1:]), "wrong-card-count", "6"),
    ]),
    (GUARD, [
        Refusal("1", act("play", card="T22"), "unknown-card"),
        Refusal("1", act("play", card=""), "unknown-card"),
        Refusal("3", act("play", card="Т1"), "unknown-card"),
        Refusal("3", act("play", card="T１"), "unknown-card"),
        Refusal("14", act("discard", cards=DOG), "wrong-phase"),
        Refusal("15", act("announce", seat=0, what="handful", cards=["T1", "T5"]),
                "announcement-not-allowed"),
    ]),
    (LED, [
        Refusal("8", act("play", seat=3, card="S4"), "not-your-turn", "Boris"),
        Refusal("8", act("play", seat=4, card="S4"), "malformed", "3"),
        Refusal("8", act("play", seat=-1, card="S4"), "malformed", "3"),
        Refusal("9", act("call", seat=1, call="guard"), "wrong-phase"),
        Refusal("16", act("play", card="H5"), "not-in-hand", "Boris"),
        Refusal("16", act("play", card=HANDS[1][-1]), "must-follow-suit", "Boris"),
        Refusal("20", act("play", card=HANDS[1][-1], irregular=""), "malformed"),
    ]),
    ([*LED, act("play", card="S2")], [
        Refusal("5", act("play", card="S1"), "not-in-hand", "Anna"),
        Refusal("20", act("play", card="S1", irregular="so"), "not-in-hand"),
    ]),
    (CLAIMED, [
        Refusal("1 and 26", act("play", card="T22"), "unknown-card"),
        Refusal("1 and 26", act("play", card="S2"), "wrong-phase", "The hand is over"),
        Refusal("23", act("ruling", text="slow", points=[10, 10, -10, -5]), "unbalanced-ruling",
                "5"),
        Refusal("26", act("claim", seat=0), "wrong-phase"),
    ]),
    (DISCARDED, [Refusal("18", act("play", seat=1, card="H8"), "revoke", "Boris")]),
]  # fmt: skip


@pytest.fixture
def hand(cast: Cast) -> Hand:
    """A hand in which Anna speaks first."""
    match = open_match(cast.scorer, cast.club, cast.players, options={"discard": "strict"})
    return open_hand(cast.scorer, match)


@pytest.fixture
def enter(send: Send, hand: Hand) -> Send:
    """A function that sends an entry of the hand as the scorer, made against the newest version."""

    def entering(change: Any, facts: Any = None) -> Any:
        hand.refresh_from_db()
        body = entry(hand.version, change) | (facts or {})
        return send(f"hands/{hand.public_id}/entries", body)

    return entering


def test_an_entry_is_refused_in_plain_words(hand: Hand, cast: Cast, enter: Send) -> None:
    for before, refusals in REFUSED:
        with undone():
            written = Hand.objects.visible_to(cast.scorer).with_table().get(pk=hand.pk)
            for change in before:
                write(cast.scorer, written, change)
            for refusal in refusals:
                found = assert_problem(enter(refusal.change), refusal.code)
                assert refusal.words in found["detail"], refusal
            assert Entry.objects.filter(hand=hand).count() == len(before)


def test_what_may_stand_is_kept(enter: Send) -> None:
    """2: small letters; 19: against the rules, with a reason; 37: a strange time; 50: markup."""
    for change in (*GUARD, act("play", card="s1")):
        assert enter(change).status_code == 201
    stands = act("play", card=HANDS[1][-1], irregular="nobody saw it", at="9999-12-31T23:59:59Z")
    found = enter(stands).json()
    assert found["change"]["action"]["irregular"] == "nobody saw it"
    note = act("note", text="<img src=x onerror=alert(1)> {{ 7*7 }}")
    assert enter(note).json()["change"]["action"]["text"] == note["action"]["text"]


def test_a_hand_is_sealed_when_it_is_finished_and_then_takes_nothing_new(
    hand: Hand, send: Send, enter: Send
) -> None:
    """22, 31, 32: what it knows it answers again."""
    seal = f"hands/{hand.public_id}/seal"
    enter(calls("pass")[0])
    assert_problem(send(seal, {"version": 1}), "hand-not-finished")
    assert not Seal.objects.filter(hand=hand).exists()
    last = [entry(at, calls("pass")[0]) for at in (1, 2, 3)]
    assert [enter(None, body).status_code for body in last] == [201, 201, 201]
    assert send(seal, {"version": 4}).status_code == 201
    again = enter(None, last[-1])
    assert (again.status_code, again.json()["replayed"]) == (200, True)
    assert_problem(enter({"op": "undo"}), "hand-sealed")


WRONG_FIELDS: list[tuple[str, dict[str, Any]]] = [
    ("malformed", {"key": ""}),
    ("key-malformed", {"key": "abc"}),
    ("key-malformed", {"key": "k" * 300}),
    ("key-malformed", {"key": "0" * 32}),
    ("malformed", {"key": 5}),
    ("out-of-range", {"version": 2**31}),
    ("out-of-range", {"version": -1}),
    ("malformed", {"version": True}),
    ("malformed", {"version": 1.0}),
    ("malformed", {"version": "1_000"}),
    ("malformed", {"version": "١"}),
    ("malformed", {"version": None}),
    ("unknown-field", {"club": "x"}),
    ("unknown-field", {"author": "anna"}),
    ("malformed", {"change": []}),
    ("malformed", {"change": "undo"}),
    ("malformed", {"change": None}),
]


def test_a_body_holds_what_is_asked_for_and_nothing_else(enter: Send) -> None:
    """30, 39, 40, 43."""
    for code, facts in WRONG_FIELDS:
        found = assert_problem(enter({"op": "undo"}, facts), code)
        (name,) = facts
        told = found.get("field") == f"/{name}" or name in found["detail"]
        assert told or code == "key-malformed", facts


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
    ("45", b"null", "malformed", "one JSON object"),
    ("45", b"", "malformed", "change"),
    ("45", b"{} {}", "malformed", "character"),
    ("46", b'{"key":"' + b"x" * 300_000 + b'"}', "too-large", "262,144"),
]


def test_only_plain_json_is_read_as_an_entry(hand: Hand, asking: Asking) -> None:
    """38 to 47, 55: odd bytes, other kinds of content, packed bodies."""
    scorer, address = asking("scorer"), f"/api/v1/hands/{hand.public_id}/entries"
    for number, body, code, words in RAW:
        answer = scorer.post(address, body, "application/json")
        assert words in assert_problem(answer, code)["detail"], number
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = scorer.generic("POST", address, b"version=1", kind)
        assert_problem(answer, "unsupported-media-type")
    packed = {"content-encoding": "gzip"}
    answer = scorer.post(address, b"\x1f\x8b", "application/json", headers=packed)
    assert_problem(answer, "unsupported-media-type")


def test_somebody_who_is_no_scorer_any_more_enters_nothing(cast: Cast, enter: Send) -> None:
    """35."""
    assert enter(calls("pass")[0]).status_code == 201
    Membership.objects.filter(user=cast.scorer).update(role=Role.MEMBER)
    assert_problem(enter(calls("pass")[0]), "role-required")


def test_a_program_that_writes_too_often_is_told_how_long_to_wait(
    enter: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    """62."""
    monkeypatch.setattr("games.access.quota._counts.not_before", 0.0)
    monkeypatch.setattr(Writing, "quota", Quota("writes", 2, 60))
    *others, late = [enter({"op": "undo"}) for _ in range(3)]
    assert [answer.status_code for answer in others] == [409, 409]
    problem = assert_problem(late, "too-fast")
    assert int(late.headers["Retry-After"]) >= 1
    assert "Wait" in problem["detail"]


def test_a_server_that_cannot_save_says_so(enter: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    """63."""
    for code, error in {"busy": Busy, "storage-full": StorageFull}.items():

        def fail(error: type[Exception] = error, **_facts: object) -> None:
            raise error from OperationalError("database or disk is full")

        monkeypatch.setattr("games.book.append", fail)
        answer = enter(calls("pass")[0])
        assert_problem(answer, code)
        assert answer.headers["Retry-After"] == "2"
