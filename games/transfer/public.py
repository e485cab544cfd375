"""What the clubs of a site have published, as one file for everybody."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from django.db.models import OuterRef, Subquery

from games.book import sealing
from games.models import Publication, Seal, SealedText
from games.rules import Record, format_record, read_record
from games.transfer.folder import AT_ONCE, LEVEL, store, sync_folder
from games.transfer.manifest import MANIFEST, SUMS, Member, digest_of, sums_of

FORMAT = "clubtarot-published/1"
HANDS = "hands.ndjson.gz"
LATEST = "latest"
STAMP = re.compile(r"[0-9]{8}T[0-9]{6}Z")
ABOUT = "_published"
TOGETHER = 200
# What the page of a published hand shows of these texts; whatever else a record carries stays.
META = frozenset("date club event table board comment direction sits_out".split())
WORDS = ("note", "text", "at")
STOOD = "It was allowed to stand against the rules."

Action = dict[str, Any]


def published_lines() -> Iterator[bytes]:
    """The record of every published hand, one a line, in the order of their ids."""
    after = ""
    latest = Seal.objects.filter(hand=OuterRef("hand")).order_by("-revision").values("pk")[:1]
    publications = Publication.objects.filter(hand__state="sealed").order_by("hand__public_id")
    while True:
        rows = publications.filter(hand__public_id__gt=after)
        columns = rows.values_list("hand__public_id", "names", Subquery(latest))
        chunk = list(columns[:TOGETHER])
        if not chunk:
            return
        records = dict(_records([seal for _hand, _names, seal in chunk]))
        for hand, names, seal in chunk:
            shown = named(records[seal]) if names else nameless(records[seal])
            about = {"hand": hand, "names": names}
            yield format_record(shown._replace(extra={ABOUT: about})) + b"\n"
        after = chunk[-1][0]


def _records(seals: list[int]) -> Iterator[tuple[int, Record]]:
    texts: dict[int, dict[str, str]] = {seal: {} for seal in seals}
    sealed = SealedText.objects.filter(seal__in=seals).order_by()
    for seal, place, text in sealed.values_list("seal_id", "place", "text"):
        texts[seal][place] = text
    rows = Seal.objects.filter(pk__in=seals).values_list("pk", "game", "commitments")
    for seal, game, commitments in rows:
        yield seal, read_record(sealing.opened(bytes(game), commitments, texts[seal]))


def named(record: Record) -> Record:
    """A record as its page shows it: without what other programs have put into it."""
    meta = {key: text for key, text in record.meta.items() if key in META}
    actions = tuple(_public(action) for action in record.actions)
    return record._replace(actions=actions, meta=meta, extra={}, deal_extra={})


def nameless(record: Record) -> Record:
    """A record that names nobody: players by their seats, none of the texts that people wrote."""
    players = tuple(f"Player {seat + 1}" for seat in range(len(record.players)))
    actions = tuple(_wordless(_public(action)) for action in record.actions)
    return record._replace(players=players, actions=actions, meta={}, extra={}, deal_extra={})


def _public(action: Any) -> Action:
    return {key: value for key, value in action.items() if not key.startswith("_")}


def _wordless(action: Action) -> Action:
    kept = {key: value for key, value in action.items() if key not in WORDS}
    if "irregular" in kept:
        kept["irregular"] = STOOD
    if action["kind"] in ("note", "ruling"):
        kept["text"] = ""
    return kept


def write_dump(root: Path, now: datetime, *, keep: int) -> Path:
    """Write what is published now into a new folder of `root`, let `latest` point to it, and take
    away all but the newest `keep`. Readers see the old one or the new one, whole."""
    root.mkdir(parents=True, exist_ok=True)
    target = root / now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    work = root / f".{target.name}.new"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    member = _write_hands(work / HANDS)
    facts = {"format": FORMAT, "made_at": target.name, "files": [member._asdict()]}
    manifest = json.dumps(facts, indent=2).encode() + b"\n"
    store(work / MANIFEST, manifest)
    store(work / SUMS, sums_of([member], manifest))
    sync_folder(work)
    work.rename(target)
    _point(root / LATEST, target.name)
    sync_folder(root)
    for old in sorted(one for one in root.iterdir() if STAMP.fullmatch(one.name))[:-keep]:
        shutil.rmtree(old)
    return target


def _write_hands(path: Path) -> Member:
    count, waiting = 0, published_lines()
    with path.open("wb") as raw:
        with gzip.GzipFile("", "wb", LEVEL, raw, mtime=0) as file:
            while some := list(islice(waiting, AT_ONCE)):
                file.write(b"".join(some))
                count += len(some)
        raw.flush()
        os.fsync(raw.fileno())
    with path.open("rb") as file:
        return Member(path.name, count, path.stat().st_size, digest_of(file))


def _point(link: Path, name: str) -> None:
    """Let a link point to the folder of that name, at once."""
    beside = link.with_name(f".{link.name}.new")
    beside.unlink(missing_ok=True)
    beside.symlink_to(name)
    beside.replace(link)
