"""What a row says happened: the facts of a result, as a record states them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games.models.folding import folded
from games.rules import FORMAT_STATED, read_record, replay
from games.transfer.results import values
from games.transfer.results.cells import TableRow
from games.transfer.results.hands import Unclear, scored
from games.transfer.results.headings import PLAYER
from games.transfer.results.row_bonuses import AND, PLUS, BonusReader

ALONE = ("seul", "alone", "allein", "solo", "none", "lui", "self")
SUITS: tuple[str, ...] = (
    "coeur",
    "pique",
    "carr",
    "trefle",
    "herz",
    "pik",
    "karo",
    "kreuz",
    "heart",
    "spade",
)
SUITS += ("diamond", "club", "roi", "konig", "king", *"♠♥♦♣")
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
    """A reader of the facts of rows, by the rules of their game."""

    def marked(self, row: TableRow, names: Sequence[str]) -> list[tuple[int, str]]:
        """Return the seats of a row that are marked, each with its mark."""
        cells = [one for of in (PLAYER, "mark") for one in self.columns.of_players(row, of)]
        marks = [(name, values.mark_of(text)) for name, text in cells]
        return [(names.index(name), mark) for name, mark in marks if mark and name in names]

    def facts(
        self,
        row: TableRow,
        names: Sequence[str],
        scores: Sequence[float | None],
        paid: float | None,
    ) -> dict[str, Any] | None:
        """Return the stated facts of a row; None for a hand that nobody took. Raises Unclear.

        `paid` is the score of the taker where a column of its own has it.
        """
        game = self.rules.game
        known = {fact.key for fact in game.stating.facts}
        if not game.bids:
            return self._by_seat(row, names, known, scores)
        text = self.cell(row, "contract") or self._marked_contract(row)
        for said in SAID_IN.values():
            text = said.sub("", text)
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
        taker = self._taker(row, names, scores)
        facts: dict[str, Any] = {"taker": taker, "contract": contract}
        if "partner" in known and len(names) == max(game.seats):
            facts["partner"] = self._partner(row, names, scores, taker)
        team = game.team(len(names), taker)
        mates = {*team, facts.get("partner", taker)} - {taker, None}
        declarers = [taker, *mates]
        defenders = [seat for seat in range(len(names)) if seat not in declarers]
        self.bonuses(row, names, (declarers, defenders), facts, known)
        if paid is not None:
            scores = [paid if at == taker else one for at, one in enumerate(scores)]
        self._count(row, facts, known, scores)
        return facts

    @cached_property
    def by_number(self) -> bool:
        """Return whether contracts are numbers in their order, not factors: there is a 3."""
        return any(self.cell(row, "contract") == "3" for row in self.columns.rows)

    def _said(self, row: TableRow, meaning: str) -> str:
        """Return what a row has under a meaning, or in the cell of its contract."""
        text = self.cell(row, meaning)
        match = SAID_IN[meaning].search(self.cell(row, "contract") or "") if text is None else None
        return match[1] if match else text or ""

    def _marked_contract(self, row: TableRow) -> str:
        """Return the heading of a contract below which a row has its mark."""
        marked = [name for name, cell in self.columns.of_players(row, "mark") if cell]
        return next((name for name in marked if values.contract_of(name, self.rules.game)), "")

    def _taker(self, row: TableRow, names: Sequence[str], scores: Sequence[float | None]) -> int:
        text = AND.split(self.cell(row, "taker") or "")[0]
        seat = values.person_of(text, names) if text else None
        if text and seat is None:
            raise Unclear(_("“%(name)s” does not play in this row.") % {"name": text})
        if seat is not None:
            return seat
        marked = self.marked(row, names)
        first = [seat for seat, mark in marked if mark == min(marked, key=_order)[1]]
        if first and {*first} == {*self.rules.game.team(len(names), first[0])}:
            return first[0]
        far = [abs(one or 0) if not first or at in first else 0 for at, one in enumerate(scores)]
        if far.count(max(far)) != 1:
            raise Unclear(_("It does not say who took."))
        return far.index(max(far))

    def _partner(
        self, row: TableRow, names: Sequence[str], scores: Sequence[float | None], taker: int
    ) -> int | None:
        text = self.cell(row, "partner") or ""
        tried = (text, text.rpartition(" ")[2]) if text else ()  # "R♥ Emma"
        found = [seat for one in tried if (seat := values.person_of(one, names)) is not None]
        seat = found[0] if found else None
        if seat is not None:
            return None if seat == taker else seat
        if text and (folded(text).startswith(ALONE) or values.is_no(text)):
            return None
        if text and not folded(text).startswith(SUITS):
            raise Unclear(_("“%(name)s” does not play in this row.") % {"name": text})
        marked = [seat for seat, _mark in self.marked(row, names) if seat != taker]
        if len(marked) == 1:
            return marked[0]
        if all(one is not None for one in scores):
            sign = (scores[taker] or 0) > 0
            same = [at for at, one in enumerate(scores) if one and (one > 0) is sign]
            return next((at for at in same if at != taker), None) if len(same) == 2 else None
        return None

    def _count(
        self,
        row: TableRow,
        facts: dict[str, Any],
        known: set[str],
        scores: Sequence[float | None],
    ) -> None:
        """Add the card points and bouts. Raises Unclear where the row does not say them."""
        bouts = self._bouts(row)
        honours = next((one for one in ("bouts", "honours") if one in known), None)
        has_points = any(self.cell(row, one) for one in ("points", "against", "short"))
        has_points = has_points or bool(self._said(row, "difference"))
        if "all_tricks" in known and not has_points:
            facts["all_tricks"] = (scores[facts["taker"]] or 0) > 0
            return
        if not has_points and bouts is not None and scores[facts["taker"]]:
            facts |= self._by_score(facts | {honours: bouts} if honours else facts, scores)
            return
        points, over = self._counted(row)
        if honours is None:
            target = 0 if points is not None else self._target(facts, len(scores))
            facts["points"] = _whole(target + (over or 0) if points is None else points)
            return
        fit = [bouts] if bouts is not None else [0, 1, 2, 3]
        tries = []
        for one in fit:
            held = facts | {honours: one}
            counted = points
            if points is None or (bouts is None and over is not None):
                counted = self._target(held, len(scores)) + (over or 0)
            if points in (None, counted):
                tries.append(held | {"points": _whole(counted or 0)})
        if bouts is None and (over is None or None not in scores):
            tries = [one for one in tries if self._gives(one, scores)]
        if bouts is None and len(tries) != 1:
            words = _("It does not say how many bouts the taker had.")
            if tries and points is None:
                words = _(
                    "It says by how much, not with how many bouts: only its points can be "
                    "brought in."
                )
            raise Unclear(words)
        facts |= tries[0]

    def _bouts(self, row: TableRow) -> int | None:
        text = self._said(row, "bouts")
        bouts = values.bouts_of(text)
        if text and bouts is None:
            raise Unclear(_("“%(text)s” is no number of bouts.") % {"text": text})
        return bouts

    def _by_score(self, facts: dict[str, Any], scores: Sequence[float | None]) -> dict[str, Any]:
        """Return the facts with the card points that lead to the score of the taker.

        Raises Unclear where none do.
        """
        taker, target = facts["taker"], self._target(facts, len(scores))
        wanted = scores[taker] or 0
        first, step = (target, 1) if wanted > 0 else (target - 1, -1)
        two = [
            scored(self.record_of(facts | {"points": _whole(one)}, len(scores)))[taker]
            for one in (first, first + step)
        ]
        points = first + step * (wanted - two[0]) / ((two[1] - two[0]) or 1)
        stated = facts | {"points": _whole(points)}
        if not float(2 * points).is_integer() or not self._gives(stated, scores):
            raise Unclear(_("It does not say the card points."))
        return stated

    def _counted(self, row: TableRow) -> tuple[float | None, float | None]:
        """Return the taker's card points, or by how many they were over. Raises Unclear."""
        text, total = self.cell(row, "points") or "", self.rules.game.pack.total / HALF_POINTS
        points = values.amount_of(text)
        both = [values.amount_of(one) for one in BOTH_SIDES.split(text, 1)]
        if len(both) > 1 and None not in both and sum(one or 0 for one in both) == total:
            points = both[0]
        against = values.amount_of(self.cell(row, "against") or "")
        over = values.signed_amount(self._said(row, "difference"))
        short = values.amount_of(self.cell(row, "short") or "")
        over = -abs(short) if short and not over else over
        if points is None and against is not None:
            points = total - against
        elif points is not None and values.is_signed(text):
            points, over = None, points
        if over is not None and values.outcome_of(self.cell(row, "outcome") or "") is False:
            over = -abs(over)
        if points is None and over is None:
            raise Unclear(_("It does not say the card points."))
        return points, over

    def _target(self, facts: Mapping[str, Any], seats: int) -> float:
        """Return the card points that the taker of these facts needs, as the rules count them."""
        known = {one: facts[one] for one in TARGETED if one in facts}
        played = replay(read_record(self.record_of({**known, "points": TRIED}, seats)))
        return TRIED - (played.outcome.margin or 0)

    def record_of(self, facts: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Return a record of such facts, of players without names."""
        return {
            "format": FORMAT_STATED,
            "variant": self.rules.game.key,
            "options": self.rules.game.differing(self.rules.options),
            "players": [f"P{at}" for at in range(seats)],
            "dealer": None,
            "actions": [{"kind": "result", "facts": dict(facts)}],
        }

    def _gives(self, facts: Mapping[str, Any], scores: Sequence[float | None]) -> bool:
        """Return whether facts lead to the scores of a row."""
        record = self.record_of(facts, len(scores))
        try:
            both = zip(scores, scored(record), strict=True)
            return all(there is None or there == here for there, here in both)
        except Unclear:
            return False

    def _by_seat(
        self,
        row: TableRow,
        names: Sequence[str],
        known: set[str],
        scores: Sequence[float | None],
    ) -> dict[str, Any]:
        """Return the facts of a game in which everybody plays alone. Raises Unclear.

        Where a column has scores or card points, the numbers show which: scores add up to 0.
        """
        facts: dict[str, Any] = {}
        known_scores = [one for one in scores if one is not None]
        if (
            known == {"points"}
            and len(known_scores) == len(scores)
            and not self.columns.at("counted")
        ):
            average = (
                0.0 if sum(known_scores) else self.rules.game.pack.total / 2 / len(known_scores)
            )
            return {"points": [int(one + average) for one in known_scores]}
        for key, meaning in (("points", "counted"), ("tricks", "tricks")):
            cells = dict(self.columns.of_players(row, meaning))
            numbers = [values.amount_of(cells.get(name, "")) for name in names]
            if key in known:
                if None in numbers:
                    raise Unclear(_("It does not say the card points of everybody."))
                facts[key] = [_whole(number or 0) for number in numbers]
        return facts


def _order(marked: tuple[int, str]) -> int:
    """Return how a mark ranks among the marks of a row."""
    return values.MARKS.index(marked[1])


def _whole(number: float) -> float:
    return int(number) if float(number).is_integer() else number
