"""The public record, `tarot-hand/1` and `/2`, read strictly (record format)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from games.rules.cards import ALL, IDS
from games.rules.game.options import Options
from games.rules.game.variant import Variant
from games.rules.phases import dealing
from games.rules.problems import N_, Problem, RecordError
from games.rules.record.action_fields import card_list, unknown_card
from games.rules.record.shape import DEAL_KEYS, FORMAT, KEYS, Cards, Dealt, check_shape
from games.rules.record.strict import decode
from games.rules.variants import find_variant


class Record(NamedTuple):
    """One hand: who sat where, what was dealt, what happened.

    `options` is complete; `dealer` is None where nobody knows who dealt a hand of which only the result is; `hands` holds a tuple of cards a seat or None; `actions` are JSON objects with card
    codes in upper case; `extra` the keys of the object that begin with "_"; `format` the first one, or the one
    that knows stated facts and cards taken back; `sealed`: it was sealed, so that the facts stated in it hold.
    """

    variant: Variant
    options: Options
    players: tuple[str, ...]
    dealer: int | None
    hands: tuple[Cards, ...]
    stock: Cards = None
    actions: tuple[Mapping[str, Any], ...] = ()
    meta: Mapping[str, str] = MappingProxyType({})
    extra: Mapping[str, Any] = MappingProxyType({})
    deal_extra: Mapping[str, Any] = MappingProxyType({})
    format: str = FORMAT
    sealed: bool = False


def parse_record(line: bytes | str) -> Record:
    """Return the record of one line of text. Raises RecordError."""
    return read_record(decode(line))


def read_record(raw: Any) -> Record:
    """Return the record of a decoded JSON object; actions are read when they are replayed.

    Raises RecordError with the fault that comes first in the table of codes.
    """
    dealt = check_shape(raw)
    variant = find_variant(raw["variant"])
    if variant is None:
        raise RecordError(
            Problem(
                "unknown-variant",
                N_("There is no game called “{name}”."),
                {"name": raw["variant"][:40]},
            )
        )
    options = _read_options(raw.get("options", {}), variant)
    players = tuple(raw["players"])
    if len(players) not in variant.tables:
        raise RecordError(
            Problem(
                "wrong-player-count",
                N_("This game is not played by {count} (but by {allowed})."),
                {"count": len(players), "allowed": ", ".join(map(str, variant.seats))},
                rule=variant.cite("players"),
            )
        )
    *hands, stock = _read_deal(raw, variant, dealt)
    return Record(
        variant,
        options,
        players,
        raw["dealer"],
        tuple(hands),
        stock,
        tuple(raw["actions"]),
        raw.get("meta", {}),
        _others(raw, KEYS),
        _others(raw.get("deal") or {}, DEAL_KEYS),
        raw["format"],
    )


def _others(raw: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    return {} if known.issuperset(raw) else {key: raw[key] for key in raw if key not in known}


def _read_options(raw: Mapping[str, Any], variant: Variant) -> dict[str, Any]:
    options = variant.default_options()
    for key, value in raw.items():
        option = variant.option(key)
        try:
            if option is None:
                raise ValueError(key)
            options[key] = option.read(value)
        except ValueError:
            shown = json.dumps(value, ensure_ascii=False)[:40]
            raise RecordError(
                Problem(
                    "unknown-option",
                    N_("This game has no option “{option}” with the value {value}."),
                    {"option": key[:40], "value": shown},
                )
            ) from None
    return options


def _read_deal(raw: Mapping[str, Any], variant: Variant, dealt: Dealt) -> Sequence[Cards]:
    """Return the hands and the stock. Raises RecordError: a card unknown, foreign or twice; a wrong number."""
    if dealt is not None and dealt.count(None) == len(dealt):
        return dealt
    deal = raw["deal"]
    parts = [codes or [] for codes in (*deal.get("hands", ()), deal.get("stock"))]
    if dealt is None:
        raise unknown_card(
            next(code for part in parts for code in part if code not in IDS), variant
        )
    if variant.pack.cards != ALL:
        for part in parts:
            card_list(part, "deal", variant)
    fault = dealing.check(variant, dealt[:-1], dealt[-1])
    if fault is not None:
        raise RecordError(fault)
    return dealt
