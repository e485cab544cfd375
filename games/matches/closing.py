"""The end of a match: no further hand is dealt in it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access.pages import row_or_404, scorers_club_or_404, user_of
from games.jobs import call_upkeep
from games.matches.match_changes import close_match
from games.models import Match
from games.writing.errors import HandStillOpen


@require_POST
def close(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Close a match, or say why not; back to its page."""
    club = scorers_club_or_404(request, slug)
    match = row_or_404(request, club, Match, match_id)
    was_open = match.closed_at is None
    try:
        close_match(user=user_of(request), match=match)
    except HandStillOpen as error:
        messages.error(request, str(error))
    else:
        if was_open:  # each worker is a process
            call_upkeep()
        messages.success(request, _("%(match)s is closed.") % {"match": match.title})
    return redirect("match", club.slug, match.public_id)
