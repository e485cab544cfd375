"""Mutations of types, names, keys and limits."""

from functools import partial

from .breaking import odd_options
from .breaking_plays import of_kind
from .odd_values import CARDS, FIELDS, JUNK, MOMENTS, NAMES, NUMBERS, POINTS, TEXTS


def nest(levels):
    value: object = 0
    for level in range(levels):
        value = [value] if level % 2 else {"x": value}
    return value


def any_action(rng, record):
    actions = record["actions"]
    return rng.choice(actions[: rng.choice([12, len(actions)])])


def field_of_action(rng, record):
    action = any_action(rng, record)
    key = rng.choice([key for key in action if key != "kind"])
    action[key] = rng.choice(NUMBERS + TEXTS + JUNK)


def no_field(rng, record):
    action = any_action(rng, record)
    del action[rng.choice(list(action))]


def extra_field(rng, record):
    any_action(rng, record)[rng.choice(FIELDS)] = rng.choice(JUNK + TEXTS + NUMBERS)


def unknown_field(rng, record):
    keys = ["comment", "_x", "_", "Seat", "x_", "_a\0b", "_\ud800", "__seat"]
    where = rng.choice([any_action(rng, record), record, record.get("deal"), record["options"]])
    where[rng.choice(keys)] = rng.choice([*JUNK, 10**15, "a\0", nest(rng.choice([3, 13, 14, 15]))])


def seat_type(rng, record):
    action = rng.choice([action for action in record["actions"][:12] if "seat" in action])
    action["seat"] = rng.choice(NUMBERS)


def kind_name(rng, record):
    names = ["", *"Play bid draw take buy stock note claim king".split()]
    kinds: list[object] = [*names, None, 1, []]
    any_action(rng, record)["kind"] = rng.choice(kinds)


def call_name(rng, record):
    names = ["Pass", "contra", "recontra", "grand", "", "solo", "take-without", "pass ", None, 1]
    rng.choice(of_kind(record, "call"))["call"] = rng.choice(names)


def announcement_name(rng, record):
    names = ["Slam", "sparrow", "fool-last", "pagat-ultimo", "", None, 3, "slam", "petit-sec"]
    rng.choice(of_kind(record, "announce"))["what"] = rng.choice(names)


def card_name(rng, record):
    action = rng.choice([action for action in record["actions"] if "card" in action])
    action["card"] = rng.choice([*CARDS, None, 1, ["SK"]])


def card_in_list(rng, record):
    lists = [action["cards"] for action in record["actions"] if action.get("cards")]
    deal = record.get("deal") or {}
    lists += [part for part in [*deal.get("hands", []), deal.get("stock")] if part]
    cards = rng.choice(lists)
    cards[rng.randrange(len(cards))] = rng.choice([*CARDS, None, 1, cards[0]])


def lower_case(rng, record):
    for action in record["actions"]:
        for key in ("cards", "shown"):
            if isinstance(action.get(key), list) and rng.random() < 0.6:
                action[key] = [card.lower() for card in action[key]]
        if isinstance(action.get("card"), str) and rng.random() < 0.6:
            action["card"] = action["card"].lower()
    for part in [*record["deal"]["hands"], record["deal"]["stock"]]:
        if part:
            part[:] = [card.lower() for card in part]


def cards_type(rng, record):
    action = rng.choice([action for action in record["actions"] if "cards" in action])
    action[rng.choice(["cards", "shown"])] = rng.choice([None, "SK", {}, [], [[]], [None], 5])


def ruling_points(rng, record):
    players = len(record["players"])
    rulings = of_kind(record, "ruling")
    if not rulings:
        at = rng.randint(0, min(12, len(record["actions"])))
        rulings = [{"kind": "ruling", "text": "x", "points": [0] * players}]
        record["actions"].insert(at, rulings[0])
    points = rulings[0]["points"]
    way = rng.randrange(4)
    if way == 0:
        points[rng.randrange(players)] = rng.choice(POINTS)
    elif way == 1:
        points.append(0)
    elif way == 2:
        rulings[0]["points"] = rng.choice([None, "0", {}, points[:-1]])
    else:
        points[0], points[1] = rng.choice([(0.5, -0.5), (10**14, -(10**14)), (1, -1), (1, 0)])


def moment(rng, record):
    any_action(rng, record)["at"] = rng.choice(MOMENTS)


def text(rng, record):
    key = rng.choice(["note", "text", "irregular"])
    any_action(rng, record)[key] = rng.choice(TEXTS)


def size_type(rng, record):
    handfuls = [action for action in of_kind(record, "announce") if "cards" in action]
    rng.choice(handfuls)["size"] = rng.choice(NUMBERS)


def players(rng, record):
    names = record["players"]
    way = rng.randrange(5)
    if way == 0:
        names.append("Zoe")
    elif way == 1:
        names.pop()
    elif way == 2:
        names[0] = names[1]
    elif way == 3:
        record["players"] = rng.choice([[], None, "Ada", ["A"] * 6, ["A", "B"], {}])
        record.pop("deal", None)
    else:
        names[0] = rng.choice([*NAMES, None, 1])


def name(rng, record):
    names = record["players"]
    names[rng.randrange(len(names))] = rng.choice(NAMES)


def dealer(rng, record):
    record["dealer"] = rng.choice(NUMBERS)


def option(pairs, rng, record):
    record.setdefault("options", {}).update([rng.choice(pairs)])


def head(rng, record):
    key = rng.choice(["format", "variant", "options", "meta", "deal", "actions", "players"])
    values: list[object] = [None, 1, "", "French", "tarok", "tarot-hand/3", [], {}, "french "]
    record[key] = rng.choice(values)


def no_head(rng, record):
    del record[rng.choice(list(record))]


def deal_shape(rng, record):
    deal = record["deal"]
    way = rng.randrange(7)
    if way == 0:
        deal["hands"].append(None)
    elif way == 1:
        deal["hands"].pop()
    elif way == 2:
        deal["hands"][0] = rng.choice(["SK", {}, 5, [], [1]])
    elif way == 3:
        deal["stock"] = rng.choice(["SK", {}, 5, [], ["SK"], False])
    elif way == 4:
        deal["hands"] = rng.choice([None, [], {}])
    elif way == 5:
        deal["talon"] = []
    else:
        record["deal"] = rng.choice([[], "x", 0, {}, None])


def meta(rng, record):
    record["meta"] = rng.choice(
        [
            {f"k{number}": "v" for number in range(32)},
            {f"k{number}": "v" for number in range(33)},
            {"k" * 64: "v"},
            {"k" * 65: "v"},
            {"k": "v" * 2000},
            {"k": "v" * 2001},
            {"k": 1},
            {"_k": {"x": 1}},
            {"": ""},
            {"k\0": "v"},
            {"k": "\ud83c"},
            {"k": None},
            {"line": "a\nb\u2028c"},
        ]
    )


def many_actions(rng, record):
    wanted = rng.choice([400, 401])
    at = rng.randint(0, len(record["actions"]))
    notes = [{"kind": "note", "text": "."} for _ in range(wanted - len(record["actions"]))]
    record["actions"][at:at] = notes


def no_action(rng, record):
    record["actions"][rng.randrange(len(record["actions"]))] = rng.choice(JUNK)


def form_mutations(game):
    """All mutations of form, the likelier ones several times."""
    return [
        *[field_of_action] * 3,
        *[no_field] * 2,
        *[extra_field] * 4,
        *[unknown_field] * 2,
        seat_type,
        kind_name,
        call_name,
        announcement_name,
        card_name,
        card_in_list,
        *[lower_case] * 2,
        cards_type,
        *[ruling_points] * 2,
        moment,
        text,
        size_type,
        players,
        name,
        dealer,
        partial(option, odd_options(game)),
        head,
        no_head,
        deal_shape,
        meta,
        many_actions,
        no_action,
    ]
