"""Taroux of Six, the score: what each side has (B27 to B30, B43 to B48), what a hand is worth (B33 to B37, B49 to B52)."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.cards import BIT, FOOL, FOOL_CARD, HONOURS, T1, cards_of
from games.rules.game import feats
from games.rules.game.facts import Honours, Shown, Stating
from games.rules.game.options import Options
from games.rules.game.packs import TAROT_78
from games.rules.game.settlement import PointsSoFar, ScoreSheet, Settlement, Side, Sides, number
from games.rules.hand.knowledge import laid_away
from games.rules.hand.state import State
from games.rules.phases.returning import stakes
from games.rules.problems import N_
from games.rules.scoring.sides import (
    Swap,
    fool_is_unknown,
    fool_swap,
    gathered,
    has_tricks,
    settle_up,
    show_honours,
    show_tricks,
    sides_of,
    trick_of,
    tricks_of,
    winner_of_all,
    won_by,
)
from games.rules.variants.taroux_of_six.facts import (
    FACTS,
    TarouxFacts,
    check_facts,
    payers,
    shown_before,
    stated_facts,
    values_of,
)
from games.rules.variants.taroux_of_six.sheet import (
    BASE,
    SLAM,
    SLAM_SILENT,
    SPARROW,
    SPARROW_SILENT,
    TARGETS,
    priced,
)

WITH_HONOURS = (
    N_("without an honour"),
    N_("with one honour"),
    N_("with two honours"),
    N_("with three honours"),
)
# B27 to B29: whose discards or stock are, by what the bid says of the stock.
STOCK_RULES = {"exchange": "B27", "own": "B28", "other": "B29"}


class Gathered(NamedTuple):
    """What the Declarers have at the end, as cards (masks).

    It has their tricks as they lay, stock or discards, and the final pile; `fool`: what was given for the Fool, where
    it lay in a trick of the other side.
    """

    tricks: int
    laid: int
    fool: Swap | None
    pile: int


def settle(state: State) -> Settlement | None:
    """Return the scored hand, or None where the score depends on something unknown."""
    sheet = ScoreSheet()
    facts = STATING.facts_of(state, sheet)
    if facts is None:
        return None
    scores, halves = score(sheet, facts, state.options), 2 * facts.points
    margin = halves - 2 * TARGETS[facts.honours.count]
    both = (halves, TAROT_78.total - halves)
    return Settlement(facts.sides, both, scores, sheet.lines, margin, honours=facts.honours.count)


def facts_of(state: State, sheet: ScoreSheet) -> TarouxFacts | None:
    """Return what the cards give, and show on the sheet where they lay; None where something unknown decides."""
    if state.taker is None or state.contract is None:
        return None
    sides = sides_of(state, state.variant.team(state.seats, state.taker))
    cards = gathered_by(state, sides)
    if cards is None:
        return None
    show_count(sheet, state, sides, cards)
    honours = tuple(cards_of(cards.pile & HONOURS))
    called = {sides.of(made.seat) for made in state.announcements if made.what == "slam"}
    return TarouxFacts(
        priced(state.options, state.contract),
        stakes(state),
        sides,
        state.pack.points(cards.pile) // 2,
        Honours(len(honours), honours),
        sparrow(state),
        tuple(called),
        winner_of_all(state, sides),
        shown_before(state),
    )


# ---- B27 to B30, B43 to B47: what each side has --------------------------------------------------------------


def gathered_by(state: State, sides: Sides) -> Gathered | None:
    """B47: the Declarers' final pile; None where it is not known which cards were laid away, or who has the Fool."""
    laid = laid_away(state)
    if laid is None or fool_is_unknown(state, laid):
        return None
    won, fool = tricks_cards(state, sides.declarers, laid), given_for_fool(state, sides, laid)
    aside = laid if has_stock(state, sides) else 0
    return Gathered(won, aside, fool, settled(won | aside, fool))


def settled(pile: int, fool: Swap | None) -> int:
    """B43: the Fool goes back, the card given for it the other way: what then lies in a side's pile (mask)."""
    return pile if fool is None or fool.given is None else pile ^ (BIT[fool.given] | FOOL)


def has_stock(state: State, sides: Sides) -> bool:
    """Return whether stock or discards go to the Declarers (B27 to B30).

    They do with We'll Take and Without, unless the Declarers win no trick; with Against, if the Defenders win none.
    """
    owners, others = reversed(sides) if state.stock_use == "other" else sides
    return (owners if has_tricks(state, owners) else others) == sides.declarers


def given_for_fool(state: State, sides: Sides, laid: int) -> Swap | None:
    """B43 to B45: a card of one's own pile for the Fool, if there is one; nothing within a side."""

    def own(player: int) -> int:
        return tricks_cards(state, payers(state, sides, player), laid)

    return fool_swap(state, own, sides.of)


def fool_paid_from(state: State, player: int) -> Side:
    """B44: whose tricks pay for the Fool of a seat."""
    pair = () if state.taker is None else state.variant.team(state.seats, state.taker)
    return payers(state, sides_of(state, pair), player)


def tricks_cards(state: State, seats: Side, laid: int) -> int:
    """Return the cards (mask) in the tricks of some seats."""
    cards = 0
    for seat in seats:
        cards |= gathered(state, seat, laid)
    return cards


def points_so_far(state: State) -> PointsSoFar | None:
    """Return the card points so far (B5, B6), as the tricks lie, and what the Declarers need with their honours (B48)."""
    if state.taker is None or state.contract is None:
        return None
    sides = sides_of(state, state.variant.team(state.seats, state.taker))
    piles = [won_by(state, side) for side in sides]
    known = state.discard if state.contract.stock == "exchange" else state.stock
    owner = 1 if state.contract.stock == "other" else 0
    piles[owner] |= known or 0
    trick = trick_of(state, FOOL_CARD)
    if trick is not None and trick < len(state.winners):
        fool = given_for_fool(state, sides, state.unwon)
        piles = [settled(pile, fool) for pile in piles]
    honours = [(card, side) for side, pile in enumerate(piles) for card in cards_of(pile & HONOURS)]
    needed = TARGETS[(piles[0] & HONOURS).bit_count()]
    halves = [state.pack.points(pile) for pile in piles]
    return PointsSoFar(halves[0], halves[1], tuple(sorted(honours)), needed, TARGETS, owner)


# ---- B31 to B37: Sparrow and Abundance -----------------------------------------------------------------------


def sparrow(state: State) -> tuple[int, bool, bool] | None:
    """Return the seat of the Sparrow, whether it was announced, and whether it was won (B34, B36, B37).

    The seat announced the Sparrow, or won the last trick with the Magician. Nothing is won after a claim.
    """
    winner = None
    if state.claim is None and state.winners:
        last = state.winners[-1]
        winner = last if state.card_by(last, len(state.winners) - 1) == T1 else None
    announced = next((made.seat for made in state.announcements if made.what == "sparrow"), None)
    if announced is not None:
        return announced, True, winner == announced
    return None if winner is None else (winner, False, True)


def tier_points(options: Options, shown: Shown) -> int:
    """B33: what an Abundance scores, by its trumps, or by the smaller number that was claimed."""
    tiers = options["abundance"]
    points: int = [points for least, points in tiers if least <= shown.claimed][-1]
    return points


# ---- B47 to B51: the score -----------------------------------------------------------------------------------


def show_count(sheet: ScoreSheet, state: State, sides: Sides, cards: Gathered) -> None:
    """B47: tricks, discards or stock, the Fool."""
    pack, pair = state.pack, sides.declarers
    label, points = N_("Tricks of {player} and {other}"), number(pack.points(cards.tricks))
    tricks = tricks_of(state, pair)
    show_tricks(sheet, label, points, "B47", tricks, player=pair[0], other=pair[1])
    show_laid_away(sheet, state, sides, cards)
    if cards.fool is not None:
        show_fool(sheet, state, sides, cards.fool)


def show_laid_away(sheet: ScoreSheet, state: State, sides: Sides, cards: Gathered) -> None:
    """B27 to B30: discards or stock, and to whom they go."""
    stock = state.stock_use
    label, against = N_("Discards") if stock == "exchange" else N_("Stock"), stock == "other"
    if not has_stock(state, sides):
        how = N_("to the Defenders, the Declarers having no trick")
        if against:
            how = N_("to the Defenders")
        sheet.show(label, how, 0, STOCK_RULES[stock])
        return
    how = N_("{cards}, the Defenders having no trick") if against else N_("{cards}")
    points = number(state.pack.points(cards.laid))
    sheet.show(label, how, points, STOCK_RULES[stock], cards=tuple(cards_of(cards.laid)))


def show_fool(sheet: ScoreSheet, state: State, sides: Sides, fool: Swap) -> None:
    """B43, B44: what the Fool in a trick of the other side brings the Declarers, or costs them."""
    label, who = N_("The Fool"), {"player": fool.player, "other": fool.winner}
    if fool.given is None:
        how = N_("lost: {player} had no trick to pay {other} from")
        sheet.show(label, how, 0, "B44", **who)
        return
    moved = sides.sign(fool.player) * fool.halves
    how = N_("{player} keeps it and gives {other} {card}")
    sheet.show(label, how, number(moved), "B43", **who, card=fool.given)


def score(sheet: ScoreSheet, facts: TarouxFacts, options: Options) -> tuple[int, ...]:
    """B49: F × (M × (s × (25 + |D − T|) + P) + L) + A, as the Declarers see it, line by line."""
    sign = show_margin(sheet, facts)
    pay_sparrow(sheet, facts)
    bid, how = facts.bid, N_("{sum} × {factor}")
    sheet.multiply(bid.label, bid.factor, "B50", how, factor=bid.factor)
    # B23: a contra doubles contract and Slams, or (`contra_scope`) the contract alone.
    if options["contra_scope"] == "all":
        pay_slams(sheet, facts)
        show_contra(sheet, facts)
    else:
        show_contra(sheet, facts)
        pay_slams(sheet, facts)
    pay_abundances(sheet, facts, sign, options)
    return shared_out(sheet, facts.sides)


def show_margin(sheet: ScoreSheet, facts: TarouxFacts) -> int:
    """B48, B49: what the honours ask for, how far it is from there. Returns 1 where the Declarers win the hand, or -1."""
    total, needed = number(TAROT_78.total), TARGETS[facts.honours.count]
    sheet.result(N_("Card points"), N_("of {total}"), facts.points, "B6", total=total)
    gap = facts.points - needed
    sign, over = (1, N_("Over by")) if gap >= 0 else (-1, N_("Short by"))
    show_honours(sheet, N_("Honours"), facts.honours, "B47")
    sheet.show(N_("Needed"), WITH_HONOURS[facts.honours.count], needed, "B48")
    how = N_("{points} against {needed}")
    sheet.result(over, how, abs(gap), "B48", points=facts.points, needed=needed)
    sheet.show(N_("Contract"), N_("the same for every bid"), BASE, "B49")
    sheet.show(N_("Margin"), N_("a point for each over or short"), abs(gap), "B49")
    sheet.terms += sign * BASE, gap
    return sign


def pay_sparrow(sheet: ScoreSheet, facts: TarouxFacts) -> None:
    """B34: 20 won or lost by who announced it; B36: 10 for who wins it unannounced."""
    if facts.sparrow is None:
        return
    seat, announced, won = facts.sparrow
    sign = facts.sides.sign(seat)
    how = N_("{player}, a Declarer") if sign > 0 else N_("{player}, a Defender")
    label, points, rule, feat = N_("Sparrow"), SPARROW_SILENT, "B36", feats.LAST_TRICK
    if announced:
        label, points, rule = N_("Sparrow, announced and won"), SPARROW, "B34"
        feat = feats.LAST_TRICK_ANNOUNCED
    if not won:
        label, points = N_("Sparrow, announced and failed"), -SPARROW
        feat = feats.LAST_TRICK_FAILED
    sheet.pay(label, how, sign * points, rule, feat=feat, player=seat)


def pay_slams(sheet: ScoreSheet, facts: TarouxFacts) -> None:
    """B35: 400 won or lost by the side that announced it; B36: 200 for a side that makes it unannounced."""
    by = N_("by the Declarers"), N_("by the Defenders")
    for side, how in zip(facts.sides, by, strict=True):
        sign, made = facts.sides.sign(side[0]), facts.slam == side
        if side in facts.slams and made:
            label = N_("Slam, announced and made")
            sheet.pay(label, how, sign * SLAM, "B35", feat=feats.SLAM_ANNOUNCED)
        elif side in facts.slams:
            label = N_("Slam, announced and missed")
            sheet.pay(label, how, sign * -SLAM, "B35", feat=feats.SLAM_MISSED)
        elif made:
            sheet.pay(N_("Slam"), how, sign * SLAM_SILENT, "B36", feat=feats.SLAM)


def show_contra(sheet: ScoreSheet, facts: TarouxFacts) -> None:
    """B23: what a contra, and a re-contra, makes of what stands above."""
    if facts.times > 1:
        label = N_("Contra") if facts.times == 2 else N_("Contra and Re-contra")
        sheet.multiply(label, facts.times, "B23", N_("{sum} × {times}"), times=facts.times)


def pay_abundances(sheet: ScoreSheet, facts: TarouxFacts, sign: int, options: Options) -> None:
    """B32, B33: for the side that shows it, or (`abundance_credit`) the side that wins the hand, `sign`."""
    to_winner = options["abundance_credit"] == "hand-winner"
    how = N_("shown by {player}")
    if to_winner:
        how = N_("shown by {player}, to the side that wins the hand")
    for shown in facts.abundances:
        points = tier_points(options, shown)
        worth = points * (sign if to_winner else facts.sides.sign(shown.seat))
        label = N_("Abundance of {count}")
        sheet.pay(label, how, worth, "B33", player=shown.seat, count=shown.cards)


def shared_out(sheet: ScoreSheet, sides: Sides) -> tuple[int, ...]:
    """B49: what one Defender pays; B51: four Defenders pay two Declarers."""
    sheet.result(N_("Each Defender"), N_("what one Defender pays"), sheet.total, "B49")
    return settle_up(sheet, sides, (2, 2), "B51")


STATING = Stating(FACTS, check_facts, facts_of, stated_facts, values_of)
