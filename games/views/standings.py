"""Who is ahead in a match, or has won it: players, or pairs where the game has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.history import Standings
from games.models import Match, Player
from games.rules import Variant
from games.rules.matches import OPEN_END, Ending, Finish, finish
from games.templatetags.charts import Chart, line_chart
from games.templatetags.numbers import points

Sides = tuple[tuple[int, ...], ...]


def sides_of(variant: Variant | None, players: int) -> Sides:
    """The seats that win and lose together for the whole match: each alone, or the game's teams."""
    teams = variant.teams.get(players, ()) if variant else ()
    return teams or tuple((seat,) for seat in range(players))


@dataclass(frozen=True, slots=True)
class Rank:
    """A player, or a team, in the order of the scores, in half points: before the last hand, by it,
    in all. `style` is the number of the line in the chart."""

    players: tuple[Player, ...]
    style: int
    before: int
    last: int
    total: int

    @property
    def name(self) -> str:
        """The names of the players."""
        return names_of(self.players)


def names_of(players: Sequence[Player]) -> str:
    """Players in a row: "Anna and Dario"."""
    return get_text_list([player.name for player in players], _("and"))


def ranking(standings: Standings, sides: Sides) -> list[Rank]:
    """The players or teams, best first."""
    last = standings.rows[-1].scores if standings.rows else (0,) * len(standings.players)
    ranks = []
    for style, side in enumerate(sides, 1):
        total, won = (sum(scores[seat] for seat in side) for scores in (standings.totals, last))
        players = tuple(standings.players[seat] for seat in side)
        ranks.append(Rank(players, style, total - won, won, total))
    return sorted(ranks, key=lambda rank: -rank.total)


def ending_of(match: Match, variant: Variant | None) -> Ending:
    """What ends a match: what ends the game, and the number of hands agreed on."""
    ending = variant.ending if variant else OPEN_END
    if ending == OPEN_END:
        return Ending(hands=match.hands_planned, shared=True, counts_passed=True)
    return ending._replace(hands=match.hands_planned or ending.hands)


def finish_of(standings: Standings, sides: Sides, ending: Ending) -> Finish:
    """Whether the match is over, and which of the sides have won it."""
    totals = [[total / 2 for total in row.totals] for row in standings.rows]
    counted = [row.hand.status == "scored" for row in standings.rows]
    return finish(totals, counted, ending, sides)


def headline(standings: Standings, sides: Sides, ranks: Sequence[Rank], end: Finish) -> str:
    """Who has won the match, or who is ahead."""
    if not end.over:
        return lead(standings, ranks)
    players = [standings.players[seat] for side in end.winners for seat in sides[side]]
    sentence = ngettext("%(players)s has won", "%(players)s have won", len(players))
    return sentence % {"players": names_of(players)}


def progress(standings: Standings, ending: Ending) -> str:
    """How far the match has got: "after hand 3 of 6", "after hand 3, playing to 50"."""
    rows = [row for row in standings.rows if ending.counts_passed or row.hand.status == "scored"]
    facts = {"number": len(rows), "planned": ending.hands, "target": ending.target}
    if ending.target is not None:
        return _("after hand %(number)s, playing to %(target)s") % facts
    if ending.hands is not None:
        return _("after hand %(number)s of %(planned)s") % facts
    return _("after hand %(number)s") % facts


def lead(standings: Standings, ranks: Sequence[Rank]) -> str:
    """Who is ahead and by how many points; nobody before the first hand and while two share the
    lead."""
    ahead = ranks[0].total - ranks[1].total
    if not standings.rows or not ahead:
        return _("Nobody is ahead")
    sentence = ngettext(
        "%(players)s leads by %(points)s",
        "%(players)s lead by %(points)s",
        len(ranks[0].players),
    )
    return sentence % {"players": ranks[0].name, "points": points(ahead / 2)}


def chart_of(match: Match, standings: Standings, sides: Sides) -> Chart | None:
    """The running scores as lines, a hand a place; None before the second hand."""
    if len(standings.rows) < 2:
        return None
    series = [
        (
            names_of([standings.players[seat] for seat in side]),
            [sum(row.totals[seat] for seat in side) / 2 for row in standings.rows],
        )
        for side in sides
    ]
    places = [str(row.hand.number) for row in standings.rows]
    title = _("Running scores of %(match)s") % {"match": match.title}
    planned = match.hands_planned or 0
    return line_chart(title, series, places, planned=planned, game=match.variant)
