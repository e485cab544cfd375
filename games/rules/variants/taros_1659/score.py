"""Le Jeu de Taros, the score: the Fool's settlement (A18 to A22), player by player what a hand is worth (A23 to A25)."""

from __future__ import annotations

from typing import NamedTuple

from games.rules.cards import FOOL_CARD
from games.rules.game.facts import BySeat, Fact, Stating, Values, impossible
from games.rules.game.options import Options
from games.rules.game.settlement import Line, ScoreSheet, Settlement
from games.rules.hand.knowledge import laid_away
from games.rules.hand.state import State
from games.rules.problems import N_, Problem
from games.rules.scoring.alone import SeatNeeds, check_shares, check_shares_left
from games.rules.scoring.sides import (
    Swap,
    brings,
    everybody_alone,
    fool_is_unknown,
    fool_swap,
    gathered,
    pile,
    points_by_seat,
    show_tricks,
    trick_of,
    tricks_of,
)
from games.rules.scoring.stated import check_won_by_seat, contradicted
from games.rules.variants.taros_1659.sheet import CARD, DEALT, PACK


class TarosCount(NamedTuple):
    """By seat the numbers of the tricks won, and what was given for a Fool in somebody else's trick."""

    tricks: tuple[list[int], ...]
    fool: Swap | None


class TarosFacts(NamedTuple):
    """What the score of a hand follows from.

    This is how many tricks each seat has won, and its card points in the end; `counted` says where they come from, None
    where they were stated.
    """

    tricks: tuple[int, ...]
    points: tuple[int, ...]
    counted: TarosCount | None = None


def settle(state: State) -> Settlement | None:
    """Return the scored hand; None after a claim where the cards left or the Fool are not known."""
    sheet = ScoreSheet()
    facts = STATING.facts_of(state, sheet)
    if facts is None:
        return None
    scores, halves = score(sheet, facts, state.options), tuple([2 * own for own in facts.points])
    return Settlement(everybody_alone(state), halves, scores, sheet.lines)


def facts_of(state: State, sheet: ScoreSheet) -> TarosFacts | None:
    """Return what the cards give; None where the score depends on something unknown."""
    undealt, excuse = laid_away(state), state.options["fool_mode"] == "excuse"
    if undealt is None or (excuse and fool_is_unknown(state, undealt)):
        return None
    fool = given_for_fool(state, undealt) if excuse else None
    points = points_by_seat(state, lambda seat: gathered(state, seat, undealt), fool)
    tricks = tuple([tricks_of(state, side) for side in everybody_alone(state)])
    return TarosFacts(tuple([len(own) for own in tricks]), points, TarosCount(tricks, fool))


def check_facts(state: State, stated: Values) -> Problem | None:
    """Refuse points that the tricks cannot hold (A5, A9, A25), and what the tricks recorded do not allow."""
    both = [*zip(stated["tricks"], stated["points"], strict=True)]
    ways = ([SeatNeeds(points, range(tricks, tricks + 1)) for tricks, points in both],)
    for seat, (tricks, points) in enumerate(both):
        if points and not tricks:
            return impossible(state, "A25", N_("{player} has points without a trick."), player=seat)
    return (
        check_tricks(state, stated["tricks"])
        or check_won_by_seat(state, stated["points"], "A5")
        or check_shares(state, "A5", ways)
        or check_shares_left(state, "A5", ways)
    )


def check_tricks(state: State, tricks: tuple[int, ...]) -> Problem | None:
    """A23: each seat has the tricks that were recorded."""
    for seat, own in enumerate(tricks):
        won = state.winners.count(seat)
        if own < won:
            template = N_("{player} has won {count} tricks by now: {cards}.")
            number = state.winners.index(seat)
            cards = tuple(state.trick(number).cards)
            facts = {"player": seat, "count": won}
            return contradicted(state, "A23", template, cards, **facts)
    return None


STATING = Stating(
    (
        Fact("tricks", N_("Tricks"), "A23", BySeat(lambda state: state.tricks_in_all)),
        Fact(
            "points",
            N_("Card points"),
            "A5",
            BySeat(lambda state: PACK.total // 2, all_of_it=False),
        ),
    ),
    check_facts,
    facts_of,
    lambda state, stated: TarosFacts(stated["tricks"], stated["points"]),
    lambda state, facts: {"tricks": facts.tricks, "points": facts.points},
)


# ---- A18 to A22: the Fool ------------------------------------------------------------------------------------


def given_for_fool(state: State, undealt: int) -> Swap | None:
    """Return what is given for the Fool (A18 to A20).

    It is a card won before, or (`fool_settlement`: end-of-hand) in the whole hand. A Fool that was still out, or on the
    table, at a claim counts as played to a trick that was claimed.
    """

    def own(player: int) -> int:
        if state.options["fool_settlement"] != "immediate":
            return gathered(state, player, undealt)
        trick = trick_of(state, FOOL_CARD)
        return pile(state, player, len(state.winners) if trick is None else trick)

    return fool_swap(state, own)


def fool_notice(state: State) -> Line | None:
    """Return what becomes of the Fool, when that is settled.

    This is once its trick has been gathered (A18 to A20), or (`fool_settlement`: end-of-hand) after the last trick, and
    until then that it is still open.
    """
    trick = trick_of(state, FOOL_CARD)
    if trick is None or state.options["fool_mode"] != "excuse" or state.claim is not None:
        return None
    immediate = state.options["fool_settlement"] == "immediate"
    gathered_now = len(state.played) == (trick + 1) * state.seats
    fool = given_for_fool(state, undealt=0)
    if fool is None or not (gathered_now or (state.over and not immediate)):
        return None
    facts: dict[str, object] = {"player": fool.player, "other": fool.winner}
    if not (state.over or immediate):
        template, rule = N_("{player}’s Fool is settled at the end of the hand."), "A19"
        del facts["other"]
    elif fool.given is None:
        template, rule = N_("{player} loses the Fool to {other}: there is no card to give."), "A19"
    elif worth := PACK.worth[fool.given]:
        facts |= {"worth": worth}
        template = N_("{player} keeps the Fool and gives {other} a card worth {worth}.")
        rule = "A20"
    else:
        template, rule = N_("{player} keeps the Fool and gives {other} an empty card."), "A18"
    return Line(template, "", None, rule, facts)


# ---- A5, A18 to A25: the score sheet -------------------------------------------------------------------------


def score(sheet: ScoreSheet, facts: TarosFacts, options: Options) -> tuple[int, ...]:
    """Return what each seat wins or loses by the facts, player by player."""
    return tuple([score_of(sheet, facts, seat) for seat in range(len(facts.points))])


def score_of(sheet: ScoreSheet, facts: TarosFacts, seat: int) -> int:
    """Return the score of a seat: the card points, and a point for every card above twelve, or below (A23, A24).

    That is V + n × t - 12. A25: without a trick no cards are counted, and twelve are missing.
    """
    tricks, points = facts.tricks[seat], facts.points[seat]
    if facts.counted is not None:
        show_count(sheet, facts.counted, seat, points)
    count = len(facts.points) * tricks
    above, label = CARD * count - DEALT, N_("{player}")
    how, rule = N_("no trick"), "A25"
    if tricks:
        sheet.show(N_("Cards"), N_("{count} − {size}"), above, "A23", count=count, size=DEALT)
        how, rule = N_("{points} + ({count} − {size})"), "A24"
    numbers = {"points": points, "count": count, "size": DEALT}
    sheet.result(label, how, points + above, rule, player=seat, **numbers)
    return points + above


def show_count(sheet: ScoreSheet, counted: TarosCount, seat: int, points: int) -> None:
    """A5: the tricks, and the points in them; A18 to A20: the Fool."""
    label, won = N_("{player}’s tricks"), points - brings(counted.fool, seat)
    show_tricks(sheet, label, won, "A5", counted.tricks[seat], player=seat)
    if counted.fool is not None:
        show_fool(sheet, counted.fool, seat)


def show_fool(sheet: ScoreSheet, fool: Swap, seat: int) -> None:
    """A18: the Fool goes back for an empty card; A20: for the least valuable; A19: or not at all."""
    label, keeps = N_("The Fool"), seat == fool.player
    if fool.given is None and keeps:
        how = N_("lost to {other}: there is no card to give for it")
        sheet.show(label, how, 0, "A19", other=fool.winner)
    if fool.given is None or seat not in (fool.player, fool.winner):
        return
    worth = PACK.worth[fool.given]
    if keeps:
        how = N_("kept; {other} gets an empty card")
        if worth:
            how = N_("kept; no card is empty, so {other} gets one worth {worth}")
    else:
        how = N_("goes to {other} for an empty card")
        if worth:
            how = N_("goes to {other} for a card worth {worth}")
    other, rule = fool.winner if keeps else fool.player, "A20" if worth else "A18"
    sheet.show(label, how, brings(fool, seat), rule, other=other, worth=worth)
