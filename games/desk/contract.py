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


@dataclass(frozen=True, slots=True)
class Bout:
    """A bout: its token, whether it has been seen, whose it is in words."""

    token: str
    seen: bool
    side: str


@dataclass(frozen=True, slots=True)
class Contract:
    """The contract; lengths of the bar in its units; points in half points."""

    label: str
    factor: int
    taker: str
    against: str
    takers: int
    others: int
    out: int
    takers_width: float
    others_width: float
    others_at: float
    ticks: tuple[tuple[float, bool], ...]
    needed: int
    needed_at: float
    bouts: tuple[Bout, ...]
    bouts_said: tuple[str, ...]


def contract_of(state: State, names: Sequence[str]) -> Contract | None:
    """The panel, or None while nobody has taken or the variant counts otherwise."""
    standing = state.variant.standing(state)
    if state.contract is None or state.taker is None or standing is None:
        return None
    total = state.variant.pack.total
    unit = WIDTH / total
    return Contract(
        label=_(state.contract.label),
        factor=state.contract.factor,
        taker=names[state.taker],
        against=_against(state, names),
        takers=standing.takers,
        others=standing.others,
        out=total - standing.takers - standing.others,
        takers_width=round(standing.takers * unit, 1),
        others_width=round(standing.others * unit, 1),
        others_at=round(WIDTH - standing.others * unit, 1),
        ticks=tuple(
            (round(2 * target * unit, 1), target == standing.needed) for target in standing.targets
        ),
        needed=standing.needed,
        needed_at=round(2 * standing.needed * unit, 1),
        bouts=_bouts(state, standing),
        bouts_said=_bouts_said(state, standing),
    )


def _against(state: State, names: Sequence[str]) -> str:
    partner = open_partner(state)
    if state.called is not None and partner is None:
        return _("with a partner not yet known")
    others = [names[seat] for seat in range(state.n) if seat not in (state.taker, partner)]
    facts = {"others": listed(others), "partner": "" if partner is None else names[partner]}
    if partner is not None:
        return _("with %(partner)s against %(others)s") % facts
    return _("alone against %(others)s") % facts


def listed(names: Sequence[str]) -> str:
    """Names in a row: "Wanda, Elise and Nadia"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s and %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


def _bouts(state: State, standing: Standing) -> tuple[Bout, ...]:
    whose = dict(standing.bouts)
    return tuple(
        Bout(bout_svg(CODES[card], seen=card in whose), card in whose, _side(whose.get(card)))
        for card in (77, 56, 76)
        if state.variant.pack.honours >> card & 1
    )


def _side(side: int | None) -> str:
    if side is None:
        return _("unseen")
    return _("defence") if side else _("taker")


def _bouts_said(state: State, standing: Standing) -> tuple[str, ...]:
    names = {77: _("Fool"), 56: "1", 76: "21"}
    whose = dict(standing.bouts)
    said = []
    for side, word in ((0, _("taker")), (1, _("defence"))):
        seen = [names[card] for card in names if whose.get(card) == side]
        if seen:
            said.append(f"{listed(seen)}: {word}")
    unseen = [names[card] for card in names if card not in whose]
    if unseen:
        said.append(_("%(bouts)s unseen") % {"bouts": listed(unseen)})
    return tuple(said)
