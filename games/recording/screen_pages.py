"""The recording screen: one hand, entry by entry. See games/recording/README.md for the exchange
with the tablet."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import BadRequest, PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from games import book
from games.access.forms import new_key
from games.access.live import watch
from games.access.pages import require_scorer, scorers_club_or_404, user_of
from games.book import records
from games.confirming.asking import asking_of
from games.display.card_names import typed_letters
from games.matches.match_rows import match_so_far
from games.matches.match_so_far import match_as_json
from games.matches.standings import stand_of
from games.models import Club, Hand, Match, Membership, User, statements
from games.recording import answers
from games.recording.drawing import Addresses
from games.recording.score import score_context, standing_context
from games.recording.screen import KEY_WORDS, order_of, suits_of
from games.recording.sitting import ClubHere, MatchHere, Sitting
from games.recording.tablets import writers_of
from games.rules import Replay
from games.writing.durably import require_watcher
from games.writing.errors import (
    HandSealed,
    HandVoid,
    KeyMalformed,
    KeyReused,
    MatchClosed,
    PlaysHere,
    WriteError,
)
from games.writing.once import Once


@require_GET
def record(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """The open hand of a match, or the deal of the next one."""
    club = scorers_club_or_404(request, slug)
    match = get_object_or_404(
        Match.objects.visible_to(request.user).filter(club=club), public_id=match_id
    )
    hands = Hand.objects.visible_to(request.user).with_table()
    hand = hands.filter(match=match, state=Hand.State.OPEN).first()
    if hand is None:
        return _next_hand(request, club, match)
    try:
        require_watcher(request.user, hand)
    except PlaysHere as error:
        context = {"club": club, "section": "matches", "hand": hand, "why": str(error)}
        return render(request, "recording/take-over.html", context, status=403)
    return render(request, "recording/recording.html", _page(user_of(request), club, hand))


@require_POST
def take_over(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Lets somebody who sits at the table record a hand that others began, and shows it."""
    club = scorers_club_or_404(request, slug)
    hands = Hand.objects.visible_to(request.user).filter(club=club).select_related("match")
    hand = get_object_or_404(hands, public_id=hand_id)
    with suppress(HandSealed, HandVoid):  # the next page says so
        book.take_over(user=user_of(request), hand=hand)
    return redirect("record", club.slug, hand.match.public_id)


def _next_hand(request: HttpRequest, club: Club, match: Match) -> HttpResponse:
    live, stand = watch(match, user_of(request)), stand_of(match_so_far(match))
    context = {
        "club": club,
        "section": "matches",
        "match": match,
        "live": live,
        "written": match.get_writes_display(),
        "key": new_key(),
        **standing_context(stand),
    }
    return render(request, "recording/next.html", context)


@require_POST
def open_hand(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Deals the next hand: opens it, and shows it."""
    club = scorers_club_or_404(request, slug)
    match = get_object_or_404(
        Match.objects.visible_to(request.user).filter(club=club), public_id=match_id
    )
    try:
        key = request.POST.get("key")
        once = Once(key) if key else None
        book.open_hand(user=user_of(request), match=match, once=once)
    except (MatchClosed, KeyReused, KeyMalformed):
        pass  # the next page says so, or shows the form again
    return redirect("record", club.slug, match.public_id)


def hand_or_404(request: HttpRequest, slug: str, hand_id: str) -> Hand:
    """The hand at that address with its table, for somebody who may record it. One statement."""
    try:
        hand = statements.find_hand(user_of(request), slug, hand_id)
    except Hand.DoesNotExist:
        raise Http404 from None
    require_scorer(hand.club)
    check_watches(request, hand)
    return hand


def check_watches(request: HttpRequest, hand: Hand) -> None:
    """Raise PermissionDenied, a 403 that says why, where somebody is kept from a running hand."""
    try:
        require_watcher(request.user, hand)
    except PlaysHere as error:
        raise PermissionDenied(str(error)) from None


def sitting_of(hand: Hand) -> Sitting:
    """A hand as the screen needs it; the seats are read where the hand does not have them yet."""
    club, match = hand.club, hand.match
    return Sitting(
        club=ClubHere(club.slug, club.confirms),
        match=MatchHere(match.public_id, match.title, match.variant, match.writes),
        public_id=hand.public_id,
        number=hand.number,
        version=hand.version,
        is_open=hand.is_open,
        writes=hand.writes,
        sits_out=hand.sits_out,
        facts=records.facts_of(hand),
        addresses=_addresses(club.slug, hand.public_id),
    )


@lru_cache(maxsize=64)
def _addresses(slug: str, hand_id: str) -> Addresses:
    return Addresses(
        entry=reverse("entries", args=[slug, hand_id]),
        beside=reverse("panel", args=[slug, hand_id, "entries"]),
    )


def _page(user: User, club: Club, hand: Hand) -> dict[str, Any]:
    live = watch(hand, user)
    changes, here = records.changes_of(hand), sitting_of(hand)
    replayed = here.replay_of(changes)
    screen = answers.screen_after(here, replayed, changes)
    match, letters = match_so_far(hand.match), typed_letters(hand.match.variant)
    stand = stand_of(match)
    context = answers.context_of(here, screen)
    if screen.finished:
        context |= score_context(match, hand.number, replayed, asking_of(hand, replayed))
    return {
        "running": stand,
        "hand_words": stand.coming(hand.number),
        **context,
        "club": club,
        "match": hand.match,
        "live": live,
        "writers": writers_of(hand),
        "sitting": {
            "written": hand.match.get_writes_display(),
            "confirms": club.confirms,
            "me": _player_of(user, club),
            "hand": here.as_json(),
            "match": match_as_json(match),
            "changes": changes,
        },
        "pad": {**answers.pad_of(screen), "undone": answers.undone(here, screen, changes)},
        "key_words": json.dumps({state: _(words) for state, words in KEY_WORDS.items()}),
        "order": order_of(replayed.state),
        "letters": {**letters._asdict(), "examples": letters.examples},
        "suits": suits_of(replayed.record.variant),
    }


def _player_of(user: User, club: Club) -> str:
    """The public id of the player of an account, "" where it has none."""
    mine = Membership.objects.filter(user=user, club=club, player__isnull=False)
    return mine.values_list("player__public_id", flat=True).first() or ""


@require_GET
def recording(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """The current screen: the score, or everything for a tablet that has missed something; of a
    hand that is over, what comes next."""
    hand = hand_or_404(request, slug, hand_id)
    since = request.GET.get("since", "")

    def score(end: Replay) -> dict[str, Any]:
        asked = asking_of(hand, end)
        context = score_context(match_so_far(hand.match), hand.number, end, asked)
        return {**context, "csrf_token": get_token(request), "user": request.user}

    changes = records.changes_of(hand)
    if hand.is_open:
        body = answers.recording(sitting_of(hand), changes, score)
    else:
        match, written = match_so_far(hand.match), hand.match.get_writes_display()
        body = answers.between(sitting_of(hand), match, written)
        body["match"] = match_as_json(match)  # for a tablet that has dealt the next hand
    seen = int(since) if since.isdecimal() else None
    body["writers"] = writers_of(hand, seen)
    body["changes"] = changes[seen or 0 :]
    return JsonResponse(body)


@login_not_required
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the recording screen in the browser. A service worker can only answer
    for addresses below its own, so it is at the root and not among the static files.

    A tablet sends HEAD to see whether it is online again; no database is needed for that.
    """
    script = (Path(settings.BASE_DIR) / "static" / "js" / "worker.js").read_bytes()
    headers = {"Cache-Control": "public, no-cache"}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


@require_POST
def give_up(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Makes a hand void that went wrong, and goes on to the next."""
    hand = hand_or_404(request, slug, hand_id)
    because = request.POST.get("other", "").strip() or request.POST.get("because", "")
    sent = {"void_as": request.POST.get("void_as", ""), "because": because}
    version = _sent_version(request)
    try:
        book.give_up(user=user_of(request), hand=hand, version=version, **sent)
    except ValidationError as error:
        return _not_done(request, hand, error.messages[0], 422)
    except WriteError as error:
        return _not_done(request, hand, str(error), error.status)
    return redirect("record", slug, hand.match.public_id)


@require_POST
def take_up(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Goes on with a hand that was given up."""
    hand = hand_or_404(request, slug, hand_id)
    try:
        book.take_up(user=user_of(request), hand=hand)
    except WriteError as error:
        messages.error(request, str(error))
    return redirect("record", slug, hand.match.public_id)


@require_POST
def seal(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
    """Seals the finished hand and goes on to the next."""
    hand = hand_or_404(request, slug, hand_id)
    version = _sent_version(request)
    facts = {name: request.POST.get(name, "") for name in ("unconfirmed", "device")}
    try:
        book.seal(user=user_of(request), hand=hand, version=version, **facts)
    except ValidationError as error:
        return _not_done(request, hand, error.messages[0], 422)
    except WriteError as error:
        return _not_done(request, hand, str(error), error.status)
    return redirect("record", slug, hand.match.public_id)


def _sent_version(request: HttpRequest) -> int:
    """The number of the last entry that the form has seen. Raises BadRequest."""
    version = request.POST.get("version", "")
    if not version.isdecimal():
        raise BadRequest(_("The version is missing."))
    return int(version)


def _not_done(request: HttpRequest, hand: Hand, why: str, status: int) -> HttpResponse:
    """The current screen of a hand, with the reason why something was not done."""
    now = hand_or_404(request, hand.club.slug, hand.public_id)
    context = {**_page(user_of(request), now.club, now), "error": why}
    return render(request, "recording/recording.html", context, status=status)
