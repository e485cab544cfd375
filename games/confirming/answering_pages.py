"""Answers to the question whether a score is right: yes; no, because; and how a dispute ends."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access.pages import club_or_404, user_of, version_sent
from games.confirming import confirmations, disputes
from games.models import Dispute, Hand, Player
from games.people.merge_plan import player_now
from games.writing.errors import NotAllowed, WriteError
from games.writing.once import Once


@require_POST
def confirm(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Take down that `player` agrees with the score; at a tablet perhaps with their `pin`."""
    hand = hand_or_404(request, slug, hand_id)
    player = named(request, hand)

    def write() -> None:
        confirmations.confirm(
            user=user_of(request),
            hand=hand,
            version=version_sent(request.POST),
            player=player,
            pin=request.POST.get("pin", ""),
            device=request.POST.get("device", ""),
        )

    return answered(request, hand, write, _("%(name)s confirms the score.") % {"name": player})


@require_POST
def dispute(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Take down that `player` says the score is wrong, and why."""
    hand = hand_or_404(request, slug, hand_id)
    player, key = named(request, hand), request.POST.get("key")

    def write() -> None:
        disputes.dispute(
            user=user_of(request),
            hand=hand,
            player=player,
            because=request.POST.get("because", ""),
            device=request.POST.get("device", ""),
            once=Once(key) if key else None,
        )

    sentence = _("The hand is marked as disputed by %(name)s.") % {"name": player}
    return answered(request, hand, write, sentence)


@require_POST
def end(request: HttpRequest, slug: str, hand_id: str, dispute_id: str) -> HttpResponse:
    """End a dispute: withdraw it, or rule, with an `answer`, that the score stands."""
    hand = hand_or_404(request, slug, hand_id)
    visible = Dispute.objects.visible_to(request.user).select_related("hand", "player")
    dispute = get_object_or_404(visible, hand=hand, public_id=dispute_id)
    user = user_of(request)

    def write() -> None:
        if "withdraw" in request.POST:
            disputes.withdraw(user=user, dispute=dispute)
        else:
            disputes.rule(user=user, dispute=dispute, answer=request.POST.get("answer", ""))

    return answered(request, hand, write, _("The dispute has ended."))


def hand_or_404(request: HttpRequest, slug: str, hand_id: str) -> Hand:
    """Return the hand at that address, also a running one: the services decide the rest."""
    club = club_or_404(request, slug)
    hands = Hand.objects.visible_to(request.user).select_related("match", "club")
    return get_object_or_404(hands, club=club, public_id=hand_id)


def named(request: HttpRequest, hand: Hand) -> Player:
    """Return the player of the club in whose name a form speaks."""
    player = player_now(hand.club_id, request.POST.get("player", ""))
    if player is None:
        raise Http404
    return player


def answered(
    request: HttpRequest, hand: Hand, write: Callable[[], None], sentence: str
) -> HttpResponse:
    """Write, say what came of it, and go back to the page of the form."""
    back = request.POST.get("back")
    try:
        write()
    except NotAllowed as error:
        raise PermissionDenied(str(error)) from None
    except ValidationError as error:
        messages.error(request, error.messages[0])
    except WriteError as error:
        messages.error(request, str(error))
    else:
        if back != "record":  # the score screen shows it by itself
            messages.success(request, sentence)
    slug = hand.club.slug
    if back == "club":
        return redirect("club", slug)
    if back in ("match", "record"):
        return redirect(back, slug, hand.match.public_id)
    return redirect("hand-log", slug, hand.public_id)
