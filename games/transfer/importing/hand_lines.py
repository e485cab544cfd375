"""Hands among those of the club: known already, new, or in conflict with one that is here."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, time

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.book.chain import players_of
from games.book.rows import DERIVED
from games.models import Hand, Player, Seal
from games.models.club_choices import Writes
from games.rules import rotation
from games.transfer.importing.judging import Here, Judged, here_of, is_alike, is_same
from games.transfer.importing.lines import ArchivedFacts, Ground, Wrong, wrong
from games.transfer.importing.match_lines import Matches, SeatedMatch, day_of
from games.transfer.importing.people_lines import Players
from games.transfer.importing.rows import Batch, ImportedHand

NOON = time(12)
LARGEST_NUMBER = 32_767  # what the column holds


class Hands:
    """The hands that an import brings, and where each of them goes.

    A hand is known by its id, else by all that its record says. Two ids are two hands, however
    alike: each hand of the club corresponds to one id of the archive.
    """

    def __init__(self, ground: Ground, players: Players, matches: Matches) -> None:
        self.ground = ground
        self.players = players
        self.matches = matches
        memory = ground.memory
        self.unpaired, self.digests = memory.unpaired, memory.digests
        self.source_ids, self.renamed = memory.source_ids, memory.renamed

    def look_up(self, hands: Sequence[Judged], batch: Batch) -> None:
        """Learn what is here of these hands, of their matches and of their players."""
        facts = [one.facts for one in hands if one.facts]
        self.players.learn(
            key for one in hands for revision in one.revisions for key in revision.players
        )
        self.matches.learn(one.match for one in facts)
        ids = self.ground.ids
        gone = Hand.objects.filter(club=self.ground.club, state=Hand.State.VOID)
        ids.pass_over(gone.exclude(sealed_at=None), [one.key for one in hands if one.key])
        mine = Seal.objects.filter(club=self.ground.club, hand__state=Hand.State.SEALED)
        both = [here for one in hands if one.key for here in ids.both(one.key)]
        self.by_id = {here.id: here for here in here_of(mine.filter(hand__public_id__in=both))}
        alike = Q()
        for one in hands:
            if not one.key or self.by_id.keys().isdisjoint(ids.both(one.key)):
                # Many hands that were thrown in are alike: of those only the same day's are read.
                day = day_of(one)
                on_day = Q() if day is None else Q(hand__match__played_on=day)
                alike |= Q(game_digest=one.latest.game_digest) & on_day
        self.by_digest: defaultdict[str, list[Here]] = defaultdict(list)
        for here in [*self.by_id.values(), *(here_of(mine.filter(alike)) if alike else ())]:
            self.by_digest[here.game_digest].append(here)
        ids.look_up(Hand, [one.key for one in hands if one.key and one.key not in self.by_id])

    def take(self, one: Judged, batch: Batch) -> None:
        """Put a hand into the batch if it, or a further revision of it, is new. Raises Wrong."""
        digest = hashlib.sha256(one.latest.canonical).digest()[:16]
        tally = self.ground.report.hands
        if self._came_before(one, digest):
            tally.known += 1
        elif (here := self._here(one)) is None:
            batch.hands.append(self._new(one, batch))
            tally.new += 1
        elif self._is_known(one, here):
            tally.known += 1
        else:
            batch.again.append(self._again(one, here))
            tally.new += 1
        if one.key:
            self.digests[one.key] = digest

    def ids_of(self, key: str) -> tuple[str, ...]:
        """Return the ids under which the hand of that id in the archive may be here."""
        renamed = self.renamed.get(key)
        return (renamed,) if renamed else self.ground.ids.both(key)

    def _came_before(self, one: Judged, digest: bytes) -> bool:
        """Return whether an earlier line of this import brought the same hand.

        That is a line with its id, or one of the lines that say the same where only one of the two
        has an id. Lines without ids are each a hand, however alike. Raises Wrong.
        """
        if one.key in self.digests:
            if self.digests[one.key] != digest:
                raise self._conflict(one)
            return True
        ahead, step = self.unpaired.get(digest, 0), 1 if one.key else -1
        self.unpaired[digest] = ahead + step
        return ahead * step < 0

    def _here(self, one: Judged) -> Here | None:
        """Return the hand as the club has it; None where it has none.

        It is found under its id, or else it is one whose record says the same.
        """
        for key in self.ground.ids.both(one.key) if one.key else ():
            if key in self.by_id:
                self._is(one.key, self.by_id[key])
                return self.by_id[key]
        for here in self.by_digest[one.latest.game_digest]:
            if self._may_be(here, one.key) and is_alike(one.latest, here):
                self._is(one.key, here)
                return here
        return None

    def _is(self, key: str, here: Here) -> None:
        """Take down that a hand here is the one of that id in the archive, or of a line without."""
        self.source_ids[here.id] = key
        if key and here.id != key:
            self.renamed[key] = here.id

    def _is_known(self, one: Judged, here: Here) -> bool:
        """Return whether a record is a revision of the hand as it is here.

        The latest revision, or a former one.
        """
        if is_same(one.latest, here):
            return True
        seals = Seal.objects.filter(club=self.ground.club, hand__public_id=here.id)
        former = [here_of(seals.filter(pk=key))[0] for key in seals.values_list("pk", flat=True)]
        return any(is_same(one.latest, revision) for revision in former)

    def _again(self, one: Judged, here: Here) -> ImportedHand:
        """Return a hand that is here, with the revisions that it has elsewhere.

        Raises Wrong where what is here is none of those that they replace.
        """
        same = [at for at, former in enumerate(one.revisions[:-1]) if is_same(former, here)]
        if not same:
            raise self._conflict(one)
        since = one.revisions[same[-1] :]
        if any((now.players, now.dealer) != (since[0].players, since[0].dealer) for now in since):
            raise self._conflict(one)  # who sat where is put right for a whole match at once
        seals = Seal.objects.filter(club=self.ground.club, hand__public_id=here.id)
        latest = seals.select_related("hand__match", "hand__club").latest("revision")
        hand = latest.hand
        people = players_of(hand)
        new = ImportedHand(
            hand,
            people,
            one.result,
            one.revisions[same[-1] + 1 :],
            latest,
            hand.version,
            dict(zip(one.latest.players, people, strict=False)),
        )
        hand.version += sum(map(len, new.entries()))
        hand.comment = one.meta.get("comment", "")
        hand.amended_at = hand.changed_at = self.ground.now
        for column in DERIVED:
            setattr(hand, column, getattr(one.result, column))
        return new

    def _may_be(self, here: Here, key: str) -> bool:
        """Return whether no other line has been that hand: no other id, no line without one."""
        return self.source_ids.get(here.id, key) == key if key else here.id not in self.source_ids

    def _conflict(self, one: Judged) -> Wrong:
        facts = {"number": one.facts.number if one.facts else "", "id": one.key}
        why = _("Hand %(number)s (%(id)s) is here already, but not with the same content.") % facts
        return wrong(one.spot, "record-conflict", why)

    def _new(self, one: Judged, batch: Batch) -> ImportedHand:
        facts = one.facts
        people = self.players.of(one.spot, facts.players if facts else (), one.players, batch)
        known = dict(zip(one.latest.players, people, strict=False))
        for former in one.revisions[:-1]:
            mine = self.players.of(one.spot, former.players, former.names, batch)
            known |= zip(former.players, mine, strict=False)
        sitting = self.matches.of(one, people, batch)
        number = sitting.number(facts.number if facts else board_of(one))
        sits_out = self._sits_out(sitting, people, facts)
        if rotation.seated(sitting.seats.at(number), sits_out) != people:
            raise self._conflict(one)
        if number > LARGEST_NUMBER:
            raise wrong(one.spot, "out-of-range", _("The match has too many hands."))
        at = facts.played_at if facts else self._moment(one)
        hand = Hand(
            match=sitting.match,
            club=self.ground.club,
            number=number,
            dealer=one.dealer,
            sits_out=sits_out,
            writes=facts.writes if facts else Writes.TRICKS_ONLY,
            comment=one.meta.get("comment", ""),
            state=Hand.State.SEALED,
            opened_at=at,
            played_at=at,
            sealed_at=self.ground.now,
            changed_at=self.ground.now,
            amended_at=self.ground.now if one.revisions[1:] else None,
        )
        if one.key:
            hand.public_id = self.ground.ids.new(one.key)
            if hand.public_id != one.key:
                self.renamed[one.key] = hand.public_id
        self.source_ids[hand.public_id] = one.key
        for column in DERIVED:
            setattr(hand, column, getattr(one.result, column))
        new = ImportedHand(hand, people, one.result, one.revisions, people=known)
        hand.version = sum(map(len, new.entries()))
        return new

    def _sits_out(
        self, sitting: SeatedMatch, people: Sequence[Player], facts: ArchivedFacts | None
    ) -> int | None:
        return facts.sits_out if facts and len(sitting.seats.first) > len(people) else None

    def _moment(self, one: Judged) -> datetime:
        """Return when a hand was played that says only on which day, if that."""
        day = day_of(one) or self.ground.usual.played_on
        return datetime.combine(day, NOON, timezone.get_current_timezone())


def board_of(one: Judged) -> int | None:
    """Return the number of a hand as its record gives it."""
    board = one.meta.get("board", "")
    return int(board) if board.isascii() and board.isdigit() and len(board) < 5 else None
