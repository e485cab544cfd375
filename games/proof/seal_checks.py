"""What is wrong within one seal: its digests and texts, and the result of its hand."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from games.book import records, revisions, sealing
from games.book.provenance import Provenance, WrittenEntry, agreed_of, digest_of
from games.book.results import Result, result_of
from games.book.rows import DERIVED, seat_rows
from games.models import Hand, HandSeat, Match, MatchSeat, Seal
from games.models.derived import SeatCards
from games.proof.reading_chain import UNREADABLE, raise_unless_of_a_row, reason_of
from games.rules import entering, format_record, replay, rotation

SEAT_COLUMNS = (
    *"seat role score_halves club_id variant played_at contract won place irregular feats".split(),
    "shown",
    *(field.name for field in SeatCards._meta.get_fields()),
)

# How the entries begin that say which people a revision has.
OF_PEOPLE = tuple(f'{{"op":"{op}"' for op in (revisions.MARK, revisions.SEATS))


# What follows from the records, so that `manage.py rebuild` writes it again.
OF_REBUILD = re.compile(
    r"the stored (\w+|results of its seats) (is|are) (not that|not those) of the record"
    r"|results of seats are missing|the stored moment (at which|of its amendment)"
    r"|rows? of \w+ do(es)? not follow from the hands"
)


def check_digests(seal: Seal) -> Iterator[str]:
    """Check that a seal and its texts are as sealed. Its texts have been read before."""
    broken = list(guarded("the seal", _check_seal(seal)))
    yield from broken or guarded("the texts", _check_texts(seal))


def check_judged(seal: Seal, merged: Mapping[str, str]) -> Iterator[str]:
    """Check that rows and entries still say what was sealed.

    `merged` as `ids_now` gives it. What is not authentic is not read. The seal is one of
    `read_whole`.
    """
    if any(guarded("the seal", _check_seal(seal))):
        return
    yield from guarded("the record", _check_result(seal))
    yield from guarded("the entries", _check_entries(seal, merged))
    yield from guarded("the players", _check_players(seal, merged))
    yield from guarded("where it comes from", _check_provenance(seal))


def guarded(what: str, check: Iterator[str]) -> Iterator[str]:
    """Yield what a check finds, or that damaged rows end it: the next check goes on."""
    try:
        yield from check
    except UNREADABLE as error:
        raise_unless_of_a_row(error)
        yield f"{what} cannot be read: {reason_of(error)}"


def _check_seal(seal: Seal) -> Iterator[str]:
    if not _is_bytes(seal.game):
        yield "the game is not what was sealed"
        return
    if hashlib.sha256(bytes(seal.game)).hexdigest() != seal.game_digest:
        yield "the game is not what was sealed"
    if sealing.content_digest(seal.game_digest, seal.commitments, seal.provenance) != seal.content:
        yield "the content digest is not that of its parts"


def _is_bytes(value: Any) -> bool:
    """Return whether a value is bytes: those of a number would be as many zeros."""
    return isinstance(value, bytes | memoryview)


def _check_texts(seal: Seal) -> Iterator[str]:
    lines = (line.partition(" ") for line in seal.commitments.splitlines())
    sealed = {place: digest for place, _, digest in lines}
    for text in seal.texts.all():
        if not _is_bytes(text.salt):
            yield f"the salt at {text.place} is not what was sealed"
        elif sealed.get(text.place) != sealing.commitment(bytes(text.salt), text.text):
            yield f"the text at {text.place} is not what was sealed"


def _check_result(seal: Seal) -> Iterator[str]:
    replayed = replay(records.read_seal(seal))
    if replayed.problem is not None:
        yield f"the record does not stand: {replayed.problem}"
        return
    result = result_of(replayed)
    sealed = json.loads(bytes(seal.game)).get("result")
    if sealed != {"status": result.status, "halves": result.halves}:
        yield "the rules now give another result than was sealed"
    if seal.revision == seal.latest:  # type: ignore[attr-defined]
        if seal.hand.state == Hand.State.SEALED:
            yield from _check_columns(seal.hand, result)
            yield from _check_match(seal.hand)
        elif seal.hand.seats.all():
            yield "its import was taken back, and it has results"
        if seal.hand.amended_at != (seal.sealed_at if seal.revision > 1 else None):
            yield "the stored moment of its amendment is not that of the seal"


def _check_columns(hand: Hand, result: Result) -> Iterator[str]:
    for column in DERIVED:
        if getattr(hand, column) != getattr(result, column):
            yield f"the stored {column} is not that of the record"
    stored = list(hand.seats.all())
    players = [seat.player_id for seat in stored]
    if len(stored) != len(result.seats):
        yield "results of seats are missing"
    elif list(map(_columns, stored)) != list(map(_columns, seat_rows(hand, result, players))):
        yield "the stored results of its seats are not those of the record"


def _check_match(hand: Hand) -> Iterator[str]:
    """Its match is of the same club, has the same people in that hand, and was on that day."""
    if hand.match.club_id != hand.club_id:
        yield "its match belongs to another club"
    there = _seats_of(hand)
    chairs = [row.seat for row in there]
    people = rotation.seated([row.player_id for row in there], hand.sits_out)
    if (chairs, people) != ([*range(len(chairs))], [row.player_id for row in hand.seats.all()]):
        yield "other people sit in its match than played it"
    if not _is_of_day(hand.match.played_on, hand.played_at):
        yield "the stored moment is not on the day of its match"


def _is_of_day(day: date, moment: datetime) -> bool:
    """Return whether it was that day anywhere on Earth: the site may have changed time zone."""
    begin = datetime.combine(day, time.min, UTC)
    return begin - timedelta(hours=14) <= moment < begin + timedelta(days=1, hours=12)


def _seats_of(hand: Hand) -> list[MatchSeat]:
    """Return who sits at the table of a hand, by chair. They have been read before."""
    return [row for row in hand.match.seats.all() if row.since <= hand.number <= row.until]


def _columns(seat: HandSeat) -> list[Any]:
    return [getattr(seat, column) for column in SEAT_COLUMNS]


def _check_entries(seal: Seal, merged: Mapping[str, str]) -> Iterator[str]:
    """Check that the entries, folded, give exactly the game that was sealed."""
    entries = list(seal.hand.entries.all())
    if [entry.seq for entry in entries] != list(range(1, seal.hand.version + 1)):
        yield "entries are missing"
        return
    damaged = [entry.seq for entry in entries if not _is_readable(entry.change)]
    for seq in damaged:
        yield f"entry {seq} cannot be read"
    if damaged:
        return
    changes = records.read_texts(entry.change for entry in entries)
    upto = revisions.changes_upto(changes, seal.revision)
    seated = revisions.seated_at(changes, seal.revision, _seated_now(seal.hand))
    put_right = [change for change in upto if change["op"] == revisions.SEATS]
    if put_right and (
        _now(put_right[-1]["players"], merged) != _now(seated.players, merged)
        or put_right[-1]["dealer"] != seated.dealer
    ):
        yield "the entries seat other people than play the hand"
    hand = copy(seal.hand)
    hand.dealer = seated.dealer
    # Names are no part of the game, and asking for them would be a statement for each hand.
    sealed = json.loads(bytes(seal.game))
    chairs = range(sealed["seats"] + (hand.sits_out is not None))
    hand.names_by_seat = {str(chair): f"chair {chair}" for chair in chairs}  # type: ignore[attr-defined]
    record = records.record_of(hand, upto)
    game, texts = sealing.cut(json.loads(format_record(record)), [""] * len(record.players))
    yield from _check_words(seal, dict(texts))
    if {key: sealed[key] for key in sealed if key not in ("rules", "result")} != game:
        yield "the entries give another game than was sealed"


def _check_words(seal: Seal, entered: Mapping[str, str]) -> Iterator[str]:
    """Check that the words on an action are those of its entry, where neither was erased."""
    erased = any(entry.fingerprint == "" for entry in seal.hand.entries.all())
    for text in seal.texts.all():
        was = entered.get(text.place, text.text if erased else None)
        if text.place.startswith("actions/") and was not in (text.text, sealing.ERASED):
            yield f"the entries say something else at {text.place} than was sealed"


def _is_readable(text: str) -> bool:
    """Return whether a stored change is valid at all; its effect is not judged."""
    try:
        (change,) = records.read_texts([text])
        if change["op"] == revisions.MARK:
            return type(change["revision"]) is int
        if change["op"] == revisions.SEATS:
            return all(map(_is_seated, (change, change["was"])))
        read = entering.read(change)
        edits = read.get("edits", [[0, read.get("action")]])
        return all(action is None or action["kind"] in sealing.GAME_FIELDS for _, action in edits)
    except UNREADABLE:
        return False


def _is_seated(raw: Any) -> bool:
    players = raw["players"]
    return {*map(type, players)} == {str} and raw["dealer"] in (None, *range(len(players)))


def _seated_now(hand: Hand) -> revisions.Seated:
    return revisions.Seated([seat.player.public_id for seat in hand.seats.all()], hand.dealer)


def _now(players: Sequence[str], merged: Mapping[str, str]) -> list[str]:
    """Return the ids that these players go by now, after merges."""
    return [merged.get(player, player) for player in players]


def _check_players(seal: Seal, merged: Mapping[str, str]) -> Iterator[str]:
    """Check that the results, also of a former revision, belong to the sealed players."""
    sealed = _sealed_players(seal)
    texts = (entry.change for entry in seal.hand.entries.all())
    changes = records.read_texts(text for text in texts if str(text).startswith(OF_PEOPLE))
    seated = revisions.seated_at(changes, seal.revision, _seated_now(seal.hand))
    if any(seat.player.club_id != seal.club_id for seat in seal.hand.seats.all()):
        yield "somebody who played it belongs to another club"
    for seat, player in enumerate(_now(seated.players, merged)):
        (was,) = _now([sealed.get(seat, player)], merged)
        if was != player:
            yield f"seat {seat} was played by somebody else"


def _sealed_players(seal: Seal) -> dict[int, str]:
    """Return the players' public ids by seat; in an old seal, of those whose name is there."""
    if seal.provenance is not None:
        return dict(enumerate(Provenance.read(seal.provenance).players))
    return {
        int(text.place.removeprefix("players/")): text.text.partition(" ")[0]
        for text in seal.texts.all()
        if text.place.startswith("players/")
    }


def _check_provenance(seal: Seal) -> Iterator[str]:
    """Check the match, the day and the entries that were sealed with a hand.

    The hand is in the same match and on the same day, and its entries have the same authors and
    moments.
    """
    if seal.provenance is None:
        return
    sealed, hand = Provenance.read(seal.provenance), seal.hand
    if (sealed.match, sealed.number) != (hand.match.public_id, hand.number):
        yield "its hand was sealed in another match, or with another number"
    if sealed.day not in _days_of(hand.match):
        yield "its match was played on another day when it was sealed"
    if sealed.sealed_by != seal.sealed_by_id:
        yield "it was sealed by somebody else"
    rows = hand.entries.all()[: sealed.entries]
    written = [WrittenEntry(row.seq, row.author_id, row.at, row.change) for row in rows]
    if digest_of(written) != sealed.digest:
        yield "its entries are not those of then, or not by the same people at the same moments"
    given = [(one.seat, one.how) for one in hand.confirmations.all() if one.sealed]
    if sealed.agreed and sealed.agreed != agreed_of(sealed.entries, given):
        yield "its score was confirmed by others, or in another way, than was sealed"


def _days_of(match: Match) -> set[date]:
    """Return the days on which a match was ever dated, empty where its moves do not agree."""
    moves = list(match.moves.all())
    days = [match.played_on, *(move.after for move in reversed(moves))]
    if moves and days[0] != days[1]:
        return set()
    return {*days, *(move.before for move in moves)}
