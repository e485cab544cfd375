"""Reading the lines of an archive: what they bring, or why they cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from games.book.revisions import Amendment
from games.book.sealed_lines import FACTS
from games.book.sealing import ERASED
from games.display.reasons import sentence
from games.display.typed_reasons import REASON_LENGTH
from games.models import Confirmation, Dispute
from games.models.confirming import USERNAME_LENGTH
from games.models.people import NAME_LENGTH, NICKNAME_LENGTH, NUMBER_LENGTH
from games.models.remarks import PLACE_LENGTH
from games.models.studies import CARDS_LENGTH, MOST_ITEMS, TITLE_LENGTH
from games.replay.places import Place
from games.rules import LAST_HAND, RecordError, SeatRange, notation, read_record, strict
from games.transfer.evening_lines import Reader, objects_of, read_evening, shaped
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
    Unreadable,
    day,
    fields_of,
    flag,
    identifier,
    like_a_name,
    mapping,
    moment,
    number,
    refuse,
    short,
    text,
    writes,
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

AMENDMENTS = FACTS + ".amendments"
PLAIN_FACTS = [name for name in ArchivedFacts._fields if name != "former"]
# What the line of a player may have besides id and name.
PLAYER_TEXTS = {"own_name": NAME_LENGTH, "nickname": NICKNAME_LENGTH, "number": NUMBER_LENGTH}
PLAYER_DAYS = ("joined_on", "left_on")
MOST_SEATS = 8
DEVICE_LENGTH = 64
PLACE = re.compile(rf"[a-z0-9.]{{1,{PLACE_LENGTH}}}")
LINKED = re.compile(Place.regex)  # the page of a study links to each of its places
VARIED = re.compile(rf"[\w.-]{{0,{CARDS_LENGTH}}}", re.ASCII)


def read_line(spot: LineSpot, line: bytes) -> Line:
    """Return what a line of an archive says; a LineFault where it cannot be read."""
    try:
        raw = strict.decode(line)
        kind = raw.get("format") if isinstance(raw, dict) else None
        if kind in _READERS:
            strict.check_value(raw, str(kind))
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
    former: tuple[Former, ...] = ()
    if isinstance(raw, dict) and "amendments" in raw:
        former = _read_former(raw["amendments"])
        raw = {name: value for name, value in raw.items() if name != "amendments"}
    fields = fields_of(raw, FACTS, *PLAIN_FACTS)
    players = _ids(fields["players"], FACTS)
    if len(players) != seats:
        refuse(FACTS + ".players")
    sits_out = fields["sits_out"]
    return ArchivedFacts(
        hand=identifier(fields, "hand"),
        match=identifier(fields, "match"),
        number=number(fields, "number", 1, 32_767),
        players=players,
        sits_out=None if sits_out is None else number(fields, "sits_out", 0, seats),
        writes=writes(fields),
        played_at=moment(fields, "played_at"),
        former=former,
    )


def _read_former(raw: Any) -> tuple[Former, ...]:
    """Return the former revisions of an amended hand. Raises RecordError, Unreadable."""
    if not isinstance(raw, list) or not raw:
        refuse(AMENDMENTS)
    former = []
    for one in raw:
        players: tuple[str, ...] = ()
        if isinstance(one, dict) and "players" in one:
            players = _ids(one["players"], AMENDMENTS)
            one = {name: value for name, value in one.items() if name != "players"}
        fields = fields_of(one, AMENDMENTS, "at", "because", "by", "record")
        if fields["at"]:
            moment(fields, "at")
        why = Amendment(text(fields, "at"), text(fields, "because"), text(fields, "by"), "")
        record = read_record(fields["record"])._replace(sealed=True)
        if players and len(players) != len(record.players):
            refuse(AMENDMENTS + ".players")
        former.append(Former(record, why, players))
    return tuple(former)


def _ids(raw: Any, field: str) -> tuple[str, ...]:
    """Return a list of ids of players."""
    if not isinstance(raw, list):
        refuse(field + ".players")
    return tuple(identifier({"players": key}, "players") for key in raw)


def _read_player(spot: LineSpot, raw: dict[str, Any]) -> PlayerLine:
    known = [name for name in (*PLAYER_TEXTS, *PLAYER_DAYS) if name in raw]
    if "erased" in raw:
        fields = fields_of(raw, PLAYER, "format", "id", "name", "erased")
        if (fields["name"], fields["erased"]) != (ERASED, True):
            refuse("erased")
        return PlayerLine(spot, identifier(fields, "id"), ERASED, erased=True)
    fields = fields_of(raw, PLAYER, "format", "id", "name", *known)
    facts: dict[str, Any] = {
        name: like_a_name(fields, name, PLAYER_TEXTS[name])
        if name in PLAYER_TEXTS
        else day(fields, name)
        for name in known
    }
    if len(facts.keys() & {*PLAYER_DAYS}) > 1 and facts["left_on"] < facts["joined_on"]:
        refuse("left_on")
    return PlayerLine(spot, identifier(fields, "id"), text(fields, "name"), **facts)


def _read_match(spot: LineSpot, raw: dict[str, Any]) -> MatchLine:
    reseated: tuple[SeatRange[str], ...] = ()
    if "reseated" in raw:
        reseated = _read_ranges(raw["reseated"])
        raw = {name: value for name, value in raw.items() if name != "reseated"}
    fields = fields_of(raw, MATCH, "format", *MatchLine._fields[1:-1])
    seats, planned, closed = fields["seats"], fields["hands_planned"], fields["closed_at"]
    if not isinstance(seats, list):
        refuse("seats")
    return MatchLine(
        spot,
        id=identifier(fields, "id"),
        seats=tuple(identifier({"seats": key}, "seats") for key in seats),
        title=text(fields, "title"),
        variant=text(fields, "variant"),
        options=mapping(fields, "options"),
        preset=text(fields, "preset"),
        settings=mapping(fields, "settings"),
        table=text(fields, "table"),
        played_on=day(fields, "played_on"),
        hands_planned=None if planned is None else number(fields, "hands_planned", 1, 1_000),
        first_dealer=number(fields, "first_dealer", 0, 100),
        dealer_sits_out=flag(fields, "dealer_sits_out"),
        writes=writes(fields),
        closed_at=None if closed is None else moment(fields, "closed_at"),
        reseated=reseated,
    )


def _read_ranges(raw: Any) -> tuple[SeatRange[str], ...]:
    """Return who sat where from hand to hand, in order.

    On each place from hand 1 on, without a gap.
    """
    if not isinstance(raw, list):
        refuse("reseated")
    ranges = []
    for one in raw:
        fields = fields_of(one, "reseated", *SeatRange._fields)
        seat, since = number(fields, "seat", 0, 100), number(fields, "since", 1, LAST_HAND)
        last = fields["until"] is None
        until = LAST_HAND if last else number(fields, "until", since, LAST_HAND - 1)
        ranges.append(SeatRange(seat, since, until, identifier(fields, "player")))
    ranges.sort()
    wanted = (0, 1)  # the place and the hand with which the next one has to begin
    for one in ranges:
        if one[:2] != wanted:
            refuse("reseated")
        wanted = (one.seat + 1, 1) if one.until == LAST_HAND else (one.seat, one.until + 1)
    if wanted[1] != 1:
        refuse("reseated")
    return tuple(ranges)


def _read_remark(spot: LineSpot, raw: dict[str, Any]) -> RemarkLine:
    fields = fields_of(raw, REMARK, "format", *RemarkLine._fields[1:])
    return RemarkLine(
        spot,
        id=identifier(fields, "id"),
        hand=identifier(fields, "hand"),
        place=_place(fields, "place"),
        author=text(fields, "author"),
        text=text(fields, "text"),
        at=moment(fields, "at"),
        hidden=flag(fields, "hidden"),
    )


def _place(fields: Mapping[str, Any], name: str, pattern: re.Pattern[str] = PLACE) -> str:
    value = text(fields, name)
    return value if pattern.fullmatch(value) else refuse(name)


def _read_study(spot: LineSpot, raw: dict[str, Any]) -> StudyLine:
    goes_on = {"after": partial(number, least=1, most=MOST_ITEMS)} if "after" in raw else {}
    facts = shaped(raw, STUDY, STUDY_SHAPE | goes_on)
    facts["items"] = [one for one in facts["items"] if VARIED.fullmatch(one["cards"])]
    if len(facts["items"]) < len(raw["items"]):
        refuse("cards")
    if len(facts["items"]) + facts.get("after", 0) > MOST_ITEMS:
        refuse("items")
    del facts["format"]
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


STUDY_SHAPE: dict[str, Reader] = {
    **dict.fromkeys(("format", "text", "author"), text),
    "id": identifier,
    "title": partial(like_a_name, most=TITLE_LENGTH),
    "at": moment,
    "items": objects_of(
        hand=identifier, place=partial(_place, pattern=LINKED), cards=text, text=text
    ),
}


def _read_confirmation(spot: LineSpot, raw: dict[str, Any]) -> ConfirmationLine:
    fields = fields_of(raw, CONFIRMATION, "format", *ConfirmationLine._fields[1:])
    seat, how = fields["seat"], text(fields, "how")
    if how not in Confirmation.How.values or (how == Confirmation.How.WAIVED) != (seat is None):
        refuse("how")
    return ConfirmationLine(
        spot,
        id=identifier(fields, "id"),
        hand=identifier(fields, "hand"),
        player="" if seat is None else identifier(fields, "player"),
        seat=None if seat is None else number(fields, "seat", 0, MOST_SEATS - 1),
        how=how,
        because=short(fields, "because", REASON_LENGTH),
        by=short(fields, "by", USERNAME_LENGTH),
        device=short(fields, "device", DEVICE_LENGTH),
        at=moment(fields, "at"),
    )


def _read_dispute(spot: LineSpot, raw: dict[str, Any]) -> DisputeLine:
    fields = fields_of(raw, DISPUTE, "format", *DisputeLine._fields[1:])
    ended, ending = fields["ended_at"], text(fields, "ended_as")
    if ending not in ("", *Dispute.EndedAs.values) or bool(ending) != (ended is not None):
        refuse("ended_as")
    return DisputeLine(
        spot,
        id=identifier(fields, "id"),
        hand=identifier(fields, "hand"),
        player=identifier(fields, "player"),
        because=short(fields, "because", REASON_LENGTH),
        by=short(fields, "by", USERNAME_LENGTH),
        device=short(fields, "device", DEVICE_LENGTH),
        at=moment(fields, "at"),
        ended_at=None if ended is None else moment(fields, "ended_at"),
        ended_as=ending,
        ended_by=short(fields, "ended_by", USERNAME_LENGTH),
        answer=short(fields, "answer", REASON_LENGTH),
    )


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
