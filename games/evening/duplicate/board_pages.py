"""The pages of the boards: the ranking, and of each its deal and its traveller."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.access.pages import number_sent, user_of
from games.access.quota import HEAVY, limited
from games.display import paper
from games.display.headlines import contract_name
from games.evening.duplicate.boards import board_results, deal_boards, directs, show_boards
from games.evening.duplicate.deals import (
    PlayedHand,
    deal_digest,
    dealer_of,
    first_deal,
    holdings,
    other_deals,
    played_hands,
    sheets_pdf,
)
from games.evening.duplicate.ranking import BoardFigure, DuplicateRank, figures_of, ranking
from games.evening.evening_pages import button, evening_or_404
from games.evening.evenings import teams_of
from games.models import Board, Evening, Hand, Player, User
from games.models.running import readable_by
from games.rules import Replay


class Compared(NamedTuple):
    """A hand of a traveller: its figures by seat, and how it differs from the first table's.

    `card` is the first card that another one was played for at the first table (`instead`), the
    `number`th of the play, at `place` of the replay. `same`: whether the deal was the same; None
    where it is not known.
    """

    hand: Hand
    contract: str
    players: list[tuple[Player, int, float]]
    card: str
    instead: str
    number: int
    place: str
    same: bool | None


@require_safe
def boards(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Show the ranking of an evening of duplicate; of a `board` its deal and its traveller.

    These, and how somebody's total came about (`player`), are shown to the director, and to all
    once the boards are shown.
    """
    evening = evening_or_404(request, slug, evening_id)
    if not evening.method:
        return redirect("evening", slug, evening_id)
    user, results = user_of(request), board_results(evening)
    is_director = directs(user, evening)
    ranked, teams = ranking(results, evening.method), teams_of(evening)
    people = Player.every.in_bulk([one.who for one in ranked])
    context: dict[str, Any] = {
        "club": evening.club,
        "section": "matches",
        "evening": evening,
        "game_key": evening.variant,
        "directs": is_director,
        "boards": evening.boards.all(),
        "dealt": evening.boards.exclude(seed=None).exists(),
        "shown": is_director or evening.boards_shown_at is not None,
        "to_come": evening.rounds - evening.drawn.filter(announced_at__isnull=False).count(),
        "by_percent": evening.method == Evening.Method.MATCH_POINTS,
        "others": other_deals(evening) if is_director else [],
        "lines": [(one, people[one.who], *_shown(one, evening)) for one in ranked],
        "teams": [
            (one, None, *_shown(one, evening)) for one in ranking(results, evening.method, teams)
        ],
    }
    number, who = request.GET.get("board", ""), request.GET.get("player", "")
    if (number or who) and not context["shown"]:
        raise Http404
    if number:
        board = evening.boards.filter(number=number_sent(number)).first()
        if board is None:
            raise Http404
        context |= _of_board(user, board, figures_of(results, evening.method))
    for one, player, total, _percent in context["lines"]:
        if player.public_id == who:
            figures = sorted(one.figures, key=lambda figure: figure.result.board)
            why = [_in_words(figure, evening) for figure in figures]
            context |= {"opened": player, "why": why, "total": total}
    return render(request, "evening/boards.html", context)


def in_points(worth: Fraction, evening: Evening) -> float:
    """Return a worth as it is shown: a difference of half points as points."""
    return float(worth / 2 if evening.method == Evening.Method.MEAN else worth)


def _shown(one: DuplicateRank, evening: Evening) -> tuple[float, float]:
    return in_points(one.total, evening), float(one.percent or 0)


def _in_words(figure: BoardFigure, evening: Evening) -> dict[str, Any]:
    return figure._asdict() | {
        "mean": float(figure.mean / 2),
        "worth": in_points(figure.worth, evening),
    }


def _of_board(user: User, board: Board, figures: list[BoardFigure]) -> dict[str, Any]:
    hands = readable_by(user, Hand.objects.visible_to(user)).filter(board=board).sealed()
    hands = hands.select_related("match").prefetch_related("seats__player").order_by("sealed_at")
    played = played_hands(hands).get(board.pk, [])
    deal = first_deal(board, played)
    here = [one for one in figures if one.result.board == board.number]
    return {
        "board": board,
        "dealer": dealer_of(board),
        "deal": holdings(deal, board.evening.variant) if deal else [],
        "traveller": traveller(board, played, here),
    }


def traveller(board: Board, played: list[PlayedHand], figures: list[BoardFigure]) -> list[Compared]:
    """Return hands of a board for comparison, in the order in which they were sealed."""
    worth = {
        (one.result.seat, one.result.who): in_points(one.worth, board.evening) for one in figures
    }
    deal = first_deal(board, played)
    first: list[str] = []
    compared = []
    for one in played:
        cards = _played(one.replay)
        first = first or cards
        number = next(
            (at for at, (a, b) in enumerate(zip(cards, first, strict=False)) if a != b), None
        )
        seats = one.replay.state.seats
        compared.append(
            Compared(
                one.hand,
                contract_name(one.hand) if one.hand.contract else "",
                [
                    (row.player, row.score_halves, worth[row.seat, row.player_id])
                    for row in one.hand.seats.all()
                ],
                card="" if number is None else cards[number],
                instead="" if number is None else first[number],
                number=0 if number is None else number + 1,
                place="" if number is None else f"{number // seats + 1}.{number % seats + 1}",
                same=deal_digest(one.deal) == deal_digest(deal) if one.deal and deal else None,
            )
        )
    return compared


def _played(replay: Replay) -> list[str]:
    return [action["card"] for action in replay.record.actions if action["kind"] == "play"]


@limited(HEAVY)
@require_safe
def boards_pdf(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Send the dealing sheets of the boards to the director, as a PDF."""
    evening = evening_or_404(request, slug, evening_id)
    if not directs(user_of(request), evening):
        raise PermissionDenied
    if not evening.boards.exclude(seed=None).exists():
        raise Http404
    data = sheets_pdf(evening, request.build_absolute_uri)
    return paper.pdf_answer(data, f"{evening.public_id}-boards")


@button("boards")
def boards_deal(request: HttpRequest, evening: Evening) -> None:
    """Let the computer deal the boards."""
    deal_boards(user=user_of(request), evening=evening)


@button("boards")
def boards_show(request: HttpRequest, evening: Evening) -> None:
    """Show the boards to everybody."""
    show_boards(user=user_of(request), evening=evening)
