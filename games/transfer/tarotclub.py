"""Deal logs of the program TarotClub (version 3) as records of French Tarot.

A log says who took which contract, the dog, what was shown, and the tricks: cards in the order in
which they fell, without the names of who played them. It says nothing of the auction, the discard,
the dealer, the king that was called by five, names and date. What follows from the rest is marked
`_inferred`; what this format has no place for stays in `_tarotclub`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules import (
    N_,
    RecordError,
    State,
    card_code,
    card_id,
    cards_of,
    find_variant,
    fold,
    malformed,
    mask_of,
    read_record,
    shape,
    start,
)

INFO = "deal_info"
OTHERS = "_tarotclub"
INFERRED = "_inferred"
VERSION = "3"
SEATS = ("South", "East", "North", "West", "Fifth")  # in turn order
CONTRACTS = {
    "": None,
    "Pass": None,
    "Take": "small",
    "Guard": "guard",
    "Guard without": "guard-without",
    "Guard against": "guard-against",
}
DOG_OPENED = ("small", "guard")
CARD = re.compile(r"([0-9]{2})-([SHDCT])")
RANKS = {11: "J", 12: "N", 13: "Q", 14: "K"}
STANDS = N_("It stands so in the log of TarotClub.")
HANDLES = ("attack_handle", "defense_handle")
KNOWN = frozenset(
    ("number_of_players", "taker", "contract", "slam", "first_trick_lead", "dog", *HANDLES)
)

Action = dict[str, Any]


def is_log(raw: Any) -> bool:
    """Whether a JSON object is a log of this kind."""
    return isinstance(raw, dict) and "format" not in raw and INFO in raw


def record_of(raw: Mapping[str, Any], names: Sequence[str] = ()) -> dict[str, Any]:
    """The record, as a JSON object, of a log; `names` of the players from South on.

    Raises RecordError where the log cannot be read or does not say enough.
    """
    log = _read(raw)
    seats = SEATS[: log.players]
    if log.players == 5 and log.contract is not None:
        raise malformed(
            N_("The log does not say which king was called; five cannot be taken over.")
        )
    record: dict[str, Any] = {
        "format": shape.FORMAT,
        "variant": "french",
        "players": [*names, *seats[len(names) :]][: log.players],
        "dealer": (log.lead - 1) % log.players,
        "actions": _auction(log),
    }
    if log.contract is not None:
        record["deal"] = _deal(log)
        record["actions"] += _play(record, log)
    others = {key: raw[key] for key in raw if key not in (INFO, "tricks", "version")}
    info = {key: value for key, value in raw[INFO].items() if key not in KNOWN}
    if info:
        others[INFO] = info
    return record | {OTHERS: {"version": raw.get("version", VERSION), **others}}


# --- reading ----------------------------------------------------------------------------------


@dataclass(slots=True)
class Log:
    """A log as it was read: seats from 0, cards by their numbers; `played` by seat follows."""

    players: int
    taker: int
    contract: str | None
    slam: bool
    lead: int
    dog: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]
    tricks: tuple[tuple[int, ...], ...]
    played: list[int] = field(default_factory=list)


def _read(raw: Mapping[str, Any]) -> Log:
    info, version = raw[INFO], raw.get("version", VERSION)
    if version != VERSION or not isinstance(info, dict):
        raise malformed(N_("This is not a log of TarotClub, version {version}."), version=3)
    players = info.get("number_of_players", 4)
    if players not in (3, 4, 5) or type(players) is not int:
        raise _fault("number_of_players")
    contract, slam = info.get("contract", ""), info.get("slam", False)
    if contract not in CONTRACTS:
        raise _fault("contract")
    if not isinstance(slam, bool):
        raise _fault("slam")
    tricks = raw.get("tricks", [])
    if not isinstance(tricks, list):
        raise _fault("tricks")
    passed = CONTRACTS[contract] is None
    log = Log(
        players=players,
        taker=0 if passed else _seat(info, "taker", players),
        contract=CONTRACTS[contract],
        slam=slam,
        lead=_seat(info, "first_trick_lead", players),
        dog=_cards(info.get("dog", ""), "dog"),
        shown=tuple(_cards(info.get(key, ""), key) for key in HANDLES),
        tricks=tuple(_cards(trick, "tricks") for trick in tricks if trick),
    )
    _follow(log)
    return log


def _fault(name: str) -> RecordError:
    return malformed(N_("“{field}” of the log is missing or cannot be read."), field=name)


def _seat(info: Mapping[str, Any], name: str, players: int) -> int:
    value = info.get(name)
    if value not in SEATS[:players]:
        raise _fault(name)
    return SEATS.index(value)


def _cards(text: Any, name: str) -> tuple[int, ...]:
    if not isinstance(text, str):
        raise _fault(name)
    cards = []
    for word in filter(None, text.split(";")):
        match = CARD.fullmatch(word.strip())
        code = _code(int(match[1]), match[2]) if match else ""
        try:
            cards.append(card_id(code))
        except (KeyError, ValueError):
            raise _fault(name) from None
    return tuple(cards)


def _code(value: int, suit: str) -> str:
    if suit == "T":
        return f"T{value}" if value else "F"
    return f"{suit}{RANKS.get(value, value)}"


def _follow(log: Log) -> None:
    """Find out who played what: the winner of a trick leads to the next one."""
    log.played = [0] * log.players
    rules = _variant().tricks(_variant().default_options())
    leader = log.lead
    for trick in log.tricks:
        if len(trick) != log.players:
            raise _fault("tricks")
        lying, best = rules.opening, 0
        for turn, card in enumerate(trick):
            log.played[(leader + turn) % log.players] |= mask_of([card])
            after = lying.after[card]
            best = best if after is lying else turn
            lying = after
        leader = (leader + best) % log.players


# --- writing ----------------------------------------------------------------------------------


def _auction(log: Log) -> list[Action]:
    """The shortest auction that ends with this contract: everybody else passes."""
    order = [(log.lead + turn) % log.players for turn in range(log.players)]
    return [
        {
            "kind": "call",
            "seat": seat,
            "call": log.contract if log.contract and seat == log.taker else "pass",
            INFERRED: True,
        }
        for seat in order
    ]


def _deal(log: Log) -> dict[str, Any]:
    """Who held what, as far as all tricks tell: whatever nobody played was the dog or laid away."""
    unknown: dict[str, Any] = {"hands": [None] * log.players, "stock": None}
    size = _variant().hand_size(log.players)
    if len(log.tricks) != size:
        return unknown
    hands = list(log.played)
    left = _variant().pack.cards
    for cards in hands:
        left &= ~cards
    stock: Sequence[int] | None = cards_of(left)
    if log.contract in DOG_OPENED:
        dog = mask_of(log.dog)
        had = hands[log.taker] | left
        if dog.bit_count() == left.bit_count() == len(log.dog) and not dog & ~had:
            hands[log.taker], stock = had & ~dog, log.dog
        else:
            hands[log.taker], stock = 0, None
    codes = [[card_code(card) for card in cards_of(cards)] or None for cards in hands]
    return {"hands": codes, "stock": stock and [card_code(card) for card in stock]}


def _play(record: Mapping[str, Any], log: Log) -> list[Action]:
    """What happened after the auction: what the rules refuse stands, as it stood in the log."""
    state = start(read_record(record))
    fold(state, record["actions"])
    made: list[Action] = []
    if log.contract in DOG_OPENED:
        if record["deal"]["stock"] is None and log.dog:
            _add(state, made, {"kind": "stock", "cards": [card_code(card) for card in log.dog]})
        _add(state, made, {"kind": "discard", "seat": log.taker, "cards": None})
    if log.slam:
        _add(state, made, {"kind": "announce", "seat": log.taker, "what": "slam"})
    waiting = list(_handfuls(log))
    for trick in log.tricks:
        for card in trick:
            seat = state.turn
            for shown in [one for one in waiting if one["seat"] == seat]:
                _add(state, made, shown)
                waiting.remove(shown)
            _add(state, made, {"kind": "play", "seat": seat, "card": card_code(card)})
    return made


def _handfuls(log: Log) -> Iterator[Action]:
    """What was shown, by the seat that had it all."""
    for shown in filter(None, log.shown):
        cards = mask_of(shown)
        owners = [seat for seat, played in enumerate(log.played) if not cards & ~played]
        if owners:
            codes = [card_code(card) for card in shown]
            yield {"kind": "announce", "seat": owners[0], "what": "handful", "cards": codes}


def _add(state: State, made: list[Action], action: Action) -> None:
    """Take in one action; one that the rules forbid stands with a reason where it can."""
    problem = fold(state, [action])
    if problem is not None and problem.excusable and action["kind"] in ("discard", "play"):
        action = {**action, "irregular": STANDS}
        fold(state, [action])
    made.append(action)


def _variant() -> Any:
    return find_variant("french")
