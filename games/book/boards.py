"""The board that a hand plays: which one it is, and cards that cannot be in it.

While a board is hidden its deal stays on the server: a tablet that had it would show each hand to
the people at its table. So it is no entry of the hand, and every entry is compared with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from games.models import Board, Hand, Match
from games.rules import N_, Problem, Record, card_id, ids_of, replay
from games.writing.errors import OtherCards


def board_of(match: Match) -> dict[str, Any]:
    """Return the board that the next hand of a match plays; nothing where it plays none.

    A hand that became void has not played its board, unless it was thrown in.
    """
    if match.first_board is None or match.round is None:
        return {}
    void = Q(state=Hand.State.VOID) & ~Q(void_as=Hand.Void.THROWN_IN)
    number, evening = match.hands.exclude(void).count(), match.round.evening
    boards = Board.objects.filter(evening=evening, number=match.first_board + number)
    board = boards.first() if number < (evening.hands or 0) else None
    held = board is not None and evening.boards_shown_at is None
    return {"board": board, "held": held or None}


def refuse_other_cards(hand: Hand, record: Record) -> None:
    """Raise OtherCards where a record has a card elsewhere than the computer dealt it.

    Of a board that no computer dealt nothing is refused: another table may have written it down
    wrong.
    """
    deal = Board.objects.filter(hands=hand).exclude(seed=None).values_list("deal", flat=True)
    for dealt in deal:
        problem = other_card(record, dealt)
        if problem is not None:
            raise OtherCards(problem.at(problem.action, record.players, record.variant.key))


def other_card(record: Record, deal: Any) -> Problem | None:
    """Return the first card of a record that somebody cannot have who was dealt this.

    The sentence does not say who has it. What the players do with their cards is not judged.
    """
    *hands, stock = (tuple(map(card_id, part)) for part in (*deal["hands"], deal["stock"]))
    kept = [at for at, action in enumerate(record.actions) if action["kind"] != "stock"]
    actions = [record.actions[at] for at in kept]
    for _let_stand in actions:
        known = record._replace(hands=tuple(hands), stock=stock, actions=tuple(actions))
        problem = replay(known).problem
        at = problem.action if problem else None
        if problem is None or at is None:
            break
        if problem.code == "not-in-hand":
            return _not_in(problem.seat, problem.cards[0], kept[at])
        if "irregular" in actions[at] or not problem.excusable:
            break
        actions[at] = {**actions[at], "irregular": "-"}
    return _written_elsewhere(record, [*hands, stock])


def _written_elsewhere(record: Record, parts: Sequence[Sequence[int]]) -> Problem | None:
    """Return the first card of the deal that was written down, or of the stock, in another part."""
    for seat, (written, cards) in enumerate(zip((*record.hands, record.stock), parts, strict=True)):
        if wrong := set(written or ()).difference(cards):
            return _not_in(seat if seat < len(record.hands) else None, min(wrong))
    for at, action in enumerate(record.actions):
        if action["kind"] == "stock" and (
            wrong := set(ids_of(action["cards"])).difference(parts[-1])
        ):
            return _not_in(None, min(wrong), at)
    return None


def _not_in(seat: int | None, card: int, at: int | None = None) -> Problem:
    facts: dict[str, object] = {"card": card} if seat is None else {"card": card, "player": seat}
    template = N_("{card} is not among the cards of {player}.")
    if seat is None:
        template = N_("{card} is not in the stock of this board.")
    return Problem("not-in-hand", template, facts, seat=seat, cards=(card,), action=at)
