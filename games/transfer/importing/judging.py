"""A record that the rules accept: all that its rows will say that does not depend on the club.

Also the comparison with what is here.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.book import sealing
from games.book.records import write_text
from games.book.results import Result, is_finished, result_of
from games.book.revisions import PLACE, Amendment, changes_to
from games.book.rows import changes_from
from games.display.reasons import sentence
from games.models import Player, Seal, SealedText
from games.models.days import is_possible
from games.rules import Record, Replay, format_record, read_record, replay
from games.transfer.importing.lines import (
    ArchivedFacts,
    LineFault,
    LineSpot,
    RecordLine,
    Wrong,
    wrong,
)

DAY = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:.*)?", re.ASCII)


class Revision(NamedTuple):
    """A record as a seal would have it: canonical bytes, the game part with its digest, the texts.

    With it the entries that lead to it from the revision before, as they are stored and without the
    mark that begins them and the people, and why it replaced that revision. `players` are their ids
    in the archive by seat, empty where it has none, `names` those of the record.
    """

    canonical: bytes
    game: bytes
    game_digest: str
    texts: sealing.Texts
    entries: tuple[str, ...]
    why: Amendment | None
    players: tuple[str, ...]
    names: tuple[str, ...]
    dealer: int | None


class Judged(NamedTuple):
    """A hand that the rules accept: its facts without the former records, and its revisions.

    Also what its record says of its table. Of the revisions, the record of its line comes last; the
    result is that of the last one.
    """

    spot: LineSpot
    facts: ArchivedFacts | None
    variant: str
    options: dict[str, Any]
    players: tuple[str, ...]
    dealer: int | None
    meta: Mapping[str, str]
    revisions: tuple[Revision, ...]
    result: Result

    @property
    def key(self) -> str:
        """Return the id that the archive has for the hand; "" where it has none."""
        return self.facts.hand if self.facts else ""

    @property
    def latest(self) -> Revision:
        """Return the record of its line."""
        return self.revisions[-1]


def judged(line: RecordLine) -> Judged:
    """Return the hand of a line, with its former revisions. Asks the rules and no table.

    Raises Wrong where the rules refuse it or a former revision, it is not finished, or a former one
    is of another hand.
    """
    record, facts = line.record, line.facts
    named = record.meta.get("date", "")
    if named and not facts and read_day(named) is None:
        words = _("“%(day)s” is not a day: write it as 2026-11-20.") % {"day": named[:40]}
        raise wrong(line.spot, "malformed", words)
    former = facts.former if facts else ()
    records = [*(one.record for one in former), record]
    befores = [None, *records[:-1]]
    reasons = [None, *(one.why for one in former)]
    latest = facts.players if facts else ()
    people = [*(one.players or latest for one in former), latest]
    chain = [
        _revision(line._replace(record=now), before, why, players)
        for now, before, why, players in zip(records, befores, reasons, people, strict=True)
    ]
    if any(_hand_of(one.record) != _hand_of(record) for one in former):
        words = _("An earlier revision has a different game or number of players.")
        raise wrong(line.spot, "malformed", words)
    return Judged(
        line.spot,
        facts._replace(former=()) if facts else None,
        record.variant.key,
        record.variant.differing(record.options),
        tuple(record.players),
        record.dealer,
        dict(record.meta),
        tuple(revision for revision, _result in chain),
        chain[-1][1],
    )


def read_day(text: str) -> date | None:
    """Return the day of a text: YYYY-MM-DD, perhaps followed by a time; None where it is none."""
    if not DAY.fullmatch(text):
        return None
    try:
        day = date.fromisoformat(text[:10])
    except ValueError:
        return None
    return day if is_possible(day) else None


def _revision(
    line: RecordLine, before: Record | None, why: Amendment | None, players: tuple[str, ...]
) -> tuple[Revision, Result]:
    replayed = replay(line.record)
    _check(line, replayed)
    result = result_of(replayed)
    canonical = format_record(line.record)
    whole = json.loads(canonical)
    names = tuple(line.record.players)
    game, texts = sealing.cut(whole, players or ("",) * len(names))
    data = sealing.game_bytes(game, result.status, result.halves)
    changes = changes_from(whole) if before is None else changes_to(before, line.record)
    entries = tuple(map(write_text, changes))
    digest = hashlib.sha256(data).hexdigest()
    dealer = line.record.dealer
    made = Revision(canonical, data, digest, texts, entries, why, players, names, dealer)
    return made, result


def _check(line: RecordLine, replayed: Replay) -> None:
    problem = replayed.problem
    if problem is not None:
        at = problem.action
        spot = (
            line.spot if at is None or not line.lines else line.spot._replace(line=line.lines[at])
        )
        raise Wrong(LineFault(spot, problem.code, sentence(problem), at))
    if not is_finished(replayed.outcome):
        words = _("The hand is not finished: only finished hands are taken into the archive.")
        raise wrong(line.spot, "hand-not-finished", words)


def _hand_of(record: Record) -> tuple[Any, ...]:
    return record.variant.key, record.options, len(record.players)


@dataclass(frozen=True, slots=True)
class Here:
    """A hand that is in the club, by one of its seals: the texts by place that are left of it."""

    id: str
    game: bytes
    game_digest: str
    commitments: str
    texts: Mapping[str, str]

    @property
    def whole(self) -> bool:
        """Return whether none of its texts was erased."""
        return len(self.texts) == self.commitments.count("\n")

    def canonical(self) -> bytes:
        """Return its record as it is here. Slow: nearly always digest and texts are enough."""
        return format_record(read_record(sealing.opened(self.game, self.commitments, self.texts)))


def here_of(seals: QuerySet[Seal]) -> list[Here]:
    """Return the hands of some seals, each by the latest of them. Two statements."""
    columns = ("hand_id", "pk", "hand__public_id", "game", "game_digest", "commitments")
    latest = {row[0]: row[1:] for row in seals.order_by("revision").values_list(*columns)}
    texts: dict[int, dict[str, str]] = {seal: {} for seal, *_rest in latest.values()}
    left = SealedText.objects.filter(seal__in=list(texts)).order_by()
    for seal, place, text in left.values_list("seal_id", "place", "text"):
        texts[seal][place] = text
    return [
        Here(hand, bytes(game), digest, commitments, texts[seal])
        for seal, hand, game, digest, commitments in latest.values()
    ]


def is_same(one: Revision, here: Here) -> bool:
    """Return whether a record is that of the hand with its id.

    Texts that were erased on either side do not make it another hand, and stay erased here.
    """
    if one.game_digest != here.game_digest:
        return one.canonical == here.canonical()  # judged by another edition of the rules
    erased = not here.whole or sealing.ERASED.encode() in one.canonical
    return erased or plain(one.texts) == plain(here.texts.items())


def is_alike(one: Revision, here: Here) -> bool:
    """Return whether a record says to the byte the same as a hand with the same digest."""
    if here.whole:
        return plain(one.texts) == plain(here.texts.items())
    return one.canonical == here.canonical()


def plain(texts: Any) -> dict[str, str]:
    """Return texts of a record by their places.

    Names come without the ids of the players; why it was amended is left out.
    """
    return {
        place: text.partition(" ")[2] if place.startswith("players/") else text
        for place, text in texts
        if not place.startswith(PLACE)
    }


def with_ids(texts: sealing.Texts, people: Sequence[Player]) -> sealing.Texts:
    """Return the texts of a record, those of the players with the ids that they have here.

    Players who were erased here do not get their names back.
    """
    names = []
    for (place, text), player in zip(texts, people, strict=False):
        name = sealing.ERASED if player.erased_at else text.partition(" ")[2]
        names.append((place, f"{player.public_id} {name}"))
    return names + texts[len(names) :]
