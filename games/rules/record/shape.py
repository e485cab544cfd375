"""The object around a hand: its fields, their JSON types, the limits that hold in every game (record format)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from games.rules.cards import ids_of
from games.rules.problems import N_, RecordError, malformed
from games.rules.record.strict import MAX_TEXT, check_text, check_value

Cards = tuple[int, ...] | None
# What is dealt to each seat, and the stock; None as a whole: a text among them names no card.
Dealt = list[Cards] | None

FORMAT = "tarot-hand/1"
# The format of a hand whose facts are stated, or in which a card was taken back; and what no hand of the first has.
FORMAT_STATED = "tarot-hand/2"
SECOND_FORMAT = ("result", "takeback")
MAX_ACTIONS = 400
MAX_META = 32
MAX_META_KEY = 64
MAX_NAME = 80
KEYS = frozenset("format variant options players dealer deal actions meta".split())
DEAL_KEYS = frozenset(("hands", "stock"))
# Letters by category, but nothing to see: Hangul fillers and the blank Braille pattern.
_INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"
_BLANK = f" {_INVISIBLE}"
_LISTS = frozenset((list, type(None)))


def check_shape(raw: Any) -> Dealt:
    """Check the object around any hand; return the cards dealt by seat, then the stock. Raises RecordError."""
    if not isinstance(raw, dict):
        raise malformed(N_("A record is one JSON object."))
    if not KEYS.issuperset(raw):
        _check_extra(raw, KEYS, N_("A record has no field “{field}”."))
    if raw.get("format") not in (FORMAT, FORMAT_STATED):
        raise malformed(N_("“format” must be “{format}”."), format=FORMAT)
    if not isinstance(raw.get("variant"), str):
        raise malformed(N_("“{field}” must be a text."), field="variant")
    if not isinstance(raw.get("options", {}), dict):
        raise malformed(N_("“{field}” must be an object."), field="options")
    check_value(raw.get("options"), "options")
    check_value(raw["variant"], "variant")
    _check_players(raw.get("players"))
    dealer, seats = raw.get("dealer"), len(raw["players"])
    unknown = dealer is None and "dealer" in raw and _is_result_only(raw.get("actions"))
    if not unknown and (type(dealer) is not int or not 0 <= dealer < seats):
        raise dealer_missing(seats)
    dealt = _read_deal(raw.get("deal"), seats)
    if not isinstance(raw.get("actions"), list):
        raise malformed(N_("“{field}” must be a list."), field="actions")
    check_count(raw["actions"])
    _check_meta(raw.get("meta", {}))
    return dealt


def _is_result_only(actions: Any) -> bool:
    """Return whether a record begins with its stated facts: then nobody need know who dealt."""
    first = actions[0] if isinstance(actions, list) and actions else None
    return isinstance(first, dict) and first.get("kind") == "result"


def format_of(actions: Iterable[Any], before: str = FORMAT) -> str:
    """Return the format that a record with these actions is written in.

    This is the first, unless something happened that only the second has; `before`: the format of what comes before
    these actions.
    """
    for action in actions:
        if isinstance(action, dict) and action.get("kind") in SECOND_FORMAT:
            return FORMAT_STATED
    return before


def check_count(actions: Sequence[Any]) -> None:
    """Raise RecordError (malformed) where a record has too many actions."""
    if len(actions) > MAX_ACTIONS:
        raise malformed(N_("A record may have at most {limit} actions."), limit=MAX_ACTIONS)


def _check_extra(raw: dict[str, Any], known: frozenset[str], template: str) -> None:
    for key in raw:
        if key not in known:
            check_text(key, "key")
            if not key.startswith("_"):
                raise malformed(template, field=key)
            check_value(raw[key], key)


def dealer_missing(seats: int) -> RecordError:
    """Return the error of a record that must name its dealer, and does not."""
    sentence = N_("“{field}” must be a whole number from 0 to {last}.")
    return malformed(sentence, field="dealer", last=seats - 1)


def _check_players(players: Any) -> None:
    if not isinstance(players, list) or not {str}.issuperset(map(type, players)):
        raise malformed(N_("“players” must be a list of names."))
    for name in players:
        check_name(name)


def check_name(name: str) -> None:
    """Raise RecordError for a name that is empty, invisible, above 80 or has control characters."""
    # What can be printed is no control character, line break or half of a pair.
    if name.isprintable() and name.strip(_BLANK) and len(name) <= MAX_NAME:
        return
    check_text(name, "players")
    kinds = [unicodedata.category(character) for character in name]
    if not 1 <= len(name) <= MAX_NAME:
        raise malformed(N_("A name needs 1 to {limit} characters."), limit=MAX_NAME)
    if any(kind in ("Cc", "Zl", "Zp") for kind in kinds):
        raise malformed(N_("A name may not contain a line break or a control character."))
    if all(
        kind[0] in "ZC" or character in _INVISIBLE
        for kind, character in zip(kinds, name, strict=True)
    ):
        raise malformed(N_("A name needs at least one visible character."))


def _read_deal(deal: Any, seats: int) -> Dealt:
    if deal is None:
        return [None] * (seats + 1)
    if not isinstance(deal, dict):
        raise malformed(N_("“{field}” must be an object."), field="deal")
    if not DEAL_KEYS.issuperset(deal):
        _check_extra(deal, DEAL_KEYS, N_("The deal has no field “{field}”."))
    hands = deal.get("hands", [None] * seats)
    if not isinstance(hands, list) or len(hands) != seats:
        raise malformed(
            N_("“hands” must hold one hand, or null, for each of the {seats} seats."),
            seats=seats,
        )
    parts = [*hands, deal.get("stock")]
    try:
        if _LISTS.issuperset(map(type, parts)):
            return [None if part is None else ids_of(part) for part in parts]
    except (KeyError, TypeError):  # no name of a card, or an object or a list in place of one
        pass
    for part in parts:
        if part is not None:
            _check_codes(part)
    return None


def _check_codes(part: Any) -> None:
    if not isinstance(part, list) or not {str}.issuperset(map(type, part)):
        raise malformed(N_("“{field}” must be a list of cards."), field="deal")
    for code in part:
        check_text(code, "deal")


def _check_meta(meta: Any) -> None:
    if not isinstance(meta, dict):
        raise malformed(N_("“{field}” must be an object."), field="meta")
    if len(meta) > MAX_META:
        raise malformed(N_("“meta” may have at most {limit} keys."), limit=MAX_META)
    for key, value in meta.items():
        check_text(key, "meta")
        if len(key) > MAX_META_KEY:
            raise malformed(
                N_("A key of “meta” may have at most {limit} characters."),
                limit=MAX_META_KEY,
            )
        if not isinstance(value, str) or len(value) > MAX_TEXT:
            raise malformed(
                N_("“{field}” must be a text of at most {limit} characters."),
                field=key,
                limit=MAX_TEXT,
            )
        check_text(value, key)
