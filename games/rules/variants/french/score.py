"""French Tarot, the score: what each side has (1.3, 1.10), the bonuses (1.8), what a hand is worth (1.11)."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.cards import FOOL_CARD, T1, cards_of
from games.rules.game import feats
from games.rules.game.facts import Honours, Shown, Stating
from games.rules.game.options import Options
from games.rules.game.packs import TAROT_78
from games.rules.game.settlement import (
    Line,
    PointsSoFar,
    ScoreSheet,
    Settlement,
    Side,
    Sides,
    number,
)
from games.rules.hand.knowledge import fools_player
from games.rules.hand.state import State
from games.rules.phases.calling import known_sides
from games.rules.problems import N_
from games.rules.scoring import counting
from games.rules.scoring.counting import Haul
from games.rules.scoring.sides import (
    settle_up,
    show_honours,
    show_tricks,
    sides_of,
    trick_of,
    tricks_of,
    winner_of_all,
)
from games.rules.variants.french.facts import (
    FACTS,
    FrenchFacts,
    check_facts,
    handfuls_of,
    stated_facts,
    values_of,
)
from games.rules.variants.french.sheet import (
    BASE,
    HANDFUL_PAYS,
    HANDFULS,
    PETIT,
    SLAM_CALLED,
    SLAM_LOST,
    SLAM_MADE,
    TARGETS,
)

WITH_BOUTS = (
    N_("without a bout"),
    N_("with one bout"),
    N_("with two bouts"),
    N_("with three bouts"),
)


def settle(state: State) -> Settlement | None:
    """Return the scored hand, or None where the score depends on something unknown (fine points 7)."""
    sheet = ScoreSheet()
    facts = STATING.facts_of(state, sheet)
    if facts is None:
        return None
    scores, total = score(sheet, facts, state.options), TAROT_78.total
    margin = facts.halves - 2 * TARGETS[facts.bouts.count]
    halves = (facts.halves, total - facts.halves)
    return Settlement(facts.sides, halves, scores, sheet.lines, margin, honours=facts.bouts.count)


def facts_of(state: State, sheet: ScoreSheet) -> FrenchFacts | None:
    """Return what the cards give, and show on the sheet where they lay; None where something unknown decides."""
    sides, bid = known_sides(state), state.contract
    if sides is None or bid is None:
        return None
    haul = counting.count(state, sides, owner_of_dog(state, sides), excuse_in_last_trick)
    if haul is None:
        return None
    show_count(sheet, state, sides, haul)
    return FrenchFacts(
        bid,
        sides,
        haul.halves,
        Honours(haul.honours.bit_count(), tuple(cards_of(haul.honours))),
        petit_au_bout(state, sides),
        handfuls_of(state),
        state.slam_called,
        winner_of_all(state, sides),
    )


# ---- 1.7 and 1.10: whose the dog is, and where the Excuse goes ------------------------------------------------


def won_all_before(state: State, side: Sequence[int]) -> bool:
    """Return whether a side has won every trick before the last."""
    return all(winner in side for winner in state.winners[: state.tricks_in_all - 1])


def fool_takes_last_trick(state: State) -> int:
    """1.10.6: the Excuse wins the last trick if its player's side has won all earlier ones."""
    winner = state.winners[-1]
    if trick_of(state, FOOL_CARD) != state.tricks_in_all - 1:
        return winner
    player, sides = fools_player(state), known_sides(state)
    if player is None or sides is None:
        return winner
    return player if won_all_before(state, sides.of(player)) else winner


def excuse_in_last_trick(state: State, sides: Sides, player: int, winner: int) -> Side:
    """1.10.5: it changes sides; 1.10.6: unless it wins; 1.8.14 (`fool_last_in_slam`): or in a slam of the others."""
    own, others = sides.of(player), sides.against(player)
    slam_of_others = winner in others and won_all_before(state, others)
    stays = slam_of_others and state.options["fool_last_in_slam"] == "stays"
    return own if winner == player or stays else others


def owner_of_dog(state: State, sides: Sides) -> Side:
    """Whose the discard or dog is: the taker's side (1.7.1, 1.7.2), at Garde contre the defence (1.7.3)."""
    return sides.defenders if state.stock_use == "other" else sides.declarers


def points_so_far(state: State) -> PointsSoFar | None:
    """Return the card points so far (1.3.4, 1.10.1), and what the taker's side needs with its bouts (1.11.2)."""
    if state.taker is None:
        return None
    sides = known_sides(state) or sides_of(state, (state.taker,))
    owner = owner_of_dog(state, sides)
    return counting.points_so_far(
        state, sides, owner, excuse_in_last_trick, TARGETS.__getitem__, TARGETS
    )


# ---- 1.8: the bonuses ----------------------------------------------------------------------------------------


def handful_tier(sides: Sides, shown: Shown) -> int:
    """1.8.4: the tier (0, 1, 2) of a handful: by its cards, or the lower one that was claimed."""
    seats = len(sides.declarers) + len(sides.defenders)
    return max(tier for tier, least in enumerate(HANDFULS[seats]) if shown.claimed >= least)


def petit_au_bout(state: State, sides: Sides) -> int:
    """1.8.15, 1.8.16, 1.8.12, 1.8.18: 1 for the taker's side, -1 for the defence, 0 for nobody."""
    trick, last = trick_of(state, T1), state.tricks_in_all - 1
    if state.claim is not None or trick is None or trick < last - 1:
        return 0
    winner = state.winners[last]
    won_with = state.card_by(winner, last)
    if state.options["petit"] == "taker":
        return 1 if won_with == T1 and winner in sides.declarers else 0
    # 1.8.12: where the Excuse takes the last trick of a slam, the petit counts in the one before.
    counts = last - 1 if won_with == FOOL_CARD and trick != last else last
    return sides.sign(state.winners[trick]) if trick == counts else 0


# ---- 1.11: the score -----------------------------------------------------------------------------------------


def show_count(sheet: ScoreSheet, state: State, sides: Sides, haul: Haul) -> None:
    """1.11.1: tricks, discard or dog, the Excuse, card points."""
    takers = sides.declarers
    label, won = N_("Tricks of {player} and {other}"), number(haul.tricks)
    if len(takers) == 1:
        label = N_("{player}’s tricks")
    tricks, mate = tricks_of(state, takers), takers[-1]
    show_tricks(sheet, label, won, "1.11.1", tricks, player=takers[0], other=mate)
    if owner_of_dog(state, sides) == takers:
        inferred = state.discard is None and (state.exchanged or state.stock is None)
        sheet.show(
            N_("Discard") if state.exchanged else N_("Dog"),
            N_("{cards}, inferred") if inferred else N_("{cards}"),
            number(haul.laid),
            "1.7.1" if state.exchanged else "1.7.2",
            cards=tuple(cards_of(haul.aside)),
            inferred=inferred,
        )
    if haul.fool:
        how = N_("goes to the taker’s side") if haul.fool > 0 else N_("goes to the defence")
        sheet.show(N_("The Excuse"), how, number(haul.fool), "1.10")


def score(sheet: ScoreSheet, facts: FrenchFacts, options: Options) -> tuple[int, ...]:
    """Return what each seat wins or loses by the facts, line by line."""
    sign = show_contract(sheet, facts)
    pay_bonuses(sheet, facts, sign, options)
    scores, each = shared_out(sheet, facts.sides), int(options["misere"])
    if facts.misere is None:
        return scores
    return pay_misere(sheet, scores, facts.misere, each)


def show_contract(sheet: ScoreSheet, facts: FrenchFacts) -> int:
    """Add the lines for what the bouts ask for, how far off it is, and what the bid makes of it (1.11.2 to 1.11.4).

    Returns 1 where the taker's side wins the hand, else -1.
    """
    bouts, bid, total = facts.bouts, facts.bid, number(TAROT_78.total)
    sheet.result(N_("Card points"), N_("of {total}"), number(facts.halves), "1.3.4", total=total)
    needed = TARGETS[bouts.count]
    gap = facts.halves - 2 * needed
    sign, over = (1, N_("Over by")) if gap >= 0 else (-1, N_("Short by"))
    steps = (abs(gap) + 1) // 2  # 1.11.3: half a point counts as a whole one
    show_honours(sheet, N_("Bouts"), bouts, "1.3.3")
    sheet.show(N_("Needed"), WITH_BOUTS[bouts.count], needed, "1.11.2")
    points = f"{facts.halves // 2}½" if facts.halves % 2 else str(facts.halves // 2)
    how = N_("{points} against {needed}")
    sheet.result(over, how, steps, "1.11.3", points=points, needed=needed)
    sheet.show(N_("Contract"), N_("the same for every bid"), BASE, "1.11.4")
    sheet.show(N_("Margin"), N_("a point for each over or short"), steps, "1.11.4")
    how = N_("({base} + {steps}) × {factor}") if sign > 0 else N_("−({base} + {steps}) × {factor}")
    stake = sign * (BASE + steps) * bid.factor
    sheet.pay(
        bid.label, how, stake, "1.5.3", weight="result", base=BASE, steps=steps, factor=bid.factor
    )
    return sign


def pay_bonuses(sheet: ScoreSheet, facts: FrenchFacts, sign: int, options: Options) -> None:
    """1.8: petit, handfuls, slams; `sign`: 1 where the taker's side wins the hand, else -1."""
    factor, slam = facts.bid.factor, facts.slam
    if facts.petit and options["petit"] == "nobody":
        sheet.show(N_("Petit in the last trick"), N_("nobody is paid"), 0, "1.8.18")
    elif facts.petit:
        label = N_("Petit in the last trick")
        if facts.petit < 0:
            label = N_("Petit in the last trick, for the defence")
        points = facts.petit * PETIT * factor
        sheet.pay(
            label, N_("10 × {factor}"), points, "1.8.15", feat=feats.LAST_TRICK, factor=factor
        )
    pays = HANDFUL_PAYS[options["handful_pays"]]
    rule = "1.8.7" if pays == HANDFUL_PAYS["20-30-40"] else "1.8.17"
    for shown in facts.handfuls:  # 1.8.7: to the side that wins the hand
        label, how = (
            N_("Handful of {count}"),
            N_("shown by {player}, to the side that wins the hand"),
        )
        points = sign * pays[handful_tier(facts.sides, shown)]
        sheet.pay(label, how, points, rule, player=shown.seat, count=shown.cards)
    if slam == facts.sides.declarers and facts.slam_called:
        sheet.pay(N_("Slam, called and made"), "", SLAM_CALLED, "1.8.10", feat=feats.SLAM_ANNOUNCED)
    elif slam == facts.sides.declarers:
        sheet.pay(N_("Slam"), "", SLAM_MADE, "1.8.10", feat=feats.SLAM)
    elif facts.slam_called:
        sheet.pay(N_("Slam, called and missed"), "", SLAM_LOST, "1.8.10", feat=feats.SLAM_MISSED)
    by_defence = int(options["defence_slam"])
    if by_defence and slam == facts.sides.defenders:
        sheet.pay(N_("Slam by the defence"), "", -by_defence, "1.8.13", feat=feats.SLAM)


def shared_out(sheet: ScoreSheet, sides: Sides) -> tuple[int, ...]:
    """1.11.4: what each opponent pays; 1.11.5: how many of them pay the taker, and a partner."""
    alone, opponents = len(sides.declarers) == 1, len(sides.defenders)
    how = N_("what one opponent pays {player}")
    sheet.result(N_("Each opponent"), how, sheet.total, "1.11.4", player=sides.declarers[0])
    return settle_up(sheet, sides, (opponents,) if alone else (opponents - 1, 1), "1.11.5")


def pay_misere(
    sheet: ScoreSheet, scores: tuple[int, ...], player: int, each: int
) -> tuple[int, ...]:
    """1.8.19: everybody else pays the player who declared it, whatever becomes of the contract."""
    gain, how = each * (len(scores) - 1), N_("{each} from every other player to {player}")
    facts = {"player": player, "each": each}
    sheet.lines.append(Line(N_("Misère"), how, gain, "1.8.19", facts, feat=feats.MISERE))
    paid = [points + (gain if seat == player else -each) for seat, points in enumerate(scores)]
    for seat, points in enumerate(paid):
        sheet.result(N_("{player}"), N_("with the misère"), points, "1.8.19", player=seat)
    return tuple(paid)


STATING = Stating(FACTS, check_facts, facts_of, stated_facts, values_of)
