"""Random records, valid and broken: `records` yields objects, `lines` the bytes of NDJSON lines."""

import contextlib
import copy
import json
import random

from .breaking import mutations
from .breaking_forms import form_mutations
from .breaking_texts import TEXT_MUTATIONS
from .made import NAMES
from .registry import GAMES

MOMENTS = ["2026-11-20T19:30:00Z", "2026-11-20t19:30:00.25+01:00", "2024-02-29T00:00:00-05:30"]


def bare_record(rng, table):
    record = {
        "format": "tarot-hand/1",
        "variant": table.game.key,
        "options": table.options,
        "players": rng.sample(NAMES, table.players),
        "dealer": table.dealer,
        "deal": table.deal,
        "actions": table.actions,
        "meta": {"date": "2026-11-20", "table": "2", "weather": "rain"},
    }
    if table.deal == "absent":
        del record["deal"]
    for key in ("options", "meta"):
        if (not record[key] or key == "meta") and rng.random() < 0.5:
            del record[key]
    return record


def whole_points(rng, players):
    points = [rng.choice([rng.randint(-40, 40), rng.randint(-9, 9) + 0.5]) for _ in range(players)]
    rest = -sum(points[1:])
    return [int(rest) if rest == int(rest) else rest, *points[1:]]


def add_remarks(rng, actions, players):
    """Notes and rulings at any point, and fields that are kept and ignored."""
    for _ in range(rng.choice([0, 0, 1, 3])):
        note = {"kind": "note", "text": rng.choice(["", "a long think", "♥ \n ♠"])}
        actions.insert(rng.randint(0, len(actions)), note)
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        ruling = {"kind": "ruling", "text": "slow play", "points": whole_points(rng, players)}
        actions.insert(rng.randint(0, len(actions)), ruling)
    for _ in range(rng.choice([0, 0, 2])):
        if actions:
            action = rng.choice(actions)
            extra = rng.choice(
                [("at", rng.choice(MOMENTS)), ("note", "hm"), ("_clock", 12.5), ("of", None)]
            )
            action.setdefault(*extra)


def honest_record(rng, game):
    """A record of a hand that really was played, perhaps with faults that nobody marked."""
    table = game.table(game, rng)
    table.play_hand()
    actions = table.actions
    add_remarks(rng, actions, table.players)
    if rng.random() < 0.15:
        del actions[rng.randint(0, len(actions)) :]
    elif rng.random() < 0.1:
        del actions[rng.randint(0, min(12, len(actions))) :]
    return bare_record(rng, table)


def records(seed, count, game):
    """Yield `count` records; the same seed gives the same records."""
    forms, plays = form_mutations(game), mutations(game)
    for place in range(count):
        rng = random.Random(f"{seed}/{place}")
        record = copy.deepcopy(honest_record(rng, game))
        kind = rng.random()
        rounds = 0 if kind < 0.45 else 1 if kind < 0.85 else 2
        for _ in range(rounds):
            group = plays if rng.random() < 0.65 else forms
            # what a mutation wants to change may be missing, or changed by another one
            with contextlib.suppress(LookupError, TypeError, ValueError, AttributeError):
                rng.choice(group)(rng, record)
        yield record


def lines(seed, count, variant="french"):
    """Yield the records as bytes, one line each, a few of them broken as texts."""
    for place, record in enumerate(records(seed, count, GAMES[variant])):
        rng = random.Random(f"{seed}/{place}/text")
        line = json.dumps(record, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
        if rng.random() < 0.03:
            with contextlib.suppress(LookupError, ValueError):  # nothing there to break
                line = rng.choice(TEXT_MUTATIONS)(rng, line)
        yield line
