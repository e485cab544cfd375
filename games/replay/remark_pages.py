"""Adding a remark at a step of a hand, erasing it, hiding those of others."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access.pages import club_or_404, make_or_blame, require_scorer, status_of, user_of
from games.models import Hand, Remark
from games.replay import remarking
from games.replay.hand_page import query_of
from games.replay.remark_forms import RemarkForm
from games.replay.step_pages import asked_view, hand_page, readable_or_404


@require_POST
def add(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Say something at the step that the form names; the page at that step follows."""
    club, hand, seal = readable_or_404(request, slug, hand_id)
    if seal is None:
        raise Http404
    form = RemarkForm(request.POST)
    if form.is_valid() and add_from(request, hand, form):
        messages.success(request, _("Your comment was added at this step."))
        return back_to(request, hand, form.cleaned_data["place"])
    return hand_page(request, club, hand, seal, form=form, status=status_of(form))


def add_from(request: HttpRequest, hand: Hand, form: RemarkForm) -> Remark | None:
    """Add the remark that a form asks for.

    Return None, and the reason in the form, where it was refused.
    """
    facts = {name: form.cleaned_data[name] for name in ("place", "text")}
    return make_or_blame(
        form,
        lambda: remarking.add_remark(user=user_of(request), hand=hand, once=form.once, **facts),
    )


@require_POST
def erase(request: HttpRequest, slug: str, hand_id: str, remark_id: str) -> HttpResponse:
    """Erase one's own remark for good."""
    remark = remark_or_404(request, slug, hand_id, remark_id)
    if remark.author_id != user_of(request).pk:
        raise PermissionDenied(_("Only the person who wrote a comment can erase it."))
    remarking.erase_remark(user=user_of(request), remark=remark)
    messages.success(request, _("The comment is erased."))
    return back_to(request, remark.hand, remark.place)


@require_POST
def hide(request: HttpRequest, slug: str, hand_id: str, remark_id: str) -> HttpResponse:
    """Take somebody's remark out of sight, or show it again: `hidden` is 1 or 0."""
    require_scorer(club_or_404(request, slug))
    remark = remark_or_404(request, slug, hand_id, remark_id)
    hidden = request.POST.get("hidden") == "1"
    remarking.hide_remark(user=user_of(request), remark=remark, hidden=hidden)
    return back_to(request, remark.hand, remark.place)


def remark_or_404(request: HttpRequest, slug: str, hand_id: str, remark_id: str) -> Remark:
    """Return a remark on a hand of a club of the user's."""
    remarks = Remark.objects.visible_to(request.user).select_related("hand", "club")
    return get_object_or_404(remarks, club__slug=slug, hand__public_id=hand_id, public_id=remark_id)


def back_to(request: HttpRequest, hand: Hand, place: str) -> HttpResponse:
    """Return the page of a hand at a step, in the view from which the form was sent."""
    query = query_of(asked_view(request.POST, seats=6), "comments")
    names = [hand.club.slug, hand.public_id]
    try:
        address = reverse("hand-place", args=[*names, place])
    except NoReverseMatch:  # an archive may bring a comment at a place that no hand has
        address = reverse("hand", args=names)
    return redirect(address + query)
