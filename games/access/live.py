"""The address that an open page asks whether something has changed since it was drawn.

It is asked more often than any other, so it looks up no session: the address itself is signed, made
for somebody who may see the page, and ends with the evening, or once they leave the club. It says
that there is something new and never what: the page then asks for that where permissions are
checked.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.signing import BadSignature, TimestampSigner
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.models import User
from games.models.marks import MARKS


class Watch(NamedTuple):
    """What a page needs to follow something: the address that it asks, and the mark it has."""

    address: str
    mark: str


def watch(row: Model, user: User) -> Watch:
    """Return how the page of a user follows a hand, a match or a club. One statement.

    Call it before the rest of the page is read: what changes in between is then asked for twice,
    and never missed.
    """
    kind = next(kind for kind, (model, _mark) in MARKS.items() if isinstance(row, model))
    token = _signer().sign(f"{kind}.{row.pk}.{user.pk}")
    return Watch(reverse("live", args=[token]), MARKS[kind][1](row.pk, user.pk))


@cache
def _signer() -> TimestampSigner:
    return TimestampSigner(salt="games.access.live")


@login_not_required
@require_safe
def live(request: HttpRequest, token: str) -> HttpResponse:
    """Answer 204 while the page has the mark (`at`), else the new one; 403 for a false address."""
    try:
        signed = _signer().unsign(token, max_age=settings.SESSION_COOKIE_AGE)
    except BadSignature:
        return HttpResponseForbidden()
    kind, *keys = signed.split(".")
    if len(keys) != 2:
        return HttpResponseForbidden()
    mark, headers = MARKS[kind][1](*map(int, keys)), {"Cache-Control": "no-store"}
    if mark == request.GET.get("at"):
        return HttpResponse(status=204, headers=headers)
    return HttpResponse(mark, content_type="text/plain", headers=headers)
