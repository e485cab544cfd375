"""Many hands of a match in one request."""

from collections.abc import Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games import book
from games.api.answers.many import HandOutcomesSerializer, NewHandsSerializer
from games.api.http.errors import ApiError, FaultyPart
from games.api.http.refusals import refused_by_rules, refused_write
from games.api.http.writing import (
    WritingEndpoint,
    device_of,
    key_of,
    makes,
    once_of,
    takes,
    user_of,
)
from games.models import Match
from games.writing.errors import Refused, WriteError

Came = Sequence[book.Taken | WriteError]
PREVIEW_KEY = "only-to-be-judged-0"


class MatchHands(WritingEndpoint):
    @makes("matches_hands_create", NewHandsSerializer, HandOutcomesSerializer, tag="recording")
    def post(self, request: Request, public_id: str) -> Response:
        """Take over hands that are written down already. For scorers.

        Each is a result or a record, judged and sealed as if it were sent alone. If one is refused
        none is made, and `errors` names every one; with `all_or_nothing` false the others are made.
        Sent again with its `key` the request is answered alike, with status 200.
        """
        match = self.find(Match, request, public_id)
        body = self.read(request, NewHandsSerializer)
        came = book.take_hands(key=key_of(request, body), **wanted(request, match, body))
        if body.get("all_or_nothing", True):
            refuse_all(came, body["hands"])
        made = [one for one in came if isinstance(one, book.Taken) and not one.replayed]
        answer = {"written": len(made), "hands": outcomes(came, body["hands"])}
        shown = HandOutcomesSerializer(answer)
        return Response(shown.data, status=201 if made else 200)


class MatchHandsPreview(WritingEndpoint):
    """What would come of them."""

    @takes("matches_hands_preview", NewHandsSerializer, HandOutcomesSerializer, tag="recording")
    def post(self, request: Request, public_id: str) -> Response:
        """Judge the same without keeping anything: the scores of each hand, or why not."""
        match = self.find(Match, request, public_id)
        body = self.read(request, NewHandsSerializer)
        once = once_of(request, body)
        key = once.key if once else PREVIEW_KEY
        came = book.take_hands(key=key, keeps=False, **wanted(request, match, body))
        answer = {"written": 0, "hands": outcomes(came, body["hands"], keeps=False)}
        return Response(HandOutcomesSerializer(answer).data)


def wanted(request: Request, match: Match, body: dict[str, Any]) -> dict[str, Any]:
    """Return what a body asks for, as the book takes it."""
    plain = {name: body[name] for name in ("all_or_nothing", "seal", "unconfirmed") if name in body}
    hands = [book.GivenHand(**hand) for hand in body["hands"]]
    return plain | {
        "user": user_of(request),
        "match": match,
        "hands": hands,
        "device": device_of(request),
    }


def refusal_of(error: WriteError, index: int, hand: dict[str, Any]) -> ApiError:
    """Return the error of one of the hands, with the pointer to it."""
    part = "record" if "record" in hand else "result"
    pointer = f"/hands/{index}/{part}"
    if isinstance(error, Refused):
        return refused_by_rules(error.problem, pointer)
    one = refused_write(error)
    one.faults = [FaultyPart("body", pointer, str(error))]
    return one


def refuse_all(came: Came, hands: Sequence[dict[str, Any]]) -> None:
    """Raise ApiError, the one of the first hand that was refused, with the faults of all."""
    errors = [
        refusal_of(one, index, hands[index])
        for index, one in enumerate(came)
        if isinstance(one, WriteError)
    ]
    if errors:
        first = errors[0]
        faults = [fault for error in errors for fault in error.faults]
        raise ApiError(first.code, str(first.detail), faults, first.facts)


def outcomes(
    came: Came, hands: Sequence[dict[str, Any]], *, keeps: bool = True
) -> list[dict[str, Any]]:
    """Return what came of each, as answers have it."""
    return [
        {
            "index": index,
            "ok": isinstance(one, book.Taken),
            "hand": one.hand.public_id if keeps and isinstance(one, book.Taken) else None,
            "number": one.hand.number if isinstance(one, book.Taken) else None,
            "scores": one.scores if isinstance(one, book.Taken) else None,
            "error": error_of(refusal_of(one, index, hands[index]))
            if isinstance(one, WriteError)
            else None,
        }
        for index, one in enumerate(came)
    ]


def error_of(error: ApiError) -> dict[str, Any]:
    """Return an error as a part of an answer."""
    plain = {"code": error.code, "detail": str(error.detail), "rule": None, "action": None}
    return plain | error.facts
