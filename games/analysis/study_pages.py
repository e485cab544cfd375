"""The studies of a club, one of them, and the form by which something is kept in one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.access.forms import NameField, OnceForm
from games.access.pages import (
    club_or_404,
    make_or_blame,
    number_sent,
    row_or_404,
    status_of,
    user_of,
    write_or_blame,
)
from games.analysis import studies
from games.analysis.variations import read_codes
from games.book.records import read_seal
from games.models import Hand, Study
from games.models.remarks import REMARK_LENGTH
from games.models.studies import CARDS_LENGTH, TITLE_LENGTH
from games.replay import ALL
from games.replay.kept_films import kept_film
from games.replay.step_pages import readable_or_404, step_of


class StudyForm(OnceForm):
    """What a study is called, and what it or an item of it is about."""

    title = NameField(label=gettext_lazy("Title"), max_length=TITLE_LENGTH)
    text = forms.CharField(
        label=gettext_lazy("Comment"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 3, "maxlength": REMARK_LENGTH, "autocomplete": "off"}),
    )


class KeepForm(StudyForm):
    """The study into which something goes, or the title of a new one; what is to be said of it."""

    field_order = ("study", "title", "text")
    study = forms.ModelChoiceField(
        Study.objects.none(),
        label=gettext_lazy("Study"),
        to_field_name="public_id",
        required=False,
        empty_label=gettext_lazy("a new study"),
    )
    title = NameField(
        label=gettext_lazy("Title of a new study"), max_length=TITLE_LENGTH, required=False
    )

    def __init__(self, *args: Any, mine: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["study"].queryset = mine  # type: ignore[attr-defined]


@require_http_methods(["GET", "HEAD", "POST"])
def keep(request: HttpRequest, slug: str, hand_id: str, place: str) -> HttpResponse:
    """Keep a step of a hand in a study, or the `cards` of the address that could follow it."""
    club, hand, seal = readable_or_404(request, slug, hand_id)
    cards = request.GET.get("cards", "")
    record = read_seal(seal) if seal else None
    if record is None or read_codes(cards, record.variant) is None or len(cards) > CARDS_LENGTH:
        raise Http404
    shown = kept_film(record, ALL).film
    step = shown.steps[step_of(shown, seal, place)]
    user = user_of(request)
    form = KeepForm(request.POST or None, mine=Study.objects.filter(club=club, author=user))
    if request.method == "POST" and form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("study", "title", "text")}
        facts |= {"place": step.key, "cards": cards, "once": form.once}
        study = make_or_blame(form, lambda: studies.keep(user=user, hand=hand, **facts))
        if study is not None:
            return redirect("study", club.slug, study.public_id)
    context = {"club": club, "section": "hands", "hand": hand, "form": form, "begun": step}
    context["address"] = address_of(hand, step.key, cards)
    return render(request, "analysis/keep.html", context, status=status_of(form))


@require_safe
def listed(request: HttpRequest, slug: str) -> HttpResponse:
    """List the studies of a club."""
    club = club_or_404(request, slug)
    rows = Study.objects.filter(club=club).select_related("author")
    context = {"club": club, "section": "hands", "studies": rows}
    return render(request, "analysis/studies.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def study(request: HttpRequest, slug: str, study_id: str) -> HttpResponse:
    """Show a study; its author and administrators can change it there."""
    club, user = club_or_404(request, slug), user_of(request)
    row = row_or_404(request, club, Study, study_id)
    mine = studies.may_change(user, club, row)
    form = StudyForm(request.POST or {"title": row.title, "text": row.text})
    if request.method == "POST":
        if not mine:
            raise PermissionDenied(
                _("Only the author of a study, or an administrator of the club, can change it.")
            )
        if _changed(request, row, form):
            dropped = "drop" in request.POST
            return redirect("studies", slug) if dropped else redirect("study", slug, study_id)
    readable = Hand.objects.filter(club=club).shown()
    items = row.items.filter(hand__in=readable).select_related("hand__match", "hand__club")
    shown = [(one, address_of(one.hand, one.place, one.cards)) for one in items]
    context = {"club": club, "section": "hands", "study": row, "items": shown, "mine": mine}
    return render(request, "analysis/study.html", context | {"form": form}, status=status_of(form))


def _changed(request: HttpRequest, row: Study, form: StudyForm) -> bool:
    """Do what a button of the page asks for; false where the form is wrong."""
    user, sent = user_of(request), request.POST
    for name, change in (("up", studies.move_up), ("out", studies.drop)):
        if name in sent:
            change(user=user, study=row, number=number_sent(sent[name]))
            return True
    if "drop" in sent:
        studies.drop(user=user, study=row)
        return True
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in ("title", "text")}
        write_or_blame(form, lambda: studies.describe(user=user, study=row, **facts))
    return not form.errors


def address_of(hand: Hand, place: str, cards: str) -> str:
    """Return the address of a step of a hand, or of what could follow it."""
    where = [hand.club.slug, hand.public_id, place]
    if cards:
        return f"{reverse('what-if', args=where)}?cards={cards}"
    return reverse("hand-place", args=where)
