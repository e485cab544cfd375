"""The rows of a match as the site writes them, without the entries, which no page of it reads."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from random import Random
from typing import Any

from games.book import sealing
from games.models import Hand, HandSeat, Match, MatchSeat, Seal, SealedText
from games.models.folding import folded
from games.models.people import GENESIS
from tests.campaigns.volume.patterns import REMARKS, Pattern
from tests.campaigns.volume.plan import HANDS_A_MATCH, Evening, public_id

MODELS = (Match, MatchSeat, Hand, HandSeat, Seal, SealedText)
BEGINNING, A_HAND, SEALING = time(20, tzinfo=UTC), timedelta(minutes=12), timedelta(minutes=9)
REMARKED = 0.03  # this part of the hands has a comment

Row = dict[str, Any]
Rows = dict[type, list[Row]]
Pool = dict[tuple[str, int, int], list[Pattern]]


@dataclass
class Chain:
    """The seals of a club so far."""

    key: int
    public_id: str
    name: str
    number: int = 0
    head: str = GENESIS


def defaults_of(model: Any) -> Row:
    """A row with what a model says of the columns that nobody gives."""
    found = {field.attname: field.get_default() for field in model._meta.concrete_fields}
    return {
        name: json.dumps(value) if isinstance(value, dict | list) else value
        for name, value in found.items()
    }


def match_row(evening: Evening, chain: Chain, user: int) -> Row:
    """The row of a match; its key is its number, from 1."""
    begun = datetime.combine(evening.day, BEGINNING)
    return {
        "id": evening.number + 1,
        "club_id": chain.key,
        "public_id": public_id("match", evening.number),
        "title": evening.title,
        "variant": evening.variant,
        "table": str(1 + evening.number % 20),
        "played_on": evening.day,
        "hands_planned": HANDS_A_MATCH,
        "opened_by_id": user,
        "opened_at": begun,
        "changed_at": begun,
        "closed_at": begun + HANDS_A_MATCH * A_HAND,
    }


def rows_of(evening: Evening, hands: int, chain: Chain, pool: Pool, user: int) -> Rows:
    """All rows of a match of that many hands; the chain of its club goes on."""
    dice = Random(f"hands {evening.number}")
    rows: Rows = defaultdict(list)
    match = match_row(evening, chain, user)
    rows[Match].append(match)
    rows[MatchSeat] += [
        {"id": None, "match_id": match["id"], "seat": seat, "player_id": person.key}
        for seat, person in enumerate(evening.seats)
    ]
    for number in range(1, hands + 1):
        players = len(evening.seats)
        pattern = dice.choice(pool[evening.variant, players, (number - 1) % players])
        _add_hand(rows, match, number, pattern, evening, chain, dice)
    return rows


def _add_hand(
    rows: Rows,
    match: Row,
    number: int,
    pattern: Pattern,
    evening: Evening,
    chain: Chain,
    dice: Random,
) -> None:
    key = evening.number * HANDS_A_MATCH + number
    when = match["opened_at"] + (number - 1) * A_HAND
    comment = dice.choice(REMARKS) if dice.random() < REMARKED else ""
    words = "\n".join(filter(None, (folded(comment), pattern.hand["words"])))
    own = {
        "id": key,
        "match_id": match["id"],
        "club_id": chain.key,
        "public_id": public_id("hand", key),
        "number": number,
        "comment": comment,
        "state": Hand.State.SEALED.value,
        "opened_at": when,
        "played_at": when,
        "sealed_at": when + SEALING,
        "changed_at": when + SEALING,
        "words": words,
    }
    rows[Hand].append(pattern.hand | own)
    copies = {"hand_id": key, "club_id": chain.key, "played_at": when, "id": None}
    rows[HandSeat] += [
        seat | copies | {"player_id": person.key}
        for seat, person in zip(pattern.seats, evening.seats, strict=True)
    ]
    meta = {
        "board": str(number),
        "club": chain.name,
        "comment": comment,
        "date": evening.day.isoformat(),
        "event": match["title"],
        "table": match["table"],
    }
    texts = (
        _texts(evening.seats, {name: text for name, text in meta.items() if text}) + pattern.texts
    )
    _add_seal(rows, rows[Hand][-1], pattern, texts, chain, dice, match["opened_by_id"])


def _texts(seats: Sequence[Any], meta: dict[str, str]) -> list[tuple[str, str]]:
    """The texts of a record outside its actions, in the order in which `sealing.cut` gives them."""
    people = [(f"players/{seat}", f"{one.public_id} {one.name}") for seat, one in enumerate(seats)]
    pairs = (
        json.dumps(list(pair), separators=(",", ":"), ensure_ascii=False) for pair in meta.items()
    )
    return people + [(f"meta/{at}", pair) for at, pair in enumerate(pairs)]


def _add_seal(
    rows: Rows,
    hand: Row,
    pattern: Pattern,
    texts: list[tuple[str, str]],
    chain: Chain,
    dice: Random,
    user: int,
) -> None:
    salted = [(place, dice.randbytes(sealing.SALT_BYTES), text) for place, text in texts]
    lines = "".join(f"{place} {sealing.commitment(salt, text)}\n" for place, salt, text in salted)
    content = sealing.content_digest(pattern.digest, lines, None)  # its hands have no entries
    chain.number += 1
    link = sealing.link_digest(
        previous=chain.head,
        club=chain.public_id,
        number=chain.number,
        hand=hand["public_id"],
        revision=1,
        sealed_at=hand["sealed_at"],
        content=content,
    )
    rows[Seal].append(
        {
            "id": hand["id"],
            "club_id": chain.key,
            "number": chain.number,
            "hand_id": hand["id"],
            "revision": 1,
            "game": pattern.game,
            "game_digest": pattern.digest,
            "commitments": lines,
            "content": content,
            "previous": chain.head,
            "link": link,
            "sealed_at": hand["sealed_at"],
            "sealed_by_id": user,
        }
    )
    rows[SealedText] += [
        {"id": None, "seal_id": hand["id"], "place": place, "salt": salt, "text": text}
        for place, salt, text in salted
    ]
    chain.head = link
