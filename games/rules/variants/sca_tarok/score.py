"""Tarok: the cards in the tricks are counted, and that is the score (C11 to C14)."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.cards import cards_of
from games.rules.game.facts import BySeat, Fact, Stating, Values
from games.rules.game.options import Options
from games.rules.game.settlement import ScoreSheet, Settlement
from games.rules.hand.state import State
from games.rules.problems import N_, Problem
from games.rules.scoring.alone import SeatNeeds, check_shares, check_shares_left
from games.rules.scoring.sides import everybody_alone, gathered, show_tricks, tricks_of
from games.rules.scoring.stated import check_won_by_seat
from games.rules.variants.sca_tarok.sheet import KINDS, LOW, PACK


class TarokCount(NamedTuple):
    """What the cards tell besides the points.

    It has by seat the numbers of the tricks won, and the cards in them (mask); and the cards (mask) that are left over
    in hands and pile.
    """

    tricks: tuple[list[int], ...]
    won: tuple[int, ...]
    over: int


class TarokFacts(NamedTuple):
    """The card points of each seat, which the score follows from; `counted`: by which cards, None if stated."""

    points: tuple[int, ...]
    counted: TarokCount | None = None


def settle(state: State) -> Settlement:
    """C13: each player's score is the value of the cards in the tricks won."""
    sheet = ScoreSheet()
    facts = STATING.facts_of(state, sheet)
    scores = score(sheet, facts, state.options)
    halves = tuple([2 * own for own in scores])
    return Settlement(everybody_alone(state), halves, scores, sheet.lines)


def facts_of(state: State, sheet: ScoreSheet) -> TarokFacts:
    """Return what the cards give.

    C12: cards in hand count for nobody, and a claim takes everything that is not won, including what nobody has drawn.
    """
    sides = everybody_alone(state)
    won = tuple([gathered(state, seat, 0) for (seat,) in sides])
    tricks = tuple([tricks_of(state, side) for side in sides])
    counted = TarokCount(tricks, won, state.unwon if state.claim is None else 0)
    return TarokFacts(tuple([PACK.points(cards) // 2 for cards in won]), counted)


def check_facts(state: State, stated: Values) -> Problem | None:
    """C12: the cards left over count for nobody, or after a claim for the claimant; C13: all others are somebody's."""
    most = state.tricks_in_all + 1
    usual = [SeatNeeds(points, range(most)) for points in stated["points"]]
    over = PACK.cards.bit_count() - state.seats * state.tricks_in_all
    claims = [[*usual] for _claimant in range(state.seats if over else 0)]
    for claimant, wanted in enumerate(claims):  # who claims wins a trick, and has what is left over
        wanted[claimant] = SeatNeeds(stated["points"][claimant], range(1, most), more=over)
    ways = (usual, *claims)
    return (
        check_won_by_seat(state, stated["points"], "C13")
        or check_shares(state, "C13", ways, exactly=False)
        or check_shares_left(state, "C13", ways, exactly=False)
    )


STATING = Stating(
    (
        Fact(
            "points",
            N_("Card points"),
            "C13",
            BySeat(lambda state: PACK.total // 2, all_of_it=False),
        ),
    ),
    check_facts,
    facts_of,
    lambda state, stated: TarokFacts(stated["points"]),
    lambda state, facts: {"points": facts.points},
)


def score(sheet: ScoreSheet, facts: TarokFacts, options: Options) -> tuple[int, ...]:
    """Return what each seat has by the facts, player by player."""
    for seat in range(len(facts.points)):
        score_of(sheet, facts, seat)
    # C12: what is left over counts for nobody; all the rest of the 850 is somebody's.
    together, total, how = sum(facts.points), PACK.total // 2, N_("the whole pack")
    over, counted = total - together, facts.counted
    if over if counted is None else counted.over:
        left, how = () if counted is None else tuple(cards_of(counted.over)), N_("{total} − {over}")
        named = N_("{cards}: for nobody") if left else N_("for nobody")
        sheet.show(N_("Left over"), named, over, "C12", cards=left)
    sheet.result(N_("Together"), how, together, "C13", total=total, over=over)
    return facts.points


def score_of(sheet: ScoreSheet, facts: TarokFacts, seat: int) -> None:
    """C13: what a player has."""
    if facts.counted is not None:
        show_count(sheet, facts.counted, seat)
    sheet.result(N_("{player}"), "", facts.points[seat], "C13", player=seat)


def show_count(sheet: ScoreSheet, counted: TarokCount, seat: int) -> None:
    """C9: the tricks that a player has set aside; C13: what counts the same is counted together."""
    cards = counted.won[seat]
    label, how, count = N_("{player}’s tricks"), N_("{numbers}: {count} cards"), cards.bit_count()
    show_tricks(sheet, label, None, "C9", counted.tricks[seat], how, player=seat, count=count)
    for label, kind, worth in KINDS:
        count = (cards & kind).bit_count()
        if count:
            how = N_("{count} × {worth}")
            sheet.pay(label, how, count * worth, "C13", count=count, worth=worth)
    low = [worth for rank, worth in LOW for _ in range((cards & rank).bit_count())]
    if low:
        sheet.pay(N_("Ace to ten"), N_("{sum}"), sum(low), "C13", sum=" + ".join(map(str, low)))
