"""Rows of a table as hands: who plays, when and where, and with which scores."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from games.models.folding import folded
from games.transfer.results import values
from games.transfer.results.cells import TableRow
from games.transfer.results.columns import TableColumns, repeats_headings
from games.transfer.results.hands import Rules, ScoreReading, TableHand, Unclear, scored
from games.transfer.results.headings import PLAYER, meaning_of
from games.transfer.results.row_facts import FactReader

SUMS: tuple[str, ...] = (
    "total",
    "totaux",
    "summe",
    "sum",
    "somme",
    "gesamt",
    "cumul",
    "moyenne",
    "rang",
    "σ",
)
SUMS += ("sous total", "sous-total", "subtotal", "zwischens", "ubertrag", "schnitt", "a reporter")
Scores = dict[str, float | None]


class RowReader(FactReader):
    """A reader of rows, which remembers what a row leaves to the one above: day, event, table."""

    def __init__(
        self, columns: TableColumns, rules: Rules, day: date | None, reading: ScoreReading
    ) -> None:
        super().__init__(columns, rules)
        self.reading = reading
        days = [self.cell(row, "day") or "" for row in columns.rows]
        self.month_first = values.reads_month_first(days)
        self.carried: dict[str, Any] = {"day": day, "event": "", "table": ""}
        self.before: dict[str, float] = {}  # the totals of the row above, by player
        self.rows: list[dict[str, float]] = []  # the scores above, by player
        self.since: list[dict[str, float]] = []  # those since the last sum

    def hand(self, row: TableRow) -> TableHand | None:
        """Return the hand of a row; None for a row that is none. Raises Unclear."""
        if any(folded(cell).startswith(SUMS) for cell in [one for one in row.cells if one][:2]):
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
        facts = self.facts(row, names, tuple(scores.values()))
        if facts is None:
            return None
        dealer = values.person_of(self.cell(row, "dealer") or "", names)
        record = self.record_of(facts, len(names)) | {"players": list(names), "dealer": dealer}
        theirs = tuple(scores.values())
        paid = self._amount(self.cell(row, "paid") or "")
        if paid is not None and "taker" in facts:
            theirs = tuple(paid if at == facts["taker"] else one for at, one in enumerate(theirs))
        ours = scored(record)
        if facts.get("points") == [*theirs] and theirs != ours:
            theirs = (None,) * len(names)  # they were card points
        carried = self.carried
        place = carried["day"], carried["event"], carried["table"]
        remark = self.cell(row, "remark")
        if remark:
            record["meta"] = {"comment": remark}
        return TableHand(row.number, *place, names, away, record, ours, theirs)

    def _carry(self, row: TableRow) -> None:
        filled = [cell for cell in row.cells if cell]
        day = values.day_of(self.cell(row, "day") or "", month_first=self.month_first)
        if day is None and len(filled) <= 2:
            days = [values.day_of(one, month_first=self.month_first) for one in filled]
            day = next((one for one in days if one), None)
        if self.cell(row, "day") and day is None and len(filled) > 1:
            words = _("“%(day)s” is not a day: write it as 2026-11-20.")
            raise Unclear(words % {"day": self.cell(row, "day")})
        if day is not None and day != self.carried["day"]:
            self.carried["day"], self.before = day, {}
        for name in ("event", "table"):
            text = self.cell(row, name)
            if text and text != self.carried[name]:
                self.carried[name], self.before = text, {}

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
        cells = self.columns.of_players(row, PLAYER)
        amounts = {name: self._amount(text) for name, text in cells}
        known = {name: one for name, one in amounts.items() if one is not None}
        alone = {*filter(None, row.cells)} <= {text for _name, text in cells} | {"0"}
        if alone and known and any(_adds_up(known, rows) for rows in (self.since, self.rows)):
            self.since = []
            return True
        if known:
            self.since.append(known)
            self.rows.append(known)
        return False

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
        if len(playing) not in seats:
            playing = {name: one for name, one in playing.items() if one}
        if len(playing) not in seats and len(amounts) in seats:
            playing = dict(amounts)  # scores are not said, or not of everybody
        away = [name for name in amounts if name not in playing]
        return playing, away[0] if len(away) == 1 else ""

    def _is_none(self, row: TableRow, scores: Scores) -> bool:
        """Return whether a row is no hand: a day alone, or nothing but noughts."""
        filled = [cell for cell in row.cells if cell]
        dated = self.cell(row, "day") is None and any(map(values.day_of, filled))
        if len(filled) <= 1 + dated < len(self.columns.headings):
            return True  # a title
        facts = [self.cell(row, name) for name in ("taker", "contract", "points", "difference")]
        return not any(facts) and not any(scores.values()) and not self.columns.at("counted")


def _adds_up(scores: dict[str, float], rows: list[dict[str, float]]) -> bool:
    """Return whether scores are the sums of several rows."""
    return len(rows) > 1 and all(
        score == sum(row.get(name, 0) for row in rows) for name, score in scores.items()
    )
