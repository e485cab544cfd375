"""The wall for everybody who knows its address, and the page on which the director opens it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe

from games.access.forms import PlainForm
from games.access.pages import status_of, user_of, write_or_blame
from games.access.qr_codes import qr_code
from games.access.usual_looks import as_usual_in
from games.evening.evening_pages import scorers_evening_or_404
from games.evening.wall import drawn_wall, may_be_watched, set_wall
from games.models import Evening
from games.models.fields import new_public_id
from games.models.marks import GONE, mark_of_wall

LONGEST_DELAY = 60  # minutes


class WallForm(PlainForm):
    """What the wall shows."""

    wall_hides_totals = forms.BooleanField(
        label=gettext_lazy("Hide the totals in the last round"), required=False
    )
    wall_table = forms.ChoiceField(label=gettext_lazy("Show the cards of table"), required=False)
    wall_delay = forms.IntegerField(
        label=gettext_lazy("Delay in minutes"), min_value=0, max_value=LONGEST_DELAY
    )

    def __init__(self, *args: Any, evening: Evening, **kwargs: Any) -> None:
        initial = {name: getattr(evening, name) for name in self.base_fields}
        super().__init__(*args, initial=initial, **kwargs)
        drawn = evening.drawn.last()
        numbers = range(1, max(len(drawn.tables) if drawn else 0, 1) + 1)
        choices = [("", gettext_lazy("none")), *((f"{one}", f"{one}") for one in numbers)]
        self.fields["wall_table"].choices = choices  # type: ignore[attr-defined]
        if not may_be_watched(evening.club):
            del self.fields["wall_table"], self.fields["wall_delay"]


@login_not_required
@xframe_options_exempt
@require_safe
def wall(request: HttpRequest, address: str) -> HttpResponse:
    """Show the wall at an address, in a frame as well; without cookie or account.

    A page that is open asks with the mark it has (`at`): 204 while that is the newest, else the
    drawing alone.
    """
    mark, asked = mark_of_wall(address), request.GET.get("at")
    if mark == GONE:
        raise Http404
    if asked == mark:
        return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
    evening = get_object_or_404(Evening.objects.select_related("club"), wall=address)

    def answer() -> HttpResponse:
        text, age = drawn_wall(evening, mark)
        if asked is not None:
            response = HttpResponse(text)
        else:
            context = {"text": SafeString(text), "age": age}
            context |= {"title": evening.title, "game_key": evening.variant}
            response = render(request, "evening/wall.html", context)
        response.headers["Age"] = f"{age}"
        response.headers["Cache-Control"] = "no-store"
        return response

    response = as_usual_in(evening.club, request, answer)
    response.embeddable = True  # type: ignore[attr-defined]
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def evening_wall(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Switch the wall on, say what it shows, give it another address, switch it off."""
    evening = scorers_evening_or_404(request, slug, evening_id)
    form = WallForm(request.POST if request.method == "POST" else None, evening=evening)

    def write() -> bool:
        sent = request.POST
        kept = None if "other" in sent else evening.wall
        address = None if "off" in sent else kept or new_public_id()
        set_wall(user=user_of(request), evening=evening, address=address, **form.cleaned_data)
        return True

    if form.is_valid() and write_or_blame(form, write):
        return redirect("evening-wall", slug, evening_id)
    context = {"club": evening.club, "evening": evening, "form": form, "section": "matches"}
    if evening.wall:
        link = request.build_absolute_uri(reverse("wall", args=[evening.wall]))
        frame = format_html(
            '<iframe src="{}" width="960" height="540" title="{}" loading="lazy"></iframe>',
            link,
            evening.title,
        )
        context |= {"link": link, "picture": qr_code(link), "frame": f"{frame}"}
    return render(request, "evening/wall_settings.html", context, status=status_of(form))
