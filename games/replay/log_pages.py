"""The page of a hand that tells who entered what, who agreed with its score, and who does not."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access.pages import user_of
from games.book.records import read_seal, record_of
from games.book.table_changes import table_log
from games.confirming.disputed import agreement_of
from games.replay.entry_log import entry_log
from games.replay.step_pages import readable_or_404


@require_safe
def hand_log(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Show disputes and confirmations of a hand, and every entry.

    For a running hand to scorers only, as with its replay.
    """
    club, hand, seal = readable_or_404(request, slug, hand_id)
    context = {
        "club": club,
        "section": "hands",
        "hand": hand,
        "agreement": agreement_of(user_of(request), club, hand),
        "table_log": table_log(hand.match, hand.number),
        "entries": entry_log(hand, read_seal(seal) if seal else record_of(hand)),
    }
    return render(request, "replay/log.html", context)
