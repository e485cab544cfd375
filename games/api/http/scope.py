"""What the sender of a request may see. Every query of the interface starts here."""

from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet
from django.http import Http404
from rest_framework.request import Request

from games.models import Club, Hand
from games.models.running import readable_by
from games.writing.errors import PlaysHere

Row = TypeVar("Row", bound=Model)


def visible(model: type[Row], request: Request) -> QuerySet[Row]:
    """Return the rows of the user's clubs; only those of one club if the token is limited to it."""
    rows: QuerySet[Row] = model.objects.visible_to(request.user)  # type: ignore[attr-defined]
    club = getattr(request.auth, "club_id", None)
    if club is None:
        return rows
    return rows.filter(pk=club) if model is Club else rows.filter(club=club)


def visible_hands(request: Request, *, or_else: Q | None = None) -> QuerySet[Hand]:
    """Return the hands whose cards the user may know.

    These are sealed ones; others for those who record and, while they run, for those whom the club
    lets watch. `or_else` selects further hands that every member may know of.
    """
    return readable_by(request.user, visible(Hand, request), or_else=or_else)


def readable_hand(request: Request, public_id: str) -> Hand:
    """Return one of these hands, with its match, its club and the names at its table.

    Raises Http404, and PlaysHere to somebody who records in the club, sits at the table of this
    running hand and is not to see it.
    """
    hands: Any = visible_hands(request)
    hand: Hand | None = hands.with_table().filter(public_id=public_id).first()
    if hand is None:
        theirs = Q(may_record=True)  # annotated by `visible_to`
        hidden = visible(Hand, request).filter(theirs, public_id=public_id)
        raise PlaysHere if hidden.exists() else Http404
    return hand
