"""What requests that write have in common: the version they were made against, and their key."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from django.db.models import Model
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request

from games.access.errors import StaleVersion
from games.access.once import Once
from games.access.writing import require_scorer, require_watcher
from games.api.answers.entries import EntrySerializer
from games.api.http.endpoint import Endpoint
from games.api.http.errors import ApiError, FaultyPart
from games.api.http.scope import visible
from games.api.http.strict import Body
from games.models import ApiToken, Hand, User

Row = TypeVar("Row", bound=Model)
# The ETag of a hand begins with its version.
TAG = re.compile(r'\s*(?:W/)?"([0-9]{1,9})-[0-9a-f]+"\s*')


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
        """Return a hand with its match, its club and the names at its table. For scorers, unless
        the club keeps them from a running hand of their own table."""
        hands: Any = visible(Hand, request)
        hand: Hand = get_object_or_404(hands.with_table(), public_id=public_id)
        require_scorer(request.user, hand)
        require_watcher(request.user, hand)
        return hand


@contextmanager
def precondition(request: Request, body: dict[str, Any], hand: Hand) -> Iterator[int]:
    """Which version of a hand the sender has read: `version` of the body, or `If-Match`.

    Within the block a version that is not the newest is told in the sender's own terms: 409 where
    the body named it, 412 where `If-Match` did. Raises ApiError.
    """
    header = request.headers.get("If-Match")
    if header is None:
        if "version" not in body:
            sentence = _("Say which version you have read, with “version” or If-Match.")
            raise ApiError("precondition-required", sentence)
        yield int(body["version"])
        return
    tag = TAG.fullmatch(header)
    version = int(tag[1]) if tag else hand.version
    if header.strip() != "*" and (tag is None or body.get("version", version) != version):
        raise no_match({"version": hand.version})
    try:
        yield version
    except StaleVersion as error:
        entries = EntrySerializer(error.entries, many=True).data
        raise no_match({"version": error.version, "entries": entries}) from error


def no_match(facts: dict[str, Any]) -> ApiError:
    """That `If-Match` names another version; `facts` say which is the newest."""
    sentence = _("If-Match does not match the current version.")
    return ApiError("precondition-failed", sentence, facts=facts)


def key_of(request: Request, body: dict[str, Any]) -> str:
    """The random key of the request, from the body or the header. Raises ApiError."""
    once = once_of(request, body)
    if once is None:
        raise ApiError("key-missing", _("The request needs a new random key."))
    return once.key


def once_of(request: Request, body: dict[str, Any]) -> Once | None:
    """The same, for requests that may come without a key; it is removed from the body."""
    key = body.pop("key", "") or request.headers.get("Idempotency-Key", "").strip().strip('"')
    return Once(str(key)) if key else None


def status_of(once: Once | None, *, known: bool = False) -> int:
    """201 for something made now; 200 if it existed: `known` before, or by its key."""
    return 200 if known or (once is not None and once.replayed) else 201


def user_of(request: Request) -> User:
    """The account that writes; everybody who gets here is signed in."""
    return cast(User, request.user)


def device_of(request: Request) -> str:
    """The name of the program that makes an entry, for the entry."""
    return request.auth.name if isinstance(request.auth, ApiToken) else ""
