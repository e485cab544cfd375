"""Agreeing on the score of a hand: who confirmed it, who disputes it, how that ended."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers.agreement import (
    ConfirmationSerializer,
    ConfirmationsSerializer,
    DisputeSerializer,
    DisputesSerializer,
)
from games.api.answers.bodies import (
    EndDisputeSerializer,
    NewConfirmationSerializer,
    NewDisputeSerializer,
)
from games.api.http.errors import ApiError, FaultyPart
from games.api.http.scope import readable_hand, visible
from games.api.http.writing import (
    WritingEndpoint,
    device_of,
    makes,
    once_of,
    status_of,
    takes,
    user_of,
)
from games.confirming import disputes
from games.confirming.confirmations import confirm
from games.confirming.disputes import rule, withdraw
from games.models import Confirmation, Dispute, Hand, Player
from games.people.merge_plan import player_now


def player_of(hand: Hand, public_id: str) -> Player:
    """Return the player of the hand's club with that id. Raises ApiError."""
    player = player_now(hand.club_id, public_id)
    if player is None:
        sentence = _("The club has no such player.")
        raise ApiError("unknown-player", sentence, [FaultyPart("body", "/player", sentence)])
    return player


def hand_of(request: Request, public_id: str) -> Hand:
    """Return a hand of the reader's clubs, even a running one: no cards are shown here."""
    hands = visible(Hand, request).select_related("match", "club")
    hand: Hand = get_object_or_404(hands, public_id=public_id)
    return hand


class HandConfirmations(WritingEndpoint):
    """Who agreed with the score of a hand."""

    @extend_schema(operation_id="confirmations_list", responses={200: ConfirmationsSerializer})
    def get(self, request: Request, public_id: str) -> Response:
        """Return who confirmed the score of a hand, at which version, and how."""
        hand = readable_hand(request, public_id)
        rows = visible(Confirmation, request).filter(hand=hand).order_by("id")
        given = ConfirmationSerializer().read(rows)
        return Response({"hand": public_id, "confirmations": given})

    @extend_schema(
        tags=["recording"],
        operation_id="confirmations_create",
        request=NewConfirmationSerializer,
        responses={201: ConfirmationSerializer},
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Agree with the score of a finished hand that is not sealed yet.

        Members confirm as the player that they are; scorers for anybody on the other side, with
        the `pin` of that player where the club asks for it. Sent twice, it is answered alike.
        """
        hand = hand_of(request, public_id)
        body = self.read(request, NewConfirmationSerializer)
        made = confirm(
            user=user_of(request),
            hand=hand,
            version=body["version"],
            player=player_of(hand, body["player"]),
            pin=body.get("pin", ""),
            device=device_of(request),
        )
        (row,) = ConfirmationSerializer().read(Confirmation.objects.filter(pk=made.pk))
        return Response(row, status=201)


class HandDisputes(WritingEndpoint):
    """Who says that the score of a hand is wrong."""

    @extend_schema(operation_id="disputes_list", responses={200: DisputesSerializer})
    def get(self, request: Request, public_id: str) -> Response:
        """Return every dispute about a hand: by whom, why, and how it ended."""
        hand = readable_hand(request, public_id)
        rows = visible(Dispute, request).filter(hand=hand).order_by("id")
        return Response({"hand": public_id, "disputes": DisputeSerializer().read(rows)})

    @makes("disputes_create", NewDisputeSerializer, DisputeSerializer, tag="recording")
    def post(self, request: Request, public_id: str) -> Response:
        """Say that the score of a finished hand is wrong, sealed or not.

        Members speak as the player that they are, scorers for anybody who played the hand. A player
        who disputes it already is answered with that dispute.
        """
        hand = hand_of(request, public_id)
        body = self.read(request, NewDisputeSerializer)
        once = once_of(request, body)
        player = player_of(hand, body["player"])
        known = Dispute.objects.filter(hand=hand, player=player, ended_at=None).exists()
        made = disputes.dispute(
            user=user_of(request),
            hand=hand,
            player=player,
            because=body["because"],
            device=device_of(request),
            once=once,
        )
        return shown(made, status_of(once, known=known))


class DisputeEnd(WritingEndpoint):
    """How a dispute ends."""

    @takes("disputes_end", EndDisputeSerializer, DisputeSerializer, tag="recording")
    def post(self, request: Request, public_id: str, dispute: str) -> Response:
        """End a dispute, by a ruling or by withdrawing it.

        With an `answer` it is ruled that the score stands, by a scorer; without one it is
        withdrawn, by the player or the one who entered it. It ends by itself when the hand is
        amended.
        """
        rows = visible(Dispute, request).select_related("hand", "player")
        mine: Any = get_object_or_404(rows, hand__public_id=public_id, public_id=dispute)
        body = self.read(request, EndDisputeSerializer)
        if "answer" in body:
            ended = rule(user=user_of(request), dispute=mine, answer=body["answer"])
        else:
            ended = withdraw(user=user_of(request), dispute=mine)
        return shown(ended, 200)


def shown(dispute: Dispute, status: int) -> Response:
    (row,) = DisputeSerializer().read(Dispute.objects.filter(pk=dispute.pk))
    return Response(row, status=status)
