"""Recording through the interface: the same refusals as at the tablet, nothing done twice."""

import secrets
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Entry, Hand, Match, Player
from tests.api.conftest import bearer
from tests.api.table import AUCTION, DEAL, HANDS, Cast, token_of
from tests.api.test_errors import assert_problem
from tests.factories import stated

pytestmark = pytest.mark.both_databases

Asking = Callable[[str], Client]
Send = Callable[..., Any]


@pytest.fixture
def send(asking: Asking) -> Send:
    """A function that sends JSON to an address as the scorer."""
    client = asking("scorer")

    def sending(path: str, body: Any, **headers: str) -> Any:
        return client.post(f"/api/v1/{path}", body, "application/json", headers=headers)

    return sending


def entry(version: int, change: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """The body of an entry with a new key."""
    return {"version": version, "key": secrets.token_urlsafe(16), "change": change, **facts}


def call(name: str) -> dict[str, Any]:
    return {"op": "act", "action": {"kind": "call", "call": name}}


def play(card: str) -> dict[str, Any]:
    return {"op": "act", "action": {"kind": "play", "card": card}}


def test_a_hand_of_a_match_of_results_is_stated_sealed_and_told_by_its_level(
    cast: Cast, send: Send, asking: Asking
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
    told = asking("member").get(f"/api/v1/{place}").json()
    assert (told["level"], told["tricks_written"], told["margin"]) == ("result", None, 4)
    assert [seat["score"] for seat in told["seats"]] == [-58, 174, -58, -58]


def test_an_evening_is_recorded_from_the_first_player_to_the_seal(cast: Cast, send: Send) -> None:
    club = cast.club.public_id
    names = ("Lea", "Max", "Nina", "Otto")
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
    changes = [
        {"op": "deal", "deal": DEAL},
        *map(call, AUCTION),
        play(HANDS[0][-1]),
        {"op": "act", "action": {"kind": "claim", "seat": 0}},
    ]
    for version, change in enumerate(changes):
        done = send(f"{place}/entries", entry(version, change))
        assert done.status_code == 201, done.content
    assert done.json()["position"] == {
        "actions": 6,
        "status": "scored",
        "phase": "over",
        "turn": None,
        "scores": [1560, -520, -520, -520],
    }
    seal = send(f"{place}/seal", {"version": 7})
    assert (seal.status_code, seal.json()["number"]) == (201, 3)
    again = send(f"{place}/seal", {"version": 7})
    assert (again.status_code, again.json()) == (200, seal.json())
    closed = send(f"matches/{match['id']}/close", {})
    assert closed.json()["closed_at"] is not None


def test_the_seat_on_turn_is_filled_in(cast: Cast, send: Send) -> None:
    done = send(f"hands/{cast.open.public_id}/entries", entry(2, call("pass"))).json()
    assert done["change"]["action"] == {"kind": "call", "call": "pass", "seat": 3}
    assert (done["version"], done["position"]["turn"]) == (3, 0)


def test_an_entry_that_is_sent_twice_is_made_once(cast: Cast, send: Send) -> None:
    body = entry(2, call("pass"))
    place = f"hands/{cast.open.public_id}/entries"
    first = send(place, body)
    send(place, entry(3, call("pass")))
    again = send(place, body)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == {**first.json(), "replayed": True}
    assert cast.open.entries.count() == 4


def test_the_key_may_stand_in_the_header(cast: Cast, send: Send) -> None:
    body = {"version": 2, "change": call("pass")}
    place = f"hands/{cast.open.public_id}/entries"
    key = {"idempotency-key": f'"{secrets.token_urlsafe(16)}"'}
    assert send(place, body, **key).status_code == 201
    assert send(place, body, **key).json()["replayed"]


def test_a_key_cannot_stand_for_two_entries(cast: Cast, send: Send) -> None:
    body = entry(2, call("pass"))
    place = f"hands/{cast.open.public_id}/entries"
    send(place, body)
    assert_problem(send(place, body | {"change": call("small")}), "idempotency-key-reused")


def test_the_second_writer_learns_what_they_missed(cast: Cast, send: Send) -> None:
    place = f"hands/{cast.open.public_id}/entries"
    send(place, entry(2, call("small")))
    found = assert_problem(send(place, entry(2, call("pass"))), "stale-version")
    assert found["version"] == 3
    assert [(one["seq"], one["author"]) for one in found["entries"]] == [(3, "scorer")]
    same = assert_problem(send(place, entry(2, call("small"))), "already-recorded")
    assert same["entries"] == found["entries"]
    assert assert_problem(send(place, entry(9, call("pass"))), "version-ahead")["version"] == 3


def test_the_api_words_refusals_of_the_rules_like_the_tablet(cast: Cast, send: Send) -> None:
    place = f"hands/{cast.open.public_id}/entries"
    send(place, entry(2, call("guard")))
    found = assert_problem(send(place, entry(3, call("small"))), "bid-too-low")
    assert (found["action"], found["field"], found["seat"]) == (2, "/change", 0)
    assert found["rule"].startswith("french/1.")
    assert found["errors"][0]["pointer"] == "/change"
    assert cast.open.entries.count() == 3


def test_a_refused_card_comes_with_those_that_would_be_legal(cast: Cast, send: Send) -> None:
    place = f"hands/{cast.open.public_id}/entries"
    bids = ("guard-without", "pass", "pass")
    for version, bid in enumerate(bids, 2):
        send(place, entry(version, call(bid)))
    send(place, entry(5, play(HANDS[2][0])))
    spades = {card for card in HANDS[3] if card.startswith("S")}
    found = assert_problem(send(place, entry(6, play(HANDS[3][-1]))), "must-follow-suit")
    assert set(found["legal"]) == spades
    assert (found["seat"], found["rule"]) == (3, "french/1.9.3a")


@pytest.mark.parametrize(
    ("change", "actions"),
    [
        ({"op": "undo"}, 0),
        ({"op": "rewind", "to": 0}, 0),
        ({"op": "change", "edits": [[0, {"kind": "call", "seat": 2, "call": "small"}]]}, 1),
        ({"op": "deal", "deal": {"hands": [None] * 4}}, 1),
    ],
)
def test_what_was_recorded_can_be_taken_back_and_corrected(
    change: dict[str, Any], actions: int, cast: Cast, send: Send
) -> None:
    done = send(f"hands/{cast.open.public_id}/entries", entry(2, change))
    assert done.status_code == 201, done.content
    assert done.json()["position"]["actions"] == actions


def test_a_correction_can_be_tried_before_it_is_made(cast: Cast, send: Send) -> None:
    place = f"hands/{cast.open.public_id}/entries"
    send(place, entry(2, call("small")))
    guard = [[0, {"kind": "call", "seat": 2, "call": "guard"}]]
    tried = send(f"{place}/preview", {"change": {"op": "change", "edits": guard}}).json()
    assert not tried["ok"]
    assert (tried["error"]["code"], tried["error"]["action"]) == ("bid-too-low", 1)
    assert tried["position"]["actions"] == 1
    assert send(f"{place}/preview", {"change": call("pass")}).json()["ok"]
    assert cast.open.entries.count() == 3


@pytest.mark.parametrize(
    ("action", "code", "status"),
    [
        ({"kind": "play", "card": "T22"}, "unknown-card", 422),
        ({"kind": "announce", "seat": 0, "what": "handful", "cards": ["®"]}, "unknown-card", 422),
        ({"kind": "call", "call": "grand" * 20}, "unknown-call", 422),
        ({"kind": "announce", "seat": 0, "what": ""}, "unknown-announcement", 422),
        ({"kind": "play", "card": 22}, "malformed", 400),
    ],
)
def test_what_names_nothing_in_the_game_is_no_try(
    action: dict[str, Any], code: str, status: int, cast: Cast, send: Send
) -> None:
    place = f"hands/{cast.open.public_id}/entries/preview"
    refused = send(place, {"change": {"op": "act", "action": action}})
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert refused.json()["errors"][0]["pointer"] == "/change"


def test_a_program_says_how_a_hand_went_wrong_and_why(cast: Cast, send: Send) -> None:
    address, at = f"hands/{cast.open.public_id}/void", {"version": 2}
    for half in ({"void_as": "misdealt"}, {"because": "19 cards for Anna"}):
        assert send(address, at | half).status_code == 400
    done = send(address, at | {"void_as": "misdealt", "because": "19 cards for Anna"})
    assert done.json()["state"] == "void"
    cast.open.refresh_from_db()
    assert (cast.open.void_as, cast.open.comment) == ("misdealt", "19 cards for Anna")


def test_opening_a_hand_twice_opens_one(cast: Cast, send: Send) -> None:
    again = send("hands", {"match": cast.match.public_id})
    assert (again.status_code, again.json()["id"]) == (200, cast.open.public_id)
    send(f"hands/{cast.open.public_id}/void", {"version": 2})
    other = send("hands", {"match": cast.match.public_id, "comment": "Dealt again."})
    assert (other.status_code, other.json()["number"]) == (201, 4)


def test_the_trail_of_a_hand_is_for_its_scorers(cast: Cast, asking: Asking) -> None:
    address = f"/api/v1/hands/{cast.scored.public_id}/entries"
    trail = asking("scorer").get(address).json()
    assert trail["version"] == len(trail["entries"]) == 7
    assert trail["entries"][1]["change"]["action"]["call"] == "guard-without"
    assert_problem(asking("member").get(address), "role-required")
    assert_problem(asking("stranger").get(address), "not-found")


WRITES = [
    ("players", {"club": "{club}", "name": "Eve"}),
    ("matches", {"club": "{club}", "title": "T", "variant": "french", "seats": ["{player}"]}),
    ("matches/{match}/close", {}),
    ("hands", {"match": "{match}"}),
    ("hands/{open}/entries", entry(2, call("pass"))),
    ("hands/{open}/entries/preview", {"change": call("pass")}),
    ("hands/{open}/seal", {"version": 2}),
    ("hands/{open}/void", {"version": 2}),
]


@pytest.mark.parametrize(("path", "body"), WRITES)
@pytest.mark.parametrize(
    ("who", "code"),
    [("anonymous", "login-required"), ("member", "role-required"), ("stranger", "not-found")],
)
def test_only_scorers_write(
    who: str, code: str, path: str, body: Any, cast: Cast, asking: Asking
) -> None:
    ids = {name: getattr(cast, name).public_id for name in ("club", "match", "open")}
    ids["player"] = cast.players[0].public_id
    filled = {
        key: value.format(**ids)
        if isinstance(value, str) and value.startswith("{")
        else [one.format(**ids) for one in value]
        if isinstance(value, list)
        else value
        for key, value in body.items()
    }
    counts = [model.objects.count() for model in (Player, Match, Hand, Entry)]
    response = asking(who).post(f"/api/v1/{path.format(**ids)}", filled, "application/json")
    assert_problem(response, code)
    assert counts == [model.objects.count() for model in (Player, Match, Hand, Entry)]


def test_a_token_records_only_if_it_was_made_for_it(cast: Cast) -> None:
    address = f"/api/v1/hands/{cast.open.public_id}/entries"
    body = entry(2, call("pass"))
    reader, writer = token_of(cast.scorer), token_of(cast.scorer, scope="record", name="Tablet 2")
    assert_problem(bearer(reader).post(address, body, "application/json"), "scope-required")
    assert bearer(writer).post(address, body, "application/json").status_code == 201
    assert Entry.objects.latest("id").device == "Tablet 2"


def test_a_token_for_one_club_writes_in_no_other(cast: Cast) -> None:
    token = token_of(cast.scorer, scope="record", club=cast.other_club)
    response = bearer(token).post(
        f"/api/v1/hands/{cast.open.public_id}/void", {"version": 2}, "application/json"
    )
    assert_problem(response, "not-found")


def whole(cast: Cast, **facts: Any) -> dict[str, Any]:
    """The body that brings a finished hand of the cast's match."""
    calls = [
        {"kind": "call", "seat": seat, "call": bid}
        for seat, bid in zip((0, 1, 2, 3), AUCTION, strict=True)
    ]
    record = {
        "format": "tarot-hand/1",
        "variant": "french",
        "players": [player.name for player in cast.players],
        "dealer": 3,
        "deal": DEAL,
        "actions": [
            *calls,
            {"kind": "play", "seat": 0, "card": HANDS[0][-1]},
            {"kind": "claim", "seat": 0},
        ],
        "meta": {"source": "a notebook"},
        **facts,
    }
    return {"match": cast.match.public_id, "key": secrets.token_urlsafe(16), "record": record}


def test_a_hand_comes_whole_from_its_record(cast: Cast, send: Send, asking: Asking) -> None:
    send(f"hands/{cast.open.public_id}/void", {"version": 2})
    body = whole(cast)
    made = send("hands", body)
    assert made.status_code == 201, made.content
    hand = made.json()
    assert (hand["state"], hand["status"], hand["contract"]) == (
        "sealed",
        "scored",
        "guard-without",
    )
    record = asking("member").get(f"/api/v1/hands/{hand['id']}/record").json()
    assert record["meta"] == {"source": "a notebook"}
    again = send("hands", body)
    assert (again.status_code, again.json()) == (200, hand)
    changed = {**body, "record": whole(cast, meta={})["record"]}
    assert_problem(send("hands", changed), "idempotency-key-reused")


@pytest.mark.parametrize(
    ("facts", "code", "pointer"),
    [
        ({"actions": [{"kind": "call", "seat": 3, "call": "pass"}]}, "not-your-turn",
         "/record/actions/0"),
        ({"players": ["Anna", "Boris", "Chloé", "Eve"]}, "record-mismatch", "/record/players"),
        ({"variant": "frenh"}, "unknown-variant", "/record"),
        ({"format": "tarot-hand/9"}, "malformed", "/record"),
        ({"actions": []}, "hand-not-finished", None),
    ],
)  # fmt: skip
def test_a_record_that_cannot_be_taken_leaves_nothing(
    facts: Any, code: str, pointer: str | None, cast: Cast, send: Send
) -> None:
    send(f"hands/{cast.open.public_id}/void", {"version": 2})
    before = Hand.objects.count()
    found = assert_problem(send("hands", whole(cast, **facts)), code)
    assert found.get("field") == pointer
    assert Hand.objects.count() == before


def test_beside_an_open_hand_no_record_is_taken(cast: Cast, send: Send) -> None:
    assert_problem(send("hands", whole(cast)), "hand-still-open")


def test_a_record_says_itself_what_else_the_body_could_say(cast: Cast, send: Send) -> None:
    found = assert_problem(send("hands", whole(cast) | {"comment": "x"}), "unknown-field")
    assert found["field"] == "/comment"
    body = {"match": cast.match.public_id, "seal": True}
    assert_problem(send("hands", body), "unknown-field")
