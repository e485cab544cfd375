"""What a seal consists of: canonical bytes, commitments, digests. The layout is in README.md.

A record falls into two parts. The *game* part, what happened with the cards, becomes canonical
bytes and is hashed. Names and texts stay outside: the seal holds only a salted commitment to each,
so that a text can be forgotten and every digest still checks.

Pure functions over records; nothing here touches a table.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from games.rules import Record, format_record, kinds, number, shape

# Which edition of our rules judged a hand; it rises when they judge differently.
RULES_EDITION = 2
SALT_BYTES = 32
ERASED = "[erased]"

TEXT_FIELDS = (*kinds.TEXTS, "at")
# The fields of an action that belong to the game; everything else is a text. The points of a ruling
# become whole numbers of half points.
GAME_FIELDS = {
    kind: kinds.fields_of(kind).keys() - {*TEXT_FIELDS, "points"} for kind in kinds.KINDS
}
_WORD = re.compile(r"[a-z][a-z0-9-]{0,23}|[SHDC](?:[1-9]|10|[JNQK])|T[0-9]{1,2}|F")

Texts = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Sealed:
    """The digests of one record, and its texts as (place, salt, text)."""

    game: bytes
    game_digest: str
    provenance: str
    commitments: str
    content: str
    texts: tuple[tuple[str, bytes, str], ...]


def seal(
    record: Record,
    player_ids: Sequence[str],
    status: str,
    halves: Sequence[int],
    provenance: str,
) -> Sealed:
    """Seal a finished record.

    `player_ids`: the public id of the player on each seat; `status` and `halves` are what the hand
    came to, scores in half points, so that a later edition of the rules cannot change it unseen;
    `provenance`: the lines of provenance.py.
    """
    game, texts = cut(json.loads(format_record(record)), player_ids)
    return seal_parts(game_bytes(game, status, halves), texts, provenance)


def game_bytes(game: Mapping[str, Any], status: str, halves: Sequence[int]) -> bytes:
    """Return the canonical bytes of a game part, with its result and the edition of the rules."""
    result = {"status": status, "halves": list(halves)}
    return canonical({**game, "rules": RULES_EDITION, "result": result})


def seal_parts(data: bytes, texts: Texts, provenance: str) -> Sealed:
    """Seal the two parts of a record: its `game_bytes` and the texts by place."""
    salted = tuple((place, secrets.token_bytes(SALT_BYTES), text) for place, text in texts)
    lines = "".join(f"{place} {commitment(salt, text)}\n" for place, salt, text in salted)
    digest = hashlib.sha256(data).hexdigest()
    content = content_digest(digest, lines, provenance)
    return Sealed(data, digest, provenance, lines, content, salted)


def with_agreed(parts: Sealed, agreed: str) -> Sealed:
    """Return the parts of a seal with a line of who agreed to the score; `agreed` may be ""."""
    if not agreed:
        return parts
    where = f"{parts.provenance}agreed {agreed}\n"
    content = content_digest(parts.game_digest, parts.commitments, where)
    return replace(parts, provenance=where, content=content)


def is_erased(place: str, text: str) -> bool:
    """Return whether a text is the placeholder of an erased one, as in an older seal's record."""
    name = text.partition(" ")[2] if place.startswith("players/") else text
    return name == ERASED


def canonical(value: Any) -> bytes:
    """Return JSON with sorted keys and without spaces: ASCII, hence UTF-8 and NFC."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def commitment(salt: bytes, text: str) -> str:
    """Return the HMAC-SHA256 of a text under its salt, in hexadecimal."""
    return hmac.new(salt, text.encode(), hashlib.sha256).hexdigest()


def content_digest(game_digest: str, commitments: str, provenance: str | None) -> str:
    """Return the digest of the game, its origin (None in old seals) and the commitments."""
    if provenance is None:
        return _digest("clubtarot/content/1", game_digest, commitments.removesuffix("\n"))
    lines = f"{provenance}{commitments}".removesuffix("\n")
    return _digest("clubtarot/content/2", game_digest, lines)


def link_digest(
    *,
    previous: str,
    club: str,
    number: int,
    hand: str,
    revision: int,
    sealed_at: datetime,
    content: str,
) -> str:
    """Return the digest of a seal's place in its chain; `club` and `hand` are public ids."""
    when = sealed_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return _digest(
        "clubtarot/link/1", previous, club, str(number), hand, str(revision), when, content
    )


def _digest(*lines: str) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def cut(record: Mapping[str, Any], player_ids: Sequence[str]) -> tuple[dict[str, Any], Texts]:
    """Divide a record, a decoded JSON object, into its game part and its texts by place."""
    texts: Texts = [
        (f"players/{seat}", f"{player_ids[seat]} {name}")
        for seat, name in enumerate(record["players"])
    ]
    game = {key: record[key] for key in ("variant", "options", "dealer")}
    game |= {"format": "clubtarot-game/1", "seats": len(record["players"])}
    texts += _pairs("meta", record.get("meta", {}).items())
    texts += _pairs("extra", ((key, record[key]) for key in record if key.startswith("_")))
    if "deal" in record:
        deal = record["deal"]
        game["deal"] = {key: deal[key] for key in ("hands", "stock")}
        texts += _pairs("deal", ((key, deal[key]) for key in deal if key.startswith("_")))
    game["actions"] = []
    for index, action in enumerate(record["actions"]):
        kept, words = _cut_action(action, f"actions/{index}")
        game["actions"].append(kept)
        texts += words
    return game, texts


def _cut_action(action: Mapping[str, Any], place: str) -> tuple[dict[str, Any], Texts]:
    kept: dict[str, Any] = {"kind": action["kind"]}
    texts: Texts = []
    odd = []
    for key, value in action.items():
        if key == "kind":
            continue
        if key in GAME_FIELDS[action["kind"]] and _is_plain(value):
            kept[key] = value
        elif key == "points" and action["kind"] == "ruling":
            kept["halves"] = [int(2 * number) for number in value]
        elif key in TEXT_FIELDS and isinstance(value, str):
            texts.append((f"{place}/{key}", value))
        else:
            odd.append((key, value))
    return kept, texts + _pairs(f"{place}/other", odd)


def game_part(action: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of an action that belongs to the game, without people's own words."""
    return _cut_action(action, "")[0]


def is_of_game(kind: str, key: str, value: Any) -> bool:
    """Return whether a field of an action says what happened, so that it cannot name anybody.

    Stated facts do, although a seal keeps them among the texts.
    """
    if key == "kind" or (kind, key) in (("ruling", "points"), ("result", "facts")):
        return True
    return key in GAME_FIELDS[kind] and _is_plain(value)


def _is_plain(value: Any) -> bool:
    """Return whether a value may be in the game part: nothing that could name a person."""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    if isinstance(value, str):
        return _WORD.fullmatch(value) is not None
    return value is None or isinstance(value, int)


def _pairs(place: str, items: Any) -> Texts:
    """Return keys that are free text themselves, each with its value in one text, as JSON."""
    return [
        (f"{place}/{index}", json.dumps(list(pair), separators=(",", ":"), ensure_ascii=False))
        for index, pair in enumerate(items)
    ]


def opened(game: bytes, commitments: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the record, as a JSON object, of a seal and what is left of its texts by place.

    A name or reason that was erased reads `[erased]`; other erased texts are left out.
    """
    kept = json.loads(game)
    record: dict[str, Any] = {"format": shape.format_of(kept["actions"])}
    record |= {key: kept[key] for key in ("variant", "options", "dealer", "deal") if key in kept}
    record["players"] = [ERASED] * kept["seats"]
    record["actions"] = [whole_action(action) for action in kept["actions"]]
    record["meta"] = {}
    for place in places(commitments):
        _put(record, place.split("/"), texts.get(place))
    return record


def places(commitments: str) -> Iterator[str]:
    """Return the places of the texts of a seal, in their order."""
    return (line.partition(" ")[0] for line in commitments.splitlines())


def whole_action(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return an action of the game part as a record has it, without its texts."""
    action = {key: value for key, value in kept.items() if key != "halves"}
    if "halves" in kept:
        action["points"] = [number(half) for half in kept["halves"]]
    return action


def _put(record: dict[str, Any], place: Sequence[str], text: str | None) -> None:
    match place, text:
        case ["players", seat], str():
            record["players"][int(seat)] = text.partition(" ")[2]
        case ["actions", index, ("text" | "irregular" | "note" | "at") as key], _:
            if text is not None or key in ("text", "irregular"):
                record["actions"][int(index)][key] = ERASED if text is None else text
        case [("meta" | "extra" | "deal" | "actions") as part, *rest], str():
            owner = {"extra": record, "meta": record["meta"], "deal": record.get("deal")}
            target = record["actions"][int(rest[0])] if part == "actions" else owner[part]
            key, value = json.loads(text)
            target[key] = value
