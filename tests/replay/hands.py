"""Hands to replay: the published one in which Samir takes a petite, and hands dealt by chance."""

from functools import cache
from typing import Any

from games.models import Hand
from games.rules import Record, Variant, entering, find_variant, read_record, shape
from games.rules.replaying.replay import fold, start
from tests import chance, published_hands
from tests.cast import Cast
from tests.factories import in_one_tap
from tests.hands import FEDERATION
from tests.player import Habits
from tests.thorough import amount

CAST = ("Wanda", "Samir", "Elise", "Nadia", "Bruno")
# How many hands of people who do whatever the rules allow are tried at each table.
WILD_HANDS = amount(1, thorough=3)
WANDA, SAMIR, ELISE, NADIA = range(4)
# The positions of Samir's petite: before the first call, when the dog lies open, when it is laid
# away, before the third card of trick 7, at the end.
DEALT, DOG, LAID_AWAY, IN_TRICK_7, END = 0, 4, 5, 31, 77


def record_of(changes: list[dict[str, Any]], *, players: int = 4, dealer: int = 3) -> Record:
    """The record of these entries, with the seats that entries leave out."""
    deal, actions = entering.fold(changes)
    whole = {
        "format": shape.format_of(actions),
        "variant": "french",
        "options": FEDERATION,
        "players": list(CAST[:players]),
        "dealer": dealer,
        "deal": deal,
    }
    state = start(read_record({**whole, "actions": []}))
    complete = []
    for action in actions:
        if "seat" not in action and action["kind"] in entering.ON_TURN:
            action = {**action, "seat": state.turn}
        assert fold(state, [action]) is None
        complete.append(action)
    return read_record({**whole, "actions": complete})


def samirs_petite(*, hands_known: bool = True) -> Record:
    """The published hand, with its deal or as it was seen at the table."""
    hand = published_hands.hands()[1]
    changes = published_hands.changes(hand, 3)
    if hands_known:
        return record_of(changes)
    stock = {"kind": "stock", "cards": hand["stock"].split()}
    seen = []
    for change in changes[1:]:
        if change["action"]["kind"] == "discard":
            seen.append({"op": "act", "action": stock})
            change = {"op": "act", "action": {"kind": "discard", "cards": None}}
        seen.append(change)
    return record_of(seen)


def petite_entries() -> list[dict[str, Any]]:
    """The entries of the published hand as Dario deals it at a club, where Boris takes it."""
    return published_hands.changes(published_hands.hands()[1], 3)


def sealed_petite(cast: Cast) -> Hand:
    """The hand in the archive of the club: Boris, on seat 1, loses it by nine."""
    return cast.sealed_hand(in_one_tap(petite_entries()))


def by_chance(players: int, seed: int, *, hands_known: bool = True) -> Record:
    """A hand dealt and played by chance; the first after `seed` in which somebody takes."""
    french = find_variant("french")
    assert french is not None
    while True:
        changes = chance.changes(
            seed=seed,
            variant=french,
            options=FEDERATION,
            players=players,
            dealer=0,
            hands_known=hands_known,
        )
        record = record_of(changes, players=players, dealer=0)
        if any(action["kind"] == "play" for action in record.actions):
            return record
        seed += 1000


def wild_hands(variant: Variant, players: int) -> list[Record]:
    """Hands of people who do whatever the rules allow but claim, in which cards were played."""
    return _wild_hands(variant.key, players)


@cache
def _wild_hands(key: str, players: int) -> list[Record]:
    variant, habits = find_variant(key), Habits(wild=True, announces=0.3)
    assert variant is not None
    table: dict[str, Any] = {"variant": variant, "options": {}, "players": players, "dealer": 0}
    records = (chance.hand(seed=seed, habits=habits, **table) for seed in range(1, 200))
    with_cards = (
        record for record in records if any(one["kind"] == "play" for one in record.actions)
    )
    return [next(with_cards) for _ in range(WILD_HANDS)]
