"""The contract: who plays it, and how the card points stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.recording.screen.table import PointsWon, open_partner, points_won
from games.rules import CODES, Call, PointsSoFar, Sentence, State, announcements, say

BOUTS = (77, 56, 76)


class Contract(NamedTuple):
    """Who plays what against whom; `label` names the contract, `factor` is its multiplier.

    `against`: the partner and the opponents; `challenged`: the answers of both sides to the bid,
    and what the hand counts because of them; `signalled`: calls that were made as signals only.
    """

    label: str
    factor: int
    taker: str
    against: Sentence
    challenged: Sentence | None
    signalled: tuple[Sentence, ...]


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
        """Return the half points that nobody has won yet."""
        return self.total - self.takers - self.others

    @property
    def shares(self) -> tuple[float, float, float]:
        """In percent of all points: the taker's, where those of the others begin, and theirs."""
        others = self._percent(self.others)
        return self._percent(self.takers), 100 - others, others

    @property
    def ticks(self) -> tuple[tuple[float, bool], ...]:
        """The targets, in percent of all points, and which of them applies."""
        return tuple((self._percent(2 * one), one == self.needed) for one in self.targets)

    def _percent(self, halves: int) -> float:
        return halves * 100 / self.total


class Bouts(NamedTuple):
    """The bouts of the pack (codes), which of them have been seen, and who has them, in words."""

    cards: tuple[str, ...]
    seen: frozenset[str]
    whose: tuple[Sentence, ...]


class Challenge(NamedTuple):
    """The answers to the standing bid.

    The label of the last challenge ("" for none), what the hand is multiplied by, how many players
    have passed in a row, and how many passes end the auction.
    """

    label: str = ""
    stakes: int = 1
    passes: int = 0
    needed: int = 0

    @property
    def words(self) -> Sentence | None:
        """ "Contra ×2"; None for none."""
        return say("{what} ×{stakes}", what=self.label, stakes=self.stakes) if self.label else None


class ContractPanel(NamedTuple):
    """The panel next to the table.

    The contract, None while nobody has taken; who has announced what; the called card (code, "" for
    none); the label of the stock, "" in a game without calls. For a contract that needs points: how
    they stand; otherwise what each seat has won.
    """

    contract: Contract | None
    announced: tuple[Sentence, ...]
    called: str
    stock: str
    points: PointsPanel | None
    bouts: Bouts | None
    tally: PointsWon | None


def panel_of(state: State, names: Sequence[str]) -> ContractPanel:
    """Return the panel at the moment."""
    standing = state.variant.points_so_far(state)
    points = bouts = tally = None
    if standing is None or state.taker is None:
        tally = points_won(state, names)
    else:
        points, bouts = _points(state, standing, names[state.taker]), _bouts(state, standing)
    return ContractPanel(
        contract=contract_of(state, names),
        announced=announced_in_words(state),
        called="" if state.called is None else CODES[state.called],
        stock=state.variant.labels["stock"] if state.variant.bids else "",
        points=points,
        bouts=bouts,
        tally=tally,
    )


def announced_in_words(state: State) -> tuple[Sentence, ...]:
    """Return the announcements that hold for the rest of the hand: "Anna: Handful 10"."""
    return tuple(
        say("{player}: {what}", player=made.seat, what=named.label)
        if named.least is None
        else say("{player}: {what} {count}", player=made.seat, what=named.label, count=named.least)
        for made in state.announcements
        if (named := announcements.announced(state, made)) is not None
    )


def contract_of(state: State, names: Sequence[str]) -> Contract | None:
    """Return the contract, or None while nobody has taken."""
    if state.contract is None or state.taker is None:
        return None
    contract = state.variant.priced(state.options, state.contract)
    signals = [
        say("{what}: {player}", what=bid.label, player=call.seat)
        for call in state.calls
        if (bid := state.variant.bid(call.call)) is not None and not bid.wins
    ]
    return Contract(
        label=contract.label,
        factor=contract.factor,
        taker=names[state.taker],
        against=_against(state, state.taker),
        challenged=answer_of(state).words,
        signalled=tuple(signals),
    )


def _against(state: State, taker: int) -> Sentence:
    partner = open_partner(state)
    if state.called is not None and partner is None:
        return say("with a partner not yet known")
    others = tuple(seat for seat in range(state.seats) if seat not in (taker, partner))
    if partner is None:
        return say("alone against {players}", players=others)
    return say("with {player} against {players}", player=partner, players=others)


def _points(state: State, standing: PointsSoFar, taker: str) -> PointsPanel:
    return PointsPanel(
        taker,
        standing.takers,
        standing.others,
        state.pack.total,
        standing.needed,
        standing.targets,
    )


def _bouts(state: State, standing: PointsSoFar) -> Bouts:
    side_of = dict(standing.bouts)
    bouts = [card for card in BOUTS if state.pack.honours >> card & 1]
    taker, defence, unseen = (
        tuple(say("{short}", short=card) for card in BOUTS if side_of.get(card) == side)
        for side in (0, 1, None)
    )
    whose = (
        say("{bouts}: taker", bouts=taker) if taker else None,
        say("{bouts}: defence", bouts=defence) if defence else None,
        say("{bouts} unseen", bouts=unseen) if unseen else None,
    )
    return Bouts(
        tuple(CODES[card] for card in bouts),
        frozenset(CODES[card] for card in bouts if card in side_of),
        tuple(filter(None, whose)),
    )


def answer_of(state: State) -> Challenge:
    """Return the answers to the standing bid; an empty Challenge where there can be none."""
    variant = state.variant
    if not variant.challenges:
        return Challenge()
    auction = variant.phases[Call]
    standing = state.contract.key if state.contract else None
    made = [call.call for call in state.calls if standing is not None and call.of == standing]
    return Challenge(
        label=variant.labels[made[-1]] if made else "",
        stakes=auction.stakes(state),
        passes=auction.passes(state),
        needed=auction.passes_needed(state),
    )


def stands_in_words(state: State) -> tuple[Sentence, ...]:
    """Say how an auction with answers stands: the bid, its answers, the passes; "" at the start."""
    answer = answer_of(state)
    if not answer.needed or not state.calls:
        return ()
    passes = say("{count} of {needed} passes", count=answer.passes, needed=answer.needed)
    return tuple(filter(None, (_bid(state), answer.words, passes)))


def _bid(state: State) -> Sentence | None:
    if state.contract is None or state.taker is None:
        return None
    facts = {"player": state.taker, "bid": state.contract.label}
    if not state.contract.wins:
        return say("{player}’s {bid}, a signal", **facts)
    bid = state.variant.priced(state.options, state.contract)
    return say("{player}’s {bid} ×{factor}", **facts, factor=bid.factor)
