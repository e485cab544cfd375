"""What of a club is seen from outside: by its guests, and without an account.

All of it stands on this one page, and on those of single hands (`replay/published.py`): the pages
of members stay shut, so that what is added to them is not shown by mistake.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Count, Q
from django.utils import timezone

from games.display.headlines import variant_name
from games.models import Club, Hand, Match, Publication, Role, SeenOutside
from games.models.statistics import ALL_TIME
from games.statistics.leagues import Ranked, games_and_periods, league_table, rules_of
from games.statistics.seasons import seasons_of

HANDS_SHOWN = 100
MATCHES_SHOWN = 30
LEVELS = list(SeenOutside)


class OutsideTable(NamedTuple):
    """A league table as it is read from outside: a line has no way on to the player."""

    game: str
    variant: str
    period_name: str
    lines: list[Ranked]


def outside_facts(club: Club) -> dict[str, Any]:
    """Return what a guest, or somebody who does not belong to the club, sees of it."""
    is_guest = getattr(club, "my_role", "") == Role.GUEST
    level = seen_of(club, is_guest=is_guest)
    only_published = level == SeenOutside.PUBLISHED
    return {
        "visited": club,
        "is_guest": is_guest,
        "hands": all_hands(club) if level == SeenOutside.HANDS else published_hands(club),
        "all_hands": level == SeenOutside.HANDS,
        "tables": [] if only_published else tables_of(club),
        "matches": [] if only_published else closed_matches(club),
    }


def seen_of(club: Club, *, is_guest: bool) -> SeenOutside:
    """Return how much is shown: to a guest never less than to everybody."""
    seen = SeenOutside(club.public_sees)
    return max(seen, SeenOutside(club.guests_see), key=LEVELS.index) if is_guest else seen


def published_hands(club: Club) -> list[tuple[Hand, str]]:
    """Return the hands that somebody of the club published, each with its game."""
    rows = Publication.objects.filter(club=club, hand__in=Hand.objects.shown())
    newest = rows.select_related("hand__match").order_by("-hand__played_at", "-hand")
    return [(one.hand, variant_name(one.hand.variant)) for one in newest[:HANDS_SHOWN]]


def all_hands(club: Club) -> list[tuple[Hand, str]]:
    """Return the newest sealed hands, each with its game."""
    newest = Hand.objects.filter(club=club).shown().order_by("-played_at", "-id")
    return [(hand, variant_name(hand.variant)) for hand in newest[:HANDS_SHOWN]]


def closed_matches(club: Club) -> Iterable[Match]:
    """Return the last matches that are over."""
    played = Count("hands", filter=Q(hands__state=Hand.State.SEALED))
    over = club.matches.exclude(closed_at=None).annotate(played=played)
    return over.order_by("-played_on", "-id")[:MATCHES_SHOWN]


def tables_of(club: Club) -> list[OutsideTable]:
    """Return the league tables of the club's games, of this season or else of all time."""
    rules, seasons = rules_of(club), seasons_of(club)
    period = seasons.now(timezone.localdate()) or ALL_TIME
    tables = []
    played = [game.key for game in club.played]
    for variant in filter(played.__contains__, games_and_periods(club)):
        for shown in dict.fromkeys((period, ALL_TIME)):
            lines = league_table(club, variant, shown, rules)
            if lines:
                name = seasons.in_words(shown)
                tables.append(OutsideTable(variant_name(variant), variant, name, lines))
                break
    return tables
