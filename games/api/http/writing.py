"""What requests that write have in common: their body, their row, and their key."""

from typing import Any, TypeVar, cast

from django.db.models import Model
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.http.endpoint import Endpoint
from games.api.http.errors import ApiError, FaultyPart
from games.api.http.scope import visible
from games.api.http.strict import Body
from games.models import ApiToken, Hand, User
from games.writing.durably import require_scorer, require_watcher
from games.writing.once import Once

Row = TypeVar("Row", bound=Model)


def takes(name: str, body: Any, answer: Any, tag: str = "") -> Any:
    """Describe the operation of that name, which takes a body and is answered with 200."""
    return _operation(name, body, {200: answer}, tag)


def makes(name: str, body: Any, answer: Any, tag: str = "") -> Any:
    """Describe one that makes something: 201, or 200 where that was made before."""
    return _operation(name, body, {200: answer, 201: answer}, tag)


def _operation(name: str, body: Any, responses: dict[int, Any], tag: str) -> Any:
    tags = [tag] if tag else None
    return extend_schema(operation_id=name, request=body, responses=responses, tags=tags)


class WritingEndpoint(Endpoint):
    """An address that accepts data."""

    def read(self, request: Request, shape: type[Body]) -> dict[str, Any]:
        """Return the body, which must have that shape. Raises ValidationError by field."""
        body = shape(data=request.data)
        body.is_valid(raise_exception=True)
        return dict(body.validated_data)

    def find(
        self, model: type[Row], request: Request, public_id: str, field: str | None = None
    ) -> Row:
        """Return the row with that id. The id comes from `field` of the body, or from the address.

        Raises `not-found` for rows outside the reader's clubs, `role-required` for members who may
        only read.
        """
        row = visible(model, request).filter(public_id=public_id).first()
        if row is not None:
            require_scorer(request.user, row)
            return row
        if field is None:
            raise Http404
        sentence = _("There is nothing with that id, or your clubs do not show it to you.")
        raise ApiError("not-found", sentence, [FaultyPart("body", f"/{field}", sentence)])

    def find_hand(self, request: Request, public_id: str) -> Hand:
        """Return a hand with its match, its club and the names at its table.

        For scorers, unless the club keeps them from a running hand of their own table.
        """
        hands: Any = visible(Hand, request)
        hand: Hand = get_object_or_404(hands.with_table(), public_id=public_id)
        require_scorer(request.user, hand)
        require_watcher(request.user, hand)
        return hand


def key_of(request: Request, body: dict[str, Any]) -> str:
    """Return the random key of the request, from the body or the header. Raises ApiError."""
    once = once_of(request, body)
    if once is None:
        raise ApiError("key-missing", _("The request needs a new random key."))
    return once.key


def once_of(request: Request, body: dict[str, Any]) -> Once | None:
    """Return the key of a request that may come without one; it is removed from the body."""
    key = body.pop("key", "") or request.headers.get("Idempotency-Key", "").strip().strip('"')
    return Once(str(key)) if key else None


def status_of(once: Once | None, *, known: bool = False) -> int:
    """201 for something made now; 200 if it existed: `known` before, or by its key."""
    return 200 if known or (once is not None and once.replayed) else 201


def user_of(request: Request) -> User:
    """Return the account that writes; everybody who gets here is signed in."""
    return cast(User, request.user)


def device_of(request: Request) -> str:
    """Return the name of the program that makes an entry."""
    return request.auth.name if isinstance(request.auth, ApiToken) else ""
