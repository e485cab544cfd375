"""The line of a sealed hand, straight from its seal.

The same bytes as `format_record(read_seal(seal))`, at a small part of the time: what was sealed was
judged then and is canonical already, but for the order of some keys. So the bytes of the game are
cut and put together again as they are, and only actions that carry a text are read. Where texts
were erased, and wherever else something is unusual, the record is put together key by key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from json.decoder import scanstring  # type: ignore[attr-defined]
from json.encoder import encode_basestring as quoted
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from games.book import sealing
from games.book.revisions import PLACE as AMENDED
from games.models import Seal, SealedText
from games.models.querysets import AsText, TextByPlace
from games.rules import ndjson, shape

FACTS = "_clubtarot"  # what a club knows of a hand in addition to its record, in a line of it
FIRST_KEYS = ("kind", "seat")
REMEMBERED = 4_096
HEAD = ("format", "variant", "options", "players", "dealer")
# In the game part keys stand in alphabetical order, and no text has a quote or a bracket in it.
USUAL = re.compile(
    r'(,?\{)("(?:card|call|half)":"[\w-]+"|"cards":(?:null|\["[\w",]+"\])),("kind":"\w+")(,"seat":\d)?'
)
BEGINNING, DEAL, DEALER = '{"actions":[', ',"deal":{', ',"dealer":'
REST = re.compile(
    r',"dealer":(\d+),"format":"clubtarot-game/1","options":(\{.*?\}),"result":.*'
    r'"variant":"([\w-]+)"\}'
)


def record_line(
    game: str, commitments: str, texts: Mapping[str, str], facts: str | None = None
) -> bytes:
    """Return the canonical line of a record, with what else its club knows of it, as JSON.

    `texts` are those left of the seal, by place. A record that would become too long with the facts
    goes without them.
    """
    line = _spliced(game, commitments, texts, facts) or _rebuilt(game, commitments, texts, facts)
    if facts is not None and len(line) > ndjson.LONGEST + 1:
        return record_line(game, commitments, texts)
    return line


# What a line is made of, as columns of `readable` seals with their types.
PARTS = {"written": "text", "commitments": "text", "texts_json": "text"}


def readable(seals: QuerySet[Seal]) -> QuerySet[Seal]:
    """Return seals with the columns of which a line is made."""
    texts = SealedText.objects.filter(seal=OuterRef("pk")).order_by().values("seal")
    by_place = texts.annotate(texts_json=TextByPlace("place", "text")).values("texts_json")
    return seals.annotate(written=AsText("game"), texts_json=Subquery(by_place))


def texts_in(texts_json: str | None) -> dict[str, str]:
    """Return the texts that are left of a seal, by place, from the column of that name."""
    return json.loads(texts_json) if texts_json else {}


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


# --- cut and put together -------------------------------------------------------------------------


def _spliced(
    game: str, commitments: str, texts: Mapping[str, str], facts: str | None
) -> bytes | None:
    """Return the line made from the bytes as they are; None if they are unusual."""
    end = game.rfind(DEALER)
    rest = REST.fullmatch(game, end) if end > 0 and "\\" not in game else None
    parts = _texts_of(texts) if len(texts) == commitments.count("\n") else None
    if rest is None or parts is None or not game.startswith(BEGINNING):
        return None
    if any(kind in game for kind in SECOND):
        return None
    dealer, options, variant = rest.groups()
    dealt = -1 if game[end - 1] == "]" else game.rfind(DEAL, 0, end)
    actions = game[len(BEGINNING) : (end if dealt < 0 else dealt) - len("]")]
    deal = game[dealt:end] if dealt > 0 else ""
    players, meta, extra, about = parts
    if facts is not None:
        extra.append((FACTS, f'"{FACTS}":{facts}'))
    return "".join(
        [
            f'{{"format":"tarot-hand/1","variant":"{variant}","options":{options},"players":[',
            players,
            f'],"dealer":{dealer}',
            deal,
            f',"actions":[{_actions(actions, about)}]',
            f',"meta":{{{_in_order(meta)}}}' if meta else "",
            f",{_in_order(extra)}" if extra else "",
            "}\n",
        ]
    ).encode()


# A hand with one of these is of another format, and facts that are stated are objects.
SECOND = tuple(f'"kind":"{kind}"' for kind in shape.SECOND_FORMAT)
Pair = tuple[str, str]  # a key, and how it stands in an object: itself with its value


def _texts_of(
    texts: Mapping[str, str],
) -> tuple[str, list[Pair], list[Pair], dict[int, dict[str, Any]]] | None:
    """Return the texts of a record by what they belong to; None if the deal has some."""
    players: list[Pair] = []
    meta: list[Pair] = []
    extra: list[Pair] = []
    about: dict[int, dict[str, Any]] = {}
    for place, text in texts.items():
        if place.startswith("meta"):
            meta.append(_pair(text))
        elif place.startswith("players"):
            players.append((place, quoted(text.partition(" ")[2])))
        elif place.startswith("actions"):
            _note(about, place, text)
        elif place.startswith("extra"):
            extra.append(_pair(text))
        elif not place.startswith(AMENDED):
            return None
    return _in_order(players), meta, extra, about


def _note(about: dict[int, dict[str, Any]], place: str, text: str) -> None:
    _actions, index, field, *_number = place.split("/")
    fields = about.setdefault(int(index), {})
    if field == "other":
        key, value = json.loads(text)
        fields[key] = value
    else:
        fields[field] = text


@lru_cache(REMEMBERED)
def _pair(text: str) -> Pair:
    """Return a text that holds a key and its value; those of an evening are much the same."""
    key, end = scanstring(text, 2, True)
    return key, f"{quoted(key)}:{text[end + 1 : -1]}"


def forget() -> None:
    """Forget the texts that this process remembers; other processes forget them in time."""
    _pair.cache_clear()


def _in_order(pairs: list[Pair]) -> str:
    return ",".join([member for _key, member in sorted(pairs)])


class _Turned(dict[str, str]):
    """Actions of the game part, up to their closing braces, with keys in canonical order."""

    def __missing__(self, action: str) -> str:
        usual = USUAL.fullmatch(action)
        if usual is not None:
            brace, what, kind, seat = usual.groups("")
            canonical = f"{brace}{kind}{seat},{what}"
        elif not action or '{"kind":' in action:
            canonical = action
        else:
            comma, _brace, rest = action.partition("{")
            return f"{comma}{{{turned(rest, {})}"
        if "[" not in action and len(self) < REMEMBERED:
            self[action] = canonical
        return canonical


_turned = _Turned()


def _actions(written: str, about: Mapping[int, Mapping[str, Any]]) -> str:
    """Return the actions with their keys in canonical order, and with their texts."""
    single = written.split("}")
    if not about:
        return "}".join(map(_turned.__getitem__, single))
    actions = list(map(_turned.__getitem__, single))
    for index, texts in about.items():
        comma, _brace, rest = single[index].partition("{")
        actions[index] = f"{comma}{{{turned(rest, texts)}"
    return "}".join(actions)


def turned(action: str, texts: Mapping[str, Any]) -> str:
    """Return an action of the game part, without its braces, in canonical form with texts."""
    whole = sealing.whole_action(json.loads(f"{{{action}}}"))
    return _json(_action({**whole, **texts}))[1:-1]


# --- key by key -----------------------------------------------------------------------------------


def _rebuilt(game: str, commitments: str, texts: Mapping[str, str], facts: str | None) -> bytes:
    record = sealing.opened(game.encode(), commitments, texts)
    whole = {key: record[key] for key in HEAD}
    if "deal" in record:
        deal = record["deal"]
        others = {key: deal[key] for key in sorted(deal) if key not in ("hands", "stock")}
        whole["deal"] = {"hands": deal["hands"], "stock": deal["stock"], **others}
    whole["actions"] = [_action(action) for action in record["actions"]]
    if record["meta"]:
        whole["meta"] = dict(sorted(record["meta"].items()))
    extra = {key: record[key] for key in record if key.startswith("_")}
    if facts is not None:
        extra[FACTS] = json.loads(facts)
    whole |= sorted(extra.items())
    return _json(whole).encode() + b"\n"


def _action(action: dict[str, Any]) -> dict[str, Any]:
    """Return an action with its keys in canonical order."""
    first = [key for key in FIRST_KEYS if key in action]
    return {key: action[key] for key in [*first, *sorted(action.keys() - FIRST_KEYS)]}
