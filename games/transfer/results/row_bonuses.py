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
    """A reader of the bonuses of a row, by the rules of its game; `names` are by seat."""

    def __init__(
        self, columns: TableColumns, rules: TableRules, row: TableRow, names: Sequence[str]
    ) -> None:
        self.columns, self.rules = columns, rules
        self.row, self.names = row, names
        self.known = {fact.key for fact in rules.game.stating.facts}

    def cell(self, meaning: str) -> str:
        """Return what the row has under a meaning; "" where no column has it."""
        return self.columns.cell(self.row, meaning)

    def bonuses(self, sides: tuple[list[int], list[int]]) -> dict[str, Any]:
        """Return the facts of what was paid on top of the contract. Raises Unclear.

        `sides`: the seats of the declarers, the taker first, and those of the defenders.
        """
        facts: dict[str, Any] = {}
        petit, slam = self._bonus("petit"), self._bonus("slam")
        if "petit" in self.known and (side := values.side_of(petit, self.names, sides[0])):
            facts["petit"] = side
        if "slam" in self.known:
            made = values.slam_of(slam, self.names, sides[0])
            if "slam_announced" in self.known and made.pop("slam_called", False):
                made["slam_announced"] = made.get("slam", "declarers")
            facts |= made
        if "all_tricks" in self.known and not values.is_no(slam):
            facts["all_tricks"] = True
        facts |= self._pagats(petit, sides[0][0])
        if self.rules.options.get("misere"):
            facts |= self._misere(self._bonus("misere"))
        if shown := self._bonus("handfuls"):
            for kind in filter(attrgetter("shows_cards"), self.rules.game.announcements):
                tiers = kind.tiers(self.rules.options, len(self.names))
                facts[f"{kind.key}s"] = values.handfuls_of(shown, self.names, sides, tiers)
        return facts

    def _misere(self, text: str) -> dict[str, Any]:
        """Return the fact of a misère: who declared it. Raises Unclear."""
        if values.is_no(text):
            return {}
        name = AND.split(OF_MISERES.sub("", folded(text)).strip())[0]
        seat = values.person_of(name, self.names)
        if seat is None:
            raise not_playing(text)
        return {"misere": seat}

    def _bonus(self, meaning: str) -> str:
        """Return what the row has under a meaning, else what its contract or bonuses name."""
        bonuses = PLUS.split(self.cell("contract"))[1:]
        for part in AND.split(self.cell("bonuses")):
            if bonuses and not any(_names(part, one) for one in BONUSES):
                bonuses[-1] += f" {part}"  # "chelem annoncé, chuté"
            else:
                bonuses.append(part)
        parts = [part for part in bonuses if _names(part, meaning)]
        return self.cell(meaning) or ", ".join(parts)

    def _pagats(self, petit: str, taker: int) -> dict[str, Any]:
        """Return what became of the pagat, and a contra."""
        facts: dict[str, Any] = {}
        contra = folded(self.cell("challenge"))
        for pagat in self.known & {"ultimo", "sparrow"}:
            if not values.is_no(petit):
                facts |= self._pagat(petit, taker, pagat)
        lost = values.person_of(self.cell("pagat_lost"), self.names)
        if "pagat_lost" in self.known and lost is not None:
            facts["pagat_lost"] = lost
        if "challenge" in self.known and not values.is_no(contra):
            facts["challenge"] = "recontra" if contra.startswith(("re", "sur")) else "contra"
        return facts

    def _pagat(self, text: str, taker: int, key: str) -> dict[str, Any]:
        """Return the facts of a pagat in the last trick: whose, whether announced, whether won."""
        no_name = (*values.CALLED, *values.LOST, "gewonn", "won", "reuss")
        name = " ".join(word for word in text.split() if not folded(word).startswith(no_name))
        seat = values.person_of(name, self.names) if name else None
        won = values.outcome_of(text) is not False
        facts: dict[str, Any] = {key: taker if seat is None else seat, f"{key}_won": won}
        if values.was_called(text):
            called = {"sparrow": {"sparrow_announced": True}}
            facts |= called.get(key, {"announced": "pagat-ultimo"})
        return facts


def not_playing(name: str) -> Unclear:
    return Unclear(_("“%(name)s” does not play in this row.") % {"name": name})


def _names(text: str, meaning: str) -> bool:
    return any(one in folded(text) for one in BONUSES[meaning])
