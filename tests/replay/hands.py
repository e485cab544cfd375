"""Hands to replay: the published one in which Samir takes a petite, and hands dealt by chance."""

from typing import Any

from games.rules import Record, entering, find_variant, read_record, shape
from games.rules.replaying.replay import fold, start
from tests import chance, published_hands

FFT = {
    "petit": "either-side",
    "handful_by": "anyone",
    "handful_excuse": "last-resort",
    "slam_lead": "caller",
    "petit_sec": True,
    "defence_slam": 200,
    "discard": "strict",
    "fool_last_in_slam": "stays",
}
CAST = ("Wanda", "Samir", "Elise", "Nadia", "Bruno")
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
        "options": FFT,
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


def by_chance(players: int, seed: int, *, hands_known: bool = True) -> Record:
    """A hand dealt and played by chance; the first after `seed` in which somebody takes."""
    french = find_variant("french")
    assert french is not None
    while True:
        changes = chance.changes(
            seed=seed,
            variant=french,
            options=FFT,
            players=players,
            dealer=0,
            hands_known=hands_known,
        )
        record = record_of(changes, players=players, dealer=0)
        if any(action["kind"] == "play" for action in record.actions):
            return record
        seed += 1000
