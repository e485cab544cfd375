"""What a table would bring into a club, by what a person decided; and the lines that it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.access.pages import number_sent
from games.models import Club, Job, Match
from games.models.people import NAME_LENGTH
from games.rules import Option, Variant, find_variant
from games.transfer.results.cells import ReadTable
from games.transfer.results.columns import OF_PLAYERS, TableColumns, recognised, upright
from games.transfer.results.days import day_of
from games.transfer.results.hands import JudgedTable, ScoreReading, TableHand, TableRules
from games.transfer.results.headings import MEANINGS, meaning_of
from games.transfer.results.judging_tables import (
    BY_OPTION,
    OTHER,
    SIGN,
    SUM_OF_SCORES,
    judge_table,
    ways_shown,
)
from games.transfer.results.people import NamedInTable, former_names, people_of
from games.transfer.results.totals import TotalsBatch, days_named, is_kept, is_of_totals, totals_of

OURS, TABLES, OUT, RULES = "ours", "table", "out", "rules"
COLUMN, WHO, KIND, LINE = "column-", "who-", "kind-", "line-"
FIRST_ROWS = 12  # that show which game it is
LOOKED_BACK = 20  # imports


@dataclass(frozen=True)
class TablePlan:
    """A table in a club: what was read, and what was `sent` with the form."""

    club: Club
    read: ReadTable
    sent: Mapping[str, str]

    def _sent(self, prefix: str) -> dict[str, str]:
        begin = len(prefix)
        sent = {key[begin:]: one for key, one in self.sent.items() if key.startswith(prefix)}
        return {key: one for key, one in sent.items() if one}

    # --- the table ---------------------------------------------------------------------------

    @cached_property
    def columns(self) -> TableColumns:
        """Return what its columns hold."""
        sent = {key.removeprefix(COLUMN): one for key, one in self.sent.items() if COLUMN in key}
        chosen = {number_sent(at): one for at, one in sent.items() if one in MEANINGS}
        return recognised(upright(self.read.rows), chosen, remembered(self.club))

    @cached_property
    def title(self) -> str:
        """Return what stands above the headings, or what was typed for it."""
        first = self.read.rows[0].cells
        above = first[0] if len([cell for cell in first if cell]) == 1 else ""
        return self.sent.get("event", "").strip() or above or _("Past results")

    @cached_property
    def above(self) -> list[str]:
        """Return the day that was typed, and the texts above the headings and next to the table."""
        first = self.columns.rows[0].number if self.columns.rows else 0
        above = [cell for row in self.read.rows if row.number < first for cell in row.cells]
        typed = self.sent.get("day", "")
        return [*filter(None, [typed]), self.title, self.read.sheet, *above]

    @cached_property
    def day(self) -> date | None:
        """Return the day of the rows that do not say theirs: as typed, or as it stands above."""
        return next((day for text in self.above if (day := day_of(text))), None)

    @cached_property
    def game(self) -> tuple[Variant, str]:
        """Return the game of the table and a preset of its options: as sent, or as last played."""
        key, _slash, preset = self.sent.get("game", "").partition("/")
        game = find_variant(key)
        if game is None:
            last = Match.objects.filter(club=self.club).order_by("-pk").first()
            game = (last and find_variant(last.variant)) or self.club.played[0]
            preset = last.preset if last else ""
            likely = [game, *self.club.played, *self.club.not_played]
            if self.columns.at("tricks"):  # a game that counts them comes first
                likely.sort(key=lambda one: all(fact.key != "tricks" for fact in one.stating.facts))
            game = max(likely, key=self._fit)
        known = {one.key for one in game.presets}
        return game, preset if preset in known else game.presets[-1].key

    def _fit(self, game: Variant) -> tuple[int, int]:
        """Return how many of the first rows agree with a game, and how many can be its hands."""
        columns = self.columns
        bids = columns.at("taker", "contract", "bouts")
        if is_of_totals(columns) or (bids and not game.bids):
            return 0, 0
        few = columns._replace(rows=columns.rows[:FIRST_ROWS])
        judged = judge_table(few, TableRules(game, game.default_options()), self.above)
        return sum(hand.agrees for hand in judged.hands), len(judged.hands)

    @cached_property
    def rules(self) -> TableRules:
        """Return the rules that it is judged by: a preset, and what was chosen for differences."""
        game, preset = self.game
        options = game.default_options()
        options |= next(dict(one.options) for one in game.presets if one.key == preset)
        for kind in (*self.shown, *self.counted):
            option, value = _option_of(kind, game)
            if option:
                options[option.key] = option.parse(value)
        return TableRules(game, options)

    @cached_property
    def shown(self) -> list[str]:
        """Return the ways of counting that its cells show."""
        return [way for way in ways_shown(self.columns) if _option_of(way, self.game[0])[0]]

    @property
    def counted(self) -> list[str]:
        """Return the ways of counting that were chosen because they explain a difference."""
        return [
            kind
            for kind, one in self._sent(KIND).items()
            if one == RULES and kind.startswith(BY_OPTION)
        ]

    @cached_property
    def judged(self) -> JudgedTable:
        """Return its hands, judged and compared."""
        if is_of_totals(self.columns):
            return JudgedTable((), (), 0, ScoreReading())
        return judge_table(self.columns, self.rules, self.above)

    @property
    def played(self) -> str:
        """Return from when to when its hands were played, in words; "" where none has a day."""
        days = sorted({hand.day for hand in self.judged.hands if hand.day})
        if not days:
            return ""
        facts = {"first": date_format(days[0]), "last": date_format(days[-1])}
        if len(days) == 1:
            return _("Played on %(first)s.") % facts
        return _("Played from %(first)s to %(last)s.") % facts

    @cached_property
    def _without_hands(self) -> TableColumns:
        """Return the table with the rows whose points may be brought forward: those of no hand."""
        left = {fault.row for fault in self.judged.faults}
        hands = self.judged.hands
        rows = [row for row in self.columns.rows if not hands or row in left]
        return self.columns._replace(rows=tuple(rows))

    @cached_property
    def totals(self) -> dict[str, float]:
        """Return the points of each player in rows without hands, to be brought forward."""
        wanted = is_of_totals(self.columns) or "only_totals" in self.sent
        as_points = self.judged.reading == ScoreReading()
        return totals_of(self._without_hands) if wanted and as_points else {}

    @cached_property
    def days(self) -> tuple[date | None, date | None]:
        """Return the first and last day of the totals: as typed, or as the table says."""
        named = days_named(self._without_hands, self.above)
        typed = [day_of(self.sent.get(name, "")) for name in ("first_day", "last_day")]
        return typed[0] or named[0], typed[1] or named[1]

    @property
    def batch(self) -> TotalsBatch | None:
        """Return what these totals have in common; None as long as their days are not known."""
        first, last = self.days
        if first is None or last is None or first > last:
            return None
        return TotalsBatch(self.title[:NAME_LENGTH], self.game[0].key, first, last)

    # --- people and differences --------------------------------------------------------------

    @cached_property
    def people(self) -> list[NamedInTable]:
        """Return who its names are."""
        names = [name for hand in self.judged.hands for name in (*hand.names, hand.away) if name]
        names += self.totals
        players, former = list(self.club.players.all()), former_names(self.club)
        return people_of(names, players, self._sent(WHO), former)

    def decided(self, hand: TableHand) -> str:
        """Return what becomes of a hand: OURS, TABLES, OUT, or "" for what is still to be said."""
        if not hand.kind:
            return OURS
        wanted = self.sent.get(f"{LINE}{hand.row.key}") or self.sent.get(f"{KIND}{hand.kind}") or ""
        return "" if wanted == TABLES and not can_keep(hand) else wanted

    @cached_property
    def questions(self) -> list[str]:
        """Return what somebody has still to decide, in sentences."""
        asked = []
        if self.totals and self.batch is None:
            asked.append(_("Say from which day to which day these points were won."))
        if wrong := [name for name, points in self.totals.items() if not is_kept(points)]:
            words = _("These players have no total in whole or half points: %(names)s.")
            asked.append(words % {"names": ", ".join(wrong)})
        if not self.totals and not self.judged.hands:
            asked.append(_("No row of the table can be read as a hand: look at the columns."))
        if any(hand.day is None for hand in self.judged.hands):
            asked.append(_("Say on which day these hands were played."))
        if any(not one.means for one in self.people):
            asked.append(_("Say who is meant by the names that are marked."))
        if any(not self.decided(hand) for hand in self.judged.differing):
            asked.append(_("Decide which scores count where they differ."))
        if self.judged.hands and self.judged.faults and not (self.sent.get("skip") or self.totals):
            asked.append(_("Say whether the rows that cannot be read are left out."))
        return asked

    @cached_property
    def taken(self) -> list[TableHand]:
        """Return the hands that would be brought in."""
        return [hand for hand in self.judged.hands if self.decided(hand) not in ("", OUT)]

    @property
    def columns_chosen(self) -> dict[str, str]:
        """Return what is remembered of the columns: no names of people."""
        headings = self.columns.headings
        known = [one for one in headings if one.meaning or meaning_of(one.title)]
        return {one.key: one.meaning for one in known if one.key and one.meaning not in OF_PLAYERS}


def can_keep(hand: TableHand) -> bool:
    """Return whether the scores of the table can stand: all are there, and they add up."""
    known = [one for one in hand.theirs if one is not None]
    return len(known) == len(hand.ours) and sum(known) == sum(hand.ours)


def remembered(club: Club) -> Mapping[str, str]:
    """Return what the columns of the club's last table held, by heading. One statement."""
    imports = Job.objects.filter(club=club, kind="import").order_by("-pk")
    wishes = imports.values_list("wishes", flat=True)[:LOOKED_BACK]
    return next((one["columns"] for one in wishes if "columns" in one), {})


def _option_of(kind: str, game: Variant) -> tuple[Option | None, str]:
    """Return the option that a kind names, and its value as a text."""
    key, _sign, value = kind.partition(":")[2].partition("=")
    return game.option(key), value


def words_of_kind(kind: str, game: Variant) -> str:
    if kind.startswith(BY_OPTION):
        option, value = _option_of(kind, game)
        labels = {str(choice.value): choice.label for choice in option.choices} if option else {}
        facts = {"option": _(option.label) if option else "", "choice": _(labels.get(value, ""))}
        return _("As it is with “%(option)s”: %(choice)s") % facts
    return {
        SUM_OF_SCORES: _("The scores of the table do not add up to 0"),
        SIGN: _("Plus and minus are exchanged"),
        OTHER: _("Nothing explains the difference"),
    }[kind]
