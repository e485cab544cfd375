"""Judges the club at whose tables tablets write by the journal: what was acknowledged is there,
once, and nothing else."""

from __future__ import annotations

import hashlib
import io
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.campaigns.begin import apart
from tests.campaigns.journal import AMENDMENT, DEAL, ENTRY, SEAL, Asked, read_journal, statuses
from tests.campaigns.tables import CLUB

OUTAGE = 503
MOST_NAMED = 20  # faults that are named one by one


@dataclass
class Judgement:
    """What a journal and a database say together: `acknowledged`, `unknown` and `statuses` count
    requests; `faults` are sentences."""

    acknowledged: dict[str, int] = field(default_factory=dict)
    unknown: int = 0
    settled_by_key: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        """All that was acknowledged."""
        return sum(self.acknowledged.values())


def judge_database(database: str, journal: Path, zone: str = "UTC") -> Judgement:
    """Judge in a process of its own, which sees what is in the database and nothing else. `zone`:
    TIME_ZONE of the site, since of each moment the archive knows the day."""
    try:
        return Judgement(**apart(__name__, database, str(journal), TIME_ZONE=zone))
    except RuntimeError as error:
        said = str(error).splitlines()[-1]
        return Judgement(faults=[f"the database cannot be judged: {said}"])


def main(journal: str) -> dict[str, Any]:
    """Judge the database of this process."""
    asked = read_journal(Path(journal))
    of: dict[str, list[Asked]] = defaultdict(list)
    for one in asked.values():
        of[one.what].append(one)
    faults = [
        *judge_entries(of[ENTRY], of[AMENDMENT]),
        *judge_seals(of[SEAL], of[AMENDMENT]),
        *judge_deals(of[DEAL]),
        *judge_archive(),
    ]
    if len(faults) > MOST_NAMED:
        faults = [*faults[:MOST_NAMED], f"and {len(faults) - MOST_NAMED} more"]
    return asdict(
        Judgement(
            {what: sum(one.acknowledged is not None for one in some) for what, some in of.items()},
            sum(one.unknown for one in asked.values()),
            sum(one.acknowledged is not None and not one.answers[0][0] for one in asked.values()),
            {str(status): count for status, count in sorted(statuses(asked).items())},
            faults,
        )
    )


def judge_entries(entries: list[Asked], amendments: list[Asked]) -> Iterator[str]:
    """Every entry that was acknowledged is there once, at its number, as it was sent; no other is;
    the numbers of a hand are 1 to its version."""
    from games.models import Entry, Hand

    rows: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    numbers: dict[str, list[int]] = defaultdict(list)
    there = Entry.objects.filter(hand__club__slug=CLUB).order_by("hand", "seq")
    for hand, seq, key, change in there.values_list("hand__public_id", "seq", "key", "change"):
        rows[hand, key].append((seq, change))
        numbers[hand].append(seq)
    lawful = set()
    for one in entries:
        place = one.facts["hand"], one.facts["key"]
        lawful.add(place)
        yield from _judge_entry(one, rows.get(place, []))
    for one in amendments:
        hand, key = one.facts["hand"], one.facts["key"]
        first = rows.get((hand, key), [])
        yield from _judge_amendment(one, first)
        lawful.add((hand, key))
        lawful |= {(hand, follows(key, seq)) for seq in numbers[hand]}
    for hand, key in rows.keys() - lawful:
        yield f"entry {rows[hand, key][0][0]} of hand {hand} was sent by nobody"
    hands = Hand.objects.filter(club__slug=CLUB)
    for hand, version in hands.values_list("public_id", "version"):
        if numbers[hand] != list(range(1, version + 1)):
            yield f"hand {hand} is at version {version} and has entries {numbers[hand]}"


def follows(key: str, seq: int) -> str:
    """The key of a further entry of one request, as `games.book.whole` makes it."""
    return hashlib.sha256(f"{key}\n{seq}".encode()).hexdigest()


def _judge_entry(one: Asked, rows: list[tuple[int, str]]) -> Iterator[str]:
    facts = one.facts
    where = f"entry {facts['version'] + 1} of hand {facts['hand']}"
    if len(rows) > 1:
        yield f"{where} is there {len(rows)} times"
    if one.acknowledged is not None and not rows:
        yield f"{where} was acknowledged and is lost"
    if one.refused and rows:
        yield f"{where} was refused and is there"
    versions = {facts["version"] for status, facts in one.answers if 200 <= status < 300}
    if len(versions) > 1:
        yield f"{where} was acknowledged as {sorted(versions)}"
    for seq, change in rows:
        if versions and versions != {seq}:
            yield f"{where} was acknowledged as {sorted(versions)} and is {seq}"
        if not is_part(facts["change"], json.loads(change)):
            yield f"{where} is another than was sent: {change}"


def is_part(sent: Any, stored: Any) -> bool:
    """Whether what was sent is what is stored; the site adds whose turn it is."""
    if isinstance(sent, dict) and isinstance(stored, dict):
        return all(name in stored and is_part(value, stored[name]) for name, value in sent.items())
    return bool(sent == stored)


def _judge_amendment(one: Asked, rows: list[tuple[int, str]]) -> Iterator[str]:
    where = f"the amendment of hand {one.facts['hand']}"
    if one.acknowledged is not None and not rows:
        yield f"{where} was acknowledged and is lost"
    if len(rows) > 1 or (one.refused and rows):
        yield f"{where} is there {len(rows)} times, answered {one.answers}"


def judge_seals(seals: list[Asked], amendments: list[Asked]) -> Iterator[str]:
    """Every seal that was acknowledged is there, with that content, and no hand has others."""
    from games.models import Seal

    there: dict[str, dict[int, tuple[Any, ...]]] = defaultdict(dict)
    columns = ("hand__public_id", "revision", "number", "content", "link")
    for hand, revision, *rest in Seal.objects.filter(club__slug=CLUB).values_list(*columns):
        there[hand][revision] = tuple(rest)
    wanted: Counter[str] = Counter()
    for one in {one.facts["hand"]: one for one in seals}.values():
        wanted[one.facts["hand"]] += 1
    for one in (*seals, *amendments):
        hand = one.facts["hand"]
        wanted[hand] += one.what == AMENDMENT
        for status, answer in one.answers:
            seal = answer.get("seal", answer)
            if 200 <= status < 300 and "revision" in seal:
                mine = (seal["number"], seal["content"], seal["link"])
                if there[hand].get(seal["revision"]) != mine:
                    yield f"revision {seal['revision']} of hand {hand} was acknowledged and is lost"
    for hand, revisions in there.items():
        if len(revisions) > wanted[hand]:
            yield f"hand {hand} has {len(revisions)} seals, {wanted[hand]} were asked for"


def judge_deals(deals: list[Asked]) -> Iterator[str]:
    """Every hand that was acknowledged is there, and a match has no more than were asked for."""
    from games.models import Hand

    rows = Hand.objects.filter(club__slug=CLUB)
    there = dict(rows.values_list("public_id", "match__public_id"))
    for one in deals:
        for status, answer in one.answers:
            if 200 <= status < 300 and there.get(answer["id"]) != one.facts["match"]:
                yield f"hand {answer['id']} was acknowledged and is lost"
    wanted = Counter(one.facts["match"] for one in deals)
    for match, hands in Counter(there.values()).items():
        if hands > wanted[match]:
            yield f"match {match} has {hands} hands, {wanted[match]} were asked for"


def judge_archive() -> Iterator[str]:
    """The archive is sound, and its sums are those of a rebuild; SQLite finds its file whole."""
    from django.core.management import call_command
    from django.db import connection

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            (found,) = cursor.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            yield f"integrity_check: {found}"
    out = io.StringIO()
    try:
        call_command("verify_archive", stdout=out, stderr=out)
    except SystemExit:
        lines = out.getvalue().splitlines()
        yield f"verify_archive: {'; '.join(line for line in lines if 'head' not in line)[:500]}"
