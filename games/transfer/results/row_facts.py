"""What a row says happened: the facts of a result, as a record states them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.models.folding import folded
from games.rules import FORMAT_STATED, read_record, replay
from games.transfer.results import values
from games.transfer.results.cells import TableRow
from games.transfer.results.columns import TableColumns
from games.transfer.results.hands import Rules, Unclear, scored

ALONE = ("seul", "alone", "allein", "solo", "none", "lui", "self")
HALF_POINTS = 2
TRIED = 45  # card points that are possible with any number of bouts


class FactReader:
    """A reader of the facts of rows, by the rules of their game."""

    def __init__(self, columns: TableColumns, rules: Rules) -> None:
        self.columns, self.rules = columns, rules

    def cell(self, row: TableRow, meaning: str) -> str | None:
        """Return what a row has under a meaning; None where no column has it."""
        for at in self.columns.at(meaning):
            return row.cells[at] if at < len(row.cells) else ""
        return None

    def facts(
        self, row: TableRow, names: Sequence[str], scores: Sequence[float | None]
    ) -> dict[str, Any] | None:
        """Return the stated facts of a row; None for a hand that nobody took. Raises Unclear."""
        game = self.rules.game
        known = {fact.key for fact in game.stating.facts}
        if not game.bids:
            return self._by_seat(row, known)
        contract = values.contract_of(self.cell(row, "contract") or "", game)
        if contract == "":
            return None
        if contract is None:
            words = _("“%(text)s” is no contract of this game.")
            raise Unclear(words % {"text": self.cell(row, "contract") or ""})
        taker = self._taker(row, names, scores)
        facts: dict[str, Any] = {"taker": taker, "contract": contract}
        if "partner" in known and len(names) == max(game.seats):
            facts["partner"] = self._partner(row, names, scores, taker)
        team = game.team(len(names), taker)
        mates = {*team, facts.get("partner", taker)} - {taker, None}
        declarers = [taker, *mates]
        defenders = [seat for seat in range(len(names)) if seat not in declarers]
        self._bonuses(row, names, (declarers, defenders), facts, known)
        self._count(row, facts, known, scores)
        return facts

    def _taker(self, row: TableRow, names: Sequence[str], scores: Sequence[float | None]) -> int:
        text = self.cell(row, "taker")
        seat = values.person_of(text, names) if text else None
        if text and seat is None:
            raise Unclear(_("“%(name)s” does not play in this row.") % {"name": text})
        if seat is not None:
            return seat
        far = [abs(one or 0) for one in scores]
        if far.count(max(far)) != 1:
            raise Unclear(_("It does not say who took."))
        return far.index(max(far))

    def _partner(
        self, row: TableRow, names: Sequence[str], scores: Sequence[float | None], taker: int
    ) -> int | None:
        text = self.cell(row, "partner")
        if text and not folded(text).startswith(ALONE) and not values.is_no(text):
            seat = values.person_of(text, names)
            if seat is None:
                raise Unclear(_("“%(name)s” does not play in this row.") % {"name": text})
            return None if seat == taker else seat
        if text is None and all(one is not None for one in scores):
            sign = (scores[taker] or 0) > 0
            same = [at for at, one in enumerate(scores) if one and (one > 0) is sign]
            return next((at for at in same if at != taker), None) if len(same) == 2 else None
        return None

    def _bonuses(
        self,
        row: TableRow,
        names: Sequence[str],
        sides: tuple[list[int], list[int]],
        facts: dict[str, Any],
        known: set[str],
    ) -> None:
        """Add what was paid beside the contract. Raises Unclear."""
        petit, slam = self.cell(row, "petit") or "", self.cell(row, "slam") or ""
        if "petit" in known and (side := values.side_of(petit, names, sides[0])):
            facts["petit"] = side
        if "ultimo" in known and not values.is_no(petit):
            seat = values.person_of(petit, names)
            facts |= {"ultimo": facts["taker"] if seat is None else seat}
            facts["ultimo_won"] = values.outcome_of(petit) is not False
        if "slam_called" in known:
            facts |= values.slam_of(slam, names, sides[0])
        if "all_tricks" in known and not values.is_no(slam):
            facts["all_tricks"] = True
        if shown := self.cell(row, "handfuls"):
            tiers = self._tiers(len(names))
            if "handfuls" in known and tiers:
                facts["handfuls"] = values.handfuls_of(shown, names, sides, tiers)
                if not facts["handfuls"]:
                    del facts["handfuls"]

    def _tiers(self, seats: int) -> tuple[int, ...]:
        """Return the numbers of trumps that count as a handful at such a table."""
        game = self.rules.game
        form = next((fact.form for fact in game.stating.facts if fact.key == "handfuls"), None)
        tiers = getattr(form, "tiers", None)
        return tuple(tiers(_Table(seats))) if tiers else ()

    def _count(
        self,
        row: TableRow,
        facts: dict[str, Any],
        known: set[str],
        scores: Sequence[float | None],
    ) -> None:
        """Add the card points and bouts. Raises Unclear where the row does not say them."""
        text = self.cell(row, "bouts") or ""
        bouts = values.bouts_of(text)
        if text and bouts is None:
            raise Unclear(_("“%(text)s” is no number of bouts.") % {"text": text})
        if "bouts" in known and bouts is not None:
            facts["bouts"] = bouts
        points, over = self._counted(row)
        if "bouts" not in known:
            facts["points"] = _whole(points if points is not None else 0)
            return
        fit = [bouts] if bouts is not None else [0, 1, 2, 3]
        tries = []
        for one in fit:
            counted = self._target(one, len(scores)) + (over or 0) if points is None else points
            tries.append(facts | {"bouts": one, "points": _whole(counted)})
        if bouts is None:
            tries = [one for one in tries if self._gives(one, scores)]
            if len(tries) != 1:
                raise Unclear(_("It does not say how many bouts the taker had."))
        facts |= tries[0]

    def _counted(self, row: TableRow) -> tuple[float | None, float | None]:
        """Return the taker's card points, or by how many they were over. Raises Unclear."""
        told = self.cell(row, "points") or ""
        points = values.amount_of(told)
        against = values.amount_of(self.cell(row, "against") or "")
        over = values.signed_amount(self.cell(row, "difference") or "")
        if points is None and against is not None:
            points = self.rules.game.pack.total / HALF_POINTS - against
        elif points is not None and values.is_signed(told):
            points, over = None, points
        if over is not None and values.outcome_of(self.cell(row, "outcome") or "") is False:
            over = -abs(over)
        if points is None and over is None:
            raise Unclear(_("It does not say the card points."))
        return points, over

    def _target(self, bouts: int, seats: int) -> float:
        """Return the card points that a taker with these bouts needs, as the rules count them."""
        facts = {"taker": 0, "contract": self.rules.game.bids[0].key, "bouts": bouts}
        played = replay(read_record(self.record_of({**facts, "points": TRIED}, seats)))
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
            return list(scored(record)) == list(scores)
        except Unclear:
            return False

    def _by_seat(self, row: TableRow, known: set[str]) -> dict[str, Any]:
        """Return the facts of a game in which everybody plays alone. Raises Unclear."""
        facts: dict[str, Any] = {}
        for key, meaning in (("points", "counted"), ("tricks", "tricks")):
            numbers = [
                values.amount_of(row.cells[at] if at < len(row.cells) else "")
                for at in self.columns.at(meaning)
            ]
            if key in known:
                if not numbers or None in numbers:
                    raise Unclear(_("It does not say the card points of everybody."))
                facts[key] = [_whole(number or 0) for number in numbers]
        return facts


class _Table(NamedTuple):
    """A table of which only the number of seats is asked."""

    seats: int


def _whole(number: float) -> float:
    return int(number) if float(number).is_integer() else number
