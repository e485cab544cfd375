"""What a row says was paid next to its contract: petit, slam, handfuls, a misère, a contra."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _

from games.models.folding import folded
from games.transfer.results import values
from games.transfer.results.cells import TableRow
from games.transfer.results.columns import TableColumns
from games.transfer.results.hands import TableRules, Unclear

PLUS = re.compile(r"\s*[+,;(]\s*")
AND = re.compile(r"\s*[+,;&/(]\s*|\s+(?:et|und|and)\s+")
BONUSES = {"slam": ("chelem", "slam", "schlem"), "petit": ("petit", "pab", "pagat", "sparrow")}
BONUSES |= {"handfuls": ("poign", "handful", "handv", "abund", "abond"), "misere": ("miser",)}
OF_MISERES = re.compile(r"\b(?:miser|atout|trump|tete|figur|court)\w*|\bd['’]|\bde\b")


class BonusReader:
    """A reader of the bonuses of rows, by the rules of their game."""

    def __init__(self, columns: TableColumns, rules: TableRules) -> None:
        self.columns, self.rules = columns, rules

    def cell(self, row: TableRow, meaning: str) -> str | None:
        """Return what a row has under a meaning; None where no column has it."""
        return next((row.cell(at) for at in self.columns.at(meaning)), None)

    def bonuses(
        self,
        row: TableRow,
        names: Sequence[str],
        sides: tuple[list[int], list[int]],
        facts: dict[str, Any],
        known: set[str],
    ) -> None:
        """Add what was paid on top of the contract. Raises Unclear."""
        petit, slam = self._bonus(row, "petit"), self._bonus(row, "slam")
        if "petit" in known and (side := values.side_of(petit, names, sides[0])):
            facts["petit"] = side
        if "slam" in known:
            made = values.slam_of(slam, names, sides[0])
            if "slam_announced" in known and made.pop("slam_called", False):
                made["slam_announced"] = made.get("slam", "declarers")
            facts |= made
        if "all_tricks" in known and not values.is_no(slam):
            facts["all_tricks"] = True
        self._pagats(row, names, facts, known)
        if self.rules.options.get("misere"):
            facts |= self._misere(self._bonus(row, "misere"), names)
        if shown := self._bonus(row, "handfuls"):
            for kind in filter(attrgetter("shows_cards"), self.rules.game.announcements):
                tiers = kind.tiers(self.rules.options, len(names))
                facts[f"{kind.key}s"] = values.handfuls_of(shown, names, sides, tiers)

    def _misere(self, text: str, names: Sequence[str]) -> dict[str, Any]:
        """Return the fact of a misère: who declared it. Raises Unclear."""
        if values.is_no(text):
            return {}
        seat = values.person_of(AND.split(OF_MISERES.sub("", folded(text)).strip())[0], names)
        if seat is None:
            raise Unclear(_("“%(name)s” does not play in this row.") % {"name": text})
        return {"misere": seat}

    def _bonus(self, row: TableRow, meaning: str) -> str:
        """Return what a row has under a meaning, else what its contract or bonuses name."""
        bonuses = PLUS.split(self.cell(row, "contract") or "")[1:]
        for part in AND.split(self.cell(row, "bonuses") or ""):
            if bonuses and not any(_names(part, one) for one in BONUSES):
                bonuses[-1] += f" {part}"  # "chelem annoncé, chuté"
            else:
                bonuses.append(part)
        parts = [part for part in bonuses if _names(part, meaning)]
        return self.cell(row, meaning) or ", ".join(parts)

    def _pagats(
        self, row: TableRow, names: Sequence[str], facts: dict[str, Any], known: set[str]
    ) -> None:
        """Add what became of the pagat, and a contra."""
        petit, contra = self._bonus(row, "petit"), folded(self.cell(row, "challenge") or "")
        for pagat in known & {"ultimo", "sparrow"}:
            if not values.is_no(petit):
                facts |= self._pagat(petit, names, facts["taker"], pagat)
        lost = values.person_of(self.cell(row, "pagat_lost") or "", names)
        if "pagat_lost" in known and lost is not None:
            facts["pagat_lost"] = lost
        if "challenge" in known and not values.is_no(contra):
            facts["challenge"] = "recontra" if contra.startswith(("re", "sur")) else "contra"

    def _pagat(self, text: str, names: Sequence[str], taker: int, key: str) -> dict[str, Any]:
        """Return the facts of a pagat in the last trick: whose, whether announced, whether won."""
        no_name = (*values.CALLED, *values.LOST, "gewonn", "won", "reuss")
        name = " ".join(word for word in text.split() if not folded(word).startswith(no_name))
        seat = values.person_of(name, names) if name else None
        won = values.outcome_of(text) is not False
        facts: dict[str, Any] = {key: taker if seat is None else seat, f"{key}_won": won}
        if values.was_called(text):
            facts |= {"sparrow": {"sparrow_announced": True}}.get(
                key, {"announced": "pagat-ultimo"}
            )
        return facts


def _names(text: str, meaning: str) -> bool:
    return any(one in folded(text) for one in BONUSES[meaning])
