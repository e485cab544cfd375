"""What is sealed of a record: the game as canonical bytes, names and texts as commitments only."""

import hashlib
import hmac
import json
from typing import Any

import pytest

from games.book import sealing
from games.rules import format_record, parse_record, read_record, replay

IDS = ["aaaa", "bbbb", "cccc", "dddd"]
PROVENANCE = """match mmmm 3
day 2026-11-20
players aaaa bbbb cccc dddd
sealed by 7
entries 2 01ab
"""
# Digests are made of these: another list would give hands that were sealed long ago other ones.
IN_THE_GAME = {
    "call": {"seat", "call", "of"},
    "stock": {"cards"},
    "take": {"seat", "half"},
    "discard": {"seat", "cards", "shown"},
    "buy": {"seat", "card", "pay", "from"},
    "king": {"seat", "card"},
    "announce": {"seat", "what", "cards", "size"},
    "play": {"seat", "card"},
    "takeback": {"seat", "card"},
    "claim": {"seat"},
    "result": {"facts"},
    "ruling": set(),
    "note": set(),
}


def test_the_fields_that_are_sealed_as_the_game_never_change() -> None:
    assert sealing.GAME_FIELDS == IN_THE_GAME


def record_with_everything() -> dict[str, Any]:
    """A hand passed out, with every kind of text that a record may carry and fields nobody uses."""
    return {
        "format": "tarot-hand/1",
        "variant": "french",
        "options": {"defence_slam": 200, "petit_sec": True},
        "players": ["Anna", "Zoé Ж", "Dario", "O’Neil"],
        "dealer": 3,
        "deal": {"hands": [None] * 4, "stock": None, "_shuffled by": "Dario"},
        "actions": [
            {"kind": "note", "text": "Rain outside."},
            {"kind": "call", "seat": 0, "call": "pass", "at": "2026-11-20T20:15:00+01:00"},
            {"kind": "call", "seat": 1, "call": "pass", "note": "after a long think", "size": 0.25},
            {
                "kind": "call",
                "seat": 2,
                "call": "pass",
                "of": {"nobody": "cares"},
                "_x": [1.5, "y"],
            },
            {"kind": "call", "seat": 3, "call": "pass", "pay": "Zoé told me to", "irregular": "-"},
            {
                "kind": "ruling",
                "text": "late",
                "points": [0.5, -0.5, 10, -10],
                "_by": {"di": "rector"},
            },
        ],
        "meta": {"club": "Les Atouts", "Zoé's remark": "", "date": "2026-11-20"},
        "_app": {"b": 1, "a": [2.5]},
    }


@pytest.fixture
def line() -> bytes:
    """The canonical line of that record."""
    return format_record(read_record(record_with_everything()))


@pytest.fixture
def sealed(line: bytes) -> sealing.Sealed:
    return sealing.seal(parse_record(line), IDS, "passed-out", [1, -1, 20, -20], PROVENANCE)


def texts_of(sealed: sealing.Sealed) -> dict[str, str]:
    return {place: text for place, _, text in sealed.texts}


def test_the_record_stands_and_comes_back_byte_for_byte(
    line: bytes, sealed: sealing.Sealed
) -> None:
    assert replay(parse_record(line)).problem is None
    found = read_record(sealing.opened(sealed.game, sealed.commitments, texts_of(sealed)))
    assert format_record(found) == line


def test_the_game_is_canonical_ascii_with_whole_numbers(sealed: sealing.Sealed) -> None:
    game = json.loads(sealed.game, parse_float=lambda digits: pytest.fail(digits))
    again = json.dumps(game, sort_keys=True, separators=(",", ":")).encode()
    assert sealed.game == again
    assert sealed.game.isascii()
    assert game["actions"][-1] == {"kind": "ruling", "halves": [1, -1, 20, -20]}
    assert game["result"] == {"status": "passed-out", "halves": [1, -1, 20, -20]}


def test_no_name_and_no_text_is_in_what_is_hashed(sealed: sealing.Sealed) -> None:
    for said in ("Anna", "Zo", "Dario", "Neil", "Rain", "think", "20:15", "Atouts", "late", "dire"):
        assert said.encode() not in sealed.game
        assert said not in sealed.commitments


def test_every_seal_has_salts_of_its_own(line: bytes) -> None:
    first, second = (
        sealing.seal(parse_record(line), IDS, "passed-out", [0] * 4, PROVENANCE) for _ in "ab"
    )
    assert first.game == second.game
    salts = [salt for one in (first, second) for _, salt, _ in one.texts]
    assert len(set(salts)) == len(salts)
    assert {len(salt) for salt in salts} == {32}
    assert first.content != second.content


def test_a_third_party_checks_a_seal_with_two_hash_functions(sealed: sealing.Sealed) -> None:
    """By the words of games/book/README.md, without our code."""
    digest = hashlib.sha256(sealed.game).hexdigest()
    lines = [
        f"{place} {hmac.new(salt, text.encode(), hashlib.sha256).hexdigest()}\n"
        for place, salt, text in sealed.texts
    ]
    content = f"clubtarot/content/2\n{digest}\n{PROVENANCE}{''.join(lines)}"
    assert sealed.game_digest == digest
    assert sealed.content == hashlib.sha256(content.encode()).hexdigest()


def test_a_seal_from_before_provenances_is_checked_as_it_was(sealed: sealing.Sealed) -> None:
    content = f"clubtarot/content/1\n{sealed.game_digest}\n{sealed.commitments}"
    was = sealing.content_digest(sealed.game_digest, sealed.commitments, None)
    assert was == hashlib.sha256(content.encode()).hexdigest()


def test_what_is_forgotten_reads_erased_and_the_rest_stays(
    line: bytes, sealed: sealing.Sealed
) -> None:
    kept = texts_of(sealed)
    for place in ("players/1", "actions/2/note", "actions/5/text", "meta/1", "actions/1/at"):
        del kept[place]
    found = read_record(sealing.opened(sealed.game, sealed.commitments, kept))
    assert found.players == ("Anna", "[erased]", "Dario", "O’Neil")
    assert found.actions[5]["text"] == "[erased]"
    assert "note" not in found.actions[2]
    assert "at" not in found.actions[1]
    assert replay(found).outcome == replay(parse_record(line)).outcome


def test_an_irregular_card_stays_irregular_when_its_reason_is_forgotten() -> None:
    raw = record_with_everything() | {"actions": [], "deal": None}
    raw["actions"] = [
        {"kind": "call", "seat": 0, "call": "guard"},
        {"kind": "call", "seat": 1, "call": "small", "irregular": "Nobody noticed."},
    ]
    sealed = sealing.seal(read_record(raw), IDS, "passed-out", [0] * 4, PROVENANCE)
    found = read_record(sealing.opened(sealed.game, sealed.commitments, {}))
    assert replay(found).problem is None
    assert found.actions[1]["irregular"] == "[erased]"
