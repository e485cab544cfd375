"""Recording through the interface: the same refusals as at the tablet, nothing done twice."""

from typing import Any

import pytest
from django.test import Client

from games.models import Entry, Hand, Match, Player
from tests.api.conftest import Asking, Send, bearer
from tests.api.table import DEAL, HANDS, NAMES, PLAYED, Cast, entry, token_of
from tests.api.test_errors import assert_problem
from tests.factories import act, new_key, stated, write
from tests.ground import undone

pytestmark = pytest.mark.both_databases


def call(name: str) -> dict[str, Any]:
    return act("call", call=name)


def play(card: str) -> dict[str, Any]:
    return act("play", card=card)


def test_a_hand_of_a_match_of_results_is_stated_sealed_and_told_by_its_level(
    cast: Cast, send: Send, member: Client, asking: Asking
) -> None:
    seats = [player.public_id for player in cast.players[:4]]
    body = {"club": cast.club.public_id, "title": "Results", "variant": "french", "seats": seats}
    match = send("matches", body | {"first_dealer": 3, "writes": "result-only"}).json()
    assert match["writes"] == "result-only"
    place = f"hands/{send('hands', {'match': match['id']}).json()['id']}"
    shown = asking("scorer").get(f"/api/v1/{place}").json()
    assert (shown["level"], shown["status"]) == ("full", None)
    assert send(f"{place}/entries", entry(0, stated())).status_code == 201
    assert send(f"{place}/seal", {"version": 1}).status_code == 201
    told = member.get(f"/api/v1/{place}").json()
    assert (told["level"], told["tricks_written"], told["margin"]) == ("result", None, 4)
    assert [seat["score"] for seat in told["seats"]] == [-58, 174, -58, -58]


def test_an_evening_is_recorded_from_the_first_player_to_the_seal(
    cast: Cast, send: Send, asking: Asking
) -> None:
    club, names = cast.club.public_id, ("Lea", "Max", "Nina", "Otto")
    added = [send("players", {"club": club, "name": name}) for name in names]
    assert [one.status_code for one in added] == [201] * 4
    seats = [one.json()["id"] for one in added]
    opened = send(
        "matches",
        {"club": club, "title": "Saturday", "variant": "french", "seats": seats}
        | {"first_dealer": 3, "played_on": "2026-11-21", "hands_planned": 8},
    )
    match = opened.json()
    assert opened.status_code == 201
    assert opened.headers["Location"].endswith(f"/api/v1/matches/{match['id']}")
    assert [seat["name"] for seat in match["seats"]] == list(names)
    hand = send("hands", {"match": match["id"], "writes": "all-hands"}).json()
    assert (hand["number"], hand["dealer"], hand["version"]) == (1, 3, 0)
    place = f"hands/{hand['id']}"
    for version, change in enumerate(PLAYED):
        done = send(f"{place}/entries", entry(version, change))
        assert done.status_code == 201, done.content
    assert done.json()["position"] == {
        "actions": 6,
        "status": "scored",
        "phase": "over",
        "turn": None,
        "scores": [1560, -520, -520, -520],
    }
    trail = asking("scorer").get(f"/api/v1/{place}/entries").json()
    assert trail["version"] == len(trail["entries"]) == 7
    # The seat whose turn it was is filled in.
    called = {"kind": "call", "call": "guard-without", "seat": 0}
    assert trail["entries"][1]["change"]["action"] == called
    seal = send(f"{place}/seal", {"version": 7})
    assert (seal.status_code, seal.json()["number"]) == (201, 3)
    again = send(f"{place}/seal", {"version": 7})
    assert (again.status_code, again.json()) == (200, seal.json())
    closed = send(f"matches/{match['id']}/close", {})
    assert closed.json()["closed_at"] is not None


def test_an_entry_is_made_once_however_often_and_late_it_is_sent(cast: Cast, send: Send) -> None:
    place, body = f"hands/{cast.open.public_id}/entries", entry(2, call("pass"))
    first = send(place, body)
    assert (first.status_code, first.json()["position"]["turn"]) == (201, 0)
    later = {"version": 3, "change": call("pass")}
    in_header = {"idempotency-key": f'"{new_key()}"'}
    assert send(place, later, **in_header).status_code == 201
    assert send(place, later, **in_header).json()["replayed"]
    again = send(place, body)
    assert (again.status_code, again.json()) == (200, {**first.json(), "replayed": True})
    assert_problem(send(place, body | {"change": call("small")}), "idempotency-key-reused")
    assert cast.open.entries.count() == 4


def test_a_second_writer_learns_what_they_missed(cast: Cast, send: Send) -> None:
    place = f"hands/{cast.open.public_id}/entries"
    send(place, entry(2, call("small")))
    found = assert_problem(send(place, entry(2, call("pass"))), "stale-version")
    assert found["version"] == 3
    assert [(one["seq"], one["author"]) for one in found["entries"]] == [(3, "scorer")]
    same = assert_problem(send(place, entry(2, call("small"))), "already-recorded")
    assert same["entries"] == found["entries"]
    assert assert_problem(send(place, entry(9, call("pass"))), "version-ahead")["version"] == 3


def test_a_refusal_of_the_rules_names_the_rule_and_what_would_be_legal(
    cast: Cast, send: Send
) -> None:
    place = f"hands/{cast.open.public_id}/entries"
    send(place, entry(2, call("guard-without")))
    found = assert_problem(send(place, entry(3, call("small"))), "bid-too-low")
    assert (found["action"], found["field"], found["seat"]) == (2, "/change", 0)
    assert found["rule"].startswith("french/1.")
    assert found["errors"][0]["pointer"] == "/change"
    cast.open.refresh_from_db()
    for change in (call("pass"), call("pass"), play(HANDS[2][0])):
        write(cast.scorer, cast.open, change)
    found = assert_problem(send(place, entry(6, play(HANDS[3][-1]))), "must-follow-suit")
    assert set(found["legal"]) == {card for card in HANDS[3] if card.startswith("S")}
    assert (found["seat"], found["rule"]) == (3, "french/1.9.3a")
    assert cast.open.entries.count() == 6


def test_what_was_recorded_can_be_taken_back_and_corrected(cast: Cast, send: Send) -> None:
    """Anna's deal and Chloé's pass are written; how many actions each change leaves of it."""
    small = {"kind": "call", "seat": 2, "call": "small"}
    changes: list[tuple[dict[str, Any], int]] = [
        ({"op": "undo"}, 0),
        ({"op": "rewind", "to": 0}, 0),
        ({"op": "change", "edits": [[0, small]]}, 1),
        ({"op": "deal", "deal": {"hands": [None] * 4}}, 1),
    ]
    for change, actions in changes:
        with undone():
            done = send(f"hands/{cast.open.public_id}/entries", entry(2, change))
            assert done.status_code == 201, done.content
            assert done.json()["position"]["actions"] == actions


def test_an_entry_can_be_tried_before_it_is_made(cast: Cast, send: Send) -> None:
    """What names nothing in the game is not even tried."""
    place = f"hands/{cast.open.public_id}/entries"
    send(place, entry(2, call("small")))
    guard = [[0, {"kind": "call", "seat": 2, "call": "guard"}]]
    tried = send(f"{place}/preview", {"change": {"op": "change", "edits": guard}}).json()
    assert not tried["ok"]
    assert (tried["error"]["code"], tried["error"]["action"]) == ("bid-too-low", 1)
    assert tried["position"]["actions"] == 1
    assert send(f"{place}/preview", {"change": call("pass")}).json()["ok"]
    for change, code in (
        (play("T22"), "unknown-card"),
        (act("announce", seat=0, what="handful", cards=["®"]), "unknown-card"),
        (call("grand" * 20), "unknown-call"),
        (act("announce", seat=0, what=""), "unknown-announcement"),
        (act("play", card=22), "malformed"),
    ):
        refused = assert_problem(send(f"{place}/preview", {"change": change}), code)
        assert refused["errors"][0]["pointer"] == "/change"
    assert cast.open.entries.count() == 3


def test_a_match_has_one_open_hand_which_a_program_ends_with_how_and_why(
    cast: Cast, send: Send
) -> None:
    again = send("hands", {"match": cast.match.public_id})
    assert (again.status_code, again.json()["id"]) == (200, cast.open.public_id)
    address, at = f"hands/{cast.open.public_id}/void", {"version": 2}
    for half in ({"void_as": "misdealt"}, {"because": "19 cards for Anna"}):
        assert send(address, at | half).status_code == 400
    done = send(address, at | {"void_as": "misdealt", "because": "19 cards for Anna"})
    assert done.json()["state"] == "void"
    cast.open.refresh_from_db()
    assert (cast.open.void_as, cast.open.comment) == ("misdealt", "19 cards for Anna")
    other = send("hands", {"match": cast.match.public_id, "comment": "Dealt again."})
    assert (other.status_code, other.json()["number"]) == (201, 4)


def test_only_scorers_add_players_matches_and_hands(cast: Cast, asking: Asking) -> None:
    """Who may write at every other address is in tests/test_matrix.py."""
    club, seats = cast.club.public_id, [player.public_id for player in cast.players]
    match = {"club": club, "title": "T", "variant": "french", "seats": seats}
    bodies = {
        "players": {"club": club, "name": "Eve"},
        "matches": match,
        "hands": {"match": cast.match.public_id},
    }
    models = (Player, Match, Hand, Entry)
    counts = [model.objects.count() for model in models]
    codes = {"anonymous": "login-required", "member": "role-required", "stranger": "not-found"}
    for who, code in codes.items():
        client = asking(who)
        for path, body in bodies.items():
            assert_problem(client.post(f"/api/v1/{path}", body, "application/json"), code)
    assert counts == [model.objects.count() for model in models]


def test_a_token_records_only_if_and_where_it_was_made_for_it(cast: Cast) -> None:
    address, body = f"/api/v1/hands/{cast.open.public_id}/entries", entry(2, call("pass"))
    recording: dict[str, Any] = {"scope": "record", "name": "Tablet 2"}
    for token, code in (
        (token_of(cast.scorer), "scope-required"),
        (token_of(cast.scorer, **recording, club=cast.other_club), "not-found"),
    ):
        assert_problem(bearer(token).post(address, body, "application/json"), code)
    writer = bearer(token_of(cast.scorer, **recording))
    assert writer.post(address, body, "application/json").status_code == 201
    assert Entry.objects.latest("id").device == "Tablet 2"


# --- whole hands ------------------------------------------------------------------------------


def whole(cast: Cast, **facts: Any) -> dict[str, Any]:
    """The body that brings a finished hand of the cast's match."""
    _deal, *calls, lead, claim = PLAYED
    record = {
        "format": "tarot-hand/1",
        "variant": "french",
        "players": NAMES,
        "dealer": 3,
        "deal": DEAL,
        "actions": [
            *({**bid["action"], "seat": seat} for seat, bid in enumerate(calls)),
            {**lead["action"], "seat": 0},
            claim["action"],
        ],
        "meta": {"source": "a notebook"},
        **facts,
    }
    return {"match": cast.match.public_id, "key": new_key(), "record": record}


def test_a_hand_comes_whole_from_its_record(cast: Cast, send: Send, member: Client) -> None:
    assert_problem(send("hands", whole(cast)), "hand-still-open")
    send(f"hands/{cast.open.public_id}/void", {"version": 2})
    body = whole(cast)
    made = send("hands", body)
    assert made.status_code == 201, made.content
    hand = made.json()
    facts = [hand[name] for name in ("state", "status", "contract")]
    assert facts == ["sealed", "scored", "guard-without"]
    record = member.get(f"/api/v1/hands/{hand['id']}/record").json()
    assert record["meta"] == {"source": "a notebook"}
    again = send("hands", body)
    assert (again.status_code, again.json()) == (200, hand)
    changed = {**body, "record": whole(cast, meta={})["record"]}
    assert_problem(send("hands", changed), "idempotency-key-reused")


WRONG_RECORDS: list[tuple[dict[str, Any], str, str | None]] = [
    ({"actions": [{"kind": "call", "seat": 3, "call": "pass"}]}, "not-your-turn",
     "/record/actions/0"),
    ({"players": ["Anna", "Boris", "Chloé", "Eve"]}, "record-mismatch", "/record/players"),
    ({"variant": "frenh"}, "unknown-variant", "/record"),
    ({"format": "tarot-hand/9"}, "malformed", "/record"),
    ({"actions": []}, "hand-not-finished", None),
]  # fmt: skip


def test_a_record_that_cannot_be_taken_leaves_nothing(cast: Cast, send: Send) -> None:
    """A body that repeats what the record says itself is refused too."""
    send(f"hands/{cast.open.public_id}/void", {"version": 2})
    before = Hand.objects.count()
    for facts, code, pointer in WRONG_RECORDS:
        found = assert_problem(send("hands", whole(cast, **facts)), code)
        assert found.get("field") == pointer
    twice = assert_problem(send("hands", whole(cast) | {"comment": "x"}), "unknown-field")
    assert twice["field"] == "/comment"
    seal = {"match": cast.match.public_id, "seal": True}
    assert_problem(send("hands", seal), "unknown-field")
    assert Hand.objects.count() == before
