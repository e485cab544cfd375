"""Merging two players who are one person: choose the other, look at what follows, do or undo it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games import people
from games.access.forms import PlainForm
from games.access.pages import (
    UNSAVED,
    admins_club_or_404,
    row_or_404,
    status_of,
    user_of,
    write_or_blame,
)
from games.display.headlines import half_score, variant_name
from games.models import Club, Merge, Player
from games.people.merge_plan import MergePlan
from games.statistics.leagues import Ranked, as_one
from games.writing.errors import NotAdministrator


class MergeForm(PlainForm):
    """Which other player of the club is the same person; `seen` identifies the preview."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, kept: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = kept.club.players.exclude(pk=kept.pk)
        known = {player.public_id: player for player in others}
        nobody = ("", pgettext_lazy("a player", "choose"))
        self.fields["other"] = forms.TypedChoiceField(
            label=gettext_lazy("The other player"),
            choices=[nobody, *((key, player.name) for key, player in known.items())],
            coerce=known.__getitem__,
        )


@require_http_methods(["GET", "POST"])
def player_merge(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    """Merge another player into this one, after a preview."""
    club = admins_club_or_404(request, slug, str(NotAdministrator.sentence))
    kept = row_or_404(request, club, Player, player_id)
    asked = request.POST if request.method == "POST" else request.GET
    form = MergeForm(asked if "other" in asked else None, kept=kept)
    plan = write_or_blame(form, lambda: planned(request, kept, form)) if form.is_valid() else None
    if plan and request.method == "POST" and merge(request, plan, form):
        return redirect("player", club.slug, kept.public_id)
    context = {"club": club, "section": "players", "player": kept, "form": form, "plan": plan}
    if plan and not plan.why_not:
        context["leagues"] = list(leagues_of(club, plan))
    return render(request, "people/merge.html", context, status=status_of(form))


def planned(request: HttpRequest, kept: Player, form: MergeForm) -> MergePlan:
    """Return what a valid form would do."""
    return people.plan_merge(user=user_of(request), kept=kept, gone=form.cleaned_data["other"])


def merge(request: HttpRequest, plan: MergePlan, form: MergeForm) -> Merge | None:
    """Do it, and say so; None, and the reason in the form, where it cannot be."""
    made = write_or_blame(
        form,
        lambda: people.merge_players(
            user=user_of(request),
            kept=plan.kept,
            gone=plan.gone,
            seen=form.cleaned_data["seen"],
        ),
    )
    if made:
        sentence = _("%(gone)s is merged into %(kept)s. For a day this can be undone here.")
        messages.success(request, sentence % {"gone": plan.gone.name, "kept": plan.kept.name})
    return made


def leagues_of(club: Club, plan: MergePlan) -> Iterator[tuple[str, list[str]]]:
    """Yield for each game of the other player where both stand, and where they would as one."""
    for variant in plan.variants:
        one = as_one(club, variant, plan.kept.pk, plan.gone.pk)
        yield (
            variant_name(variant),
            [standing(line, variant) for line in (one.kept, one.gone, one.together)],
        )


def standing(line: Ranked | None, variant: str) -> str:
    """Rank, hands and points in a line; a dash for somebody without hands."""
    if line is None:
        return "–"
    sums = line.entry.sums
    hands = ngettext("%(count)d hand", "%(count)d hands", sums.hands) % {"count": sums.hands}
    rank = [_("rank %(rank)d") % {"rank": line.rank}] if line.rank else []
    return ", ".join([*rank, hands, half_score(sums.score_halves, variant)])


@require_POST
def merge_undo(request: HttpRequest, slug: str, player_id: str, merge_id: str) -> HttpResponse:
    """Make two players again of those who were merged less than a day ago."""
    club = admins_club_or_404(request, slug, str(NotAdministrator.sentence))
    visible = Merge.objects.visible_to(request.user).select_related("kept", "gone")
    made = get_object_or_404(visible, club=club, kept__public_id=player_id, public_id=merge_id)
    try:
        people.undo_merge(user=user_of(request), merge=made)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    except UNSAVED as error:
        messages.error(request, str(error))
    else:
        sentence = _("%(gone)s is a player again.") % {"gone": made.gone.name}
        messages.success(request, sentence)
    return redirect("player", club.slug, player_id)
