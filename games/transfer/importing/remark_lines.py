"""Remarks and studies of readers, imported under the accounts of their authors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.models import Hand, Remark, Study, StudyItem, User
from games.replay.remarking import read_text
from games.transfer.importing.hand_lines import Hands
from games.transfer.importing.lines import Ground, RemarkLine, StudyLine, Wrong, wrong
from games.transfer.importing.rows import Batch


class Texts:
    """What members wrote about hands. Only members of the club have said anything here."""

    model: Any

    def __init__(self, ground: Ground, hands: Hands) -> None:
        self.ground = ground
        self.hands = hands
        members = User.objects.filter(memberships__club=ground.club)
        self.authors = {user.get_username(): user for user in members}
        self.came = ground.memory.brought

    def take(self, lines: Sequence[Any], batch: Batch) -> None:
        """Take in lines of one kind. Few statements."""
        self._look_up(lines, batch)
        for line in lines:
            try:
                self._take(line, batch)
            except Wrong as error:
                self.ground.report.blame(error.fault)

    def _look_up(self, lines: Sequence[Any], batch: Batch) -> None:
        """Learn which of these texts are here, and the hands that they are about."""
        ids, mine = self.ground.ids, self.model.objects.filter(club=self.ground.club)
        keys = [line.id for line in lines]
        both = [here for key in keys for here in ids.both(key)]
        self.known = set(mine.filter(public_id__in=both).values_list("public_id", flat=True))
        ids.look_up(self.model, [key for key in keys if key not in self.known])
        about = [here for line in lines for key in self._about(line) for here in self._ids(key)]
        hands = Hand.objects.filter(club=self.ground.club, public_id__in=about).sealed()
        self.by_id = {hand.public_id: hand for hand in hands}
        self.by_id |= {new.hand.public_id: new.hand for new in batch.hands}

    def _about(self, line: Any) -> Iterable[str]:
        """Return the ids of the hands that a line is about."""
        raise NotImplementedError

    def _take(self, line: Any, batch: Batch) -> None:
        """Take in a line. Raises Wrong."""
        raise NotImplementedError

    def _ids(self, key: str) -> tuple[str, ...]:
        """Return the ids under which a hand may be here."""
        renamed = self.hands.renamed.get(key)
        return (renamed,) if renamed else self.ground.ids.both(key)

    def _is_known(self, line: Any) -> bool:
        """Return whether a text is here; its author may have gone since."""
        return line.id in self.came or not self.known.isdisjoint(self.ground.ids.both(line.id))

    def _author(self, line: Any) -> User:
        author = self.authors.get(line.author)
        if author is None:
            sentence = _("%(name)s is not a member here, so no comment can be added in that name.")
            raise wrong(line.spot, "unknown-member", sentence % {"name": line.author})
        return author

    def _hand(self, line: Any, key: str) -> Hand | None:
        """Return the hand that a line is about; None before it is written."""
        keys = self._ids(key)
        hand = next((self.by_id[key] for key in keys if key in self.by_id), None)
        if hand is None and self.hands.source_ids.keys().isdisjoint(keys):
            sentence = _("The comment is about a hand that is neither here nor in the archive.")
            raise wrong(line.spot, "unknown-hand", sentence)
        return hand

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

    model = Remark

    def _about(self, line: RemarkLine) -> Iterable[str]:
        return (line.hand,)

    def _look_up(self, lines: Sequence[RemarkLine], batch: Batch) -> None:
        super()._look_up(lines, batch)
        columns = ("hand__public_id", "at", "place", "author_id", "text")
        same = Remark.objects.filter(club=self.ground.club, hand__public_id__in=self.by_id)
        self.same = set(same.values_list(*columns))

    def _take(self, line: RemarkLine, batch: Batch) -> None:
        tally = self.ground.report.remarks
        if self._is_known(line):
            tally.known += 1
            return
        author, hand = self._author(line), self._hand(line, line.hand)
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

    model = Study

    def _about(self, line: StudyLine) -> Iterable[str]:
        return (one["hand"] for one in line.items)

    def _take(self, line: StudyLine, batch: Batch) -> None:
        tally = self.ground.report.studies
        if self._is_known(line):
            tally.known += 1
            return
        author = self._author(line)
        if Study.objects.filter(author=author, club=self.ground.club, at=line.at).exists():
            tally.known += 1
            return
        items = [
            StudyItem(
                hand=self._hand(line, one["hand"]),
                number=number,
                place=one["place"],
                cards=one["cards"],
                text=self._text(line, one["text"]) if one["text"] else "",
            )
            for number, one in enumerate(line.items, 1)
        ]
        text = self._text(line, line.text) if line.text else ""
        facts = self._facts(line) | {"title": line.title, "text": text, "author": author}
        batch.studies.append((Study(**facts), items))
        tally.new += 1
