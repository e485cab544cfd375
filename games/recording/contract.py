"""The contract panel: who takes what, and how the card points stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.display.card_names import short_name
from games.display.faces import bout_svg
from games.display.phrases import labelled, listed
from games.recording.answers import answer_of
from games.recording.fragments import draw
from games.recording.table import open_partner
from games.recording.tally import tally_of
from games.rules import State
from games.rules.cards import CODES

WIDTH = 288  # units of the bar, drawn without stretching
BOUTS = (77, 56, 76)


class Contract(NamedTuple):
    """Who plays what against whom; `call` is the label of the contract, untranslated.

    `hidden`: nobody knows the partner yet; `challenge` the label of the last one that answers it,
    `stakes` how many times the hand counts by it; `signals` what was said beside, who said it.
    """

    call: str
    factor: int
    names: tuple[str, ...]
    seat: int
    partner: int | None
    hidden: bool
    challenge: str
    stakes: int
    signals: tuple[tuple[str, int], ...]

    @property
    def challenged(self) -> str:
        """What the other side has answered, or the taker's to that, and what it makes of the hand:
        "Contra ×2"; "" for nothing."""
        return f"{_(self.challenge)} ×{self.stakes}" if self.challenge else ""

    @property
    def signalled(self) -> str:
        """What was said that nobody plays: "Prop: Anna, Stand: Boris"."""
        return ", ".join(labelled(_(label), self.names[seat]) for label, seat in self.signals)

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


class Points(NamedTuple):
    """How the card points stand, in half points; `needed` and `targets` in points."""

    taker: str
    takers: int
    others: int
    total: int
    needed: int
    targets: tuple[int, ...]

    @property
    def out(self) -> int:
        """Half points that nobody has won yet."""
        return self.total - self.takers - self.others

    @property
    def bar(self) -> SafeString:
        """The bar: the taker's points from the left, the others' from the right, the targets."""
        others = self._units(self.others)
        ticks = "".join(map(self._tick, self.targets))
        return mark_safe(  # noqa: S308 - numbers alone
            '<svg class="points-bar" viewBox="0 0 288 26" preserveAspectRatio="none" '
            'aria-hidden="true"><rect class="track" x="0" y="6" width="288" height="14" rx="3"/>'
            f'<rect class="taker" x="0" y="6" width="{self._units(self.takers):.1f}" height="14"/>'
            f'<rect class="defence" x="{WIDTH - others:.1f}" y="6" width="{others:.1f}" '
            f'height="14"/>{ticks}</svg>'
        )

    def _units(self, halves: int) -> float:
        return halves * WIDTH / self.total

    def _tick(self, target: int) -> str:
        at = self._units(2 * target)
        if target == self.needed:
            return f'<rect class="tick holds" x="{at:.1f}" y="0" width="3" height="26"/>'
        return f'<rect class="tick" x="{at:.1f}" y="3" width="1.5" height="20"/>'


class Bouts(NamedTuple):
    """The bouts seen, each with the side that has it (0 the taker's); `honours`: those of the
    pack, as a mask; `game`: the key of the variant."""

    seen: tuple[tuple[int, int], ...]
    honours: int
    game: str

    @property
    def tokens(self) -> tuple[SafeString, ...]:
        """The bouts of the pack as pictures."""
        seen = dict(self.seen)
        return tuple(
            bout_svg(CODES[card], seen=card in seen) for card in BOUTS if self.honours >> card & 1
        )

    @property
    def said(self) -> tuple[str, ...]:
        """The same in words."""
        names = {card: str(short_name(CODES[card], self.game)) for card in BOUTS}
        whose = dict(self.seen)
        said = []
        for side, word in ((0, _("taker")), (1, _("defence"))):
            seen = [names[card] for card in names if whose.get(card) == side]
            if seen:
                said.append(labelled(listed(seen), word))
        unseen = [names[card] for card in names if card not in whose]
        if unseen:
            said.append(_("%(bouts)s unseen") % {"bouts": listed(unseen)})
        return tuple(said)


def contract_of(state: State, names: Sequence[str]) -> Contract | None:
    """The contract, or None while nobody has taken."""
    if state.contract is None or state.taker is None:
        return None
    partner = open_partner(state)
    hidden = state.called is not None and partner is None
    bid = state.variant.priced(state.options, state.contract)
    answer = answer_of(state)
    signals = tuple(
        (said.label, call.seat)
        for call in state.calls
        if (said := state.variant.bid(call.call)) is not None and not said.wins
    )
    return Contract(
        bid.label,
        bid.factor,
        tuple(names),
        state.taker,
        partner,
        hidden,
        answer.challenge,
        answer.stakes,
        signals,
    )


def points_of(state: State, names: Sequence[str]) -> tuple[Points, Bouts] | None:
    """How a contract stands that needs points; None where the game counts otherwise."""
    standing = state.variant.points_so_far(state)
    if standing is None or state.taker is None:
        return None
    pack = state.pack
    points = Points(
        names[state.taker],
        standing.takers,
        standing.others,
        pack.total,
        standing.needed,
        standing.targets,
    )
    return points, Bouts(standing.bouts, pack.honours, state.variant.key)


def drawn(state: State, names: Sequence[str], called: str, address: str) -> tuple[SafeString, ...]:
    """The panel as elements, one below the other; `address` is where calls and dog are opened."""
    contract, stands = contract_of(state, names), points_of(state, names)
    parts = []
    if state.variant.bids:
        stock = _(state.variant.labels["stock"])
        parts.append(
            draw(
                "recording/_holds.html",
                contract=contract,
                called=called,
                stock=stock,
                address=address,
            )
        )
    if stands is None:
        parts.append(draw("recording/_tally.html", tally=tally_of(state, names)))
    else:
        points, bouts = stands
        parts.append(draw("recording/_points.html", points=points))
        parts.append(draw("recording/_bouts.html", bouts=bouts))
    return tuple(parts)
