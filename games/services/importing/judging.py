"""A record that stands: as a seal would have it, beside what is here, with the revisions that it
replaces."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games import sealing
from games.models import Player, Seal, SealedText
from games.reasons import sentence
from games.results import Result, is_finished, result_of
from games.revisions import changes_to
from games.rules import Record, Replay, format_record, read_record, replay
from games.services.importing.lines import Fault, RecordLine, Wrong, wrong
from games.services.importing.rows import Later


class Judged(NamedTuple):
    """A record that stands, in canonical bytes and as JSON; its game part and texts, as a seal has
    them; what it came to."""

    line: RecordLine
    canonical: bytes
    whole: dict[str, Any]
    game: bytes
    texts: sealing.Texts
    result: Result

    @property
    def key(self) -> str:
        """The id that the archive has for the hand; "" where it has none."""
        return self.line.facts.hand if self.line.facts else ""

    @property
    def game_digest(self) -> str:
        """The digest by which the seal of such a hand is found."""
        return hashlib.sha256(self.game).hexdigest()


def judged(line: RecordLine) -> Judged:
    """The record with its result. Raises Wrong where the rules refuse it, or it is not finished."""
    replayed = replay(line.record)
    _check(line, replayed)
    result = result_of(replayed)
    canonical = format_record(line.record)
    whole = json.loads(canonical)
    facts = line.facts
    ids = facts.players if facts else ("",) * len(line.record.players)
    game, texts = sealing.cut(whole, ids)
    data = sealing.game_bytes(game, result.status, result.halves)
    return Judged(line, canonical, whole, data, texts, result)


def _check(line: RecordLine, replayed: Replay) -> None:
    problem = replayed.problem
    if problem is not None:
        at = problem.action
        spot = (
            line.spot if at is None or not line.lines else line.spot._replace(line=line.lines[at])
        )
        raise Wrong(Fault(spot, problem.code, sentence(problem), at))
    if not is_finished(replayed.outcome):
        said = _("The hand is not finished: only finished hands are taken into the archive.")
        raise wrong(line.spot, "hand-not-finished", said)


class Here(NamedTuple):
    """A hand that is in the club, by its latest seal; `whole` is False where texts were erased."""

    id: str
    game_digest: str
    canonical: bytes
    whole: bool


def revisions_of(one: Judged) -> list[Judged]:
    """All revisions of a hand, the first one first, the record of its line last. Raises Wrong where
    a former one does not stand, or is one of another hand."""
    line, facts = one.line, one.line.facts
    if facts is None or not facts.former:
        return [one]
    plain = facts._replace(former=())
    chain = [judged(line._replace(record=who.record, facts=plain)) for who in facts.former]
    if any(_hand_of(former.line.record) != _hand_of(line.record) for former in chain):
        said = _("A former revision is of another game, dealer or number of players.")
        raise wrong(line.spot, "malformed", said)
    return [*chain, one]


def _hand_of(record: Record) -> tuple[Any, ...]:
    return record.variant.key, record.options, record.dealer, len(record.players)


def later_of(one: Judged, chain: Sequence[Judged], people: Sequence[Player]) -> list[Later]:
    """The further revisions of a hand, each with the entries that lead to it."""
    former = one.line.facts.former if one.line.facts else ()
    return [
        Later(
            after.game,
            with_ids(after.texts, people),
            changes_to(before.line.record, after.line.record),
            replaced.why,
        )
        for before, after, replaced in zip(chain, chain[1:], former, strict=False)
    ]


def here_of(seals: QuerySet[Seal]) -> list[Here]:
    """The hands of some seals, each with its record as it is here. Two statements."""
    columns = ("hand_id", "pk", "hand__public_id", "game", "game_digest", "commitments")
    latest = {row[0]: row[1:] for row in seals.order_by("revision").values_list(*columns)}
    texts: dict[int, dict[str, str]] = {seal: {} for seal, *_rest in latest.values()}
    left = SealedText.objects.filter(seal__in=list(texts)).order_by()
    for seal, place, text in left.values_list("seal_id", "place", "text"):
        texts[seal][place] = text
    found = []
    for seal, hand, game, digest, commitments in latest.values():
        record = read_record(sealing.opened(bytes(game), commitments, texts[seal]))
        whole = len(texts[seal]) == commitments.count("\n")
        found.append(Here(hand, digest, format_record(record), whole))
    return found


def is_same(one: Judged, here: Here) -> bool:
    """Whether a record is that of the hand with its id. Texts that were erased on either side do
    not make another hand of it, and stay erased here."""
    if one.canonical == here.canonical:
        return True
    erased = not here.whole or sealing.ERASED.encode() in one.canonical
    return erased and one.game_digest == here.game_digest


def with_ids(texts: sealing.Texts, people: Sequence[Player]) -> sealing.Texts:
    """The texts of a record, those of the players with the ids that they have here."""
    names = [
        (place, f"{player.public_id} {text.partition(' ')[2]}")
        for (place, text), player in zip(texts, people, strict=False)
    ]
    return names + texts[len(names) :]
