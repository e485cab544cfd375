"""The live actions of a hand while its entries are folded, and what an undo takes back.

An entry of several changes was one tap: a card, with the reason that it puts on an earlier one that
it proves wrong; the last cards, which play themselves; a text that was pasted. One undo takes all
of it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.problems import N_, malformed

Action = dict[str, Any]


class LastTap(NamedTuple):
    """What an undo takes back: a number of the last `actions`.

    `earlier` are the indexes of earlier ones that become again what they were before the tap.
    """

    actions: int
    earlier: tuple[int, ...] = ()


ONE_ACTION = LastTap(1)


@dataclass(slots=True)
class _Tap:
    """An entry of several changes, as long as one of its actions lives: those from `first` to before `end`.

    `earlier` maps indexes of actions that it changed to what they were before and what it made of them.
    """

    first: int
    end: int
    earlier: dict[int, tuple[Action, Action]]

    def without(self, index: int) -> None:
        """Adjust the tap when the action at an index is taken out of the hand."""
        self.end -= index < self.end
        self.first -= index < self.first
        pairs = self.earlier.items()
        self.earlier = {at - (at > index): change for at, change in pairs if at != index}


class LiveActions:
    """The actions that stand, in order; `start` are those that stood before the first entry."""

    def __init__(self, start: Iterable[Action] = ()) -> None:
        self.actions: list[Action] = list(start)
        self._taps: list[_Tap] = []

    @property
    def last(self) -> LastTap:
        """What an undo would take back; nothing where there is no action."""
        tap = self._last_tap()
        if tap is None:
            return LastTap(min(1, len(self.actions)))
        changed = (at for at, pair in tap.earlier.items() if self._before(at, *pair) is not None)
        return LastTap(tap.end - tap.first, tuple(sorted(changed)))

    def undo(self) -> bool:
        """Take back the last tap; False where no action is left."""
        tap = self._last_tap()
        if self.actions:
            self.cut(len(self.actions) - 1 if tap is None else tap.first)
            return True
        return False

    def cut(self, index: int) -> None:
        """Take back every action from an index on.

        What a tap changed in earlier ones goes with the last of its actions.
        """
        del self.actions[index:]
        while self._taps and self._taps[-1].first >= index:
            self._restore(self._taps.pop())
        if self._taps:
            self._taps[-1].end = min(self._taps[-1].end, index)

    def edit(self, edits: Sequence[Any]) -> None:
        """Replace actions, or take them out, by index. Raises RecordError for one not there or named twice."""
        indexes = [index for index, _ in edits]
        if len(set(indexes)) < len(indexes):
            raise malformed(N_("“edits” names an action twice."))
        for index, action in sorted(edits, key=lambda edit: -edit[0]):
            self.check_index(index)
            if action is not None:
                self.actions[index] = action
                continue
            del self.actions[index]
            for tap in self._taps:
                tap.without(index)
        gone = [tap for tap in self._taps if tap.first >= tap.end]
        self._taps = [tap for tap in self._taps if tap.first < tap.end]
        for tap in reversed(gone):
            self._restore(tap)

    def tap(self, changes: Iterable[Mapping[str, Any]]) -> None:
        """Several changes as one: corrections that take nothing out, then actions."""
        first = len(self.actions)
        tap = _Tap(first, first, {})
        for change in changes:
            if change["op"] == "act":
                self.actions.append(change["action"])
                continue
            before = list(self.actions)
            self.edit(change["edits"])
            for index, action in change["edits"]:
                known = tap.earlier.get(index, (before[index],))
                tap.earlier[index] = (known[0], action)
        tap.end = len(self.actions)
        self._taps.append(tap)

    def check_index(self, index: int) -> None:
        """Raise RecordError where there is no action of this index."""
        if not 0 <= index < len(self.actions):
            raise malformed(
                N_("There is no action {index}; the hand has {count}."),
                index=index,
                count=len(self.actions),
            )

    def _last_tap(self) -> _Tap | None:
        """Return the tap of several changes that made the last action, if it was one."""
        if self._taps and self._taps[-1].end == len(self.actions):
            return self._taps[-1]
        return None

    def _restore(self, tap: _Tap) -> None:
        for index, pair in tap.earlier.items():
            before = self._before(index, *pair)
            if before is not None:
                self.actions[index] = before

    def _before(self, index: int, before: Action, after: Action) -> Action | None:
        """Return an action without what a tap made of it; what was corrected since then stays.

        None where the action is gone, or has nothing of the tap any more.
        """
        if index >= len(self.actions):
            return None
        now = self.actions[index]
        changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
        kept = {key: value for key, value in now.items() if key not in changed}
        back = kept | {key: before[key] for key in before if key in changed}
        return None if back == now else back
