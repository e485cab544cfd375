"""What a row says happened: the facts of a result, as a record states them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.models.folding import folded
from games.rules import read_record, replay
from games.transfer.results import values
from games.transfer.results.cells import TableRow
from games.transfer.results.columns import TableColumns
from games.transfer.results.hands import TableRules, Unclear, scored
from games.transfer.results.headings import PLAYER
from games.transfer.results.row_bonuses import AND, PLUS, BonusReader, not_playing

ALONE = ("seul", "alone", "allein", "solo", "none", "lui", "self")
SUITS = tuple(
    "coeur pique carr trefle herz pik karo kreuz heart spade diamond club roi konig king "
    "♠ ♥ ♦ ♣".split()
)
HALF_POINTS = 2
# What may stand in the cell of the contract: "Garde 2 bouts +4".
SAID_IN = {
    "bouts": re.compile(r"\b([0-3])\s*(?:bouts?|oudlers?|honneurs?|honou?rs)\b", re.IGNORECASE),
    "difference": re.compile(r"(?<!\w)([+\-−]\s*\d+(?:[.,]5)?)(?!\w)"),
}
BOTH_SIDES = re.compile(r"\s*[/:-]\s*")  # of the taker, then of the others
TARGETED = ("taker", "partner", "contract", "bouts", "honours")
TRIED = 45  # card points that are possible with any number of bouts


class FactReader(BonusReader):
    """A reader of the facts of a row, by the rules of its game; `scores` by seat.

    `by_number`: the table numbers contracts in their order.
    """

    def __init__(
        self,
        columns: TableColumns,
        rules: TableRules,
        row: TableRow,
        scores: Mapping[str, float | None],
        *,
        by_number: bool,
    ) -> None:
        super().__init__(columns, rules, row, tuple(scores))
        self.scores = tuple(scores.values())
        self.by_number = by_number

    def facts(self, paid: float | None) -> dict[str, Any] | None:
        """Return the stated facts of the row; None for a hand that nobody took. Raises Unclear.

        `paid` is the score of the taker where a column of its own has it.
        """
        game = self.rules.game
        if not game.bids:
            return self._by_seat()
        text = self.cell("contract") or self._marked_contract()
        for pattern in SAID_IN.values():
            text = pattern.sub("", text)
        contract = values.contract_of(text, game)
        if self.by_number and text.isdecimal():
            contract = dict(enumerate((bid.key for bid in game.bids), 1)).get(int(text))
        if contract is None:  # with what was paid on top: "GC + chelem"
            contract = values.contract_of(PLUS.split(text)[0], game)
        if contract == "":
            return None
        if contract is None:
            words = _("“%(text)s” is no contract of this game.")
            raise Unclear(words % {"text": text})
        taker = self._taker()
        facts: dict[str, Any] = {"taker": taker, "contract": contract}
        if "partner" in self.known and len(self.names) == max(game.seats):
            facts["partner"] = self._partner(taker)
        team = game.team(len(self.names), taker)
        mates = {*team, facts.get("partner", taker)} - {taker, None}
        declarers = [taker, *mates]
        defenders = [seat for seat in range(len(self.names)) if seat not in declarers]
        facts |= self.bonuses((declarers, defenders))
        if paid is not None:
            self.scores = tuple(paid if at == taker else one for at, one in enumerate(self.scores))
        return facts | self._count(facts)

    def _marked(self) -> list[tuple[int, str]]:
        """Return the seats of the row that are marked, each with its mark."""
        cells = [one for of in (PLAYER, "mark") for one in self.columns.of_players(self.row, of)]
        marks = [(name, values.mark_of(text)) for name, text in cells]
        return [
            (self.names.index(name), mark) for name, mark in marks if mark and name in self.names
        ]

    def _said(self, meaning: str) -> str:
        """Return what the row has under a meaning, or in the cell of its contract."""
        if self.columns.at(meaning):
            return self.cell(meaning)
        match = SAID_IN[meaning].search(self.cell("contract"))
        return match[1] if match else ""

    def _marked_contract(self) -> str:
        """Return the heading of a contract below which the row has its mark."""
        marked = [name for name, cell in self.columns.of_players(self.row, "mark") if cell]
        return next((name for name in marked if values.contract_of(name, self.rules.game)), "")

    def _taker(self) -> int:
        text = AND.split(self.cell("taker"))[0]
        if text:
            seat = values.person_of(text, self.names)
            if seat is None:
                raise not_playing(text)
            return seat
        marked = self._marked()
        first = [seat for seat, mark in marked if mark == min(marked, key=_order)[1]]
        if first and {*first} == {*self.rules.game.team(len(self.names), first[0])}:
            return first[0]
        scores = enumerate(self.scores)
        far = [abs(one or 0) if not first or at in first else 0 for at, one in scores]
        if far.count(max(far)) != 1:
            raise Unclear(_("It does not say who took."))
        return far.index(max(far))

    def _partner(self, taker: int) -> int | None:
        text = self.cell("partner")
        tried = (text, text.rpartition(" ")[2]) if text else ()  # "R♥ Emma"
        people = (values.person_of(one, self.names) for one in tried)
        seat = next((one for one in people if one is not None), None)
        if seat is not None:
            return None if seat == taker else seat
        if text and (folded(text).startswith(ALONE) or values.is_no(text)):
            return None
        if text and not folded(text).startswith(SUITS):
            raise not_playing(text)
        marked = [seat for seat, _mark in self._marked() if seat != taker]
        if len(marked) == 1:
            return marked[0]
        if None in self.scores:
            return None
        sign = (self.scores[taker] or 0) > 0
        same = [at for at, one in enumerate(self.scores) if one and (one > 0) is sign]
        return next((at for at in same if at != taker), None) if len(same) == 2 else None

    def _count(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Return the card points and bouts. Raises Unclear where the row does not say them."""
        bouts, score = self._bouts(), self.scores[facts["taker"]]
        honours = next((one for one in ("bouts", "honours") if one in self.known), None)
        has_points = any(map(self.cell, ("points", "against", "short"))) or self._said("difference")
        if "all_tricks" in self.known and not has_points:
            return {"all_tricks": (score or 0) > 0}
        if not has_points and bouts is not None and score:
            return self._by_score(facts | {honours: bouts} if honours else facts)
        points, over = self._counted()
        if honours is None:
            if points is None:
                points = self._target(facts) + (over or 0)
            return {"points": _whole(points)}
        return self._fitting(facts, honours, points, over)

    def _fitting(
        self, facts: dict[str, Any], honours: str, points: float | None, over: float | None
    ) -> dict[str, Any]:
        """Return facts with bouts and card points that go together. Raises Unclear."""
        bouts = self._bouts()
        fit = [bouts] if bouts is not None else [0, 1, 2, 3]
        tries = []
        for one in fit:
            held = facts | {honours: one}
            counted = points
            if points is None or (bouts is None and over is not None):
                counted = self._target(held) + (over or 0)
            if points in (None, counted):
                tries.append(held | {"points": _whole(counted or 0)})
        if bouts is None and (over is None or None not in self.scores):
            tries = [one for one in tries if self._gives(one)]
        if bouts is None and len(tries) != 1:
            words = _("It does not say how many bouts the taker had.")
            if tries and points is None:
                words = _(
                    "It says by how much, not with how many bouts: only its points can be "
                    "brought in."
                )
            raise Unclear(words)
        return tries[0]

    def _bouts(self) -> int | None:
        text = self._said("bouts")
        bouts = values.bouts_of(text)
        if text and bouts is None:
            raise Unclear(_("“%(text)s” is no number of bouts.") % {"text": text})
        return bouts

    def _by_score(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Return the facts with the card points that lead to the score of the taker.

        Raises Unclear where none do.
        """
        taker, target = facts["taker"], self._target(facts)
        wanted = self.scores[taker] or 0
        first, step = (target, 1) if wanted > 0 else (target - 1, -1)
        two = [
            scored(self._record(facts | {"points": _whole(one)}))[taker]
            for one in (first, first + step)
        ]
        points = first + step * (wanted - two[0]) / ((two[1] - two[0]) or 1)
        stated = facts | {"points": _whole(points)}
        if not float(2 * points).is_integer() or not self._gives(stated):
            raise Unclear(_("It does not say the card points."))
        return stated

    def _counted(self) -> tuple[float | None, float | None]:
        """Return the taker's card points, or by how many they were over. Raises Unclear."""
        text, total = self.cell("points"), self.rules.game.pack.total / HALF_POINTS
        points = values.amount_of(text)
        both = [values.amount_of(one) for one in BOTH_SIDES.split(text, 1)]
        if len(both) > 1 and None not in both and sum(one or 0 for one in both) == total:
            points = both[0]
        against = values.amount_of(self.cell("against"))
        over = values.signed_amount(self._said("difference"))
        short = values.amount_of(self.cell("short"))
        over = -abs(short) if short and not over else over
        if points is None and against is not None:
            points = total - against
        elif points is not None and values.is_signed(text):
            points, over = None, points
        if over is not None and values.outcome_of(self.cell("outcome")) is False:
            over = -abs(over)
        if points is None and over is None:
            raise Unclear(_("It does not say the card points."))
        return points, over

    def _target(self, facts: Mapping[str, Any]) -> float:
        """Return the card points that the taker of these facts needs, as the rules count them."""
        known = {one: facts[one] for one in TARGETED if one in facts}
        played = replay(read_record(self._record({**known, "points": TRIED})))
        return TRIED - (played.outcome.margin or 0)

    def _record(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        return self.rules.record_of(facts, len(self.names))

    def _gives(self, facts: Mapping[str, Any]) -> bool:
        """Return whether facts lead to the scores of the row."""
        try:
            both = zip(self.scores, scored(self._record(facts)), strict=True)
            return all(there is None or there == here for there, here in both)
        except Unclear:
            return False

    def _by_seat(self) -> dict[str, Any]:
        """Return the facts of a game in which everybody plays alone. Raises Unclear.

        Where a column has scores or card points, the numbers show which: scores add up to 0.
        """
        scores = [one for one in self.scores if one is not None]
        all_known = len(scores) == len(self.scores)
        if self.known == {"points"} and all_known and not self.columns.at("counted"):
            average = 0.0 if sum(scores) else self.rules.game.pack.total / 2 / len(scores)
            return {"points": [int(one + average) for one in scores]}
        facts: dict[str, Any] = {}
        for key, meaning in (("points", "counted"), ("tricks", "tricks")):
            cells = dict(self.columns.of_players(self.row, meaning))
            numbers = [values.amount_of(cells.get(name, "")) for name in self.names]
            if key in self.known:
                if None in numbers:
                    raise Unclear(_("It does not say the card points of everybody."))
                facts[key] = [_whole(number or 0) for number in numbers]
        return facts


def _order(marked: tuple[int, str]) -> int:
    """Return how a mark ranks among the marks of a row."""
    return values.MARKS.index(marked[1])


def _whole(number: float) -> float:
    return int(number) if float(number).is_integer() else number
