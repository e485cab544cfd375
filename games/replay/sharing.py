"""Showing a hand to others: its lasting address, the line that embeds it, publishing it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access.pages import scorers_club_or_404, user_of
from games.models import Hand, Publication
from games.replay import Film, remarking, view_of
from games.replay.hand_page import query_of
from games.replay.remark_forms import PublishForm


@dataclass(frozen=True, slots=True)
class Sharing:
    """The addresses by which a hand is shared.

    `base` is the address of the hand without its club, `link` that of the step with its host;
    `embed` is the line that shows it on another site. `publication` is None while only members of
    the club may read it.
    """

    base: str
    link: str
    embed: str
    publication: Publication | None


def sharing_of(request: HttpRequest, hand: Hand, film: Film, *, step: int) -> Sharing:
    """Return how to show this step to others."""
    base = reverse("shared-hand", args=[hand.public_id])
    place = film.steps[step].key
    link = request.build_absolute_uri(f"{base}{place}{query_of(film.view, '')}")
    frame = f"{link}{'&' if '?' in link else '?'}embed=1"
    source, title = escape(frame), escape(_("A hand of tarot, card by card"))
    embed = (
        f'<iframe src="{source}" width="720" height="600" title="{title}" loading="lazy" '
        'style="max-width:100%"></iframe>'
    )
    return Sharing(base, link, embed, publication_of(hand))


def publication_of(hand: Hand) -> Publication | None:
    """Return how a hand is published, if it is."""
    try:
        publication: Publication = hand.publication
    except ObjectDoesNotExist:
        return None
    return publication


@require_POST
def publish(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Make a hand readable by its address, or keep it to the club again."""
    club = scorers_club_or_404(request, slug)
    hands = Hand.objects.visible_to(request.user).shown()
    hand = get_object_or_404(hands, club=club, public_id=hand_id)
    form = PublishForm(request.POST)
    form.is_valid()  # boxes that are ticked or not: there is nothing to refuse
    if form.cleaned_data["publish"]:
        remarking.publish(user=user_of(request), hand=hand, names=form.cleaned_data["names"])
        messages.success(request, _("Everybody with the address can read this hand now."))
    else:
        remarking.withdraw(user=user_of(request), hand=hand)
        messages.success(request, _("Only members of the club can read this hand now."))
    place = form.cleaned_data.get("place")
    if not place:
        return redirect("hand", club.slug, hand.public_id)
    step = reverse("hand-place", args=[club.slug, hand.public_id, place])
    view = view_of(request.POST.get("seat", ""), seats=6)
    return redirect(step + (query_of(view, "") if view else ""))
