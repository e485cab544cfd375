"""Rows of a table as hands: who plays, when and where, and with which scores."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models.folding import folded
from games.transfer.results import values
from games.transfer.results.cells import TableRow
from games.transfer.results.columns import TableColumns, days_in, repeats_headings
from games.transfer.results.days import day_of
from games.transfer.results.hands import ScoreReading, TableHand, TableRules, Unclear, scored
from games.transfer.results.headings import PLAYER, meaning_of
from games.transfer.results.row_facts import ALONE, SUITS, FactReader

SUMS = (
    *"total totaux summe sum somme gesamt cumul moyenne rang σ report carried".split(),
    *("sous total", "sous-total", "subtotal", "zwischens", "ubertrag", "schnitt", "a reporter"),
)
Scores = dict[str, float | None]


class RowSum:
    """The sums of the scores of several rows, by player."""

    def __init__(self) -> None:
        self.count = 0
        self.scores: dict[str, float] = {}

    def add(self, row: dict[str, float]) -> None:
        self.count += 1
        for name, one in row.items():
            self.scores[name] = self.scores.get(name, 0) + one

    def adds_up_to(self, scores: dict[str, float]) -> bool:
        """Return whether scores are these sums, of more rows than one."""
        return self.count > 1 and all(
            self.scores.get(name, 0) == one for name, one in scores.items()
        )


class RowReader:
    """A reader of rows, which remembers what a row leaves to the one above: day, event, table."""

    def __init__(
        self, columns: TableColumns, rules: TableRules, above: Sequence[str], reading: ScoreReading
    ) -> None:
        self.columns, self.rules, self.reading = columns, rules, reading
        self.days, self.today = days_in(columns, above), timezone.localdate()
        day = next((day for text in above if (day := day_of(text))), None)
        self.carried: dict[str, Any] = {"day": day, "event": "", "table": ""}
        self.before: dict[str, float] = {}  # the totals of the row above, by player
        self.rows, self.since = RowSum(), RowSum()  # all above, those since the last sum
        self.begun = False  # a row of nothing but scores was seen
        self.ended = False  # by a row of sums

    @cached_property
    def by_number(self) -> bool:
        """Return whether contracts are numbers in their order, not factors: there is a 3."""
        return any(self.columns.cell(row, "contract") == "3" for row in self.columns.rows)

    def hand(self, row: TableRow) -> TableHand | None:
        """Return the hand of a row; None for a row that is none. Raises Unclear."""
        if self._ends(row):
            return None
        if repeats_headings(row):
            self._other_people(row)
            return None
        if self._is_sum(row):
            return None
        self._carry(row)
        scores, away = self._scores(row)
        if self._is_none(row, scores):
            return None
        names = tuple(scores)
        if len(names) not in self.rules.game.seats:
            raise Unclear(_("%(count)s players have a score here.") % {"count": len(names)})
        paid = self._amount(self.columns.cell(row, "paid"))
        reader = FactReader(self.columns, self.rules, row, scores, by_number=self.by_number)
        facts = reader.facts(paid)
        if facts is None:
            return None
        dealer = values.person_of(self.columns.cell(row, "dealer"), names)
        named = {"players": list(names), "dealer": dealer}
        record = self.rules.record_of(facts, len(names)) | named
        theirs = tuple(scores.values())
        if paid is not None and "taker" in facts:
            theirs = tuple(paid if at == facts["taker"] else one for at, one in enumerate(theirs))
        ours = scored(record)
        if facts.get("points") == [*theirs] and theirs != ours:
            theirs = (None,) * len(names)  # they were card points
        carried = self.carried
        place = carried["day"], carried["event"], carried["table"]
        if remark := self.columns.cell(row, "remark"):
            record["meta"] = {"comment": remark}
        return TableHand(row, *place, names, away, record, ours, theirs)

    def _ends(self, row: TableRow) -> bool:
        """Return whether a row has sums, or stands below them and has ranks or averages."""
        of_hands = self.columns.at("taker", "contract")
        if any(folded(cell).startswith(SUMS) for cell in [one for one in row.cells if one][:2]):
            self.ended = True
            if not self.rows.count:  # what is brought forward
                self.before |= self._known(row)
        elif any(map(row.cell, of_hands)) or not (of_hands and self.rules.game.bids):
            self.ended = False
        return self.ended

    def _carry(self, row: TableRow) -> None:
        filled = [cell for cell in row.cells if cell]
        named = self.columns.cell(row, "day")
        day = self.days.of(named)
        if day is None and len(filled) <= 2:
            day = next((one for one in map(self.days.named_in, filled) if one), None)
        if named and day is None and len(filled) > 1:
            words = _("“%(day)s” is not a day: write it as 2026-11-20.")
            raise Unclear(words % {"day": named})
        if day is not None and day > self.today:
            words = _("%(day)s is in the future.")
            raise Unclear(words % {"day": date_format(day)})
        now = {"day": day, **{name: self.columns.cell(row, name) for name in ("event", "table")}}
        for name, value in now.items():
            if value and value != self.carried[name]:
                self.carried[name] = value
                self.before = self.before if self.reading.through else {}

    def _other_people(self, row: TableRow) -> None:
        """Take the people from new headings."""
        self.before = {}
        headings = [
            one._replace(name=row.cell(at))
            if one.meaning == PLAYER and row.cell(at) and not meaning_of(row.cell(at))
            else one
            for at, one in enumerate(self.columns.headings)
        ]
        self.columns = self.columns._replace(headings=tuple(headings))

    def _is_sum(self, row: TableRow) -> bool:
        """Return whether a row has nothing but the sums of the rows above it."""
        known = self._known(row)
        cells = self.columns.of_players(row, PLAYER)
        alone = {*filter(None, row.cells)} <= {text for _name, text in cells} | {"0"}
        if alone and known:
            below = RowSum()
            if not (self.begun or self.rows.count):
                for one in self.columns.rows:
                    below.add(self._known(one) if one is not row else {})
            self.begun = True
            if any(some.adds_up_to(known) for some in (self.since, self.rows, below)):
                self.since = RowSum()
                return True
        if known:
            self.since.add(known)
            self.rows.add(known)
        return False

    def _known(self, row: TableRow) -> dict[str, float]:
        """Return the scores of a row that are there."""
        cells = self.columns.of_players(row, PLAYER)
        amounts = {name: self._amount(text) for name, text in cells}
        return {name: one for name, one in amounts.items() if one is not None}

    def _amount(self, text: str) -> float | None:
        """Return the points of a score, which the table may have as money."""
        amount = values.amount_of(values.unmarked(text))
        return None if amount is None else round(amount / self.reading.worth, 2)

    def _scores(self, row: TableRow) -> tuple[Scores, str]:
        """Return the players of a row with their scores, and who sits at the table only."""
        pairs = self.columns.of_players(row, PLAYER)
        paid = self.columns.at("score")
        for count, at in enumerate(self.columns.at("name")):
            score = paid[count] if count < len(paid) else len(row.cells)
            pairs += [(row.cell(at), row.cell(score))] if row.cell(at) else []
        for text in (self.columns.cell(row, "partner"), self.columns.cell(row, "taker")):
            known = [name for name, _score in pairs]  # the others alone, as "Défenseur 1"
            if self.columns.at("name") and self._is_name(text, known):
                pairs.insert(0, (text, ""))
        if not pairs:
            counted = self.columns.of_players(row, "counted")
            counted = counted or self.columns.of_players(row, "tricks")
            pairs = [(name, "") for name, text in counted if text]
        if not pairs:
            marks = [name for name, _text in self.columns.of_players(row, "mark")]
            contract = values.contract_of
            pairs = [(name, "") for name in marks if not contract(name, self.rules.game)]
        amounts = {name: self._amount(text) for name, text in pairs}
        if self.reading.running:
            now = {name: one for name, one in amounts.items() if one is not None}
            steps = {name: one - self.before.get(name, 0) for name, one in now.items()}
            self.before |= now
            amounts |= steps
        playing: Scores = {name: one for name, one in amounts.items() if one is not None}
        seats = self.rules.game.seats
        scoring: Scores = {name: one for name, one in playing.items() if one}
        if len(playing) not in seats or (self.rules.game.bids and len(scoring) in seats):
            playing = scoring  # everybody at the table wins or loses where somebody took
        if len(playing) not in seats and len(amounts) in seats:
            playing = dict(amounts)  # scores are not said, or not of everybody
        away = [name for name in amounts if name not in playing]
        return playing, away[0] if len(away) == 1 else ""

    def _is_name(self, text: str, known: Sequence[str]) -> bool:
        """Return whether a cell has a name that is none of those known, nor a card or nobody."""
        no_name = folded(text).startswith((*ALONE, *SUITS)) or values.is_no(text)
        return not no_name and values.person_of(text, known) is None

    def _is_none(self, row: TableRow, scores: Scores) -> bool:
        """Return whether a row is no hand: a day alone, or nothing but noughts."""
        filled = [cell for cell in row.cells if cell]
        dated = not self.columns.at("day") and any(map(self.days.named_in, filled))
        if len(filled) <= 1 + dated < len(self.columns.headings):
            return True  # a title
        of_hands = ("taker", "contract", "points", "difference")
        facts = [name for name in of_hands if not values.is_no(self.columns.cell(row, name))]
        return not facts and not any(scores.values()) and not self.columns.at("counted")
