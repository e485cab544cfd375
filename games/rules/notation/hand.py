"""One hand: a record as text and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from games.rules.cards import CODES, IDS
from games.rules.notation.actions import ActionLine, read_line, write_actions
from games.rules.notation.header import TAGS, Head, seats_of, write_head
from games.rules.notation.line import NotationError, TextLine
from games.rules.problems import N_, Problem, RecordError, malformed
from games.rules.record.canonical import canonical_action, format_record
from games.rules.record.record import Record, parse_record
from games.rules.record.shape import KEYS

_ORDER = ("format", "variant", "options", "players", "dealer", "deal", "actions", "meta")
# Where a reader finds what a refusal of the whole record is about.
_PLACES = {
    "unknown-variant": "variant",
    "wrong-player-count": "players",
    "unknown-card": "deal",
    "card-not-in-pack": "deal",
    "duplicate-card": "deal",
    "wrong-card-count": "deal",
}


class Written(NamedTuple):
    """A hand as it was read: its canonical JSON object, and in which lines it, its tags and actions are."""

    record: dict[str, Any]
    line: int
    tags: Mapping[str, int]
    actions: tuple[int, ...]

    def line_of(self, problem: Problem) -> int:
        """Return the line that a refusal of this hand is about."""
        if problem.action is not None:
            return self.actions[problem.action]
        if problem.code == "unknown-option":
            return self.tags.get(f"option {problem.facts['option']}", self.line)
        place = _PLACES.get(problem.code) or problem.facts.get("field")
        return self.tags.get(str(place), self.line)

    def json_line(self) -> str:
        """Return the record as a line of JSON, for the reader of records."""
        line = json.dumps(self.record, ensure_ascii=False, separators=(",", ":"))
        try:
            line.encode()
        except UnicodeEncodeError:
            # Half of a pair: escaped it reaches the reader, which names the field.
            return json.dumps(self.record, separators=(",", ":"))
        return line


def canonical_object(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record object in the format's order, cards in upper case, no empty deal or meta."""
    return _in_order(
        raw,
        [
            canonical_action(action) if isinstance(action, dict) else action
            for action in raw["actions"]
        ],
    )


def _in_order(raw: Mapping[str, Any], actions: list[Any]) -> dict[str, Any]:
    known = {
        **raw,
        "options": _sorted(raw.get("options", {})),
        "deal": _canonical_deal(raw.get("deal"), raw.get("players")),
        "actions": actions,
        "meta": _sorted(raw.get("meta", {})),
    }
    if known["deal"] is None:
        del known["deal"]
    if known["meta"] == {}:
        del known["meta"]
    return {key: known[key] for key in (*_ORDER, *sorted(set(raw) - KEYS)) if key in known}


def _sorted(part: Any) -> Any:
    return dict(sorted(part.items())) if isinstance(part, dict) else part


def _canonical_deal(deal: Any, players: Any) -> Any:
    seats = len(players) if isinstance(players, list) else 0
    if not isinstance(deal, dict):
        return deal
    hands, stock = deal.get("hands", [None] * seats), deal.get("stock")
    extra = {key: deal[key] for key in sorted(deal) if key not in ("hands", "stock")}
    if not isinstance(hands, list):
        return deal
    if not extra and stock is None and hands == [None] * seats:
        return None
    return {"hands": [_upper(hand) for hand in hands], "stock": _upper(stock), **extra}


def _upper(part: Any) -> Any:
    if not isinstance(part, list):
        return part
    return [CODES[IDS[code]] if isinstance(code, str) and code in IDS else code for code in part]


def format_object(raw: Mapping[str, Any]) -> str:
    """Return the text of a record object, valid or not, of any game. Raises RecordError without actions."""
    if not isinstance(raw.get("actions"), list):
        raise malformed(N_("“{field}” must be a list."), field="actions")
    record = canonical_object(raw)
    actions = write_actions(record.pop("actions"), seats_of(record.get("players")))
    head = write_head(record)
    return "\n".join([*head, *([""] if head and actions else []), *actions, ""])


def format_text(record: Record) -> str:
    """Return the canonical text of a record, with the options that differ from the default."""
    return format_object(json.loads(format_record(record)))


def read_hand(text: str, first_line: int = 1) -> Written:
    """Read the text of one hand; `first_line` is the number of its first line. Raises NotationError."""
    head, entries = Head(), list[ActionLine]()
    begins = 0
    for number, written in enumerate(text.split("\n"), first_line):
        line = TextLine(written, number)
        tag = line.peek().lower()
        begins = begins or (0 if line.ended else number)
        if tag not in TAGS:
            entries += read_line(line, len(head.players))
        elif entries:
            raise line.fail(N_("“{tag}” belongs before the first action."), tag=tag)
        else:
            head.read(line)
    record = _in_order(head.whole(), [entry.action for entry in entries])
    lines = tuple(entry.line for entry in entries)
    return Written(record, begins or first_line, head.lines, lines)


def parse_object(text: str) -> dict[str, Any]:
    """Return the canonical JSON object of a hand. Raises NotationError."""
    return read_hand(text).record


def parse_text(text: str) -> Record:
    """Return the record of a hand as `parse_record` makes it. Raises NotationError with the line."""
    written = read_hand(text)
    try:
        return parse_record(written.json_line())
    except RecordError as error:
        raise NotationError(error.problem, written.line_of(error.problem)) from None
