"""Remarks and studies of readers, imported under the accounts of their authors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models import Remark, Study, StudyItem, User
from games.replay.remarking import read_text
from games.transfer.importing.about_hands import AboutHands
from games.transfer.importing.hand_lines import Hands
from games.transfer.importing.lines import Ground, RemarkLine, StudyLine, wrong
from games.transfer.importing.rows import Batch


class Texts(AboutHands):
    """What members wrote about hands. Only members of the club have said anything here."""

    def __init__(self, ground: Ground, hands: Hands) -> None:
        super().__init__(ground, hands)
        members = User.objects.filter(memberships__club=ground.club)
        self.authors = {user.get_username(): user for user in members}

    def _author(self, line: Any) -> User:
        author = self.authors.get(line.author)
        if author is None:
            sentence = _("%(name)s is not a member here, so nothing can be added in that name.")
            raise wrong(line.spot, "unknown-member", sentence % {"name": line.author})
        return author

    def _text(self, line: Any, text: str) -> str:
        try:
            return read_text(text)
        except ValidationError as error:
            raise wrong(line.spot, "malformed", " ".join(error.messages)) from None

    def _facts(self, line: Any) -> dict[str, Any]:
        """Return what the row of a line has in any case; it has come now."""
        self.came[line.id] = True
        brought = {"brought_by": self.ground.user, "brought_at": self.ground.now}
        facts = {"club": self.ground.club, "public_id": self.ground.ids.new(line.id), "at": line.at}
        return facts | brought


class Remarks(Texts):
    """The remarks that an import brings."""

    def look_up(self, lines: Sequence[RemarkLine], batch: Batch) -> None:
        """Learn which of these remarks are here, and the hands that they are about."""
        mine = Remark.objects.filter(club=self.ground.club)
        hands = self.learn(mine, lines, batch)
        columns = ("hand__public_id", "at", "place", "author_id", "text")
        self.same = set(mine.filter(hand__in=hands).values_list(*columns))

    def take(self, line: RemarkLine, batch: Batch) -> None:
        """Put a remark into the batch if it is new. Raises Wrong."""
        tally = self.ground.report.remarks
        if self.is_known(line):
            tally.known += 1
            return
        author, hand = self._author(line), self.hand_of(line, line.hand)
        text = self._text(line, line.text)
        here = hand.public_id if hand else ""
        if (here, line.at, line.place, author.pk, text) in self.same:
            tally.known += 1
            return
        facts = self._facts(line) | {"place": line.place, "author": author, "text": text}
        made = Remark(hand=hand, **facts)
        if line.hidden:
            made.hidden_by = self.ground.user
        batch.remarks.append(made)
        tally.new += 1


class Studies(Texts):
    """The studies that an import brings. One that is here is left alone."""

    def about(self, line: StudyLine) -> Iterable[str]:
        """Return the ids of the hands of its items."""
        return (one["hand"] for one in line.items)

    def look_up(self, lines: Sequence[StudyLine], batch: Batch) -> None:
        """Learn which of these studies are here, and the hands of their items."""
        mine = Study.objects.filter(club=self.ground.club)
        self.learn(mine, lines, batch)
        came = mine.filter(at__in={line.at for line in lines})
        self.same = set(came.values_list("author_id", "at"))

    def take(self, line: StudyLine, batch: Batch) -> None:
        """Put a study into the batch if it is new. Raises Wrong."""
        tally = self.ground.report.studies
        if self.is_known(line):
            tally.known += 1
            return
        author = self._author(line)
        if (author.pk, line.at) in self.same:
            tally.known += 1
            return
        items = [
            StudyItem(
                hand=self.hand_of(line, one["hand"]),
                number=number,
                place=one["place"],
                cards=one["cards"],
                text=self._text(line, one["text"]) if one["text"] else "",
            )
            for number, one in enumerate(line.items, 1)
        ]
        text = self._text(line, line.text) if line.text else ""
        facts = self._facts(line) | {"title": line.title, "text": text, "author": author}
        batch.studies.append(Study(**facts))
        for item in items:
            item.study = batch.studies[-1]
        batch.items += items
        tally.new += 1
