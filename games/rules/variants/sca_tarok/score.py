"""Tarok: the cards in the tricks are counted, and that is the score (C11 to C14)."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.cards import cards_of
from games.rules.game.options import Options
from games.rules.game.scoring import everybody_alone, gathered, show_tricks, tricks_of
from games.rules.game.settlement import ScoreSheet, Settlement
from games.rules.hand.state import State
from games.rules.problems import N_
from games.rules.variants.sca_tarok.sheet import KINDS, LOW, PACK


class TarokFacts(NamedTuple):
    """What the score of a hand follows from: by seat the numbers of the tricks won, and the cards in them (mask); the
    cards (mask) that are left over in hands and pile."""

    tricks: tuple[list[int], ...]
    won: tuple[int, ...]
    over: int


def settle(state: State) -> Settlement:
    """C13: each player's score is the value of the cards in the tricks won; C12: cards in hand count for nobody, and a
    claim takes all that is not won, also what nobody has drawn."""
    sides, sheet = everybody_alone(state), ScoreSheet()
    facts = TarokFacts(
        tuple([tricks_of(state, side) for side in sides]),
        tuple([gathered(state, seat, 0) for (seat,) in sides]),
        state.unwon if state.claim is None else 0,
    )
    scores = score(sheet, facts, state.options)
    return Settlement(sides, tuple([2 * own for own in scores]), scores, sheet.lines)


def score(sheet: ScoreSheet, facts: TarokFacts, options: Options) -> tuple[int, ...]:
    """From the facts to what each seat has, player by player."""
    scores = tuple([score_of(sheet, facts, seat) for seat in range(len(facts.won))])
    # C12: what is left over counts for nobody; all the rest of the 850 is somebody's.
    over, total, how = PACK.points(facts.over) // 2, PACK.total // 2, N_("the whole pack")
    if facts.over:
        left, how = tuple(cards_of(facts.over)), N_("{total} − {over}")
        sheet.show(N_("Left over"), N_("{cards}: for nobody"), over, "C12", cards=left)
    sheet.result(N_("Together"), how, sum(scores), "C13", total=total, over=over)
    return scores


def score_of(sheet: ScoreSheet, facts: TarokFacts, seat: int) -> int:
    """C9: the tricks that a player has set aside; C13: what counts the same is counted together."""
    tricks, cards, before = facts.tricks[seat], facts.won[seat], sheet.total
    label, how = N_("{player}'s tricks"), N_("{numbers}: {count} cards")
    count = cards.bit_count()
    show_tricks(sheet, label, None, "C9", tricks, how, player=seat, count=count)
    for label, kind, worth in KINDS:
        count = (cards & kind).bit_count()
        if count:
            how = N_("{count} × {worth}")
            sheet.pay(label, how, count * worth, "C13", count=count, worth=worth)
    low = [worth for rank, worth in LOW for _ in range((cards & rank).bit_count())]
    if low:
        written = " + ".join(map(str, low))
        sheet.pay(N_("Ace to ten"), N_("{sum}"), sum(low), "C13", sum=written)
    won = sheet.total - before
    sheet.result(N_("{player}"), "", won, "C13", player=seat)
    return won
