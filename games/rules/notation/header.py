"""The head of a hand: everything of the record but its actions, one tag a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.notation.line import SEATS, TextLine, json_text
from games.rules.notation.values import (
    read_cards,
    read_name,
    read_seat,
    read_setting,
    write_cards,
    write_name,
    write_seat,
)
from games.rules.problems import N_

STOCK = "stock"

# ---- record to text ------------------------------------------------------------------------


def write_head(record: Mapping[str, Any]) -> list[str]:
    """Return the tags of a canonical record object; what no tag can say is in the last one, as JSON."""
    lines: list[str] = []
    left = dict(record)
    for key, writer in _WRITERS.items():
        tags = writer(left[key], record) if key in left else None
        if tags is not None:
            lines += tags
            del left[key]
    return [*lines, f"record {json_text(left)}"] if left else lines


def _name(tag: str) -> Callable[[Any, Mapping[str, Any]], list[str] | None]:
    return lambda value, _: [f"{tag} {write_name(value)}"] if isinstance(value, str) else None


def _options(options: Any, _: Mapping[str, Any]) -> list[str] | None:
    if not isinstance(options, dict):
        return None
    return [
        f"option {write_name(key)} {write_name(value) if isinstance(value, str) else json_text(value)}"
        for key, value in options.items()
    ]


def seats_of(players: Any) -> int:
    """Return how many seats the tags can name: 0 where they cannot name the players."""
    named = isinstance(players, list) and all(isinstance(name, str) for name in players)
    return len(players) if named and len(players) <= len(SEATS) else 0


def _players(players: Any, _: Mapping[str, Any]) -> list[str] | None:
    if not seats_of(players):
        return None
    return [f"player {SEATS[seat]} {json_text(name)}" for seat, name in enumerate(players)]


def _dealer(dealer: Any, _: Mapping[str, Any]) -> list[str] | None:
    letter = write_seat(dealer)
    return None if letter is None else [f"dealer {letter}"]


def _deal(deal: Any, record: Mapping[str, Any]) -> list[str] | None:
    hands = deal.get("hands") if isinstance(deal, dict) else None
    seats = seats_of(record.get("players"))
    if not seats or not isinstance(hands, list) or len(hands) != seats or STOCK not in deal:
        return None
    parts = {**dict(zip(SEATS, hands, strict=False)), STOCK: deal[STOCK]}
    written = {name: write_cards(cards) for name, cards in parts.items() if cards is not None}
    if None in written.values():
        return None
    lines = [f"deal {name} {cards}" for name, cards in written.items()]
    extra = {key: value for key, value in deal.items() if key not in ("hands", STOCK)}
    return [*lines, f"deal {json_text(extra)}"] if extra else lines


def _meta(meta: Any, _: Mapping[str, Any]) -> list[str] | None:
    if not isinstance(meta, dict) or not all(isinstance(text, str) for text in meta.values()):
        return None
    return [f"meta {write_name(key)} {json_text(text)}" for key, text in meta.items()]


# In the order in which a reader wants them: what is played, when, who sits where, what they hold.
_WRITERS: dict[str, Callable[[Any, Mapping[str, Any]], list[str] | None]] = {
    "format": _name("format"),
    "variant": _name("variant"),
    "options": _options,
    "meta": _meta,
    "players": _players,
    "dealer": _dealer,
    "deal": _deal,
}


# ---- text to record ------------------------------------------------------------------------


class Head:
    """The tags read so far, and in which `lines` a key or "option <key>" is first mentioned."""

    def __init__(self) -> None:
        self.record: dict[str, Any] = {}
        self.players: list[str] = []
        self.dealt: dict[str, Any] = {}
        self.deal_facts: dict[str, Any] = {}
        self.lines: dict[str, int] = {}
        self._raw: set[str] = set()

    def read(self, line: TextLine) -> None:
        """Read one line whose first word is one of TAGS. Raises NotationError."""
        tag = line.word().lower()
        TAGS[tag](self, line, tag)
        line.finish()

    def whole(self) -> dict[str, Any]:
        """Return the record without its actions."""
        record = dict(self.record)
        if self.players:
            record["players"] = self.players
        if self.dealt or self.deal_facts:
            names = [*SEATS[: len(self.players)], STOCK]
            *hands, stock = (self.dealt.get(name) for name in names)
            record["deal"] = {"hands": hands, STOCK: stock, **self.deal_facts}
        return record

    def _put(self, into: dict[str, Any], key: str, value: Any, line: TextLine) -> None:
        if key in into:
            raise line.fail(N_("“{field}” is given twice."), field=key[:40])
        into[key] = value

    def _begin(self, key: str, line: TextLine) -> None:
        """Note the line of a key of the record, which "record" must not have given already."""
        if key in self._raw:
            raise line.fail(N_("“{field}” is given twice."), field=key)
        self.lines.setdefault(key, line.number)

    def read_name(self, line: TextLine, tag: str) -> None:
        """`format`, `variant`."""
        self._begin(tag, line)
        self._put(self.record, tag, read_name(line), line)

    def read_dealer(self, line: TextLine, tag: str) -> None:
        self._begin(tag, line)
        self._put(self.record, tag, read_seat(line), line)

    def read_option(self, line: TextLine, tag: str) -> None:
        """`option slam_lead caller`: a name and a JSON value, or a bare word for a text."""
        key = read_name(line)
        self._begin("options", line)
        self.lines.setdefault(f"{tag} {key}", line.number)
        options = self.record.setdefault("options", {})
        self._put(options, key, read_setting(line), line)

    def read_player(self, line: TextLine, tag: str) -> None:
        """`player A "Anna"`, the seats in their order."""
        self._begin("players", line)
        seat, expected = read_seat(line), len(self.players)
        if seat != expected or self.dealt:
            raise line.fail(
                N_(
                    "The players come before the deal, in the order of their seats: {seat} is next."
                ),
                seat=SEATS[expected : expected + 1],
            )
        self.players.append(line.string())

    def read_deal(self, line: TextLine, tag: str) -> None:
        """`deal A …`, `deal stock …`; unknown fields of the deal as JSON."""
        self._begin(tag, line)
        if line.opens("{"):
            for key, value in line.value().items():
                taken = {"hands": None, STOCK: None} | self.deal_facts
                self._put(taken, key, value, line)
                self.deal_facts[key] = value
            return
        name = STOCK if line.takes(STOCK) else SEATS[read_seat(line)]
        if name not in (*SEATS[: len(self.players)], STOCK):
            raise line.fail(N_("No player has the seat {seat}."), seat=name)
        self._put(self.dealt, name, read_cards(line), line)

    def read_meta(self, line: TextLine, tag: str) -> None:
        """`meta club "Tarot du Marais"`."""
        self._begin(tag, line)
        key = read_name(line)
        meta = self.record.setdefault(tag, {})
        self._put(meta, key, line.string(), line)

    def read_rest(self, line: TextLine, tag: str) -> None:
        """`record {…}`: whatever the other tags cannot say."""
        rest = line.value() if line.opens("{") else None
        if rest is None:
            raise line.fail(N_("“record” must be followed by a JSON object."))
        for key, value in rest.items():
            if key in self.lines or key == "actions":
                raise line.fail(N_("“{field}” is given twice."), field=key[:40])
            self._put(self.record, key, value, line)
            self.lines[key] = line.number
            self._raw.add(key)


TAGS: dict[str, Callable[[Head, TextLine, str], None]] = {
    "format": Head.read_name,
    "variant": Head.read_name,
    "option": Head.read_option,
    "player": Head.read_player,
    "dealer": Head.read_dealer,
    "deal": Head.read_deal,
    "meta": Head.read_meta,
    "record": Head.read_rest,
}
