"""The settings of a club on one page, each section saved by itself: for its administrators."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.access.pages import admins_club_or_404, status_of, user_of, write_or_blame
from games.club.opening_clubs import set_up
from games.club.settings_forms import SECTIONS, SettingForm, SettingsSection
from games.models import Club
from games.statistics.leagues import CRITERIA, rules_of


class ShownSection(NamedTuple):
    """A section as the page shows it: what is chosen `now`, and its form with its errors."""

    section: SettingsSection
    now: list[tuple[str, str]]
    form: SettingForm


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is set, and the forms to change it. `section` names the one that is sent."""
    club = admins_club_or_404(request, slug, _("Only administrators of the club set it up."))
    if request.method != "POST":
        return settings_page(request, club)
    section = section_or_404(request.POST.get("section", ""))
    form = form_of(section, club, request.POST)

    def write() -> Club:
        return set_up(user=user_of(request), club=club, **form.cleaned_data)

    saved = write_or_blame(form, write) if form.is_valid() else None
    if saved:
        messages.success(request, _("Saved: %(section)s.") % {"section": section.title})
        return redirect(f"{reverse('club-settings', args=[club.slug])}#{section.key}")
    return settings_page(request, club, (section, form))


def settings_page(
    request: HttpRequest, club: Club, refused: tuple[SettingsSection, SettingForm] | None = None
) -> HttpResponse:
    """Show all sections; open is the one that was `refused`."""
    shown = [
        ShownSection(section, list(as_it_is.now()), as_it_is)
        for section in SECTIONS
        for as_it_is in [form_of(section, club)]
    ]
    if refused:
        shown = [
            one._replace(form=refused[1]) if one.section is refused[0] else one for one in shown
        ]
    rules = rules_of(club)
    context = {
        "club": club,
        "sections": shown,
        "ranked_by": [CRITERIA[name].label for name in rules.order],
        "least": rules.least,
    }
    status = status_of(refused[1]) if refused else 200
    return render(request, "club/settings/settings.html", context, status=status)


def section_or_404(key: str) -> SettingsSection:
    for section in SECTIONS:
        if section.key == key:
            return section
    raise Http404


def form_of(section: SettingsSection, club: Club, sent: object = None) -> SettingForm:
    """Return the form of a section, as the club is or as it was sent."""
    return section.form(sent, club=club, auto_id=f"{section.key}-%s")
