"""What a club takes to its annual meeting: the files of a period that people open.

They go into the zip of that period with the records, with a page that says what each file is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.archive import HandSearch
from games.archive.export import MOST_SEATS, hands_sheet, hands_table, rows_of
from games.archive.hand_sheet import hand_sheet
from games.club import player
from games.display.headlines import variant_name
from games.display.phrases import labelled
from games.display.workbooks import WorkbookSheet, workbook
from games.league import league_files
from games.matches import match_pages
from games.matches.listing import MatchSearch, with_hands_played
from games.matches.sheets import MOST_SHEETS, pdf_of, played_sheets
from games.models import Club, Hand, Match
from games.statistics.leagues import games_and_periods
from games.statistics.periods import MONTH, days_of, month_of, period_name
from games.statistics.roster import roster
from games.statistics.seasons import seasons_of
from games.transfer.manifest import (
    AGREEMENT,
    EVENINGS,
    FOLDER,
    MANIFEST,
    MATCHES,
    PAGE,
    PLAYERS,
    RECORDS,
    REMARKS,
    STUDIES,
    SUMS,
    TOTALS,
)


class SeasonFile(NamedTuple):
    """A file of the zip: its name, what it is, and what writes it."""

    name: str
    about: str
    write: Callable[[], Iterator[bytes]]


def periods_of(club: Club) -> list[tuple[str, str]]:
    """Return the periods of which a club can take a zip, each with its name, newest first."""
    known = {period for periods in games_and_periods(club).values() for period in periods}
    seasons, months = seasons_of(club), [one for one in known if len(one) == MONTH]
    years = [] if seasons.are_years else sorted(known - {*months}, reverse=True)
    periods = [*(one.period for one in seasons.named), *seasons.of(months), *years]
    return [(one, seasons.in_words(one)) for one in dict.fromkeys(periods)]


def files_of(club: Club, period: str) -> list[SeasonFile]:
    """Return the files for people, with their page at the end."""
    since, until = days_of(period)
    days = {"since": str(since or ""), "until": str(until or "")}
    search = HandSearch(days, Hand.objects.filter(club=club).shown())
    matches = MatchSearch(days, club.matches.all())
    if not (search.is_valid() and matches.is_valid()):
        raise ValueError(period)
    hands, hits = search.queryset, search.hits
    chosen = matches.hits.rows.order_by("played_on", "pk")
    leagues = leagues_of(club, period)

    def book() -> Iterator[bytes]:
        yield workbook(
            [
                hand_sheet(rows_of(hands, hits), MOST_SEATS),
                match_pages.table_of(with_hands_played(chosen)),
                *leagues.values(),
                player.table_of(roster(club)),
            ]
        )

    files = [
        SeasonFile("season.xlsx", _("Hands, matches, league and players, a sheet each"), book),
        SeasonFile(
            "hands-spreadsheet.csv",
            _("The hands for a spreadsheet, in the signs of this language"),
            partial(hands_sheet, hands, hits),
        ),
        SeasonFile(
            "hands.csv",
            _("The hands for programs, with every column"),
            partial(hands_table, hands, hits),
        ),
        *(league_file(club, game, period, table) for game, table in leagues.items()),
        *sheet_files(club, chosen),
    ]
    named = [one._replace(name=f"{FOLDER}{one.name}") for one in files]
    return [*named, page_of(club, period, named)]


def leagues_of(club: Club, period: str) -> dict[str, WorkbookSheet]:
    """Return the league tables of a period in which anybody stands, by game."""
    tables = {game: league_files.table_of(club, game, period) for game in games_and_periods(club)}
    return {game: table for game, table in tables.items() if table.rows}


def league_file(club: Club, game: str, period: str, table: WorkbookSheet) -> SeasonFile:
    """Return a league table as a PDF."""
    about = labelled(_("League"), variant_name(game))
    write = lambda: iter([league_files.league_pdf_of(club, game, period, table)])  # noqa: E731
    return SeasonFile(f"league-{game}.pdf", about, write)


def sheet_files(club: Club, matches: QuerySet[Match]) -> Iterator[SeasonFile]:
    """Yield the score sheets, a PDF for each month, more where one would be too large."""
    days = matches.filter(hands__state=Hand.State.SEALED).distinct()
    for month, rows in groupby(days.values_list("pk", "played_on"), lambda row: month_of(row[1])):
        keys = [key for key, _day in rows]
        for first in range(0, len(keys), MOST_SHEETS):
            number = f"-{first // MOST_SHEETS + 1}" if len(keys) > MOST_SHEETS else ""
            some = matches.filter(pk__in=keys[first : first + MOST_SHEETS])
            about = labelled(_("Score sheets"), period_name(month))
            yield SeasonFile(f"sheets-{month}{number}.pdf", about, partial(_sheets, club, some))


def _sheets(club: Club, matches: QuerySet[Match]) -> Iterator[bytes]:
    yield pdf_of(labelled(club.name, _("Score sheets")), played_sheets(club, matches))


def page_of(club: Club, period: str, files: list[SeasonFile]) -> SeasonFile:
    """Return the page that says what each file is."""
    records = {
        RECORDS: _("Every hand as it was sealed, for programs and for an import"),
        PLAYERS: _("The players, for an import"),
        MATCHES: _("The matches, for an import"),
        REMARKS: _("What readers said about the hands"),
        AGREEMENT: _("Who agreed with a score, and who did not"),
        EVENINGS: _("The evenings, where it is all of the club"),
        TOTALS: _("Totals brought forward, where it is all of the club"),
        STUDIES: _("The studies, where it is all of the club"),
        MANIFEST: _("What is in the archive, with a digest of each file"),
        SUMS: _("The same digests for `sha256sum --check`"),
    }
    context = {
        "club": club,
        "period": seasons_of(club).in_words(period),
        "files": files,
        "records": records.items(),
        "language": get_language(),
    }
    page = render_to_string("transfer/season.html", context).encode()
    return SeasonFile(PAGE, "", lambda: iter([page]))
