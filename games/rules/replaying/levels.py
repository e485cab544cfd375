"""A hand with less written down: its result alone, from the facts that its cards give."""

from __future__ import annotations

from games.rules.game.facts import written
from games.rules.record.record import Record
from games.rules.record.shape import FORMAT_STATED
from games.rules.replaying.replay import Replay, start

# What may follow a result: it is kept.
KEPT = ("note", "ruling")


def as_result(end: Replay) -> Record | None:
    """Return the record of a finished hand with its facts in the place of its cards (record format, "tarot-hand/2").

    One that was thrown in or annulled stays as it is. None for a hand that is not finished, or whose facts the cards do
    not give.
    """
    record, state = end.record, end.state
    if end.problem is not None or not state.over:
        return None
    if state.status != "scored" or state.stated is not None:
        return record
    stating = record.variant.stating
    values = stating.of(state)
    if values is None:
        return None
    bare = record._replace(
        hands=(None,) * len(record.players), stock=None, actions=(), format=FORMAT_STATED
    )
    result = {"kind": "result", "facts": written(stating, values, start(bare))}
    kept = (action for action in record.actions if action["kind"] in KEPT)
    return bare._replace(actions=(result, *kept))
