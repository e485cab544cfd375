"""The pages of the boards: the ranking, and the traveller of each."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from games.access.pages import may_write, user_of
from games.book.records import record_of
from games.display.headlines import contract_name
from games.evening.duplicate.boards import (
    board_results,
    deal_boards,
    deal_digest,
    show_boards,
)
from games.evening.duplicate.ranking import Figure, figures_of, ranking
from games.evening.evening_pages import evening_or_404, written
from games.models import Board, Club, Evening, Hand, Player, User
from games.models.running import readable_by
from games.rules import CODES, Record


class Compared(NamedTuple):
    """A hand of a traveller: its figures by seat, and how it differs from the first table's.

    `card` is the first card that another one was played for at the first table (`instead`), the
    `number`th of the play. `same`: whether the deal was the same; None where it was not written
    down.
    """

    hand: Hand
    contract: str
    players: list[tuple[Player, int, float]]
    card: str
    instead: str
    number: int
    same: bool | None


@require_safe
def boards(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Show the ranking of an evening of duplicate, and the traveller of a board.

    Travellers are shown to the director, and to all once the boards are shown.
    """
    club, evening = evening_or_404(request, slug, evening_id)
    if not evening.method:
        raise Http404
    user, results = user_of(request), board_results(evening)
    directs = may_write(club) and evening.opened_by_id == user.pk
    ranked = ranking(results, evening.method)
    context: dict[str, Any] = {
        "club": club,
        "section": "matches",
        "evening": evening,
        "directs": directs,
        "boards": evening.boards.all(),
        "shown": directs or evening.boards_shown_at is not None,
        "by_percent": evening.method == Evening.Method.MATCH_POINTS,
    }
    people = Player.every.in_bulk([one.who for one in ranked])
    context["lines"] = [
        (one, people[one.who], in_points(one.total, evening), float(one.percent or 0))
        for one in ranked
    ]
    asked = request.GET.get("board", "")
    if asked:
        board = evening.boards.filter(number=int(asked)).first() if _is_number(asked) else None
        if board is None or not context["shown"]:
            raise Http404
        figures = [
            one for one in figures_of(results, evening.method) if one.result.board == board.number
        ]
        context |= {"board": board, "traveller": traveller(user, board, figures)}
    return render(request, "evening/boards.html", context)


def in_points(worth: Fraction, evening: Evening) -> float:
    """Return a worth as it is shown: a difference of half points as points."""
    return float(worth / 2 if evening.method == Evening.Method.MEAN else worth)


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 5


def traveller(user: User, board: Board, figures: list[Figure]) -> list[Compared]:
    """Return the hands of a board that a user may read, in the order in which they were sealed."""
    hands = readable_by(user, Hand.objects.visible_to(user)).filter(board=board).sealed()
    hands = hands.select_related("match").prefetch_related("seats__player").order_by("sealed_at")
    worth = {
        (one.result.seat, one.result.who): in_points(one.worth, board.evening) for one in figures
    }
    digest = deal_digest(board.deal) if board.deal else ""
    first: list[str] = []
    compared = []
    for hand in hands:
        record = record_of(hand)
        played, dealt = _played(record), _dealt(record)
        digest, first = digest or dealt, first or played
        number = next(
            (at for at, (a, b) in enumerate(zip(played, first, strict=False)) if a != b), None
        )
        compared.append(
            Compared(
                hand,
                contract_name(hand) if hand.contract else "",
                [
                    (row.player, row.score_halves, worth[row.seat, row.player_id])
                    for row in hand.seats.all()
                ],
                card="" if number is None else played[number],
                instead="" if number is None else first[number],
                number=0 if number is None else number + 1,
                same=dealt == digest if dealt else None,
            )
        )
    return compared


def _played(record: Record) -> list[str]:
    return [action["card"] for action in record.actions if action["kind"] == "play"]


def _dealt(record: Record) -> str:
    """Return the digest of the deal of a record, "" where it is not all written down."""
    hands = [[CODES[card] for card in hand] for hand in record.hands if hand is not None]
    if len(hands) < len(record.players) or record.stock is None:
        return ""
    return deal_digest({"hands": hands, "stock": [CODES[card] for card in record.stock]})


def _back(evening: Evening) -> str:
    return "boards" if evening.method else "evening"


@require_POST
def boards_deal(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Let the computer deal the boards."""

    def write(_club: Club, evening: Evening) -> None:
        deal_boards(user=user_of(request), evening=evening)

    return written(request, slug, evening_id, write, _back)


@require_POST
def boards_show(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Show the boards to everybody."""

    def write(_club: Club, evening: Evening) -> None:
        show_boards(user=user_of(request), evening=evening)

    return written(request, slug, evening_id, write, _back)
