"""Remarks of readers, imported under the accounts of their authors."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models import Hand, Remark, User
from games.replay.remarking import read_text
from games.transfer.importing.hand_lines import Hands
from games.transfer.importing.lines import Ground, RemarkLine, Wrong, wrong
from games.transfer.importing.rows import Batch


class Remarks:
    """The remarks that an import brings. Only members of the club have said anything here."""

    def __init__(self, ground: Ground, hands: Hands) -> None:
        self.ground = ground
        self.hands = hands
        members = User.objects.filter(memberships__club=ground.club)
        self.authors = {user.get_username(): user for user in members}
        self.came = ground.memory.brought

    def take(self, lines: Sequence[RemarkLine], batch: Batch) -> None:
        """Take in remarks. Few statements."""
        self._look_up(lines, batch)
        for line in lines:
            try:
                self._take(line, batch)
            except Wrong as error:
                self.ground.report.blame(error.fault)

    def _look_up(self, lines: Sequence[RemarkLine], batch: Batch) -> None:
        """Learn which of these remarks are here, and the hands that they are about."""
        ids, mine = self.ground.ids, Remark.objects.filter(club=self.ground.club)
        keys = [line.id for line in lines]
        both = [here for key in keys for here in ids.both(key)]
        self.known = set(mine.filter(public_id__in=both).values_list("public_id", flat=True))
        ids.look_up(Remark, [key for key in keys if key not in self.known])
        about = [here for line in lines for here in self._hand_ids(line)]
        hands = Hand.objects.filter(club=self.ground.club, public_id__in=about).sealed()
        self.by_id = {hand.public_id: hand for hand in hands}
        self.by_id |= {new.hand.public_id: new.hand for new in batch.hands}
        columns = ("hand__public_id", "at", "place", "author_id", "text")
        self.same = set(mine.filter(hand__in=hands).values_list(*columns))

    def _hand_ids(self, line: RemarkLine) -> tuple[str, ...]:
        """Return the ids under which the hand of a remark may be here."""
        renamed = self.hands.renamed.get(line.hand)
        return (renamed,) if renamed else self.ground.ids.both(line.hand)

    def _take(self, line: RemarkLine, batch: Batch) -> None:
        """Take in a remark. Raises Wrong."""
        report, club = self.ground.report, self.ground.club
        ids = self.ground.ids
        if not self.known.isdisjoint(ids.both(line.id)):  # its author may have gone since
            report.remarks.known += 1
            return
        author = self.authors.get(line.author)
        if author is None:
            sentence = _("%(name)s is not a member here, so no comment can be added in that name.")
            raise wrong(line.spot, "unknown-member", sentence % {"name": line.author})
        keys = self._hand_ids(line)
        hand = next((self.by_id[key] for key in keys if key in self.by_id), None)
        if hand is None and self.hands.source_ids.keys().isdisjoint(keys):
            sentence = _("The comment is about a hand that is neither here nor in the archive.")
            raise wrong(line.spot, "unknown-hand", sentence)
        try:
            text = read_text(line.text)
        except ValidationError as error:
            raise wrong(line.spot, "malformed", " ".join(error.messages)) from None
        here = hand.public_id if hand else ""
        same = (here, line.at, line.place, author.pk, text)
        if line.id in self.came or same in self.same:
            report.remarks.known += 1
            return
        self.came[line.id] = True
        facts = {"place": line.place, "author": author, "text": text, "at": line.at}
        brought = {"brought_by": self.ground.user, "brought_at": self.ground.now}
        made = Remark(club=club, hand=hand, public_id=ids.new(line.id), **facts, **brought)
        if line.hidden:
            made.hidden_by = self.ground.user
        batch.remarks.append(made)
        report.remarks.new += 1
