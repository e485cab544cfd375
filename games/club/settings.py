"""The settings of a club on one page, each section saved by itself: for its administrators."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.access.pages import admins_club_or_404, status_of, user_of, write_or_blame
from games.club.opening_clubs import set_up
from games.club.settings_forms import SECTIONS, SettingForm
from games.models import Club
from games.statistics.leagues import CRITERIA, rules_of


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is set, and the forms to change it. `section` names the one that is sent."""
    club = admins_club_or_404(request, slug, _("Only administrators of the club set it up."))
    if request.method != "POST":
        return settings_page(request, club)
    form = section_or_404(request.POST.get("section", ""))(request.POST, club=club)

    def write() -> Club:
        return set_up(user=user_of(request), club=club, **form.cleaned_data)

    saved = write_or_blame(form, write) if form.is_valid() else None
    if saved:
        messages.success(request, _("Saved: %(section)s.") % {"section": form.title})
        return redirect(f"{reverse('club-settings', args=[club.slug])}#{form.key}")
    return settings_page(request, club, form)


def settings_page(
    request: HttpRequest, club: Club, refused: SettingForm | None = None
) -> HttpResponse:
    """Show all sections; open is the one that was `refused`."""
    shown = [refused if refused and one is type(refused) else one(club=club) for one in SECTIONS]
    rules = rules_of(club)
    context = {
        "club": club,
        "sections": shown,
        "ranked_by": [CRITERIA[name].label for name in rules.order],
        "least": rules.least,
    }
    status = status_of(refused) if refused else 200
    return render(request, "club/settings/settings.html", context, status=status)


def section_or_404(key: str) -> type[SettingForm]:
    for section in SECTIONS:
        if section.key == key:
            return section
    raise Http404
