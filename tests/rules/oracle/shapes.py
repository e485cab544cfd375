"""The shape of one action: its fields, names, cards and counts, whatever the state of the hand."""

import re
from datetime import date

from .cards import read_card
from .strict import is_seat, is_texts, is_whole, unclean, unknown_keys

FIELDS = {
    "kind",
    "seat",
    "call",
    "of",
    "cards",
    "half",
    "shown",
    "card",
    "pay",
    "from",
    "what",
    "size",
    "text",
    "points",
    "note",
    "at",
    "irregular",
}
SEATED = {"call", "take", "discard", "buy", "king", "announce", "play", "claim"}
KINDS = SEATED | {"stock", "ruling", "note"}
EXCUSABLE = {"call", "discard", "play"}
MOMENT = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?"
    r"([Zz]|[+-]([0-9]{2}):([0-9]{2}))"
)


def is_moment(value):
    """An RFC 3339 date-time, with T and a zone, of a day and an hour that exist."""
    match = MOMENT.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        return False
    year, month, day, hour, minute, second = [int(part) for part in match.groups()[:6]]
    try:
        date(year or 2000, month, day)
    except ValueError:
        return False
    zone_hour, zone_minute = int(match[9] or 0), int(match[10] or 0)
    return hour < 24 and minute < 60 and second <= 60 and zone_hour < 24 and zone_minute < 60


def is_points(value, players):
    """One whole or half number a seat; a whole number is written as an integer."""
    if not isinstance(value, list) or len(value) != players:
        return False
    halves = [number for number in value if isinstance(number, float)]
    return all(is_whole(number) or isinstance(number, float) for number in value) and all(
        number * 2 == int(number * 2) and number != int(number) for number in halves
    )


def is_text_or_absent(action, key):
    return key not in action or isinstance(action[key], str)


def has_its_fields(game, action, players):
    """Whether the fields that this kind of action uses are there and of the right type."""
    kind = action["kind"]
    card = action.get("card")
    if kind in SEATED and not is_seat(action.get("seat"), players):
        return False
    if kind == "call":
        call = action.get("call")
        challenge = isinstance(call, str) and call in game.challenges
        return isinstance(call, str) and (not challenge or isinstance(action.get("of"), str))
    if kind == "stock":
        return is_texts(action.get("cards"))
    if kind == "take":
        return action.get("half") in ("first", "second")
    if kind == "discard":
        return is_laid_away(action)
    if kind == "buy":
        return "card" in action and (card is None or is_bought(action, players))
    if kind in ("king", "play"):
        return isinstance(card, str)
    if kind == "announce":
        return isinstance(action.get("what"), str) and is_announced(game, action)
    if kind == "ruling":
        return isinstance(action.get("text"), str) and is_points(action.get("points"), players)
    return kind == "claim" or isinstance(action.get("text"), str)


def is_bought(action, players):
    """Whether a purchase names a card, and a payment and its owner where there are any."""
    seated = "from" not in action or is_seat(action["from"], players)
    return isinstance(action["card"], str) and is_text_or_none(action.get("pay")) and seated


def is_text_or_none(value):
    return value is None or isinstance(value, str)


def is_announced(game, action):
    if action["what"] not in game.shows_cards:
        return True
    return is_texts(action.get("cards")) and ("size" not in action or is_whole(action["size"]))


def same_case(codes):
    return [read_card(code) or code.upper() for code in codes]


def is_laid_away(action):
    cards, shown = action.get("cards"), action.get("shown", [])
    if "cards" not in action or not is_texts(shown):
        return False
    if cards is None:
        return True
    return is_texts(cards) and set(same_case(shown)) <= set(same_case(cards))


def is_well_formed(game, action, players):
    if not isinstance(action, dict) or unclean(action) or unknown_keys(action, FIELDS):
        return False
    kind = action.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        return False
    texts = [action.get(key) for key in ("text", "note", "irregular")]
    if any(isinstance(text, str) and len(text) > 2000 for text in texts):
        return False
    if not is_text_or_absent(action, "note"):
        return False
    if "at" in action and not is_moment(action["at"]):
        return False
    excuse = action.get("irregular", "none given")
    if kind in EXCUSABLE and (not isinstance(excuse, str) or excuse == ""):
        return False
    return has_its_fields(game, action, players)


def written_cards(game, action):
    """The lists of codes that this action uses, each with no card twice among its own."""
    kind = action["kind"]
    if kind == "discard":
        return [action["cards"] or [], action.get("shown", [])]
    if kind == "stock" or (kind == "announce" and action["what"] in game.shows_cards):
        return [action["cards"]]
    if kind in ("king", "play"):
        return [[action["card"]]]
    if kind == "buy" and action["card"] is not None:
        return [[code] for code in (action["card"], action.get("pay")) if code is not None]
    return []


def is_known_call(game, action):
    if action["call"] in game.challenges:
        return action["of"] in game.bids
    return action["call"] in ("pass", *game.bids) and game.bids != ()


def shape_fault(game, action, players):
    """The code of the first fault in the action itself, in the order of the table, or None."""
    if not is_well_formed(game, action, players):
        return "malformed"
    lists = written_cards(game, action)
    cards = [read_card(code) for codes in lists for code in codes]
    if None in cards:
        return "unknown-card"
    if action["kind"] == "call" and not is_known_call(game, action):
        return "unknown-call"
    if action["kind"] == "announce" and action["what"] not in game.announcements:
        return "unknown-announcement"
    if not set(cards) <= set(game.pack):
        return "card-not-in-pack"
    if any(len(set(same_case(codes))) != len(codes) for codes in lists):
        return "duplicate-card"
    if action["kind"] in game.counted:
        size = game.counted[action["kind"]][players]
        unseen = action["cards"] is None
        if len(action.get("shown", [])) > size if unseen else len(action["cards"]) != size:
            return "wrong-card-count"
    return None


def clean(action):
    """The same action with its used cards in upper case, and `irregular` only where it counts."""
    copy = dict(action)
    if action["kind"] not in EXCUSABLE:
        copy.pop("irregular", None)
    for key in ("cards", "shown"):
        if action["kind"] in ("stock", "discard", "announce") and is_texts(action.get(key)):
            copy[key] = same_case(action[key])
    for key in ("card", "pay"):
        if action["kind"] in ("king", "play", "buy") and isinstance(action.get(key), str):
            copy[key] = read_card(action[key]) or action[key]
    return copy
