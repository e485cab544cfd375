"""Every game at every table, and hands of them dealt by chance: what a new game is tried with."""

from functools import cache

import pytest

from games.rules import VARIANTS, Change, Record, Variant, entering, find_variant, read_record
from tests import chance
from tests.player import Habits

PLAYERS = ("Anna", "Boris", "Chloé", "Dario", "Emma", "Farid")
EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
EVERY_TABLE = pytest.mark.parametrize(
    ("variant", "players"),
    [(variant, players) for variant in VARIANTS for players in variant.seats],
    ids=lambda value: getattr(value, "key", value),
)


@cache
def hand_by_chance(
    key: str, players: int, *, seed: int = 1, hands_known: bool = True, dealer: int = 0
) -> list[Change]:
    """The entries of a hand that is played out; the first after `seed` in which a card falls."""
    variant = find_variant(key)
    assert variant is not None
    while True:
        changes = chance.changes(
            seed=seed,
            variant=variant,
            options={},
            players=players,
            dealer=dealer,
            hands_known=hands_known,
        )
        if any(change["op"] == "act" and change["action"]["kind"] == "play" for change in changes):
            return changes
        seed += 1000


def wild_record(variant: Variant, players: int, seed: int) -> Record:
    """A hand of people who bid, challenge, buy, announce and claim whatever the rules allow."""
    return chance.hand(
        seed=seed,
        variant=variant,
        options={},
        players=players,
        dealer=0,
        habits=Habits(wild=True, announces=0.3, claims=0.005),
    )


def record_by_chance(variant: Variant, players: int, **facts: int) -> Record:
    """The record of such a hand."""
    deal, actions = entering.fold(hand_by_chance(variant.key, players, **facts))
    whole = {
        "format": "tarot-hand/1",
        "variant": variant.key,
        "players": list(PLAYERS[:players]),
        "dealer": 0,
        "deal": deal,
        "actions": actions,
    }
    return read_record(whole)
