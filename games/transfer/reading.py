"""Reading the lines of an archive: what they bring, or why they cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.book.revisions import Amendment
from games.book.sealed_lines import FACTS
from games.book.sealing import ERASED
from games.display.reasons import sentence
from games.display.typed_reasons import REASON_LENGTH
from games.models import Confirmation, Dispute
from games.models.club_choices import Writes
from games.models.confirming import USERNAME_LENGTH
from games.models.people import NAME_LENGTH, NICKNAME_LENGTH, NUMBER_LENGTH
from games.models.remarks import PLACE_LENGTH
from games.models.studies import CARDS_LENGTH, MOST_ITEMS, TITLE_LENGTH
from games.replay.places import Place
from games.rules import LAST_HAND, RecordError, SeatRange, notation, read_record, strict
from games.transfer.evening_lines import read_evening
from games.transfer.importing.lines import (
    ArchivedFacts,
    ConfirmationLine,
    DisputeLine,
    Former,
    Line,
    LineFault,
    LineSpot,
    MatchLine,
    PlayerLine,
    RecordLine,
    RemarkLine,
    StudyLine,
)
from games.transfer.line_fields import (
    Reader,
    Shape,
    Unreadable,
    anything,
    day,
    flag,
    identifier,
    like_a_name,
    mapping,
    moment,
    number,
    one_of,
    optional,
    refuse,
    shaped,
    short,
    such,
    text,
)
from games.transfer.lines import (
    CONFIRMATION,
    DISPUTE,
    EVENING,
    MATCH,
    PLAYER,
    REMARK,
    STUDY,
    TOTALS,
)
from games.transfer.total_lines import read_totals

MOST_SEATS = 8
AMENDMENTS = FACTS + ".amendments"


def _unless_blank(read: Reader) -> Reader:
    """Return a reader of texts: a blank one, or one that `read` can read."""
    return such(str, lambda value: not value or read(value))


OF_A_HAND: Shape = {
    "hand": identifier,
    "match": identifier,
    "number": number(1, LAST_HAND),
    "players": [identifier],
    "sits_out": optional(number(0, MOST_SEATS)),
    "writes": one_of(Writes.values),
    "played_at": moment,
}
FORMER: Shape = {"at": _unless_blank(moment), "because": text, "by": text, "record": anything}
OF_A_PLAYER: Shape = {"id": identifier, "name": text}
KNOWN_OF_A_PLAYER: Shape = {
    "own_name": like_a_name(NAME_LENGTH),
    "nickname": like_a_name(NICKNAME_LENGTH),
    "number": like_a_name(NUMBER_LENGTH),
    "joined_on": day,
    "left_on": day,
}
OF_A_MATCH: Shape = {
    "id": identifier,
    "seats": [identifier],
    "title": text,
    "variant": text,
    "options": mapping,
    "preset": text,
    "settings": mapping,
    "table": text,
    "played_on": day,
    "hands_planned": optional(number(1, 1_000)),
    "first_dealer": number(0, 100),
    "dealer_sits_out": flag,
    "writes": one_of(Writes.values),
    "closed_at": optional(moment),
}
RESEATED: Shape = {
    "seat": number(0, 100),
    "since": number(1, LAST_HAND),
    "until": optional(number(1, LAST_HAND - 1)),
    "player": identifier,
}
OF_A_REMARK: Shape = {
    "id": identifier,
    "hand": identifier,
    "place": such(str, re.compile(rf"[a-z0-9.]{{1,{PLACE_LENGTH}}}").fullmatch),
    "author": text,
    "text": text,
    "at": moment,
    "hidden": flag,
}
OF_A_STUDY: Shape = {
    "id": identifier,
    "title": like_a_name(TITLE_LENGTH),
    "text": text,
    "author": text,
    "at": moment,
    "items": [
        {
            "hand": identifier,
            # The page of a study links to each of its places.
            "place": such(str, re.compile(Place.regex).fullmatch),
            "cards": such(str, re.compile(rf"[\w.-]{{0,{CARDS_LENGTH}}}", re.ASCII).fullmatch),
            "text": text,
        }
    ],
}
OF_AGREEMENT: Shape = {
    "id": identifier,
    "hand": identifier,
    "player": _unless_blank(identifier),
    "because": short(REASON_LENGTH),
    "by": short(USERNAME_LENGTH),
    "device": short(64),
    "at": moment,
}
OF_A_CONFIRMATION: Shape = OF_AGREEMENT | {
    "seat": optional(number(0, MOST_SEATS - 1)),
    "how": one_of(Confirmation.How.values),
}
OF_A_DISPUTE: Shape = OF_AGREEMENT | {
    "player": identifier,
    "ended_at": optional(moment),
    "ended_as": one_of(["", *Dispute.EndedAs.values]),
    "ended_by": short(USERNAME_LENGTH),
    "answer": short(REASON_LENGTH),
}


def read_line(spot: LineSpot, line: bytes) -> Line:
    """Return what a line of an archive says; a LineFault where it cannot be read."""
    try:
        raw = strict.decode(line)
        kind = raw.get("format") if isinstance(raw, dict) else None
        if kind in _READERS:
            strict.check_value(raw, str(kind))
            del raw["format"]
            return _READERS[kind](spot, raw)
        return read_hand(spot, raw)
    except RecordError as error:
        return LineFault(spot, error.problem.code, sentence(error.problem), error.problem.action)
    except Unreadable as error:
        return LineFault(spot, error.code, error.sentence)


def read_record_of(spot: LineSpot, written: notation.Written) -> Line:
    """Return the record of a hand in the text notation; a LineFault where it cannot be read."""
    try:
        return read_hand(spot, strict.decode(written.json_line()), written.actions)
    except RecordError as error:
        there = spot._replace(line=written.line_of(error.problem))
        return LineFault(there, error.problem.code, sentence(error.problem), error.problem.action)
    except Unreadable as error:
        return LineFault(spot, error.code, error.sentence)


def read_hand(spot: LineSpot, raw: Any, lines: tuple[int, ...] = ()) -> RecordLine:
    """Return the record of a decoded object, separated from its facts.

    Raises RecordError, Unreadable.
    """
    record = read_record(raw)
    if FACTS not in record.extra:
        return RecordLine(spot, record, None, lines)
    extra = {key: value for key, value in record.extra.items() if key != FACTS}
    facts = _read_facts(record.extra[FACTS], len(record.players))
    # What a club has sealed holds, by whatever edition of the rules it was judged.
    return RecordLine(spot, record._replace(extra=extra, sealed=True), facts, lines)


def _read_facts(raw: Any, seats: int) -> ArchivedFacts:
    facts = shaped(raw, FACTS, OF_A_HAND, {"amendments": anything})
    if len(facts["players"]) != seats:
        refuse(FACTS + ".players")
    if (facts["sits_out"] or 0) > seats:
        refuse("sits_out")
    former = _read_former(facts.pop("amendments")) if "amendments" in facts else ()
    return ArchivedFacts(**facts | {"players": tuple(facts["players"]), "former": former})


def _read_former(raw: Any) -> tuple[Former, ...]:
    """Return the former revisions of an amended hand. Raises RecordError, Unreadable."""
    if not isinstance(raw, list) or not raw:
        refuse(AMENDMENTS)
    former = []
    for one in raw:
        facts = shaped(one, AMENDMENTS, FORMER, {"players": [identifier]})
        record = read_record(facts["record"])._replace(sealed=True)
        players = tuple(facts.get("players", ()))
        if players and len(players) != len(record.players):
            refuse(AMENDMENTS + ".players")
        why = Amendment(facts["at"], facts["because"], facts["by"], "")
        former.append(Former(record, why, players))
    return tuple(former)


def _read_player(spot: LineSpot, raw: dict[str, Any]) -> PlayerLine:
    if "erased" in raw:
        facts = shaped(raw, PLAYER, OF_A_PLAYER | {"erased": flag})
        if (facts["name"], facts["erased"]) != (ERASED, True):
            refuse("erased")
        return PlayerLine(spot, **facts)
    facts = shaped(raw, PLAYER, OF_A_PLAYER, KNOWN_OF_A_PLAYER)
    first, last = facts.get("joined_on"), facts.get("left_on")
    if first and last and last < first:
        refuse("left_on")
    return PlayerLine(spot, **facts)


def _read_match(spot: LineSpot, raw: dict[str, Any]) -> MatchLine:
    facts = shaped(raw, MATCH, OF_A_MATCH, {"reseated": [RESEATED]})
    facts["seats"] = tuple(facts["seats"])
    facts["reseated"] = _ranges(facts.get("reseated", ()))
    return MatchLine(spot, **facts)


def _ranges(raw: Iterable[Mapping[str, Any]]) -> tuple[SeatRange[str], ...]:
    """Return who sat where from hand to hand, in order.

    On each place from hand 1 on, without a gap.
    """
    ranges = sorted(SeatRange(**{**one, "until": one["until"] or LAST_HAND}) for one in raw)
    wanted = (0, 1)  # the place and the hand with which the next one has to begin
    for one in ranges:
        if one[:2] != wanted or one.until < one.since:
            refuse("reseated")
        wanted = (one.seat + 1, 1) if one.until == LAST_HAND else (one.seat, one.until + 1)
    if wanted[1] != 1:
        refuse("reseated")
    return tuple(ranges)


def _read_remark(spot: LineSpot, raw: dict[str, Any]) -> RemarkLine:
    return RemarkLine(spot, **shaped(raw, REMARK, OF_A_REMARK))


def _read_study(spot: LineSpot, raw: dict[str, Any]) -> StudyLine:
    facts = shaped(raw, STUDY, OF_A_STUDY, {"after": number(1, MOST_ITEMS)})
    if len(facts["items"]) + facts.get("after", 0) > MOST_ITEMS:
        refuse("items")
    return StudyLine(spot, **facts)


def joined(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines as they are, and those of a study that goes on over several as one."""
    study: StudyLine | None = None
    for line in lines:
        if isinstance(line, StudyLine) and line.after:
            if study is not None and (study.id, len(study.items)) == (line.id, line.after):
                study = study._replace(items=[*study.items, *line.items])
            else:
                words = _("“%(field)s” is missing or not valid.") % {"field": "after"}
                yield LineFault(line.spot, "malformed", words)
            continue
        if study is not None:
            yield study
        study = line if isinstance(line, StudyLine) else None
        if study is None:
            yield line
    if study is not None:
        yield study


def _read_confirmation(spot: LineSpot, raw: dict[str, Any]) -> ConfirmationLine:
    facts = shaped(raw, CONFIRMATION, OF_A_CONFIRMATION)
    nobody = facts["seat"] is None
    if nobody != (facts["how"] == Confirmation.How.WAIVED):
        refuse("how")
    if nobody != (facts["player"] == ""):
        refuse("player")
    return ConfirmationLine(spot, **facts)


def _read_dispute(spot: LineSpot, raw: dict[str, Any]) -> DisputeLine:
    facts = shaped(raw, DISPUTE, OF_A_DISPUTE)
    if bool(facts["ended_as"]) != (facts["ended_at"] is not None):
        refuse("ended_as")
    return DisputeLine(spot, **facts)


_READERS: dict[Any, Callable[[LineSpot, dict[str, Any]], Line]] = {
    PLAYER: _read_player,
    MATCH: _read_match,
    REMARK: _read_remark,
    CONFIRMATION: _read_confirmation,
    DISPUTE: _read_dispute,
    EVENING: read_evening,
    TOTALS: read_totals,
    STUDY: _read_study,
}
