"""Confirmations of scores, and disputes.

They are imported with their hands, never with hands that were sealed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.models import Confirmation, Dispute, Entry, Hand, Player
from games.transfer.importing.hand_lines import Hands
from games.transfer.importing.lines import (
    ConfirmationLine,
    DisputeLine,
    Ground,
    Wrong,
    wrong,
)
from games.transfer.importing.people_lines import Players
from games.transfer.importing.rows import Batch

AgreementLine = ConfirmationLine | DisputeLine


class Agreements:
    """The confirmations and disputes that an import brings; accounts are names only."""

    def __init__(self, ground: Ground, players: Players, hands: Hands) -> None:
        self.ground = ground
        self.players = players
        self.hands = hands
        self.came = ground.memory.brought

    def take(self, lines: Sequence[AgreementLine], batch: Batch) -> None:
        """Take in lines of one kind. Few statements."""
        model: Any = Dispute if isinstance(lines[0], DisputeLine) else Confirmation
        self._look_up(model, lines, batch)
        for line in lines:
            try:
                self._take(line, batch)
            except Wrong as error:
                self.ground.report.blame(error.fault)

    def _look_up(self, model: Any, lines: Sequence[AgreementLine], batch: Batch) -> None:
        """Learn what of these is here, and the hands that they are about."""
        ids, mine = self.ground.ids, model.objects.filter(club=self.ground.club)
        both = [here for line in lines for here in ids.both(line.id)]
        self.known = set(mine.filter(public_id__in=both).values_list("public_id", flat=True))
        ids.look_up(model, [line.id for line in lines if line.id not in self.known])
        about = [here for line in lines for here in self._hand_ids(line)]
        hands = Hand.objects.filter(club=self.ground.club, public_id__in=about).sealed()
        self.by_id = {hand.public_id: hand for hand in hands}
        ours = Entry.objects.filter(hand__in=hands).exclude(device=Entry.IMPORTED)
        self.sealed_here = set(ours.values_list("hand", flat=True))
        self.by_id |= {new.hand.public_id: new.hand for new in batch.hands}
        # Who disputes a hand here already, and the agreement here at that moment.
        self.open = set(_open(hands)) if model is Dispute else set()
        self.same = set(mine.filter(hand__in=hands).values_list("hand__public_id", "at"))

    def _hand_ids(self, line: AgreementLine) -> tuple[str, ...]:
        """Return the ids under which the hand may be here."""
        renamed = self.hands.renamed.get(line.hand)
        return (renamed,) if renamed else self.ground.ids.both(line.hand)

    def _take(self, line: AgreementLine, batch: Batch) -> None:
        """Take in a line. Raises Wrong."""
        tally, ids = self.ground.report.agreement, self.ground.ids
        keys = self._hand_ids(line)
        hand = next((self.by_id[key] for key in keys if key in self.by_id), None)
        if hand is None and self.hands.source_ids.keys().isdisjoint(keys):
            sentence = _("This line is about a hand that is neither here nor in the archive.")
            raise wrong(line.spot, "unknown-hand", sentence)
        player = self.players.one(line.spot, line.player) if line.player else None
        here = hand.public_id if hand else ""
        known = line.id in self.came or not self.known.isdisjoint(ids.both(line.id))
        if known or (here, line.at) in self.same or self._is_open(line, here, player):
            tally.known += 1
            return
        if hand is not None and hand.pk in self.sealed_here:
            sentence = _("This hand was sealed here: nobody can agree or disagree by an archive.")
            raise wrong(line.spot, "sealed-here", sentence)
        self.came[line.id] = True
        facts = line._asdict() | {"hand": hand, "player": player, "club": self.ground.club}
        facts |= {"public_id": ids.new(line.id), "by_name": facts.pop("by")}
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
