"""Le Jeu de Taros, the score: the Fool's settlement (A18 to A22), player by player what a hand is worth (A23 to A25)."""

from __future__ import annotations

from games.rules.cards import FOOL, FOOL_CARD
from games.rules.game.scoring import (
    Swap,
    cheapest,
    everybody_alone,
    fool_went_to,
    gathered,
    pile,
    play_of,
    show_tricks,
    tricks_of,
)
from games.rules.game.settlement import Line, ScoreSheet, Settlement
from games.rules.hand.knowledge import fools_player, laid_away
from games.rules.hand.state import State
from games.rules.problems import N_


def settle(state: State) -> Settlement | None:
    """The scored hand; None after a claim where it is not known which cards were left, or who has the Fool."""
    undealt = laid_away(state)
    if undealt is None:
        return None
    swap = None
    if state.options["fool_mode"] == "excuse" and not undealt & FOOL:
        player = fools_player(state)
        if player is None:
            return None
        swap = _swap(state, player, undealt)
    sheets = [_count(state, seat, undealt, swap) for seat in range(state.seats)]
    halves = tuple([2 * sheet.total for sheet in sheets])
    scores = tuple([_score(sheet, state, seat) for seat, sheet in enumerate(sheets)])
    lines = [line for sheet in sheets for line in sheet.lines]
    return Settlement(everybody_alone(state), halves, scores, lines)


# ---- A18 to A22: the Fool ------------------------------------------------------------------------------------


def _swap(state: State, player: int, undealt: int) -> Swap | None:
    """A18 to A20: what is given for the Fool, from the tricks won before (`fool_settlement`: or in all the hand).

    None where a claim brings the Fool to its own player. A Fool that was still out, or on the table, at the claim
    counts as played to a trick that was claimed.
    """
    winner = fool_went_to(state)
    if winner is None or winner == player:
        return None
    own = gathered(state, player, undealt)
    if state.options["fool_settlement"] == "immediate":
        played = play_of(state, FOOL_CARD)
        own = pile(state, player, len(state.winners) if played is None else played // state.seats)
    return Swap(player, winner, cheapest(state.pack, own))


def fool_notice(state: State) -> Line | None:
    """What becomes of the Fool, when that is settled: once its trick has been gathered (A18 to A20), or
    (`fool_settlement`: end-of-hand) after the last trick, and until then that it is still open."""
    played = play_of(state, FOOL_CARD)
    if played is None or state.options["fool_mode"] != "excuse" or state.claim is not None:
        return None
    settled = state.over or state.options["fool_settlement"] == "immediate"
    gathered_now = len(state.played) == (played // state.seats + 1) * state.seats
    after_all = state.over and state.options["fool_settlement"] != "immediate"
    swap = _swap(state, state.seat_of_play(played), undealt=0)
    if swap is None or not (gathered_now or after_all):
        return None
    if settled:
        return _settled(state, swap)
    template = N_("{player}'s Fool is settled at the end of the hand.")
    return Line(template, "", None, "A19", {"player": swap.player})


def _settled(state: State, swap: Swap) -> Line:
    """The Fool's settlement in one sentence, without points (A18 to A20)."""
    facts: dict[str, object] = {"player": swap.player, "other": swap.winner}
    if swap.given is None:
        template = N_("{player} loses the Fool to {other}: there is no card to give.")
        return Line(template, "", None, "A19", facts)
    worth = state.pack.worth[swap.given]
    if worth:
        template = N_("{player} keeps the Fool and gives {other} a card worth {worth}.")
        return Line(template, "", None, "A20", facts | {"worth": worth})
    template = N_("{player} keeps the Fool and gives {other} an empty card.")
    return Line(template, "", None, "A18", facts)


# ---- A5, A18 to A25: the score sheet -------------------------------------------------------------------------


def _count(state: State, seat: int, undealt: int, swap: Swap | None) -> ScoreSheet:
    """A5: the card points in a player's tricks; A18 to A20: the Fool. They add up to the player's card points."""
    sheet, won = ScoreSheet(), state.pack.points(gathered(state, seat, undealt)) // 2
    show_tricks(sheet, N_("{player}'s tricks"), won, "A5", state, (seat,))
    sheet.terms.append(won)
    if swap is not None and seat in (swap.player, swap.winner):
        _pay_fool(sheet, state, swap, seat)
    return sheet


def _pay_fool(sheet: ScoreSheet, state: State, swap: Swap, seat: int) -> None:
    """A18: the Fool goes back for an empty card; A20: for the least valuable; A19: or not at all."""
    label, keeps = N_("The Fool"), seat == swap.player
    if swap.given is None:
        if keeps:
            how = N_("lost to {other}: there is no card to give for it")
            sheet.pay(label, how, 0, "A19", other=swap.winner)
        return
    worth = state.pack.worth[swap.given]
    moved = state.pack.worth[FOOL_CARD] - worth
    if keeps:
        how = N_("kept; {other} gets an empty card")
        if worth:
            how = N_("kept; no card is empty, so {other} gets one worth {worth}")
    else:
        how = N_("goes to {other} for an empty card")
        if worth:
            how = N_("goes to {other} for a card worth {worth}")
    other, rule = swap.winner if keeps else swap.player, "A20" if worth else "A18"
    sheet.pay(label, how, moved if keeps else -moved, rule, other=other, worth=worth)


def _score(sheet: ScoreSheet, state: State, seat: int) -> int:
    """A23, A24: the card points, and a point for every card above twelve, or below: V + n × t - 12; A25: without a
    trick no cards are counted, and twelve are missing."""
    points, tricks = sheet.total, len(tricks_of(state, (seat,)))
    count, size = state.seats * tricks, state.hand_size
    score = points + count - size
    if tricks:
        sheet.show(N_("Cards"), N_("{count} − {size}"), count - size, "A23", count=count, size=size)
    how, rule = N_("no trick"), "A25"
    if tricks:
        how, rule = N_("{points} + ({count} − {size})"), "A24"
    label = N_("{player}")
    sheet.result(label, how, score, rule, player=seat, points=points, count=count, size=size)
    return score
