"""The pages of codes: the director's sheet of them, and the one where a tablet opens its table."""

from __future__ import annotations

from django import forms
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access.forms import PlainForm
from games.access.pages import status_of
from games.access.qr_codes import qr_code
from games.access.recent_password import require_recent_password
from games.access.sign_in_forms import too_many
from games.access.signin import guessed
from games.access.typed_codes import plain
from games.evening.codes import HALF, code_of, find_table, new_start
from games.evening.drawing import table_sizes
from games.evening.evening_pages import scorers_evening_or_404
from games.evening.evenings import people_here, sizes_of
from games.evening.tablets import LENT, acts_for_its_scorer, open_table, tables_lent
from games.models import Evening
from games.writing.durably import durably


class TableCodeForm(PlainForm):
    """The code of a table."""

    code = forms.CharField(
        label=gettext_lazy("Code of the table"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def evening_codes(request: HttpRequest, slug: str, evening_id: str) -> HttpResponse:
    """Show the code of each table as letters and as a picture; `others` ends them first.

    Whoever has a code records as the scorer who opened the evening.
    """
    evening = scorers_evening_or_404(request, slug, evening_id)
    require_recent_password(request)
    if "others" in request.POST or not evening.code:
        rows = Evening.objects.filter(pk=evening.pk)
        evening.code = new_start()
        durably(lambda: rows.update(code=evening.code))
    if request.method == "POST":
        return redirect("evening-codes", slug, evening_id)
    drawn = evening.drawn.last()
    count = (
        len(drawn.tables)
        if drawn
        else len(table_sizes(len(people_here(evening)), sizes_of(evening)))
    )
    codes = []
    for table in range(1, max(count, 1) + 1):
        code = code_of(evening, table)
        address = request.build_absolute_uri(reverse("table", query={"code": code}))
        codes.append({"table": table, "code": code, "picture": qr_code(address)})
    context = {"club": evening.club, "evening": evening, "codes": codes, "section": "matches"}
    return render(request, "evening/codes.html", context)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest) -> HttpResponse:
    """Open a table by its code, or lead a tablet that has done so to what its table plays."""
    lent = request.session.get(LENT)
    if lent is not None:
        evening = Evening.objects.filter(pk=lent["evening"], code=lent["code"]).first()
        match = tables_lent(lent).select_related("club").order_by("-pk").first()
        if evening is None or not acts_for_its_scorer(evening):
            logout(request)
        elif match is not None:
            return redirect("record", match.club.slug, match.public_id)
    form = TableCodeForm(request.POST if request.method == "POST" else None)
    form.initial["code"] = request.GET.get("code", "")[:20]
    if form.is_valid():
        code = form.cleaned_data["code"]
        try:
            opened = guessed(request, f"tables {plain(code)[:HALF]}", lambda: find_table(code))
        except PermissionDenied:
            seconds = getattr(request, "seconds_to_wait", 1)
            form.add_error("code", too_many(seconds))
            response = render(request, "evening/open_table.html", {"form": form}, status=429)
            response.headers["Retry-After"] = str(seconds)
            return response
        if opened is not None and acts_for_its_scorer(opened[0]):
            open_table(request, *opened)
            return redirect("table")
        form.add_error("code", _("No table has this code, or its evening is over."))
    context = {"form": form, "lent": request.session.get(LENT)}
    return render(request, "evening/open_table.html", context, status=status_of(form))
