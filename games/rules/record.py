"""The public record `tarot-hand/1`, read strictly and written canonically (record format)."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules import dealing
from games.rules.cards import ALL, CODES, IDS
from games.rules.fields import card_list, unknown_card
from games.rules.problems import Problem, RecordError, gettext_noop, malformed
from games.rules.strict import MAX_TEXT, check_text, check_value, decode
from games.rules.variant import Variant
from games.rules.variants import find_variant

FORMAT = "tarot-hand/1"
MAX_ACTIONS = 400
MAX_META = 32
MAX_META_KEY = 64
MAX_NAME = 80
KEYS = frozenset("format variant options players dealer deal actions meta".split())
DEAL_KEYS = frozenset(("hands", "stock"))
# Letters by category, but nothing to see: Hangul fillers and the blank Braille pattern.
_INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"
_BLANK = f" {_INVISIBLE}"

Hand = tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Record:
    """One hand: who sat where, what was dealt, what happened.

    `options` is complete; `hands` holds a tuple of cards a seat or None; `actions` are JSON objects with card
    codes in upper case; `extra` the keys of the object that begin with "_".
    """

    variant: Variant
    options: Mapping[str, str | int | bool]
    players: tuple[str, ...]
    dealer: int
    hands: tuple[Hand, ...]
    stock: Hand = None
    actions: tuple[Mapping[str, Any], ...] = ()
    meta: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    deal_extra: Mapping[str, Any] = field(default_factory=dict)


def parse_record(line: bytes | str) -> Record:
    """The record of one line of text. Raises RecordError."""
    return read_record(decode(line))


def read_record(raw: Any) -> Record:
    """The record of a decoded JSON object; actions are read when they are replayed. Raises RecordError with
    the fault that the table of codes names first."""
    _check_shape(raw)
    variant = find_variant(raw["variant"])
    if variant is None:
        raise RecordError(
            Problem(
                "unknown-variant",
                gettext_noop("There is no game called “{name}”."),
                {"name": raw["variant"][:40]},
            )
        )
    options = _read_options(raw.get("options", {}), variant)
    players = tuple(raw["players"])
    if len(players) not in variant.tables:
        raise RecordError(
            Problem(
                "wrong-player-count",
                gettext_noop("This game is not played by {count} (but by {allowed})."),
                {"count": len(players), "allowed": ", ".join(map(str, variant.seats))},
                rule=variant.cite("players"),
            )
        )
    hands, stock = _read_deal(raw.get("deal"), variant, len(players))
    return Record(
        variant,
        options,
        players,
        raw["dealer"],
        hands,
        stock,
        tuple(raw["actions"]),
        raw.get("meta", {}),
        {key: raw[key] for key in raw if key not in KEYS},
        {key: value for key, value in (raw.get("deal") or {}).items() if key not in DEAL_KEYS},
    )


def _check_shape(raw: Any) -> None:
    if not isinstance(raw, dict):
        raise malformed(gettext_noop("A record is one JSON object."))
    for key in raw:
        if key not in KEYS:
            check_text(key, "key")
            if not key.startswith("_"):
                raise malformed(gettext_noop("A record has no field “{field}”."), field=key)
            check_value(raw[key], key)
    if raw.get("format") != FORMAT:
        raise malformed(gettext_noop("“format” must be “{format}”."), format=FORMAT)
    if not isinstance(raw.get("variant"), str):
        raise malformed(gettext_noop("“{field}” must be a text."), field="variant")
    if not isinstance(raw.get("options", {}), dict):
        raise malformed(gettext_noop("“{field}” must be an object."), field="options")
    check_value(raw.get("options"), "options")
    check_value(raw["variant"], "variant")
    _check_players(raw.get("players"))
    dealer, seats = raw.get("dealer"), len(raw["players"])
    if type(dealer) is not int or not 0 <= dealer < seats:
        raise malformed(
            gettext_noop("“{field}” must be a whole number from 0 to {last}."),
            field="dealer",
            last=seats - 1,
        )
    _check_deal(raw.get("deal"), seats)
    if not isinstance(raw.get("actions"), list):
        raise malformed(gettext_noop("“{field}” must be a list."), field="actions")
    if len(raw["actions"]) > MAX_ACTIONS:
        raise malformed(gettext_noop("A record may have {limit} actions."), limit=MAX_ACTIONS)
    _check_meta(raw.get("meta", {}))


def _check_players(players: Any) -> None:
    if not isinstance(players, list) or not {str}.issuperset(map(type, players)):
        raise malformed(gettext_noop("“players” must be a list of names."))
    for name in players:
        check_name(name)


def check_name(name: str) -> None:
    """Raises RecordError unless a name has 1 to 80 characters, no line break or control character, and something
    to see."""
    # What can be printed is no control character, line break or half of a pair.
    if name.isprintable() and name.strip(_BLANK) and len(name) <= MAX_NAME:
        return
    check_text(name, "players")
    kinds = [unicodedata.category(character) for character in name]
    if not 1 <= len(name) <= MAX_NAME:
        raise malformed(gettext_noop("A name needs 1 to {limit} characters."), limit=MAX_NAME)
    if any(kind in ("Cc", "Zl", "Zp") for kind in kinds):
        raise malformed(gettext_noop("A name may have no line break or control character."))
    if all(
        kind[0] in "ZC" or character in _INVISIBLE
        for kind, character in zip(kinds, name, strict=True)
    ):
        raise malformed(gettext_noop("A name needs a character that can be seen."))


def _check_deal(deal: Any, seats: int) -> None:
    if deal is None:
        return
    if not isinstance(deal, dict):
        raise malformed(gettext_noop("“{field}” must be an object."), field="deal")
    for key in deal:
        if key not in DEAL_KEYS:
            check_text(key, "key")
            if not key.startswith("_"):
                raise malformed(gettext_noop("The deal has no field “{field}”."), field=key)
            check_value(deal[key], key)
    hands = deal.get("hands", [None] * seats)
    if not isinstance(hands, list) or len(hands) != seats:
        raise malformed(
            gettext_noop("“hands” must hold one hand, or null, for each of the {seats} seats."),
            seats=seats,
        )
    for part in (*hands, deal.get("stock")):
        if part is not None and not (isinstance(part, list) and {str}.issuperset(map(type, part))):
            raise malformed(gettext_noop("“{field}” must be a list of cards."), field="deal")
        if part and not "".join(part).isprintable():
            for code in part:
                check_text(code, "deal")


def _check_meta(meta: Any) -> None:
    if not isinstance(meta, dict):
        raise malformed(gettext_noop("“{field}” must be an object."), field="meta")
    if len(meta) > MAX_META:
        raise malformed(gettext_noop("“meta” may have {limit} keys."), limit=MAX_META)
    for key, value in meta.items():
        check_text(key, "meta")
        if len(key) > MAX_META_KEY:
            raise malformed(
                gettext_noop("A key of “meta” may have {limit} characters."), limit=MAX_META_KEY
            )
        if not isinstance(value, str) or len(value) > MAX_TEXT:
            raise malformed(
                gettext_noop("“{field}” must be a text of at most {limit} characters."),
                field=key,
                limit=MAX_TEXT,
            )
        check_text(value, key)


def _read_options(raw: Mapping[str, Any], variant: Variant) -> dict[str, str | int | bool]:
    options = variant.default_options()
    for key, value in raw.items():
        option = next((option for option in variant.options if option.key == key), None)
        if option is None or not option.allows(value):
            shown = json.dumps(value, ensure_ascii=False)[:40]
            raise RecordError(
                Problem(
                    "unknown-option",
                    gettext_noop("This game has no option “{option}” with the value {value}."),
                    {"option": key[:40], "value": shown},
                )
            )
        options[key] = value
    return options


def _read_deal(deal: Any, variant: Variant, seats: int) -> tuple[tuple[Hand, ...], Hand]:
    if deal is None:
        return (None,) * seats, None
    parts = [*deal.get("hands", [None] * seats), deal.get("stock")]
    if all(part is None for part in parts):
        return (None,) * seats, None
    try:
        read: list[Hand] = [
            None if part is None else tuple(map(IDS.__getitem__, part)) for part in parts
        ]
    except KeyError as unknown:
        raise unknown_card(unknown.args[0], variant) from None
    if variant.pack.cards != ALL:
        for part in parts:
            card_list(part or [], "deal", variant)
    fault = dealing.check(variant, read[:-1], read[-1])
    if fault is not None:
        raise RecordError(fault)
    return tuple(read[:-1]), read[-1]


def canonical_action(raw: Mapping[str, Any]) -> dict[str, Any]:
    """An action as the canonical form has it: kind and seat first, other keys sorted, card codes in upper case
    where the action's kind uses them as cards."""
    first = [key for key in ("kind", "seat") if key in raw]
    tidy: dict[str, Any] = {}
    for key in [*first, *sorted(key for key in raw if key not in ("kind", "seat"))]:
        value = raw[key]
        if key in ("card", "pay") and isinstance(value, str):
            value = _upper(value)
        elif key in ("cards", "shown") and isinstance(value, list):
            value = [_upper(code) if isinstance(code, str) else code for code in value]
        tidy[key] = value
    return tidy


def _upper(code: str) -> str:
    return CODES[IDS[code]] if code in IDS else code


def format_record(record: Record) -> bytes:
    """The canonical line of a record: UTF-8, no spaces, keys in the order of the format, options only where they
    differ from the default. Reading it back and writing it again gives the same bytes."""
    defaults = record.variant.default_options()
    body: dict[str, Any] = {
        "format": FORMAT,
        "variant": record.variant.key,
        "options": {
            key: value for key, value in sorted(record.options.items()) if value != defaults[key]
        },
        "players": list(record.players),
        "dealer": record.dealer,
    }
    hands = [None if hand is None else [CODES[card] for card in hand] for hand in record.hands]
    stock = None if record.stock is None else [CODES[card] for card in record.stock]
    if stock is not None or any(hand is not None for hand in hands) or record.deal_extra:
        body["deal"] = {"hands": hands, "stock": stock} | dict(sorted(record.deal_extra.items()))
    body["actions"] = [canonical_action(action) for action in record.actions]
    if record.meta:
        body["meta"] = dict(sorted(record.meta.items()))
    body |= dict(sorted(record.extra.items()))
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
