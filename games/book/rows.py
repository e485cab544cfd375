"""The rows that a hand leaves, one hand or ten thousand: its entries and its seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from datetime import datetime
from hashlib import sha256
from typing import Any

from games.book.agreed import device_name
from games.book.records import write_text
from games.book.results import Result
from games.models import Entry, Hand, HandSeat, User
from games.models.statements import NewEntry
from games.rules import Change
from games.writing.once import key_of_part

# The columns of a hand that follow from its result.
DERIVED = tuple(field.name for field in fields(Result) if field.name != "seats")


def changes_from(record: dict[str, Any]) -> list[Change]:
    """Return the entries from which a record, a canonical JSON object, could have been written."""
    extra = {key: value for key, value in record.items() if key.startswith("_")}
    changes: list[Change] = [{"op": "about", "meta": record.get("meta", {}), "extra": extra}]
    if "deal" in record:
        changes.append({"op": "deal", "deal": record["deal"]})
    changes += ({"op": "act", "action": action} for action in record["actions"])
    return changes


def entry_fingerprint(hand: Hand, version: int, change: str) -> str:
    """Return the SHA-256 of all that makes an entry the same entry when it is sent again."""
    return sha256(f"{hand.public_id}\n{version}\n{change}".encode()).hexdigest()


def entry_rows(
    hand: Hand,
    changes: Sequence[str],
    *,
    key: str,
    user: User,
    at: datetime,
    after: int = 0,
    fingerprint: str = "",
    device: str = "",
) -> Iterator[NewEntry]:
    """Yield the rows of many changes, as texts, `after` the entry of that number.

    The first has `key`, the others keys that follow from it; `fingerprint` is that of all of them,
    where they were sent as one, else each has its own. `device` is kept as it is given.
    """
    for seq, change in enumerate(changes, after + 1):
        own = key if seq == after + 1 else key_of_part(key, seq)
        sent = fingerprint or entry_fingerprint(hand, seq - 1, change)
        yield NewEntry(hand.pk, seq, own, sent, change, user.pk, device, at)


def write_entries(
    hand: Hand,
    changes: Sequence[Change],
    *,
    key: str,
    fingerprint: str,
    user: User,
    at: datetime,
    after: int = 0,
    device: str = "",
) -> None:
    """Write changes that were sent together from a tablet that calls itself `device`."""
    texts = list(map(write_text, changes))
    rows = entry_rows(
        hand,
        texts,
        key=key,
        fingerprint=fingerprint,
        user=user,
        at=at,
        after=after,
        device=device_name(device),
    )
    Entry.objects.bulk_create(Entry(**row._asdict()) for row in rows)


def derived(result: Result) -> dict[str, Any]:
    """Return the columns of a hand that follow from its result."""
    return {column: getattr(result, column) for column in DERIVED}


def seat_rows(hand: Hand, result: Result, player_ids: Sequence[int]) -> list[HandSeat]:
    """Return the rows that a result makes for the seats of a hand; `player_ids` by seat."""
    return [
        HandSeat(
            hand=hand,
            seat=seat,
            player_id=player,
            role=mine.role,
            score_halves=mine.score_halves,
            club_id=hand.club_id,
            variant=hand.variant,
            played_at=hand.played_at,
            contract=result.contract,
            won=mine.won,
            place=mine.place,
            irregular=mine.irregular,
            feats=mine.feats,
            shown=mine.shown,
            **mine.cards.columns(),
        )
        for seat, (player, mine) in enumerate(zip(player_ids, result.seats, strict=True))
    ]
