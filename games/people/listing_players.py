"""Adding many players at once: a list pasted or a file read in, looked at before it is taken."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from games import people
from games.access.forms import OnceForm
from games.access.pages import make_or_blame, scorers_club_or_404, status_of, user_of
from games.models import Club
from games.people.listed_players import MOST_BYTES, read_list, text_of
from games.people.player_lists import JudgedList, ListedLine, Listing, judge_list

LISTINGS = [listing.value for listing in Listing]


class PlayerListForm(OnceForm):
    """A list of players as text or as a file.

    After validation `lines` are those of either, and `listed` is the text of both, for the next
    time the form is sent.
    """

    listed = forms.CharField(
        label=gettext_lazy("The list"),
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=forms.Textarea({"rows": 12, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(label=gettext_lazy("or a file (CSV)"), required=False)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    lines: list[ListedLine]

    def clean(self) -> dict[str, Any]:
        """Read the list; an error stands where it came from."""
        data = super().clean() or self.cleaned_data
        file = data.get("file")
        try:
            if file is not None:
                if file.size > MOST_BYTES:
                    raise ValidationError(_("The file is too long for a list of players."))
                data["listed"] = text_of(file.read())
            self.lines = read_list(data.get("listed", ""))
        except ValidationError as error:
            self.add_error("file" if file is not None else "listed", error)
        return data


@require_http_methods(["GET", "POST"])
def players_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Paste a list or choose a file, look at what it would add, add it."""
    club = scorers_club_or_404(request, slug)
    if request.method != "POST":
        return page(request, club, PlayerListForm())
    form = PlayerListForm(request.POST, request.FILES)
    if not form.is_valid():
        return page(request, club, form)
    form.show_instead(listed=form.cleaned_data["listed"])
    wished = set(request.POST.getlist("also"))
    also = {line.number for line in form.lines if str(line.number) in wished}
    if request.POST.get("do") == "add":
        added = make_or_blame(form, lambda: [add(request, club, form, also)])
        if added:
            if added[0]:
                say_how_many(request, added[0])
            return redirect("players", club.slug)
    judged = judge_list(club, form.lines)
    form.show_instead(seen=judged.seen)
    return page(request, club, form, judged, also)


def say_how_many(request: HttpRequest, count: int) -> None:
    """Say on the next page how many were added."""
    done = ngettext("%(count)d player has been added.", "%(count)d players have been added.", count)
    messages.success(request, done % {"count": count})


def add(request: HttpRequest, club: Club, form: PlayerListForm, also: set[int]) -> int:
    """Add the players of a valid form. Returns how many."""
    made = people.add_listed(
        user=user_of(request),
        club=club,
        lines=form.lines,
        also=also,
        seen=form.cleaned_data["seen"],
        once=form.once,
    )
    return len(made)


def page(
    request: HttpRequest,
    club: Club,
    form: PlayerListForm,
    judged: JudgedList | None = None,
    also: set[int] | None = None,
) -> HttpResponse:
    """Draw the page with the form, and with what becomes of the list once it is judged."""
    context = {"club": club, "section": "players", "form": form, "judged": judged}
    if judged is not None:
        counts = {listing: len(judged.of(listing)) for listing in LISTINGS}
        context |= {"also": also or set(), "counts": counts}
    return render(request, "people/list-in.html", context, status=status_of(form))
