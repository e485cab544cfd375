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
from json.decoder import scanstring  # type: ignore[attr-defined]
from json.encoder import encode_basestring as quoted
from typing import Any

from games import sealing
from games.ndjson import LONGEST
from games.transfer.lines import FACTS

FIRST_KEYS = ("kind", "seat")
HEAD = ("format", "variant", "options", "players", "dealer")
# In the game part keys stand in alphabetical order, and no text has a quote or a bracket in it.
SEATED = re.compile(r'\{"(card|call)":"([\w-]+)","kind":"(\w+)","seat":(\d)\}')
BEGINNING, DEAL, DEALER = '{"actions":[', ',"deal":{', ',"dealer":'
REST = re.compile(
    r',"dealer":(\d+),"format":"clubtarot-game/1","options":(\{.*?\}),"result":.*'
    r'"variant":"([\w-]+)"\}'
)


def record_line(
    game: bytes, commitments: str, texts: Mapping[str, str], facts: Mapping[str, Any] | None
) -> bytes:
    """The canonical line of a record, with what its club knows beside it.

    `texts` by place, as they are left of the seal. A record that would become too long with the
    facts goes without them.
    """
    beside = None if facts is None else _json(facts)
    line = _spliced(game, commitments, texts, beside)
    if line is None:
        line = _rebuilt(game, commitments, texts, facts)
    if facts is not None and len(line) > LONGEST + 1:
        return record_line(game, commitments, texts, None)
    return line


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# --- cut and put together -------------------------------------------------------------------------


def _spliced(
    game: bytes, commitments: str, texts: Mapping[str, str], beside: str | None
) -> bytes | None:
    """The line from the bytes as they are; None where they are unusual."""
    written = game.decode()
    end = written.rfind(DEALER)
    rest = REST.fullmatch(written, end) if end > 0 and "\\" not in written else None
    said = _said(commitments, texts) if len(texts) == commitments.count("\n") else None
    if rest is None or said is None or not written.startswith(BEGINNING):
        return None
    dealer, options, variant = rest.groups()
    dealt = written.rfind(DEAL, 0, end)
    actions = written[len(BEGINNING) : (end if dealt < 0 else dealt) - len("]")]
    deal = written[dealt:end] if dealt > 0 else ""
    players, meta, extra, about = said
    told = _actions(actions, about)
    if beside is not None:
        extra[FACTS] = beside
    return "".join(
        [
            f'{{"format":"tarot-hand/1","variant":"{variant}","options":{options},"players":[',
            ",".join(players),
            f'],"dealer":{dealer}',
            deal,
            f',"actions":[{told}]',
            f',"meta":{{{_pairs(meta)}}}' if meta else "",
            f",{_pairs(extra)}" if extra else "",
            "}\n",
        ]
    ).encode()


Pairs = dict[str, str]  # keys with their values as JSON


def _said(
    commitments: str, texts: Mapping[str, str]
) -> tuple[list[str], Pairs, Pairs, dict[int, dict[str, Any]]] | None:
    """The texts of a record by what they belong to: names, meta, other keys, actions by index;
    None where the deal has some."""
    players: list[str] = []
    meta: Pairs = {}
    extra: Pairs = {}
    about: dict[int, dict[str, Any]] = {}
    for place in sealing.places(commitments):
        text = texts[place]
        part, _, rest = place.partition("/")
        if part == "players":
            players.append(quoted(text.partition(" ")[2]))
        elif part == "actions":
            index, _, field = rest.partition("/")
            told = about.setdefault(int(index), {})
            if field.startswith("other/"):
                key, value = json.loads(text)
                told[key] = value
            else:
                told[field] = text
        elif part == "deal":
            return None
        else:
            key, end = scanstring(text, 2, True)
            (meta if part == "meta" else extra)[key] = text[end + 1 : -1]
    return players, meta, extra, about


def _pairs(pairs: Pairs) -> str:
    return ",".join([f"{quoted(key)}:{pairs[key]}" for key in sorted(pairs)])


def _actions(written: str, about: Mapping[int, Mapping[str, Any]]) -> str:
    """The actions with their keys in the order of the canonical form, and with their texts."""
    if not written:
        return ""
    between, *found = SEATED.split(written)
    told = between + "".join(
        [
            f'{{"kind":"{kind}","seat":{seat},"{key}":"{value}"}}{behind}'
            for key, value, kind, seat, behind in zip(*[iter(found)] * 5, strict=True)
        ]
    )
    unusual = told.count('{"kind":"') < told.count('"kind":"')
    if not unusual and not about:
        return told
    single = told[1:-1].split("},{")
    for index, action in enumerate(single):
        if index in about or not action.startswith('"kind":"'):
            whole = sealing.whole_action(json.loads(f"{{{action}}}"))
            single[index] = _json(_action({**whole, **about.get(index, {})}))[1:-1]
    return "{" + "},{".join(single) + "}"


# --- key by key -----------------------------------------------------------------------------------


def _rebuilt(
    game: bytes, commitments: str, texts: Mapping[str, str], facts: Mapping[str, Any] | None
) -> bytes:
    record = sealing.opened(game, commitments, texts)
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
        extra[FACTS] = facts
    whole |= sorted(extra.items())
    return _json(whole).encode() + b"\n"


def _action(action: dict[str, Any]) -> dict[str, Any]:
    """An action with its keys in the order of the canonical form."""
    first = [key for key in FIRST_KEYS if key in action]
    return {key: action[key] for key in [*first, *sorted(action.keys() - FIRST_KEYS)]}
