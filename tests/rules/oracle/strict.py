"""The JSON text and the object around the actions: everything that answers `action: null`."""

import json
import math
import unicodedata

from .cards import read_card

OBJECT_KEYS = {
    "format",
    "variant",
    "options",
    "players",
    "dealer",
    "deal",
    "actions",
    "meta",
}


class Malformed(Exception):
    """A text that is no record at all."""


class Beyond:
    """A number that the format cannot hold; refused wherever it stands."""


def read_integer(digits):
    return Beyond() if len(digits.lstrip("-")) > 15 else int(digits)


def read_float(text):
    return float(text) if math.isfinite(float(text)) else Beyond()


def no_constant(name):
    raise Malformed(name)


def no_twins(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise Malformed("a key twice")
    return dict(pairs)


def depth(value):
    if isinstance(value, dict):
        return 1 + max([depth(inner) for inner in value.values()], default=0)
    if isinstance(value, list):
        return 1 + max([depth(inner) for inner in value], default=0)
    return 0


def parse(line):
    """The JSON object of one line (bytes or str, without its line break); raises Malformed."""
    data = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
    data = data.rstrip(b"\r\n")
    if len(data) > 262144 or data.startswith(b"\xef\xbb\xbf"):
        raise Malformed("too long, or a byte order mark")
    try:
        value = json.loads(
            data.decode("utf-8"),
            parse_int=read_integer,
            parse_float=read_float,
            parse_constant=no_constant,
            object_pairs_hook=no_twins,
        )
        too_deep = depth(value) > 16
    except (ValueError, RecursionError) as error:
        raise Malformed(str(error)) from error
    if not isinstance(value, dict) or too_deep:
        raise Malformed("no object, or too deep")
    return value


def unclean(value):
    """True if a text, key or number anywhere in the value breaks a limit of the format."""
    if isinstance(value, Beyond):
        return True
    if isinstance(value, str):
        return "\0" in value or any("\ud800" <= char <= "\udfff" for char in value)
    if isinstance(value, list):
        return any(unclean(inner) for inner in value)
    if isinstance(value, dict):
        return any(unclean(key) or unclean(inner) for key, inner in value.items())
    return False


def is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_seat(value, players):
    return is_whole(value) and 0 <= value < players


def is_texts(value):
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def is_name(value):
    if not isinstance(value, str) or not 1 <= len(value) <= 80:
        return False
    kinds = [unicodedata.category(char) for char in value]
    if any(kind in ("Cc", "Zl", "Zp") for kind in kinds):
        return False
    return any(kind[0] not in "ZC" for kind in kinds)


def is_meta(value):
    return (
        isinstance(value, dict)
        and len(value) <= 32
        and all(len(key) <= 64 for key in value)
        and all(isinstance(text, str) and len(text) <= 2000 for text in value.values())
    )


def is_deal(value, players):
    if value is None:
        return True
    if not isinstance(value, dict) or unknown_keys(value, {"hands", "stock"}):
        return False
    if "hands" in value:
        hands = value["hands"]
        if not isinstance(hands, list) or len(hands) != players:
            return False
        if not all(hand is None or is_texts(hand) for hand in hands):
            return False
    return value.get("stock") is None or is_texts(value["stock"])


def unknown_keys(value, known):
    return [key for key in value if key not in known and not key.startswith("_")]


def is_well_formed(record):
    """Whether the object around the actions has the right shape and keeps the limits."""
    around = {key: value for key, value in record.items() if key != "actions"}
    players = record.get("players")
    return (
        not unclean(around)
        and not unknown_keys(record, OBJECT_KEYS)
        and record.get("format") == "tarot-hand/1"
        and isinstance(record.get("variant"), str)
        and isinstance(record.get("options", {}), dict)
        and isinstance(players, list)
        and all(is_name(name) for name in players)
        and is_seat(record.get("dealer"), len(players))
        and is_deal(record.get("deal"), len(players))
        and isinstance(record.get("actions"), list)
        and len(record["actions"]) <= 400
        and is_meta(record.get("meta", {}))
    )


def written_parts(record):
    """What `deal` writes down: one list of codes or None a seat, and last the stock's."""
    deal = record.get("deal") or {}
    hands = deal.get("hands", [None] * len(record["players"]))
    return [*hands, deal.get("stock")]


def object_fault(record, games):
    """The code of the first fault of the object, in the order of the table, or None."""
    if not is_well_formed(record):
        return "malformed"
    game = games.get(record["variant"])
    if game is None:
        return "unknown-variant"
    if not all(game.is_option(key, value) for key, value in record.get("options", {}).items()):
        return "unknown-option"
    players = len(record["players"])
    if players not in game.hand_size:
        return "wrong-player-count"
    parts = written_parts(record)
    codes = [code for part in parts if part is not None for code in part]
    cards = [read_card(code) for code in codes]
    if None in cards:
        return "unknown-card"
    if not set(cards) <= set(game.pack):
        return "card-not-in-pack"
    if len(set(cards)) != len(cards):
        return "duplicate-card"
    sizes = [game.hand_size[players]] * players + [game.stock_size[players]]
    if any(part is not None and len(part) != size for part, size in zip(parts, sizes, strict=True)):
        return "wrong-card-count"
    return None
