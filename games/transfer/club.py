"""What of a club goes into an archive, in the order in which it does, read bit by bit.

Hands stand in the order of the chain. How far it reached at the beginning is where the archive
ends: what is sealed while it is written comes with the next one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games.book.sealed_lines import PARTS, readable, record_line, texts_in
from games.models import (
    Club,
    Confirmation,
    Dispute,
    Evening,
    Hand,
    HandSeat,
    Match,
    Player,
    Remark,
    Seal,
    Study,
    StudyItem,
)
from games.models.querysets import copied
from games.people.merge_plan import ids_now
from games.statistics.periods import moments_of
from games.transfer.evening_lines import evening_line
from games.transfer.former import amendments_of, is_amended
from games.transfer.lines import (
    confirmation_line,
    dispute_line,
    match_line,
    moment,
    player_line,
    remark_line,
    study_lines,
)
from games.transfer.total_lines import totals_lines

TOGETHER = 1_000
ROWS = 500  # of other tables
ROW = {
    "number": "int4",
    "hand_id": "int8",
    **PARTS,
    "hand__public_id": "varchar",
    "hand__match__public_id": "varchar",
    "hand__number": "int2",
    "hand__sits_out": "int2",
    "hand__writes": "varchar",
    "hand__played_at": "timestamptz",
}


@dataclass(frozen=True, slots=True)
class HandSelection:
    """Which hands of a club: all of them, or those of a match, from a day on, up to a day."""

    match: str = ""
    since: date | None = None
    until: date | None = None

    @property
    def everything(self) -> bool:
        """Return whether nothing is left out."""
        return self == HandSelection()

    def of_hands(self, at: str) -> dict[str, Any]:
        """Return the condition on hands, reached through the prefix `at`."""
        asked: dict[str, Any] = {f"{at}held": None}
        if self.match:
            asked[f"{at}match__public_id"] = self.match
        begin, over = moments_of(self.since, self.until)
        if begin is not None:
            asked[f"{at}played_at__gte"] = begin
        if over is not None:
            asked[f"{at}played_at__lt"] = over
        return asked

    def as_json(self) -> dict[str, Any]:
        """Return the selection in the form in which a manifest names it."""
        fields = asdict(self)
        return {key: str(value) if value else None for key, value in fields.items()}


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of an archive, up to a link of the chain; `hidden`: also hidden remarks."""

    club: Club
    selection: HandSelection
    seals: int
    hidden: bool

    def matches_of(self) -> QuerySet[Match]:
        """Return the matches that go in: all of a whole club, else those of the hands."""
        matches = Match.objects.filter(club=self.club)
        if not self.selection.everything:
            matches = matches.filter(pk__in=self.hands().values("match"))
        return matches

    def players(self) -> Iterator[bytes]:
        """Yield the lines of the players, by their ids."""
        # Those who were erased too: matches and hands name their ids.
        players = Player.every.filter(club=self.club, merged_into=None)
        if not self.selection.everything:
            players = players.filter(match_seats__match__in=self.matches_of()).distinct()
        return map(player_line, players.order_by("public_id").iterator())

    def matches(self) -> Iterator[bytes]:
        """Yield the lines of the matches, by day."""
        matches = self.matches_of().order_by("played_on", "pk")
        for match in matches.prefetch_related("seats__player").iterator(chunk_size=ROWS):
            yield match_line(match, list(match.seats.all()))

    def hands(self) -> QuerySet[Hand]:
        """Return the hands that go in, and those that were sealed since.

        They are quick to count; the seals themselves are long.
        """
        return Hand.objects.filter(club=self.club, **self.selection.of_hands("")).sealed()

    def since(self) -> QuerySet[Seal, Any]:
        """Return the hands that were sealed since, which come with the next archive."""
        since = Seal.objects.filter(club=self.club, revision=1, number__gt=self.seals)
        return since.values("hand")

    def held(self) -> int:
        """Return how many hands stay here until their boards are shown."""
        asked = self.selection.of_hands("") | {"held": True}
        return Hand.objects.filter(club=self.club, **asked).sealed().count()

    def seals_of(self) -> QuerySet[Seal]:
        """Return the latest seal of each hand that goes in, in the order of the chain."""
        here = Seal.objects.filter(club=self.club, number__lte=self.seals)
        later = here.filter(hand=OuterRef("hand"), revision__gt=OuterRef("revision"))
        # Hands that never were amended, nearly all, are looked up no further.
        latest = Q(hand__amended_at=None) | ~Exists(later)
        return here.filter(latest, **self.selection.of_hands("hand__")).order_by("number")

    def records(self) -> Iterator[bytes]:
        """Yield the lines of the hands, a thousand read at once."""
        merged, after = ids_now(self.club), 0
        while True:
            seals = readable(self.seals_of().filter(number__gt=after))[:TOGETHER]
            after, lines = lines_of(copied(seals, ROW), merged)
            if not lines:
                return
            yield from lines

    def remarks(self) -> Iterator[bytes]:
        """Yield the lines of the remarks, in the order in which they were made."""
        remarks = Remark.objects.filter(club=self.club, **self.selection.of_hands("hand__"))
        remarks = remarks.exclude(hand__in=self.since())
        if not self.hidden:
            remarks = remarks.filter(hidden_by=None)
        remarks = remarks.select_related("hand", "author").order_by("at", "public_id")
        for remark in remarks.iterator(chunk_size=ROWS):
            yield remark_line(remark)

    def agreement(self) -> Iterator[bytes]:
        """Yield the lines of confirmations that count for what was sealed, then of disputes."""
        mine = {"club": self.club, "hand__state": Hand.State.SEALED}
        mine |= self.selection.of_hands("hand__")
        given = Confirmation.objects.filter(**mine, sealed=True).exclude(hand__in=self.since())
        given = given.select_related("hand", "player")
        for one in given.order_by("at", "public_id").iterator(chunk_size=ROWS):
            yield confirmation_line(one)
        disputes = Dispute.objects.filter(**mine).exclude(hand__in=self.since())
        disputes = disputes.select_related("hand", "player")
        for dispute in disputes.order_by("at", "public_id").iterator(chunk_size=ROWS):
            yield dispute_line(dispute)

    def evenings(self) -> Iterator[bytes]:
        """Yield the lines of the evenings of a whole club: parts of one have no place elsewhere.

        One whose boards are still to be shown stays here, as their hands do.
        """
        evenings = Evening.objects.filter(club=self.club).order_by("played_on", "pk")
        if not self.selection.everything:
            return
        ids = ids_now(self.club)
        for evening in evenings.exclude(~Q(method=""), boards_shown_at=None):
            yield evening_line(evening, ids)

    def totals(self) -> Iterator[bytes]:
        """Yield the lines of the totals that a whole club has brought forward."""
        if self.selection.everything:
            yield from totals_lines(self.club)

    def studies(self) -> Iterator[bytes]:
        """Yield the lines of the studies of a whole club, with their items on hands that go in."""
        if not self.selection.everything:
            return
        studies = Study.objects.filter(club=self.club).select_related("author").order_by("at", "pk")
        shown = StudyItem.objects.filter(hand__in=self.hands()).exclude(hand__in=self.since())
        shown = shown.select_related("hand")
        studies = studies.prefetch_related(Prefetch("items", shown))
        for study in studies.iterator(chunk_size=ROWS):
            yield from study_lines(study, list(study.items.all()))


def contents_of(club: Club, selection: HandSelection | None = None, *, hidden: bool) -> Contents:
    """Return what an archive of a club contains if it is begun now."""
    return Contents(club, selection or HandSelection(), club.seals, hidden)


def lines_of(rows: Iterable[tuple[Any, ...]], merged: Mapping[str, str]) -> tuple[int, list[bytes]]:
    """Return the last number and the lines of the hands of some seals.

    `rows` have the columns `ROW`; `merged`: the ids of players who were merged into others, with
    the ids of those others.
    """
    lines: list[bytes] = []
    unusual: dict[int, tuple[Any, ...]] = {}
    number = 0
    for row in rows:
        number, _hand, game, commitments, texts_json, *facts = row
        texts = texts_in(texts_json)
        if len(texts) < commitments.count("\n") or is_amended(commitments):
            unusual[len(lines)] = row
        lines.append(record_line(game, commitments, texts, facts_of(ids_in(texts, merged), *facts)))
    for index, line in unusual_lines(unusual, merged):
        lines[index] = line
    return number, lines


def unusual_lines(
    rows: Mapping[int, tuple[Any, ...]], merged: Mapping[str, str]
) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of hands that were amended or lost a text; `rows` by their index."""
    if not rows:
        return
    # Who played is sealed with the names; if names were erased, the results know.
    players = seated([row[1] for row in rows.values()])
    amended = {row[1]: row[0] for row in rows.values() if is_amended(row[3])}
    former = amendments_of(amended, players, merged)
    for index, (_number, hand, game, commitments, texts_json, *facts) in rows.items():
        texts, plain = texts_in(texts_json), facts_of(players[hand], *facts)
        line = record_line(game, commitments, texts, plain)
        if hand in former:
            with_former = f'{plain[:-1]},"amendments":{former[hand]}}}'
            whole = record_line(game, commitments, texts, with_former)
            # Too long with them it would go without any facts: better without the former ones.
            line = whole if len(whole) > len(line) else line
        yield index, line


def seated(hands: list[int]) -> Mapping[int, list[str]]:
    """Return the ids of the players of some hands, by seat."""
    players: defaultdict[int, list[str]] = defaultdict(list)
    seats = HandSeat.objects.filter(hand__in=hands).order_by("hand_id", "seat")
    for hand, player in seats.values_list("hand_id", "player__public_id"):
        players[hand].append(player)
    return players


def ids_in(texts: Mapping[str, str], merged: Mapping[str, str]) -> list[str]:
    """Return the ids of the players, by seat, from the texts of a seal."""
    places = sorted([place for place in texts if place.startswith("players/")])
    sealed = [texts[place].partition(" ")[0] for place in places]
    return [merged.get(player, player) for player in sealed] if merged else sealed


def facts_of(
    players: list[str],
    hand: str,
    match: str,
    number: int,
    sits_out: int | None,
    writes: str,
    played_at: datetime,
) -> str:
    """Return what the club knows of a hand besides its record, as JSON; `players` by seat."""
    # None of these texts can hold what JSON would have to escape: ids, a word, a moment.
    ids = '","'.join(players)
    return (
        f'{{"hand":"{hand}","match":"{match}","number":{number},"players":["{ids}"],'
        f'"sits_out":{"null" if sits_out is None else sits_out},"writes":"{writes}",'
        f'"played_at":"{moment(played_at)}"}}'
    )
