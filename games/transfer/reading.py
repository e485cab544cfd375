"""Reading the lines of an archive: what they bring, or why they cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from games.book.revisions import Amendment
from games.book.sealed_lines import FACTS
from games.display.reasons import sentence
from games.rules import RecordError, notation, read_record, strict
from games.transfer.importing import (
    ArchivedFacts,
    Former,
    Line,
    LineFault,
    MatchLine,
    PlayerLine,
    RecordLine,
    RemarkLine,
    Spot,
)
from games.transfer.line_fields import (
    Unreadable,
    day,
    fields_of,
    flag,
    identifier,
    mapping,
    moment,
    number,
    refuse,
    text,
    writes,
)
from games.transfer.lines import MATCH, PLAYER, REMARK

AMENDMENTS = FACTS + ".amendments"
PLAIN_FACTS = [name for name in ArchivedFacts._fields if name != "former"]
PLACE = re.compile(r"[a-z0-9.]{1,24}")


def read_line(spot: Spot, line: bytes) -> Line:
    """What a line of an archive says; a LineFault where it cannot be read."""
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


def read_record_of(spot: Spot, written: notation.Written) -> Line:
    """The record of a hand in the text notation; a LineFault where it cannot be read."""
    try:
        return read_hand(spot, strict.decode(written.json_line()), written.actions)
    except RecordError as error:
        there = spot._replace(line=written.line_of(error.problem))
        return LineFault(there, error.problem.code, sentence(error.problem), error.problem.action)
    except Unreadable as error:
        return LineFault(spot, error.code, error.sentence)


def read_hand(spot: Spot, raw: Any, lines: tuple[int, ...] = ()) -> RecordLine:
    """The record of a decoded object, parted from its facts. Raises RecordError, Unreadable."""
    record = read_record(raw)
    if FACTS not in record.extra:
        return RecordLine(spot, record, None, lines)
    extra = {key: value for key, value in record.extra.items() if key != FACTS}
    facts = _read_facts(record.extra[FACTS], len(record.players))
    return RecordLine(spot, record._replace(extra=extra), facts, lines)


def _read_facts(raw: Any, seats: int) -> ArchivedFacts:
    former: tuple[Former, ...] = ()
    if isinstance(raw, dict) and "amendments" in raw:
        former = _read_former(raw["amendments"])
        raw = {name: value for name, value in raw.items() if name != "amendments"}
    fields = fields_of(raw, FACTS, *PLAIN_FACTS)
    players = fields["players"]
    if not isinstance(players, list) or len(players) != seats:
        refuse(FACTS + ".players")
    sits_out = fields["sits_out"]
    return ArchivedFacts(
        hand=identifier(fields, "hand"),
        match=identifier(fields, "match"),
        number=number(fields, "number", 1, 32_767),
        players=tuple(identifier({"players": key}, "players") for key in players),
        sits_out=None if sits_out is None else number(fields, "sits_out", 0, seats),
        writes=writes(fields),
        played_at=moment(fields, "played_at"),
        former=former,
    )


def _read_former(raw: Any) -> tuple[Former, ...]:
    """The former revisions of an amended hand. Raises RecordError, Unreadable."""
    if not isinstance(raw, list) or not raw:
        refuse(AMENDMENTS)
    former = []
    for one in raw:
        fields = fields_of(one, AMENDMENTS, "at", "because", "by", "record")
        if fields["at"]:
            moment(fields, "at")
        why = Amendment(text(fields, "at"), text(fields, "because"), text(fields, "by"), "")
        former.append(Former(read_record(fields["record"]), why))
    return tuple(former)


def _read_player(spot: Spot, raw: dict[str, Any]) -> PlayerLine:
    fields = fields_of(raw, PLAYER, "format", "id", "name")
    return PlayerLine(spot, identifier(fields, "id"), text(fields, "name"))


def _read_match(spot: Spot, raw: dict[str, Any]) -> MatchLine:
    fields = fields_of(raw, MATCH, "format", *MatchLine._fields[1:])
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
    )


def _read_remark(spot: Spot, raw: dict[str, Any]) -> RemarkLine:
    fields = fields_of(raw, REMARK, "format", *RemarkLine._fields[1:])
    place = text(fields, "place")
    if not PLACE.fullmatch(place):
        refuse("place")
    return RemarkLine(
        spot,
        id=identifier(fields, "id"),
        hand=identifier(fields, "hand"),
        place=place,
        author=text(fields, "author"),
        text=text(fields, "text"),
        at=moment(fields, "at"),
        hidden=flag(fields, "hidden"),
    )


_READERS: dict[Any, Callable[[Spot, dict[str, Any]], Line]] = {
    PLAYER: _read_player,
    MATCH: _read_match,
    REMARK: _read_remark,
}
