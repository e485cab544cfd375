"""Confirmations of scores, and disputes.

They are imported with their hands, never with hands that were sealed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.models import Confirmation, Dispute, Entry, Hand, Player
from games.transfer.importing.about_hands import AboutHands
from games.transfer.importing.hand_lines import Hands
from games.transfer.importing.lines import ConfirmationLine, DisputeLine, Ground, wrong
from games.transfer.importing.people_lines import Players
from games.transfer.importing.rows import Batch

AgreementLine = ConfirmationLine | DisputeLine


class Agreements(AboutHands):
    """The confirmations and disputes that an import brings; accounts are names only."""

    def __init__(self, ground: Ground, hands: Hands, players: Players) -> None:
        super().__init__(ground, hands)
        self.players = players

    def look_up(self, lines: Sequence[AgreementLine], batch: Batch) -> None:
        """Learn what of these, lines of one kind, is here. A few statements."""
        model: Any = Dispute if isinstance(lines[0], DisputeLine) else Confirmation
        mine = model.objects.filter(club=self.ground.club)
        hands = self.learn(mine, lines, batch)
        ours = Entry.objects.filter(hand__in=hands).exclude(device=Entry.IMPORTED)
        self.sealed_here = set(ours.values_list("hand", flat=True))
        # Who disputes a hand here already, and the agreement here at that moment.
        self.open = set(_open(hands)) if model is Dispute else set()
        self.same = set(mine.filter(hand__in=hands).values_list("hand__public_id", "at"))

    def take(self, line: AgreementLine, batch: Batch) -> None:
        """Put a confirmation or a dispute into the batch if it is new. Raises Wrong."""
        tally = self.ground.report.agreement
        hand = self.hand_of(line, line.hand)
        player = self.players.one(line.spot, line.player) if line.player else None
        here = hand.public_id if hand else ""
        same = (here, line.at) in self.same or self._is_open(line, here, player)
        if same or self.is_known(line):
            tally.known += 1
            return
        if hand is not None and hand.pk in self.sealed_here:
            sentence = _("This hand was sealed here: nobody can agree or disagree by an archive.")
            raise wrong(line.spot, "sealed-here", sentence)
        self.came[line.id] = True
        facts = line._asdict() | {"hand": hand, "player": player, "club": self.ground.club}
        facts |= {"public_id": self.ground.ids.new(line.id), "by_name": facts.pop("by")}
        facts |= {"brought_by": self.ground.user, "brought_at": self.ground.now}
        del facts["spot"], facts["id"]
        if isinstance(line, DisputeLine):
            facts["ended_by_name"] = facts.pop("ended_by")
            batch.disputes.append(Dispute(**facts))
        else:
            batch.confirmations.append(Confirmation(version=0, sealed=True, **facts))
        tally.new += 1

    def _is_open(self, line: AgreementLine, hand: str, player: Player | None) -> bool:
        """Return whether the same player disputes the hand here already."""
        if not isinstance(line, DisputeLine) or line.ended_at is not None or player is None:
            return False
        return (hand, player.public_id) in self.open


def _open(hands: Iterable[Hand]) -> Any:
    still = Dispute.objects.filter(hand__in=hands, ended_at=None)
    return still.values_list("hand__public_id", "player__public_id")
