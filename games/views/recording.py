"""The recording screen: one hand, entry by entry. See games/desk/README.md for the exchange with
the tablet."""

from __future__ import annotations

import json
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games import history, records, services, statements
from games.desk import Desk, desk_of, refusal_of
from games.models import Club, Hand, Match
from games.models.table import Writes
from games.rules import Replay, exchange, replay
from games.rules.cards import CODES
from games.views import require_scorer, scorers_club_or_404
from games.views.recording_score import score_context

MAX_BODY = 65_536


@require_GET
def record(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """The open hand of a match, or the deal of the next one."""
    home = scorers_club_or_404(request, club)
    found = get_object_or_404(
        Match.objects.visible_to(request.user).filter(club=home), public_id=match
    )
    hands = Hand.objects.visible_to(request.user).with_table()
    hand = hands.filter(match=found, state=Hand.State.OPEN).first()
    if hand is None:
        return _next_hand(request, home, found)
    return render(request, "recording/desk.html", _page(home, hand, _replay_of(hand)))


def _next_hand(request: HttpRequest, club: Club, match: Match) -> HttpResponse:
    standings = history.match_standings(match)
    last = standings.rows[-1] if standings.rows else None
    number = (match.hands.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    dealer = (match.first_dealer + number - 1) % len(standings.players)
    context = {
        "club": club,
        "match": match,
        "standings": standings,
        "last": last,
        "number": number,
        "dealer": standings.players[dealer].name,
        "writes": Writes.choices,
        "done": match.hands_planned is not None and number > match.hands_planned,
    }
    return render(request, "recording/next.html", context)


@require_POST
def open_hand(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """Deals the next hand: opens it, and shows it."""
    home = scorers_club_or_404(request, club)
    found = get_object_or_404(
        Match.objects.visible_to(request.user).filter(club=home), public_id=match
    )
    services.open_hand(user=request.user, match=found, writes=request.POST.get("writes") or None)
    return redirect("record", club=home.slug, match=found.public_id)


def hand_or_404(request: HttpRequest, club: str, hand: str) -> Hand:
    """The hand at that address with its table, for somebody who records there, in one query."""
    try:
        found = statements.find_hand(request.user, club, hand)  # type: ignore[arg-type]
    except Hand.DoesNotExist:
        raise Http404 from None
    require_scorer(found.club)
    return found


@require_POST
def entries(request: HttpRequest, club: str, hand: str) -> HttpResponse:
    """Takes one entry, or a line of typed ones, and answers with the screen as it stands after
    it."""
    found = hand_or_404(request, club, hand)
    body = read_body(request)
    change, version, key = body.get("change"), body.get("version"), body.get("key")
    if type(version) is not int or not isinstance(key, str):
        raise BadRequest(_("An entry needs “version”, a whole number, and “key”, a text."))
    device = request.headers.get("X-Device", "")
    try:
        done = services.append(
            user=request.user, hand=found, version=version, key=key, change=change, device=device
        )
    except services.Refused as error:
        return _refused(found, error, change if isinstance(change, dict) else {})
    except services.WriteError as error:
        return _not_written(error)
    return JsonResponse(answer(request, found, done.replay), status=200 if done.replayed else 201)


def read_body(request: HttpRequest) -> dict[str, Any]:
    """The JSON object of a request. Raises BadRequest for anything else."""
    if len(request.body) > MAX_BODY:
        raise BadRequest(_("The entry is too large."))
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise BadRequest(_("Send one JSON object."))
    return body


def answer(request: HttpRequest, hand: Hand, replayed: Replay) -> dict[str, Any]:
    """What the tablet needs after an entry."""
    desk = _desk(hand, replayed)
    return {
        "version": desk.version,
        "mode": desk.mode,
        "stage": render_to_string(
            "recording/_stage.html", _context(desk), request if desk.finished else None
        ),
        **pad_of(desk),
    }


def pad_of(desk: Desk) -> dict[str, Any]:
    """The parts of the screen that stay where they are: keys, status line, buttons."""
    led = desk.state.led
    select = desk.selection
    return {
        "status": [desk.status, desk.hint],
        "keys": desk.keys,
        "undo": desk.undo,
        "claim": desk.may_claim,
        "announce": bool(desk.offers),
        "led": "SHDCT"[led] if led >= 0 else "",
        "lying": len(desk.state.cards) % desk.state.n,
        "seats": desk.state.n,
        "select": {"kind": select.kind, "count": select.count} if select else None,
        "turn": desk.state.turn,
        "phase": desk.state.phase,
        "shows": any(
            ban.code == "discard-not-shown" for ban in desk.state.variant.bans(desk.state)
        ),
        "called": exchange.awaits(desk.state) == "king",
    }


def _desk(hand: Hand, replayed: Replay) -> Desk:
    return desk_of(hand, replayed, reverse("entries", args=[hand.club.slug, hand.public_id]))


def _context(desk: Desk) -> dict[str, Any]:
    context: dict[str, Any] = {"desk": desk, "club": desk.hand.club, "hand": desk.hand}
    return context | score_context(desk) if desk.finished else context


def _page(club: Club, hand: Hand, replayed: Replay) -> dict[str, Any]:
    desk = _desk(hand, replayed)
    return {
        **_context(desk),
        "club": club,
        "match": hand.match,
        "pad": pad_of(desk),
        "codes": CODES,
    }


def _replay_of(hand: Hand) -> Replay:
    return replay(records.record_of(hand))


def _refused(hand: Hand, error: services.Refused, change: dict[str, Any]) -> HttpResponse:
    replayed = _replay_of(hand)
    refusal = refusal_of(replayed, error.problem, change)
    html = render_to_string(
        "recording/_refusal.html", {"refusal": refusal, "club": hand.club, "hand": hand}
    )
    cards = [proof.code for proof in refusal.proofs if proof.guilty]
    body = {"code": error.code, "message": refusal.text, "side": html, "refused": refusal.refused}
    return JsonResponse({**body, "evidence": cards}, status=error.status)


def _not_written(error: services.WriteError) -> HttpResponse:
    body: dict[str, Any] = {"code": error.code, "message": str(error)}
    if isinstance(error, services.StaleVersion):
        body["version"] = error.version
    return JsonResponse(body, status=error.status)


@require_GET
def desk(request: HttpRequest, club: str, hand: str) -> HttpResponse:
    """The screen as it stands, for a tablet that has missed something."""
    found = hand_or_404(request, club, hand)
    return JsonResponse(answer(request, found, _replay_of(found)))


@require_POST
def seal(request: HttpRequest, club: str, hand: str) -> HttpResponse:
    """Seals the finished hand and goes on to the next."""
    found = hand_or_404(request, club, hand)
    version = request.POST.get("version", "")
    if not version.isdecimal():
        raise BadRequest(_("The version is missing."))
    try:
        services.seal(user=request.user, hand=found, version=int(version))
    except services.WriteError as error:
        context = {**_page(found.club, found, _replay_of(found)), "error": str(error)}
        return render(request, "recording/desk.html", context, status=error.status)
    return redirect("record", club=club, match=found.match.public_id)
