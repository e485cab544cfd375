"""A tablet that a code has opened: it records at one table of one evening, and nothing else.

It acts for the scorer who opened the evening. Everything that is not named here is closed to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth import login, logout
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from games.evening.codes import ends_at
from games.models import Evening, Match
from games.writing.durably import may_record

LENT = "table"  # the key in a session
# What looks up no session, and what a tablet of a table may always ask for.
OPEN = {"live", "worker", "engine", "engine-worker", "engine-file"}
ALWAYS = {"table", "sign-out", "kept"}
RECORDING = set(
    "record match-close hand-open hand-seal hand-take-over hand-give-up hand-take-up "
    "tablet-deal tablet-seal tablet-give-up tablet-take-up "
    "hand-confirm hand-dispute tablet-confirm tablet-dispute "
    "entries entry entry-preview entry-paste "
    "recording difference conflict choosing panel".split()
)


def open_table(request: HttpRequest, evening: Evening, table: int) -> None:
    """Allow this browser only to record at a table, until the codes of its evening end."""
    logout(request)  # nothing of a session before it goes on
    login(request, evening.opened_by)
    request.session[LENT] = {"evening": evening.pk, "code": evening.code, "table": table}
    request.session.set_expiry(ends_at(evening) - timezone.now())


def acts_for_its_scorer(evening: Evening) -> bool:
    """Return whether the scorer who opened an evening may still record."""
    return evening.opened_by.is_active and may_record(evening.opened_by, evening)


def tables_lent(lent: Mapping[str, Any]) -> QuerySet[Match]:
    """Return the matches that such a session may record: those of its table, while codes last."""
    evening = Evening.objects.filter(pk=lent["evening"], code=lent["code"]).first()
    if evening is None or ends_at(evening) <= timezone.now():
        return Match.objects.none()
    return Match.objects.filter(round__evening=evening, table=str(lent["table"]))


class TableTabletMiddleware:
    """Keep a browser that a table's code has opened at that table."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        """Return the way back to the table, or None where the browser may go on."""
        match = request.resolver_match
        name = match.url_name if match else None
        if name in OPEN or settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        lent = request.session.get(LENT)
        if lent is None or name in ALWAYS:
            return None
        if name in RECORDING:
            rows = tables_lent(lent)
            if "hand_id" in kwargs:
                rows = rows.filter(hands__public_id=kwargs["hand_id"])
            if (
                rows.filter(public_id=kwargs["match_id"]).exists()
                if "match_id" in kwargs
                else ("hand_id" in kwargs and rows.exists())
            ):
                return None
        if request.method in ("GET", "HEAD"):
            return redirect("table")
        raise PermissionDenied(_("This tablet records at its table, and nothing else."))
