"""A match that gets another title, table or day, or goes again because nothing was played in it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.access.pages import row_or_404, scorers_club_or_404, status_of, user_of, write_or_blame
from games.matches.match_edits import delete_match, edit_match, is_empty
from games.matches.opening_form import MatchEditForm
from games.models import Match
from games.writing.errors import MatchNotEmpty


def _match_or_404(request: HttpRequest, slug: str, match_id: str) -> Match:
    club = scorers_club_or_404(request, slug)
    return row_or_404(request, club, Match, match_id)


@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Show the form for title, table and day, and save it."""
    match = _match_or_404(request, slug, match_id)
    now = {name: getattr(match, name) for name in MatchEditForm.base_fields}
    form = MatchEditForm(request.POST or None, initial=now)
    if form.is_valid():
        user, fields = user_of(request), form.cleaned_data
        if write_or_blame(form, lambda: edit_match(user=user, match=match, **fields)):
            messages.success(request, _("The match is changed."))
            return redirect("match", slug, match_id)
    context = {"club": match.club, "section": "matches", "match": match, "form": form}
    context |= {"empty": is_empty(match)}
    return render(request, "matches/edit.html", context, status=status_of(form))


@require_POST
def delete(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Delete an empty match and show the list, or say why not."""
    match = _match_or_404(request, slug, match_id)
    try:
        delete_match(user=user_of(request), match=match)
    except MatchNotEmpty as error:
        messages.error(request, str(error))
        return redirect("match", slug, match_id)
    messages.success(request, _("%(match)s is deleted.") % {"match": match.title})
    return redirect("matches", slug)
