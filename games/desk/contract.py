"""The contract panel: who takes what, and how the card points stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.desk.table import open_partner
from games.faces import bout_svg
from games.rules import State
from games.rules.cards import CODES
from games.rules.scoring import Standing

WIDTH = 288  # units of the bar, drawn without stretching
BOUTS = (77, 56, 76)


@dataclass(frozen=True, slots=True)
class Bout:
    """A bout: its token, whether it has been seen."""

    token: str
    seen: bool


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on the bar at a number of points; `holds`: the one that counts with these bouts."""

    at: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Contract:
    """What the panel is about; all that it shows follows when it is drawn.

    `call` is the label of the contract, untranslated; `hidden`: nobody knows the partner yet;
    `total` the half points of the pack; `honours` the bouts (mask) of the pack.
    """

    call: str
    factor: int
    names: tuple[str, ...]
    seat: int
    partner: int | None
    hidden: bool
    standing: Standing
    total: int
    honours: int

    @property
    def label(self) -> str:
        """What the contract is named at the table."""
        return _(self.call)

    @property
    def taker(self) -> str:
        """Who plays it."""
        return self.names[self.seat]

    @property
    def against(self) -> str:
        """With whom, against whom."""
        if self.hidden:
            return _("with a partner not yet known")
        sides = (self.seat, self.partner)
        others = listed([name for seat, name in enumerate(self.names) if seat not in sides])
        if self.partner is None:
            return _("alone against %(others)s") % {"others": others}
        facts = {"others": others, "partner": self.names[self.partner]}
        return _("with %(partner)s against %(others)s") % facts

    @property
    def takers(self) -> int:
        """Half points won by the taker's side."""
        return self.standing.takers

    @property
    def others(self) -> int:
        """Half points won by the defence."""
        return self.standing.others

    @property
    def out(self) -> int:
        """Half points that nobody has won yet."""
        return self.total - self.standing.takers - self.standing.others

    @property
    def needed(self) -> int:
        """Points that the taker needs with the bouts won so far."""
        return self.standing.needed

    @property
    def takers_width(self) -> str:
        """The taker's part of the bar."""
        return self._units(self.takers)

    @property
    def others_width(self) -> str:
        """The defenders' part of the bar, at its right end."""
        return self._units(self.others)

    @property
    def others_at(self) -> str:
        """Where the defenders' part begins."""
        return self._units(self.total - self.others)

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """All that may come to be needed."""
        targets, needed = self.standing.targets, self.standing.needed
        return tuple(Tick(self._units(2 * target), target == needed) for target in targets)

    def _units(self, halves: int) -> str:
        return f"{halves * WIDTH / self.total:.1f}"

    @property
    def bouts(self) -> tuple[Bout, ...]:
        """The bouts of the pack, as tokens."""
        seen = dict(self.standing.bouts)
        return tuple(
            Bout(bout_svg(CODES[card], seen=card in seen), card in seen)
            for card in BOUTS
            if self.honours >> card & 1
        )

    @property
    def bouts_said(self) -> tuple[str, ...]:
        """The same in words."""
        names = dict(zip(BOUTS, (_("Fool"), "1", "21"), strict=True))
        whose = dict(self.standing.bouts)
        said = []
        for side, word in ((0, _("taker")), (1, _("defence"))):
            seen = [names[card] for card in names if whose.get(card) == side]
            if seen:
                said.append(f"{listed(seen)}: {word}")
        unseen = [names[card] for card in names if card not in whose]
        if unseen:
            said.append(_("%(bouts)s unseen") % {"bouts": listed(unseen)})
        return tuple(said)


def contract_of(state: State, names: Sequence[str]) -> Contract | None:
    """The panel, or None while nobody has taken or the variant counts otherwise."""
    standing = state.variant.standing(state)
    if state.contract is None or state.taker is None or standing is None:
        return None
    partner = open_partner(state)
    return Contract(
        call=state.contract.label,
        factor=state.contract.factor,
        names=tuple(names),
        seat=state.taker,
        partner=partner,
        hidden=state.called is not None and partner is None,
        standing=standing,
        total=state.variant.pack.total,
        honours=state.variant.pack.honours,
    )


def listed(names: Sequence[str]) -> str:
    """Names in a row: "Wanda, Elise and Nadia"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}
