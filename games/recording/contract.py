"""The contract panel: who takes what, and how the card points stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.display.card_names import short_name
from games.display.faces import bout_svg
from games.display.phrases import call_label, labelled, listed
from games.recording.drawing import draw
from games.recording.table import open_partner, points_won
from games.rules import CODES, Call, State

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


class PointsPanel(NamedTuple):
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
    def shares(self) -> tuple[float, float, float]:
        """In percent of all points: the taker's, where those of the others begin, theirs."""
        others = self._percent(self.others)
        return self._percent(self.takers), 100 - others, others

    @property
    def ticks(self) -> tuple[tuple[float, bool], ...]:
        """The targets, in percent of all points, and which of them holds."""
        return tuple((self._percent(2 * one), one == self.needed) for one in self.targets)

    def _percent(self, halves: int) -> float:
        return halves * 100 / self.total


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


class Challenge(NamedTuple):
    """What answers the standing bid: the label of the last challenge ("" for none), how many times
    the hand counts by it, how many have passed in a row, and how many passes end the auction."""

    challenge: str = ""
    stakes: int = 1
    passes: int = 0
    needed: int = 0


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


def points_of(state: State, names: Sequence[str]) -> tuple[PointsPanel, Bouts] | None:
    """How a contract stands that needs points; None where the game counts otherwise."""
    standing = state.variant.points_so_far(state)
    if standing is None or state.taker is None:
        return None
    pack = state.pack
    points = PointsPanel(
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
        parts.append(draw("recording/_tally.html", tally=points_won(state, names)))
    else:
        points, bouts = stands
        parts.append(draw("recording/_points.html", points=points))
        parts.append(draw("recording/_bouts.html", bouts=bouts))
    return tuple(parts)


def answer_of(state: State) -> Challenge:
    """What has been said to the standing bid; nothing in a game whose bids nobody answers."""
    variant = state.variant
    if not variant.challenges:
        return Challenge()
    auction = variant.phases[Call]
    standing = state.contract.key if state.contract else None
    made = [call.call for call in state.calls if standing is not None and call.of == standing]
    return Challenge(
        challenge=variant.labels[made[-1]] if made else "",
        stakes=auction.stakes(state),
        passes=auction.passes(state),
        needed=auction.passes_needed(state),
    )


def stands_in_words(state: State, names: Sequence[str]) -> tuple[str, ...]:
    """How an auction stands whose bids are answered: the bid, what was said to it, the passes;
    nothing before the first call."""
    answer = answer_of(state)
    if not answer.needed or not state.calls:
        return ()
    facts = {"passes": answer.passes, "needed": answer.needed}
    return tuple(
        filter(
            None,
            (_bid(state, names), _answered(answer), _("%(passes)s of %(needed)s passes") % facts),
        )
    )


def _bid(state: State, names: Sequence[str]) -> str:
    if state.contract is None or state.taker is None:
        return ""
    facts = {
        "bid": call_label(state.variant, state.contract.key),
        "player": names[state.taker],
    }
    if not state.contract.wins:
        return _("%(player)s’s %(bid)s, a signal") % facts
    bid = state.variant.priced(state.options, state.contract)
    return _("%(player)s’s %(bid)s ×%(factor)s") % {**facts, "factor": bid.factor}


def _answered(answer: Challenge) -> str:
    return f"{_(answer.challenge)} ×{answer.stakes}" if answer.challenge else ""
