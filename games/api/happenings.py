"""What happens in a club, as server-sent events: that it happened and where to look, no cards."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from threading import BoundedSemaphore
from typing import Any, NamedTuple

from django.db.models import Max, Model
from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.reverse import reverse

from games.api.http.endpoint import Endpoint
from games.api.http.errors import bad_parameters
from games.api.http.limits import Heavy, Requests
from games.api.http.negotiation import EventStream
from games.api.http.schema import WORDS
from games.api.http.scope import visible, visible_hands
from games.models import ApiToken, Club, Hand, Match, User
from games.models.book import Seal
from games.models.confirming import Confirmation, Dispute
from games.models.evenings import EveningRound

# Each of them holds one of the eight threads of its process; further ones are not held.
places = BoundedSemaphore(2)
LOOKS = 25  # a second apart, less than servers wait that are told to stop
RETRY = 3000  # milliseconds after which a client comes back
# A write that takes as long as that appears among others that are later.
LATE = timedelta(seconds=10)
MOST = 1000  # of one kind in one look
CURSOR = re.compile(r"(\d{1,16})\.((?:[0-9a-f]{8})*)")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

OF_HAND = ("hand__public_id", "hand__number", "hand__match__public_id")
PLACES: dict[type[Model], tuple[str, ...]] = {
    Match: ("public_id",),
    Hand: ("public_id", "number", "match__public_id"),
    Seal: OF_HAND,
    Confirmation: OF_HAND,
    Dispute: OF_HAND,
    EveningRound: ("evening__public_id", "number"),
}


class Happening(NamedTuple):
    """Something that happened, with the id and number of what it happened to, and its match."""

    at: datetime
    what: str
    id: str
    number: int = 0
    match: str = ""

    @property
    def digest(self) -> str:
        """Return the eight characters that identify it in a cursor."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:8]


class StreamCursor:
    """What a client has: a moment, and what it was sent of the last seconds before."""

    def __init__(self, at: datetime, sent: dict[str, datetime]) -> None:
        self.at, self.sent = at, sent

    @classmethod
    def read(cls, text: str) -> StreamCursor:
        """Return the cursor of a text. Raises ApiError `bad-parameter`."""
        match = CURSOR.fullmatch(text)
        if match is None:
            raise bad_parameters({"cursor": _("This is no cursor of this address.")})
        at = EPOCH + timedelta(microseconds=min(int(match[1]), 2**52))
        return cls(at, dict.fromkeys(re.findall(".{8}", match[2]), at))

    def __str__(self) -> str:
        return f"{(self.at - EPOCH) // timedelta(microseconds=1)}.{''.join([*self.sent][-MOST:])}"

    def take(self, happenings: list[Happening]) -> list[Happening]:
        """Return the new ones in order, and move the cursor past them."""
        news = sorted(one for one in happenings if one.digest not in self.sent)
        if news:
            self.at = max(self.at, news[-1].at)
            sent = self.sent | {one.digest: one.at for one in news}
            self.sent = {key: at for key, at in sent.items() if at >= self.at - LATE}
        return news


def happened(request: Request, club: Club, since: datetime) -> list[Happening]:
    """Return what the sender may know of what happened in a club since a moment, in any order.

    Of a running hand that they may not watch they learn only that it was opened. Where there is
    more than a look takes, the newest of it.
    """
    recent = {"hand__club": club, "hand__changed_at__gte": since}
    watched = visible_hands(request).filter(club=club, state=Hand.State.OPEN)
    hands, matches = Hand.objects.filter(club=club), Match.objects.filter(club=club)
    rounds = EveningRound.objects.filter(evening__club=club)
    seals, disputes = Seal.objects.filter(**recent), Dispute.objects.filter(**recent)
    first = {"revision": 1}
    sources: list[tuple[str, Any, str]] = [
        ("match-opened", matches, "opened_at"),
        ("match-closed", matches, "closed_at"),
        ("hand-opened", hands.filter(changed_at__gte=since), "opened_at"),
        ("hand-entries", watched.annotate(entered_at=Max("entries__at")), "entered_at"),
        ("hand-confirmed", Confirmation.objects.filter(**recent), "at"),
        ("hand-sealed", seals.filter(**first), "sealed_at"),
        ("hand-amended", seals.exclude(**first), "sealed_at"),
        ("hand-disputed", disputes, "at"),
        ("dispute-ended", disputes, "ended_at"),
        ("hand-void", hands.filter(state=Hand.State.VOID), "changed_at"),
        ("round-drawn", rounds, "drawn_at"),
        ("round-announced", rounds, "announced_at"),
    ]
    return [
        Happening(at, what, *of)
        for what, rows, moment in sources
        for at, *of in rows.filter(**{f"{moment}__gte": since})
        .order_by(f"-{moment}")
        .values_list(moment, *PLACES[rows.model])[:MOST]
    ]


class ClubEvents(Endpoint):
    """What happens in a club."""

    renderer_classes = [EventStream]
    throttle_classes = [Requests, Heavy]
    parameters = (
        OpenApiParameter(
            "cursor",
            WORDS,
            description="The `id` of the last event that you have. `Last-Event-ID` does the same.",
        ),
    )

    @extend_schema(operation_id="clubs_events", responses={200: OpenApiTypes.STR})
    def get(self, request: Request, public_id: str) -> StreamingHttpResponse:
        """Stream what happens from now on, or after an event that you have, as server-sent events.

        `event` says what happened, `data` (JSON) when and to what; nothing of it is a card. What
        you may know of it is at `url`. Several entries can be one event. The stream ends after half
        a minute, at once where too many are open, and with your right to read. Come back after
        `retry` with the last `id`, as every library for such streams does: nothing is left out,
        and after a break the last events may come once more. `missed`: more happened than is kept
        ready; read it with `updated_since`.
        """
        club = get_object_or_404(visible(Club, request), public_id=public_id)
        text = request.query_params.get("cursor", request.headers.get("Last-Event-ID"))
        cursor = None if text is None else StreamCursor.read(text)
        response = StreamingHttpResponse(
            stream(request, club, cursor), content_type=f"{EventStream.media_type}; charset=utf-8"
        )
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"  # nginx would keep the events back
        return response


def stream(request: Request, club: Club, cursor: StreamCursor | None) -> Iterator[bytes]:
    """Yield events as they are sent: a look a second while it is held, else what there is now."""
    held = places.acquire(blocking=False)
    try:
        yield f"retry: {RETRY}\n\n".encode()
        if cursor is None:
            cursor = StreamCursor(timezone.now(), {})
            cursor.take(happened(request, club, cursor.at - LATE))
            yield f"event: begin\ndata: {{}}\nid: {cursor}\n\n".encode()
        for look in count(1):
            if not still_reads(request, club):
                return
            happenings = happened(request, club, cursor.at - LATE)
            if max(Counter(one.what for one in happenings).values(), default=0) == MOST:
                yield b"event: missed\ndata: {}\n\n"
            yield b"".join(_sent(request, cursor.take(happenings), cursor)) or b":\n\n"
            if not held or look == LOOKS:
                return
            time.sleep(1)
    finally:
        if held:
            places.release()


def _sent(request: Request, news: list[Happening], cursor: StreamCursor) -> Iterator[bytes]:
    """Yield events; the last of a look brings the cursor behind all of them."""
    for number, one in enumerate(news, 1):
        kind, data = one.what.partition("-")[0], dict[str, Any](at=one.at.isoformat())
        if kind == "round":
            place = reverse("api:evening", [one.id], request=request)
            data |= {"evening": one.id, "round": one.number, "url": place}
        elif kind == "match":
            data |= {"match": one.id, "url": reverse("api:match", [one.id], request=request)}
        else:
            place = reverse("api:hand", [one.id], request=request)
            data |= {"hand": one.id, "match": one.match, "number": one.number, "url": place}
        ended = f"id: {cursor}\n" if number == len(news) else ""
        yield f"event: {one.what}\ndata: {json.dumps(data)}\n{ended}\n".encode()


def still_reads(request: Request, club: Club) -> bool:
    """Return whether the sender is signed in, with a key that is valid, and in the club."""
    now = timezone.now()
    if isinstance(request.auth, ApiToken):
        key = ApiToken.objects.filter(pk=request.auth.pk).exclude(expiry__lte=now)
        signed_in = key.exists()
    else:
        session = request._request.session
        signed_in = session.exists(session.session_key or "")
    user: Any = request.user
    active = User.objects.filter(pk=user.pk, is_active=True).exists()
    return signed_in and active and visible(Club, request).filter(pk=club.pk).exists()
