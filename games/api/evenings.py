"""Evenings: who is here, rounds, the list, boards and their travellers."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import filters
from games.api.answers import evenings as answers
from games.api.clubs import ClubLeague
from games.api.http.endpoint import Endpoint
from games.api.http.lists import RowDetail, RowList, Rows
from games.api.http.schema import WORDS
from games.api.http.scope import visible
from games.api.http.writing import WritingEndpoint, makes, once_of, status_of, takes, user_of
from games.evening.arrivals import note_change
from games.evening.championship import championship, evenings_of
from games.evening.championship_pages import season_asked_for
from games.evening.duplicate.board_pages import in_points
from games.evening.duplicate.boards import board_results, directs
from games.evening.duplicate.ranking import BoardFigure, figures_of, ranking
from games.evening.tables import give_points
from games.evening.tables_shown import tables_of_round
from games.evening.totals import list_of
from games.league.ranking import championship_of
from games.models import Club, Evening, EveningPoints, Hand, Player, Presence
from games.models.paging import Order
from games.models.running import readable_by
from games.writing.errors import invalid


class EveningRows(Rows):
    """The evenings of these clubs."""

    queryset = Evening.objects.none()
    serializer_class = answers.EveningSerializer


class EveningList(EveningRows, RowList):
    """The evenings of your clubs, the latest first."""

    filterset_class = filters.EveningFilters
    order = Order("played_on", descending=True)


class EveningDetail(EveningRows, RowDetail):
    """One evening."""


def evening_of(request: Request, public_id: str) -> Evening:
    """Return an evening that the sender may see. Raises Http404."""
    rows = visible(Evening, request).select_related("club")
    evening: Evening = get_object_or_404(rows, public_id=public_id)
    return evening


class EveningPeople(WritingEndpoint):
    """Who is here."""

    @extend_schema(operation_id="evenings_people", responses={200: answers.PeopleSerializer})
    def get(self, request: Request, public_id: str) -> Response:
        """Return who came on the day of an evening, also those who have left."""
        return self._answer(evening_of(request, public_id))

    @takes("evenings_note_people", answers.NewPresenceSerializer, answers.PeopleSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Note that somebody came or left, or that one takes the seat of the other. For scorers.

        Sent again it changes nothing. Those who left without playing were not here at all.
        """
        evening = self.find(Evening, request, public_id)
        body = self.read(request, answers.NewPresenceSerializer)
        players = visible(Player, request).filter(club=evening.club_id)
        known = {one.public_id: one for one in players.filter(public_id__in=body.values())}
        for field, key in body.items():
            if key not in known:
                message = _("The club has no player %(id)s.") % {"id": key}
                raise invalid(field, "unknown-player", message)
        came, went = (known.get(body.get(field, "")) for field in ("came", "went"))
        note_change(user=user_of(request), evening=evening, came=came, went=went)
        return self._answer(evening)

    def _answer(self, evening: Evening) -> Response:
        rows = Presence.objects.filter(player__in=evening.club.players.all(), day=evening.played_on)
        people = answers.PresenceSerializer().read(rows.order_by("arrived_at", "pk"))
        return Response({"evening": evening.public_id, "people": people})


class EveningRounds(Endpoint):
    @extend_schema(operation_id="evenings_rounds", responses=answers.RoundsSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return every round drawn: who sits where, with their points and those of the director.

        Scores of a hand are those of its match.
        """
        evening = evening_of(request, public_id)
        rounds = []
        for drawn in evening.drawn.all():
            drawn.evening = evening
            points = answers.PointsSerializer().read(drawn.points.order_by("pk"))
            facts = {"round": drawn, "tables": tables_of_round(drawn)}
            rounds.append(answers.RoundSerializer(facts | {"points": []}).data | {"points": points})
        return Response({"evening": public_id, "rounds": rounds})


class EveningRoundPoints(WritingEndpoint):
    @makes("evenings_points", answers.NewPointsSerializer, answers.PointsSerializer)
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Give or take points in a round, and say why. For scorers.

        Sent again with its `key` it is answered with status 200.
        """
        evening = self.find(Evening, request, public_id)
        body = self.read(request, answers.NewPointsSerializer)
        once, drawn = once_of(request, body), get_object_or_404(evening.drawn, number=number)
        known = {line.player.public_id: line.player for line in list_of(evening)}
        if body["player"] not in known:
            message = _("The list has no player %(id)s.") % {"id": body["player"]}
            raise invalid("player", "unknown-player", message)
        drawn.evening = evening
        made = give_points(
            user=user_of(request),
            drawn=drawn,
            points={known[body["player"]]: 2 * body["points"]},
            kind=EveningPoints.Kind.DIRECTOR,
            because=body["because"],
            once=once,
        )
        (row,) = answers.PointsSerializer().read(EveningPoints.objects.filter(pk=made.pk))
        return Response(row, status=status_of(once))


class EveningResult(Endpoint):
    parameters = (OpenApiParameter("variant", WORDS, description="Only what was played of it."),)

    @extend_schema(operation_id="evenings_list_of", responses=answers.EveningListSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the list so far, ranked as on its page: equal totals as chosen before round 1."""
        game = request.query_params.get("variant", "")
        lines = list_of(evening_of(request, public_id), game=game)
        return Response(answers.EveningListSerializer({"evening": public_id, "lines": lines}).data)


class EveningBoards(Endpoint):
    """The boards of an evening of duplicate."""

    @extend_schema(operation_id="evenings_boards", responses=answers.BoardsSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the boards and the ranking, without cards."""
        evening = duplicate_of(request, public_id)
        ranked = ranking(board_results(evening), evening.method)
        people = Player.every.in_bulk([one.who for one in ranked])
        lines = [
            {
                "place": one.place,
                "player": people[one.who].public_id,
                "name": people[one.who].name,
                "total": in_points(one.total, evening),
                "percent": None if one.percent is None else float(one.percent),
            }
            for one in ranked
        ]
        facts: dict[str, Any] = {"evening": public_id, "method": evening.method, "ranking": lines}
        facts["boards"] = list(evening.boards.values_list("number", flat=True))
        return Response(answers.BoardsSerializer(facts).data)


class EveningBoard(Endpoint):
    @extend_schema(operation_id="evenings_board", responses=answers.BoardSerializer)
    def get(self, request: Request, public_id: str, number: int) -> Response:
        """Return the traveller of a board. While boards are hidden, only their director sees it."""
        evening = duplicate_of(request, public_id)
        if evening.boards_shown_at is None and not directs(user_of(request), evening):
            raise Http404
        board = get_object_or_404(evening.boards, number=number)
        figures = {
            (one.result.seat, one.result.who): one
            for one in figures_of(board_results(evening), evening.method)
            if one.result.board == number
        }
        hands: Any = readable_by(user_of(request), visible(Hand, request)).filter(board=board)
        hands = hands.sealed().select_related("match").prefetch_related("seats__player")
        shown = [played(hand, figures, evening) for hand in hands.order_by("sealed_at", "pk")]
        facts = {"evening": public_id, "number": number, "seed": board.seed, "hands": shown}
        return Response(answers.BoardSerializer(facts).data)


class ClubChampionship(Endpoint):
    parameters = ClubLeague.parameters[1:]

    @extend_schema(operation_id="clubs_championship", responses=answers.ChampionshipSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the evenings of a season together, counted as on the page of the club."""
        club = get_object_or_404(visible(Club, request), public_id=public_id)
        period, _known = season_asked_for(request._request, club)
        lines = [one for one in championship(club, evenings_of(club, period)) if one.place]
        facts = {"club": club.public_id, "period": period, "lines": lines}
        facts |= championship_of(club)._asdict()
        return Response(answers.ChampionshipSerializer(facts).data)


def duplicate_of(request: Request, public_id: str) -> Evening:
    """Return an evening of duplicate that the sender may see. Raises Http404."""
    evening = evening_of(request, public_id)
    if not evening.method:
        raise Http404
    return evening


def played(hand: Hand, figures: dict[Any, BoardFigure], evening: Evening) -> dict[str, Any]:
    """Return a hand of a board, with what each score is worth."""
    seats = [(row, figures[row.seat, row.player_id]) for row in hand.seats.all()]
    return {
        "hand": hand.public_id,
        "match": hand.match.public_id,
        "contract": hand.contract or None,
        "seats": [
            {
                "seat": row.seat,
                "player": row.player.public_id,
                "name": row.player.name,
                "points": row.score_halves,
                "worth": in_points(one.worth, evening),
                "below": one.below,
                "level": one.level,
                "played": one.played,
            }
            for row, one in seats
        ],
    }
