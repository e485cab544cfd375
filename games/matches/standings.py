"""How a match stands: who is ahead or has won it, players, or pairs where the game has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.display.charts import Chart, line_chart
from games.display.numbers import points
from games.display.phrases import listed
from games.matches.agreements import ending_of
from games.matches.history import PersonTotal, Standings, match_standings
from games.matches.match_so_far import MatchPlayer, MatchSoFar
from games.rules import Variant, endings

Sides = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Rank:
    """A player, or a team, in the order of the scores.

    In half points: before the last hand, by it, in all. `style` is the number of the line in the
    chart; `out`: sat the last hand out; `share` how far it is to the target, in hundredths, None
    where the match has none. `names` are the heads of its columns, `shared` who has what of one
    that more than one person had.
    """

    players: tuple[MatchPlayer, ...]
    names: tuple[str, ...]
    style: int
    before: int
    last: int
    total: int
    out: bool = False
    share: int | None = None
    shared: tuple[PersonTotal, ...] = ()

    @property
    def name(self) -> str:
        return listed(self.names)


@dataclass(frozen=True, slots=True)
class Stand:
    """A match after some hands: who wins and loses together (`sides`, of chairs), what ends it."""

    match: MatchSoFar
    standings: Standings
    sides: Sides
    ending: endings.Ending

    @property
    def end(self) -> endings.Finish:
        """Return whether it is over (an open end: closed), and which of the sides have won it."""
        rows, ending = self.standings.rows, self.ending
        if self.match.closed and ending.target is None and ending.hands is None and rows:
            ending = ending._replace(hands=len(rows))
        totals = [[total / 2 for total in row.totals] for row in rows]
        counted = [row.hand.status == "scored" for row in rows]
        return endings.finish(totals, counted, ending, self.sides)

    @property
    def paired(self) -> bool:
        """Return whether several players win and lose together."""
        return len(self.sides) < len(self.standings.players)

    @property
    def played(self) -> int:
        """Return how many hands count towards the number agreed on."""
        rows = self.standings.rows
        return sum(self.ending.counts_passed or row.hand.status == "scored" for row in rows)

    @property
    def target(self) -> str:
        """Return what the match is played to, "" where it has no target."""
        return "" if self.ending.target is None else points(self.ending.target)

    def by_side(self) -> list[Rank]:
        """Return the sides, in the order of their chairs."""
        return [self._rank(style, side) for style, side in enumerate(self.sides, 1)]

    def by_player(self) -> list[Rank]:
        """Return the players, in the order of their chairs."""
        chairs = range(len(self.standings.players))
        return [self._rank(chair + 1, (chair,)) for chair in chairs]

    def members(self, side: Rank) -> list[Rank]:
        """Return the players of a side, each by themselves."""
        return [rank for rank in self.by_player() if rank.players[0] in side.players]

    def _rank(self, style: int, side: Sequence[int]) -> Rank:
        rows, known = self.standings.rows, self.standings
        total = sum(self.standings.totals[chair] for chair in side)
        last = sum(rows[-1].scores[chair] for chair in side) if rows else 0
        return Rank(
            players=tuple(known.players[chair] for chair in side),
            names=tuple(known.names[chair] for chair in side),
            style=style,
            before=total - last,
            last=last,
            total=total,
            out=bool(rows) and any(rows[-1].seats[chair] is None for chair in side),
            share=self._share(total),
            shared=known.shared[side[0]] if len(side) == 1 else (),
        )

    def _share(self, halves: int) -> int | None:
        if self.ending.target is None:
            return None
        return max(0, min(100, 50 * halves // self.ending.target))

    def headline(self) -> str:
        """Return who has won the match, who is level so that another hand decides, or who leads."""
        end = self.end
        if end.over:
            names = self._names(end.winners)
            sentence = ngettext("%(players)s has won", "%(players)s have won", len(names))
            return sentence % {"players": listed(names)}
        if end.level:
            level = listed(self._names(end.level))
            return _("%(players)s are tied: another hand decides") % {"players": level}
        return lead(self.standings, ranked(self))

    def progress(self) -> str:
        """Return how far the match has got: "after hand 3 of 6", "after hand 3, playing to 50"."""
        facts = {"number": self.played, "planned": self.ending.hands, "target": self.target}
        if self.target:
            return _("after hand %(number)s, playing to %(target)s") % facts
        if self.ending.hands is not None:
            return _("after hand %(number)s of %(planned)s") % facts
        return _("after hand %(number)s") % facts

    def coming(self, number: int) -> str:
        """Return what hand `number`, the next one, is in the match: "Hand 4 (number 3 of 6)"."""
        planned, following = self.ending.hands, self.played + 1
        facts = {"number": number, "following": following, "planned": planned}
        if planned is None or following > planned:
            return _("Hand %(number)s") % facts
        if following == number:
            return _("Hand %(number)s of %(planned)s") % facts
        return _("Hand %(number)s (number %(following)s of %(planned)s)") % facts

    def _names(self, which: Sequence[int]) -> list[str]:
        return [self.standings.names[chair] for side in which for chair in self.sides[side]]


def stand_of(match: MatchSoFar) -> Stand:
    """Return the standing of a match after the hands that are sealed."""
    standings = match_standings(match)
    sides = sides_of(match.game, len(standings.players))
    return Stand(match, standings, sides, ending_of(match))


def sides_of(variant: Variant | None, players: int) -> Sides:
    """Return the chairs that win and lose together in the whole match: each alone, or the teams."""
    teams = variant.teams.get(players, ()) if variant else ()
    return teams or tuple((chair,) for chair in range(players))


def ranked(stand: Stand) -> list[Rank]:
    """Return the players or teams, best first."""
    return sorted(stand.by_side(), key=lambda rank: -rank.total)


def lead(standings: Standings, ranks: Sequence[Rank]) -> str:
    """Return who is ahead, in words; nobody before the first hand and while all are level."""
    first = [rank for rank in ranks if rank.total == ranks[0].total]
    if not standings.rows or len(first) == len(ranks):
        return _("Nobody is ahead")
    if len(first) > 1:
        leaders = listed([player.name for rank in first for player in rank.players])
        return _("%(players)s lead") % {"players": leaders}
    ahead = ranks[0].total - ranks[1].total
    sentence = ngettext(
        "%(players)s leads by %(points)s",
        "%(players)s lead by %(points)s",
        len(ranks[0].players),
    )
    return sentence % {"players": ranks[0].name, "points": points(ahead / 2)}


def chart_of(stand: Stand) -> Chart | None:
    """Return the running scores as lines, one point for each hand; None before the second hand."""
    match, rows = stand.match, stand.standings.rows
    if len(rows) < 2:
        return None
    series = [
        (rank.name, [sum(row.totals[chair] for chair in side) / 2 for row in rows])
        for rank, side in zip(stand.by_side(), stand.sides, strict=True)
    ]
    places = [str(row.hand.number) for row in rows]
    title = _("Running scores of %(match)s") % {"match": match.title}
    planned = stand.ending.hands or 0
    return line_chart(title, series, places, planned=planned, game=match.variant)
