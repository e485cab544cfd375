"""Lines about hands: which of them are here, and the hands that they are about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.models import Hand
from games.transfer.importing.hand_lines import Hands
from games.transfer.importing.lines import Ground, wrong
from games.transfer.importing.rows import Batch


class AboutHands:
    """What people said about hands. It comes with them, or is added to those that are here."""

    def __init__(self, ground: Ground, hands: Hands) -> None:
        self.ground = ground
        self.hands = hands
        self.came = ground.memory.brought

    def about(self, line: Any) -> Iterable[str]:
        """Return the ids of the hands that a line is about."""
        return (line.hand,)

    def learn(self, rows: QuerySet[Any], lines: Sequence[Any], batch: Batch) -> QuerySet[Hand]:
        """Learn which of these lines are among the club's `rows`, and the hands they are about.

        Return those that were here before.
        """
        self.known = self.ground.ids.known(rows, [line.id for line in lines])
        keys = [key for line in lines for key in self.about(line)]
        about = [here for key in keys for here in self.hands.ids_of(key)]
        hands = Hand.objects.filter(club=self.ground.club, public_id__in=about).sealed()
        self.by_id = {hand.public_id: hand for hand in hands}
        self.by_id |= {new.hand.public_id: new.hand for new in batch.hands}
        return hands

    def is_known(self, line: Any) -> bool:
        """Return whether this import has brought a line before, or there is a row with its id."""
        return line.id in self.came or line.id in self.known

    def hand_of(self, line: Any, key: str) -> Hand | None:
        """Return the hand of that id in the archive, which a line is about.

        None for one of this import before it is written. Raises Wrong where there is no such hand.
        """
        keys = self.hands.ids_of(key)
        hand = next((self.by_id[key] for key in keys if key in self.by_id), None)
        if hand is None and self.hands.source_ids.keys().isdisjoint(keys):
            sentence = _("This line is about a hand that is neither here nor in the archive.")
            raise wrong(line.spot, "unknown-hand", sentence)
        return hand
