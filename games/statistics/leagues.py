"""League tables: the players of a club in one game and one period, ranked by the club's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.models import Career, Club, Tally, TallyKind
from games.models.folding import sort_key
from games.models.statistics import ALL_TIME
from games.statistics.figures import Sums, over_sums, total
from games.statistics.periods import DAY, YEAR, days_of, is_asked_for, month_of, parts_of
from games.statistics.rating import RATED_FROM, Rating


@dataclass(frozen=True, slots=True)
class LeagueEntry:
    """A player in a league table: their sums, and their rating at the end of the period."""

    player: int
    public_id: str
    name: str
    sums: Sums
    rating: Rating

    @property
    def average(self) -> float:
        """Return the half points per hand."""
        return self.sums.score_halves / self.sums.hands

    @property
    def is_rated(self) -> bool:
        """Return whether there are enough hands in the period to show a rating."""
        return self.sums.hands >= RATED_FROM


@dataclass(frozen=True, slots=True)
class Criterion:
    """Something that players are ranked by; more is better."""

    label: Any
    value: Callable[[LeagueEntry], float]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


CRITERIA: Mapping[str, Criterion] = {
    "points": Criterion(_("points"), lambda entry: entry.sums.score_halves),
    "average": Criterion(_("points a hand"), lambda entry: entry.average),
    "won": Criterion(_("hands won"), lambda entry: entry.sums.won),
    "share": Criterion(
        _("share of hands won"), lambda entry: _share(entry.sums.won, entry.sums.decided)
    ),
    "made": Criterion(_("contracts made"), lambda entry: entry.sums.made),
    "made-share": Criterion(
        _("share of contracts made"), lambda entry: _share(entry.sums.made, entry.sums.taken)
    ),
    "best": Criterion(_("best single hand"), lambda entry: entry.sums.best_halves),
    "hands": Criterion(_("more hands played"), lambda entry: entry.sums.hands),
    "fewer": Criterion(_("fewer hands played"), lambda entry: -entry.sums.hands),
    "rating": Criterion(_("rating"), lambda entry: entry.rating.mu if entry.is_rated else -inf),
}
USUAL = ("points", "made", "share")


@dataclass(frozen=True, slots=True)
class Rules:
    """How a club ranks its players: by criteria, and only from `least` hands on."""

    order: tuple[str, ...] = USUAL
    least: int = 1

    def key(self, entry: LeagueEntry) -> tuple[float, ...]:
        """Return the values that an entry is ranked by; equal for players who share a rank."""
        return tuple(CRITERIA[name].value(entry) for name in self.order)

    def as_json(self) -> dict[str, Any]:
        """Return the rules as they are stored with the club."""
        return {"order": list(self.order), "least": self.least}


# An average or a share of few hands is chance, as a rating is.
PRESETS: Mapping[str, Rules] = {
    "points": Rules(),
    "average": Rules(("average", "points"), RATED_FROM),
    "share": Rules(("share", "won", "points"), RATED_FROM),
}


def preset_of(rules: Rules) -> str:
    """Return the preset with exactly these rules, or "" if there is none."""
    return next((key for key, preset in PRESETS.items() if preset == rules), "")


def rules_of(club: Club) -> Rules:
    """Return how this club ranks its players; the default without rules that still exist."""
    kept = club.league
    order = tuple(name for name in kept.get("order", ()) if name in CRITERIA)
    return Rules(order or USUAL, kept.get("least", 1))


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of a league table.

    The rank counts from 1 and is None for a player without one. `decided_by`: the index of the
    criterion that puts this player behind the one before; also 0 for a tie and in the first line.
    """

    rank: int | None
    entry: LeagueEntry
    decided_by: int = 0


def league_table(club: Club, variant: str, period: str, rules: Rules) -> list[Ranked]:
    """Return the players of a club, best first, in a period. Two statements."""
    return rank(_entries(club, variant, period), rules)


def rank(entries: Sequence[LeagueEntry], rules: Rules) -> list[Ranked]:
    """Return the lines of a league table with these entries."""
    ranked = sorted(
        (entry for entry in entries if entry.sums.hands >= rules.least),
        key=lambda entry: (tuple(-value for value in rules.key(entry)), sort_key(entry.name)),
    )
    lines = list(_with_ranks(ranked, rules))
    others = [entry for entry in entries if entry.sums.hands < rules.least]
    others.sort(key=lambda entry: (-entry.sums.hands, sort_key(entry.name)))
    return [*lines, *(Ranked(None, entry) for entry in others)]


@dataclass(frozen=True, slots=True)
class AsOne:
    """Where two entries of the all-time table stand, and where they would stand as one.

    None for an entry without a hand. The rating is that of the first, until it is counted again.
    """

    kept: Ranked | None
    gone: Ranked | None
    together: Ranked


def as_one(club: Club, variant: str, kept: int, gone: int) -> AsOne:
    """Return the league table of a game as if two players were one. Two statements."""
    entries, rules = _entries(club, variant, ALL_TIME), rules_of(club)
    before = {line.entry.player: line for line in rank(entries, rules)}
    both = [one for one in entries if one.player in (kept, gone)]
    both.sort(key=lambda one: one.player != kept)
    whole = replace(both[0], sums=total([one.sums for one in both]))
    after = rank([whole, *(one for one in entries if one not in both)], rules)
    together = next(line for line in after if line.entry is whole)
    return AsOne(before.get(kept), before.get(gone), together)


def _with_ranks(entries: Iterable[LeagueEntry], rules: Rules) -> Iterable[Ranked]:
    before: tuple[float, ...] = ()
    rank = 0
    for number, entry in enumerate(entries, 1):
        key = rules.key(entry)
        if key != before:
            rank = number
        level = zip(key, before, strict=False)
        decided = next((at for at, (mine, theirs) in enumerate(level) if mine != theirs), 0)
        yield Ranked(rank, entry, decided)
        before = key


def _entries(club: Club, variant: str, period: str) -> list[LeagueEntry]:
    """Return the players with their sums over the years, months and days of the period."""
    ratings = _ratings(club, variant, period)
    rows = Tally.objects.filter(
        club=club,
        variant=variant,
        kind=TallyKind.WHOLE,
        period__in=parts_of(period),
        player__isnull=False,
    )
    of_players = over_sums(rows, "player_id", "player__public_id", "player__name")
    return [
        LeagueEntry(player, public_id, name, sums, ratings.get(player) or Rating())
        for (player, public_id, name), sums in of_players
    ]


def _ratings(club: Club, variant: str, period: str) -> dict[int, Rating]:
    """Return the rating of each player at the end of the period.

    Ratings are stored by month: for a period that ends within a month it is the rating at the end
    of that month.
    """
    careers = Career.objects.filter(club=club, variant=variant)
    first, last = days_of(period)
    if first and last and len(period) >= DAY:
        careers = careers.filter(period__gte=month_of(first), period__lte=month_of(last))
    else:
        careers = careers.filter(period=period)
    rows = careers.order_by("period").values_list("player_id", "period", "rating", "deviation")
    # Of several months the last one stays; a year stands among its months.
    newest = {row[0]: row[2:] for row in rows if len(row[1]) != YEAR or row[1] == period}
    return {player: Rating(*values) for player, values in newest.items()}


def games_and_periods(club: Club) -> dict[str, list[str]]:
    """Return the games of a club, each with its years and months, newest first. One statement.

    The games that it usually plays come before the others, those with the most hands first.
    """
    rows = Tally.objects.filter(club=club, player=None, kind=TallyKind.WHOLE)
    games: dict[str, list[str]] = {}
    for variant, period in rows.order_by("-hands").values_list("variant", "period"):
        games.setdefault(variant, []).extend([period] if is_asked_for(period) else [])
    others = [game.key for game in club.not_played]
    order = sorted(games, key=lambda variant: variant in others)
    return {variant: sorted(filter(None, games[variant]))[::-1] for variant in order}
