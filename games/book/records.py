"""The one seam between rows and rules: entries folded into a record, records read from seals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_noop

from games.access.errors import NothingToUndo
from games.book import sealing
from games.display.chairs import SITS_OUT
from games.models import Entry, Hand, Seal
from games.rules import (
    DIRECTION,
    Action,
    LastTap,
    LiveActions,
    Record,
    canonical_action,
    malformed,
    read_record,
    rotation,
    shape,
)

Change = dict[str, Any]
Deal = Mapping[str, Any] | None

FIELDS = {
    "act": {"op", "action"},
    "undo": {"op"},
    "change": {"op", "edits"},
    "several": {"op", "changes"},
    "rewind": {"op", "to"},
    "deal": {"op", "deal"},
    "about": {"op", "meta", "extra"},
}
OPS = gettext_noop("An entry needs an “op”: act, undo, change, several, rewind, deal or about.")
PAIRS = gettext_noop("“edits” must be a list of pairs: an index, and an action or null.")
SEVERAL = gettext_noop(
    "“changes” must be a list: first any “change” that removes nothing, then at least one “act”."
)


def read_change(raw: Any) -> Change:
    """What an entry changes, in canonical form: `op` and the fields of that op, cards in capitals.

    Raises RecordError (malformed) where the shape is wrong; the rules are not asked.
    """
    op = raw.get("op") if isinstance(raw, dict) else None
    if not isinstance(op, str) or op not in FIELDS:
        raise malformed(OPS)
    for field in sorted(FIELDS[op] ^ raw.keys()):
        if field in FIELDS[op]:
            raise malformed(gettext_noop("“{field}” is missing."), field=field)
        raise malformed(gettext_noop("No entry has a field “{field}”."), field=field)
    if op == "act":
        return {"op": op, "action": _read_action(raw["action"])}
    if op == "change":
        return {"op": op, "edits": [_read_edit(edit) for edit in _list(raw["edits"])]}
    if op == "several":
        return {"op": op, "changes": _read_several(raw["changes"])}
    if op == "about":
        return {"op": op, "meta": raw["meta"], "extra": _read_extra(raw["extra"])}
    if op == "rewind" and (type(raw["to"]) is not int or raw["to"] < 0):
        raise malformed(gettext_noop("“{field}” must be a whole number."), field="to")
    return dict(raw)


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise malformed(PAIRS)
    return value


def _read_edit(edit: Any) -> list[Any]:
    if not isinstance(edit, list) or len(edit) != 2 or type(edit[0]) is not int:
        raise malformed(PAIRS)
    return [edit[0], None if edit[1] is None else _read_action(edit[1])]


def _read_several(raw: Any) -> list[Change]:
    if not isinstance(raw, list):
        raise malformed(SEVERAL)
    ops = [change.get("op") if isinstance(change, dict) else None for change in raw]
    corrections = ops.index("act") if "act" in ops else len(ops)
    if ops != ["change"] * corrections + ["act"] * (len(ops) - corrections) or "act" not in ops:
        raise malformed(SEVERAL)
    changes = [read_change(change) for change in raw]
    if any(action is None for change in changes[:corrections] for _, action in change["edits"]):
        raise malformed(SEVERAL)
    return changes


def _read_extra(extra: Any) -> dict[str, Any]:
    if not isinstance(extra, dict) or not all(key.startswith("_") for key in extra):
        raise malformed(gettext_noop("“extra” must be an object; its fields begin with “_”."))
    return extra


def _read_action(raw: Any) -> dict[str, Any]:
    if not isinstance(raw, dict) or not isinstance(raw.get("kind"), str):
        raise malformed(gettext_noop("An action needs a “kind”."))
    return canonical_action(raw)


def fold(
    changes: Iterable[Change], deal: Deal = None, start: Iterable[Action] = ()
) -> tuple[Deal, list[Action]]:
    """The entries of a hand, folded: what is known of the deal, and the live actions.

    `deal` and `start`: what was known, and which actions stood, before them. Raises NothingToUndo,
    and RecordError where a change names an action that is not there.
    """
    deal, live = _fold(changes, deal, start)
    return deal, live.actions


def last_tap(changes: Iterable[Change]) -> LastTap:
    """What an undo after these entries would take back. Raises as `fold`."""
    return _fold(changes)[1].last


def _fold(
    changes: Iterable[Change], deal: Deal = None, start: Iterable[Action] = ()
) -> tuple[Deal, LiveActions]:
    live = LiveActions(start)
    for change in changes:
        match change["op"]:
            case "act":
                live.actions.append(change["action"])
            case "undo":
                if not live.undo():
                    raise NothingToUndo
            case "change":
                live.edit(change["edits"])
            case "several":
                live.tap(change["changes"])
            case "rewind":
                live.check_index(change["to"])
                live.cut(change["to"])
            case "deal":
                deal = change["deal"]
    return deal, live


def changes_of(hand: Hand, upto: int | None = None) -> list[Change]:
    """The changes of all entries of a hand, or of those up to number `upto`, in order."""
    entries = Entry.objects.filter(hand=hand).order_by("seq")
    if upto is not None:
        entries = entries.filter(seq__lte=upto)
    return read_texts(entries.values_list("change", flat=True))


def read_texts(texts: Iterable[str]) -> list[Change]:
    """Decode stored changes: one pass for all is several times quicker than one for each."""
    changes: list[Change] = json.loads(f"[{','.join(texts)}]")
    return changes


# Made once: `json.dumps` makes one for each text.
_WRITER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def write_text(change: Change) -> str:
    """A change as it is stored."""
    return _WRITER.encode(change)


def record_of(hand: Hand, changes: Iterable[Change] | None = None) -> Record:
    """The record of a hand.

    A sealed hand is read from its seal: it stays as it was sealed, whatever is renamed later.
    With `changes`, and for an open hand, the record is their fold with today's names.
    Raises RecordError, NothingToUndo as `fold`.
    """
    if changes is None:
        if hand.state == Hand.State.SEALED:
            return sealed_record(hand)
        changes = changes_of(hand)
    return _build(hand, list(changes))


def latest_seal(hand: Hand) -> Seal:
    """The seal that holds a sealed hand as it stands, with its texts. Two statements."""
    return Seal.objects.prefetch_related("texts").filter(hand=hand).latest("revision")


def sealed_record(hand: Hand) -> Record:
    """The record as the latest seal of the hand keeps it."""
    return read_seal(latest_seal(hand))


def read_seal(seal: Seal) -> Record:
    """The record that a seal and its texts hold."""
    texts = {text.place: text.text for text in seal.texts.all()}
    return read_record(sealing.opened(bytes(seal.game), seal.commitments, texts))


def _build(hand: Hand, changes: Sequence[Change]) -> Record:
    (deal, actions), about, facts = fold(changes), _about(changes), facts_of(hand)
    meta = facts["meta"] if about["meta"] is None else about["meta"]
    played = {"deal": deal, "actions": actions}
    return read_record(
        {"format": shape.format_of(actions), **facts, **played, "meta": meta, **about["extra"]}
    )


def _about(changes: Sequence[Change]) -> Change:
    """The latest `about` of the hand: `meta`, which replaces the usual one, and `extra` fields."""
    abouts = (change for change in reversed(changes) if change["op"] == "about")
    return next(abouts, NOTHING_SAID)


NOTHING_SAID: Change = {"meta": None, "extra": {}}


def facts_of(hand: Hand) -> dict[str, Any]:
    """What the record of an open hand has from its table, not from its entries."""
    return {
        "variant": hand.match.variant,
        "options": hand.match.options,
        "players": seat_names(hand),
        "dealer": hand.dealer,
        "meta": _meta(hand),
    }


def seat_names(hand: Hand) -> list[str]:
    """The names of the players of a hand, by seat."""
    return rotation.seated(chair_names(hand), hand.sits_out)


def chair_names(hand: Hand) -> list[str]:
    """The names of the people at a hand's table, by chair: also of who sits it out."""
    names = getattr(hand, "names_by_seat", None)
    if names is None:
        seats = hand.match.seats.order_by("seat")
        return list(seats.values_list("player__name", flat=True))
    return [names[str(chair)] for chair in range(len(names))]


def _meta(hand: Hand) -> dict[str, str]:
    meta = {
        "date": hand.match.played_on.isoformat(),
        "club": hand.club.name,
        "event": hand.match.title,
        "table": hand.match.table,
        "board": str(hand.number),
        "comment": hand.comment,
        DIRECTION: hand.match.settings.get(DIRECTION, ""),
        SITS_OUT: "" if hand.sits_out is None else chair_names(hand)[hand.sits_out],
    }
    return {key: value for key, value in meta.items() if value}
