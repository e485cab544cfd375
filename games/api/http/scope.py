"""What the sender of a request may see. Every query of the interface starts here."""

from typing import TypeVar

from django.db.models import Model, Q, QuerySet
from rest_framework.request import Request

from games.models import Club, Hand, Role

Row = TypeVar("Row", bound=Model)


def visible(model: type[Row], request: Request) -> QuerySet[Row]:
    """Return the rows of the user's clubs; only those of one club if the token is limited to it."""
    rows: QuerySet[Row] = model.objects.visible_to(request.user)  # type: ignore[attr-defined]
    club = getattr(request.auth, "club_id", None)
    if club is None:
        return rows
    return rows.filter(pk=club) if model is Club else rows.filter(club=club)


def visible_hands(request: Request, *, or_else: Q | None = None) -> QuerySet[Hand]:
    """Return the sealed hands, and for those who may record also all others. `or_else` selects
    further hands that every member may know of.

    Nobody else may learn a card of a hand that is still being played.
    """
    writers = [role for role in Role if role.may_write]
    allowed = Q(state=Hand.State.SEALED) | Q(my_role__in=writers)
    return visible(Hand, request).filter(allowed if or_else is None else allowed | or_else)
