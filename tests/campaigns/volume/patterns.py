"""Some thousand distinct hands, judged once; an archive repeats them with other people."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from games.book import sealing
from games.book.results import result_of
from games.book.rows import DERIVED, seat_rows
from games.models import Hand
from games.rules import Record, find_variant, format_record, replay
from tests import chance
from tests.player import Habits

# How often each game is played, and by how many.
TABLES = (
    ("french", 4, 60),
    ("french", 5, 18),
    ("french", 3, 4),
    ("droggn", 3, 5),
    ("taroux-of-six", 6, 5),
    ("taros-1659", 4, 3),
    ("sca-tarok", 3, 3),
    ("scarto", 3, 2),
)
LIVELY = Habits(announces=0.04, claims=0.002)
WILD = Habits(wild=True, announces=0.3, claims=0.004)
REMARKS = ("Un pari perdu d’avance.", "Le petit était sec.", "Thrown in after a long debate.")


class Pattern(NamedTuple):
    """A hand without people: what its rows and its seal hold; its `texts` by place."""

    hand: dict[str, Any]
    seats: list[dict[str, Any]]
    game: bytes
    digest: str
    texts: list[tuple[str, str]]


def patterns(number: int) -> Iterator[tuple[tuple[str, int, int], Pattern]]:
    """That many hands, first one for every dealer of every table."""
    every = [(key, players, dealer) for key, players, _ in TABLES for dealer in range(players)]
    weights = [weight / players for _, players, weight in TABLES for _dealer in range(players)]
    for seed in range(number):
        dice = Random(seed)
        place = every[seed] if seed < len(every) else dice.choices(every, weights)[0]
        yield place, _pattern(_record(*place, seed, dice))


def _record(key: str, players: int, dealer: int, seed: int, dice: Random) -> Record:
    variant = find_variant(key)
    assert variant is not None
    habits = WILD if dice.random() < 0.05 else LIVELY
    facts: dict[str, Any] = {"options": {}, "players": players, "dealer": dealer, "habits": habits}
    record = chance.hand(seed=seed, variant=variant, **facts)
    if dice.random() < 0.6:
        seen = chance.as_seen(record)
        # A claim that is seen from the table may leave open who has won; such hands stay known.
        if replay(seen).problem is None and replay(seen).outcome.scores is not None:
            record = seen
    return record


def _pattern(record: Record) -> Pattern:
    replayed = replay(record)
    assert replayed.problem is None, replayed.problem
    result = result_of(replayed)
    hand = Hand(variant=record.variant.key, dealer=record.dealer)
    whole = json.loads(format_record(record))
    game, texts = sealing.cut(whole, [""] * len(record.players))
    sealed = {"status": result.status, "halves": result.halves}
    data = sealing.canonical({**game, "rules": sealing.RULES_EDITION, "result": sealed})
    known = any(cards is not None for cards in record.hands)
    columns = {name: getattr(result, name) for name in DERIVED} | {
        "dealer": record.dealer,
        "writes": "all-hands" if known else "tricks-only",
        "sheet": json.dumps(result.sheet),
    }
    rows = [_columns(row) for row in seat_rows(hand, result, [0] * len(record.players))]
    said = [(place, text) for place, text in texts if place.startswith("actions")]
    return Pattern(columns, rows, data, hashlib.sha256(data).hexdigest(), said)


def _columns(row: Any) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
