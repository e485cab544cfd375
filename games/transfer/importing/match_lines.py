"""Which match of the club a line belongs to: the one of its id, one that fits, or a new one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.evening.tables import round_title
from games.matches.match_changes import TABLE_LENGTH, checked_match
from games.matches.match_seats import plan_of, seat_rows
from games.models import Hand, Match, MatchSeat, Player
from games.models.club_choices import Writes
from games.models.people import NAME_LENGTH
from games.rules import LAST_HAND, SeatingPlan, SeatRange, rotation
from games.transfer.importing.judging import Judged, read_day
from games.transfer.importing.lines import Ground, LineSpot, MatchLine, wrong
from games.transfer.importing.people_lines import Players
from games.transfer.importing.rows import Batch
from games.writing.names import recorded_name

# The columns by which a record tells one match from another.
COMPARED = ("played_on", "title", "table", "variant")


class SeatedMatch(NamedTuple):
    """A match with its people by place and hand, and the numbers of its hands."""

    match: Match
    seats: SeatingPlan[Player]
    numbers: set[int]

    def number(self, wanted: int | None) -> int:
        """Return the number that a hand gets: the wanted one where it is free, else the next."""
        number = (
            wanted if wanted and wanted not in self.numbers else max(self.numbers, default=0) + 1
        )
        self.numbers.add(number)
        return number


class Matches:
    """The matches of the club that the import is about, and those that it adds."""

    def __init__(self, ground: Ground, players: Players) -> None:
        self.ground = ground
        self.club = ground.club
        self.players = players
        # By the ids of the archive, and by those that they have here.
        self.by_id: dict[str, SeatedMatch] = {}
        self.sittings: dict[str, SeatedMatch] = {}
        self.by_facts: dict[tuple[Any, ...], SeatedMatch] = {}
        # Matches of which the archive itself has a line: its hands must agree with them.
        self.introduced = ground.memory.introduced

    def learn(self, keys: Iterable[str]) -> None:
        """Learn which matches with these ids are here, their people and numbers.

        Few statements, however many matches.
        """
        ids, wanted = self.ground.ids, [key for key in set(keys) if key not in self.by_id]
        gone = Match.every.filter(club=self.club).exclude(taken_back_at=None)
        ids.pass_over(gone, wanted)
        owners = {here: key for key in wanted for here in reversed(ids.both(key))}
        matches = Match.objects.filter(club=self.club, public_id__in=list(owners))
        for sitting in self._sittings(list(matches)):
            self.by_id.setdefault(owners[sitting.match.public_id], sitting)
        ids.look_up(Match, [key for key in wanted if key not in self.by_id])

    # --- lines of matches --------------------------------------------------------------------

    def look_up(self, lines: Sequence[MatchLine], batch: Batch) -> None:
        """Learn which of these matches are here. A few statements."""
        self.learn(line.id for line in lines)

    def take(self, line: MatchLine, batch: Batch) -> None:
        """Take in a line of a list of matches. Raises Wrong."""
        people = tuple(self._person(line.spot, key) for key in line.seats)
        match = self._checked(line, people)
        seats = self._seats(line, people)
        sitting = self.by_id.get(line.id)
        self.introduced[line.id] = True
        if sitting is None:
            self._add(line.id, match, seats, batch)
            return
        same = (sitting.match.variant, sitting.match.options) == (match.variant, match.options)
        # Where seats were put right, here or there, its hands tell whether they are the same.
        reseated = sitting.seats.changes or seats.changes
        if not same or (sitting.seats.first != people and not reseated):
            sentence = _("The match %(title)s is here with a different game, options or people.")
            raise wrong(line.spot, "match-conflict", sentence % {"title": line.title})
        self.ground.report.matches.known += 1

    def _checked(self, line: MatchLine, people: Sequence[Player]) -> Match:
        """Return the row of a match, refused like one that somebody opens."""
        columns = line._asdict()
        for field in ("spot", "id", "seats", "closed_at", "preset", "reseated"):
            del columns[field]
        try:
            # The options are complete as they are: a preset would change them once more.
            match = checked_match(
                user=self.ground.user, club=self.club, seats=people, preset="", **columns
            )
        except ValidationError as error:
            raise wrong(line.spot, "match-invalid", " ".join(error.messages)) from None
        match.preset, match.closed_at = line.preset, line.closed_at
        return match

    def _seats(self, line: MatchLine, people: Sequence[Player]) -> SeatingPlan[Player]:
        """Return who sits where in a match that is not saved yet. Raises Wrong."""
        if not line.reseated:
            return seated_for_good(people)
        plan = SeatingPlan(
            tuple(
                SeatRange(one.seat, one.since, one.until, self._person(line.spot, one.player))
                for one in line.reseated
            )
        )
        for row in plan.rows:
            there = [player.public_id for player in plan.at(row.since)]
            if len(set(there)) < len(people) or plan.first != tuple(people):
                raise wrong(line.spot, "malformed", _("“reseated” does not fit the seats."))
        return plan

    def _person(self, spot: LineSpot, key: str) -> Player:
        player = self.players.known(key)
        if player is None:
            sentence = _("The match names a player, %(id)s, who is not on any earlier line.")
            raise wrong(spot, "unknown-player", sentence % {"id": key})
        return player

    # --- the match of a record ---------------------------------------------------------------

    def of(self, line: Judged, people: Sequence[Player], batch: Batch) -> SeatedMatch:
        """Return the match in which these people, by seat, played a hand. Raises Wrong."""
        key = line.facts.match if line.facts else ""
        sitting = self.by_id.get(key) if key else None
        if sitting is None:
            return self._like(line, key, people, batch)
        if fits(sitting, line, people):
            return sitting
        if key not in self.introduced:
            return self._like(line, "", people, batch)
        sentence = _(
            "The game, options or people of the hand differ from those of its match %(title)s."
        )
        raise wrong(line.spot, "match-conflict", sentence % {"title": sitting.match.title})

    def _like(self, line: Judged, key: str, people: Sequence[Player], batch: Batch) -> SeatedMatch:
        """Return the match that a record describes by its day, event, table, game and people.

        `key` is an id for it, if the record names one that is free.
        """
        meta = line.meta
        match = Match(
            title=tidy(event_of(meta), NAME_LENGTH) or self.ground.usual.event,
            table=tidy(meta.get("table", ""), TABLE_LENGTH),
            played_on=day_of(line) or self.ground.usual.played_on,
            variant=line.variant,
            options=line.options,
            first_dealer=line.dealer or 0,
            writes=line.facts.writes if line.facts else Writes.TRICKS_ONLY,
            closed_at=self.ground.now,
            club=self.club,
            opened_by=self.ground.user,
        )
        ids = tuple(player.public_id for player in people)
        place = (key, *(getattr(match, column) for column in COMPARED), str(match.options), ids)
        sitting = self.by_facts.get(place)
        if sitting is None and not key:
            sitting = self._fitting(match, people)
        if sitting is None:
            sitting = self._add(key, match, seated_for_good(people), batch)
        self.by_facts[place] = sitting
        return sitting

    def _fitting(self, match: Match, people: Sequence[Player]) -> SeatedMatch | None:
        """Return a match of the club, from before this import, with the same facts."""
        if any(player.pk is None for player in people):
            return None
        same = {column: getattr(match, column) for column in COMPARED}
        alike = Match.objects.filter(club=self.club, **same).order_by("pk")
        for sitting in self._sittings([one for one in alike if one.options == match.options]):
            if list(sitting.seats.first) == list(people):
                return sitting
        return None

    # --- here, or new ------------------------------------------------------------------------

    def _sittings(self, matches: Sequence[Match]) -> list[SeatedMatch]:
        """Return matches that are here, each with its people and the numbers of its hands."""
        unknown = [match.pk for match in matches if match.public_id not in self.sittings]
        people: defaultdict[int, list[MatchSeat]] = defaultdict(list)
        seats = MatchSeat.objects.filter(match__in=unknown).order_by("match_id", "seat", "since")
        for seat in seats.select_related("player"):
            seat.player = self.players.met(seat.player)
            people[seat.match_id].append(seat)
        numbers: defaultdict[int, set[int]] = defaultdict(set)
        hands = Hand.objects.filter(match__in=unknown).order_by()
        for match, number in hands.values_list("match_id", "number"):
            numbers[match].add(number)
        return [
            self.sittings.setdefault(
                match.public_id,
                SeatedMatch(match, plan_of(people[match.pk]), numbers[match.pk]),
            )
            for match in matches
        ]

    def _add(self, key: str, made: Match, seats: SeatingPlan[Player], batch: Batch) -> SeatedMatch:
        if key:
            made.public_id = self.ground.ids.new(key)
        batch.matches.append(made)
        batch.seats += seat_rows(made, seats)
        self.ground.report.matches.new += 1
        sitting = self.by_id[key or made.public_id] = SeatedMatch(made, seats, set())
        self.sittings[made.public_id] = sitting
        return sitting


def seated_for_good(people: Sequence[Player]) -> SeatingPlan[Player]:
    """Return the plan of people who sit there in every hand."""
    seats = enumerate(people)
    return SeatingPlan(tuple(SeatRange(seat, 1, LAST_HAND, player) for seat, player in seats))


def fits(sitting: SeatedMatch, line: Judged, people: Sequence[Player]) -> bool:
    """Return whether a hand can be one of the match: its game, its options, its people by seat."""
    match, sits_out = sitting.match, line.facts.sits_out if line.facts else None
    there = sitting.seats.at(line.facts.number if line.facts else 1)
    return (match.variant, match.options, rotation.seated(there, sits_out)) == (
        line.variant,
        line.options,
        list(people),
    )


def day_of(line: Judged) -> date | None:
    """Return the day that a record names, else that of the moment that the archive gives it.

    None where there is neither.
    """
    day = read_day(line.meta.get("date", ""))
    return timezone.localdate(line.facts.played_at) if day is None and line.facts else day


def event_of(meta: Mapping[str, str]) -> str:
    """Return what a record was played at, with the round of an evening; "" if it does not say."""
    event, number = meta.get("event", ""), meta.get("round", "")
    return round_title(event, number) if event and number else event


def tidy(text: str, length: int) -> str:
    """Return a text of a record as a name of a row; "" where it cannot be one."""
    try:
        return recorded_name(text[:length])
    except ValidationError:
        return ""
