"""What readers said about hands: taken over under the accounts of their authors."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models import Hand, Remark, User
from games.services.importing.hands import Hands
from games.services.importing.lines import Ground, RemarkLine, wrong
from games.services.importing.rows import Batch
from games.services.reading import read_text


class Remarks:
    """The remarks that an import brings. Only members of the club have said anything here."""

    def __init__(self, ground: Ground, hands: Hands) -> None:
        self.ground = ground
        self.hands = hands
        members = User.objects.filter(memberships__club=ground.club)
        self.authors = {user.get_username(): user for user in members}
        self.came: set[str] = set()

    def take(self, line: RemarkLine, batch: Batch) -> None:
        """Take in a remark. Raises Wrong."""
        report, club = self.ground.report, self.ground.club
        author = self.authors.get(line.author)
        if author is None:
            said = _("%(name)s is no member here, so nothing can be said in that name.")
            raise wrong(line.spot, "unknown-member", said % {"name": line.author})
        key = self.hands.renamed.get(line.hand, line.hand)
        hand = Hand.objects.filter(club=club, public_id=key).sealed().first()
        if hand is None:
            hand = next((new.hand for new in batch.hands if new.hand.public_id == key), None)
        if hand is None and key not in self.hands.stands_for:
            said = _("The comment is about a hand that is neither here nor in the archive.")
            raise wrong(line.spot, "unknown-hand", said)
        try:
            text = read_text(line.text)
        except ValidationError as error:
            raise wrong(line.spot, "malformed", " ".join(error.messages)) from None
        facts = {"place": line.place, "author": author, "text": text}
        mine = Remark.objects.filter(club=club)
        same = mine.filter(hand__public_id=key, at=line.at, **facts)
        if line.id in self.came or mine.filter(public_id=line.id).exists() or same.exists():
            report.remarks.known += 1
            return
        self.came.add(line.id)
        made = Remark(club=club, hand=hand, at=line.at, **facts)
        if line.hidden:
            made.hidden_by = self.ground.user
        if not Remark.objects.filter(public_id=line.id).exists():
            made.public_id = line.id
        batch.remarks.append(made)
        report.remarks.new += 1
