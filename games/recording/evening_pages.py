"""The steps of an evening, from confirming a score to dealing the next hand.

They are: confirming a score or disputing it, sealing a hand, giving it up or taking it up again,
dealing the next. Each is written once, in `STEPS`, and sent in two ways: as JSON from the outbox of
a tablet, and, where no engine runs, by a form that leads to a page.

A tablet may have done all of it long ago, without a connection. So it may be sent again: a score is
confirmed once, a hand sealed or given up once, and a key deals one hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games import book
from games.access.live import watch
from games.access.pages import user_of, version_sent
from games.book import records
from games.confirming import confirmations, disputes
from games.matches.match_rows import match_so_far
from games.matches.match_so_far import MatchSoFar, match_as_json
from games.models import Hand, Player, User
from games.people.merge_plan import player_now
from games.recording import answers
from games.recording.http import (
    View,
    device_of,
    not_taken,
    read_body,
    read_version,
    sender_of,
    speaks_json,
)
from games.recording.requests import Sent
from games.recording.screen_pages import recording_page
from games.recording.sitting import deal_as_json
from games.recording.sitting_rows import hand_or_404, match_or_404, sitting_of
from games.writing.errors import KeyMalformed, KeyReused, MatchClosed, WriteError
from games.writing.once import Once

# --- what is written -----------------------------------------------------------------------------


class Sender(NamedTuple):
    """Who sends a step of a hand, and from which tablet."""

    user: User
    hand: Hand
    device: str


def _confirm(by: Sender, sent: Sent) -> None:
    """Take down that `player` (an id) agrees with the score of `version`."""
    player = _player_of(by.hand, sent)
    confirmations.confirm(**by._asdict(), version=read_version(sent), player=player)


def _dispute(by: Sender, sent: Sent) -> None:
    """Take down that `player` (an id) says the score is wrong, and why (`because`)."""
    because, once = str(sent.get("because", "")), Once(str(sent.get("key")))
    player = _player_of(by.hand, sent)
    disputes.dispute(**by._asdict(), player=player, because=because, once=once)


def _seal(by: Sender, sent: Sent) -> None:
    """Seal a finished hand; `unconfirmed`: why nobody could be asked."""
    unconfirmed = str(sent.get("unconfirmed", ""))
    book.seal(**by._asdict(), version=read_version(sent), unconfirmed=unconfirmed)


def _give_up(by: Sender, sent: Sent) -> None:
    """Make a hand void that went wrong: how (`void_as`), and `because` of what."""
    why = {name: str(sent.get(name, "")) for name in ("void_as", "because")}
    book.give_up(user=by.user, hand=by.hand, version=read_version(sent), **why)


def _take_up(by: Sender, sent: Sent) -> None:
    """Go on with a hand that was given up."""
    book.take_up(user=by.user, hand=by.hand)


def _player_of(hand: Hand, sent: Sent) -> Player:
    player = player_now(hand.club_id, str(sent.get("player")))
    if player is None:
        raise Http404
    return player


STEPS: Mapping[str, Callable[[Sender, Sent], None]] = {
    "confirm": _confirm,
    "dispute": _dispute,
    "seal": _seal,
    "give_up": _give_up,
    "take_up": _take_up,
}


# --- from the outbox -----------------------------------------------------------------------------


def _as_json(name: str) -> View:
    """Return the view of a step: `{version, key, …}`.

    The answer has the `match` after it, and where to follow it until the next hand is dealt, or the
    hand that goes on (`live`).
    """

    @require_POST
    @speaks_json
    def view(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
        hand = hand_or_404(request, slug, hand_id)
        by = Sender(sender_of(request), hand, device_of(request))
        try:
            STEPS[name](by, read_body(request))
        except (ValidationError, WriteError) as error:
            return _not_done(error)
        live = watch(hand if name == "take_up" else hand.match, by.user)
        match = match_as_json(match_so_far(hand.match))
        return JsonResponse({"match": match, "live": live._asdict()})

    return view


confirm, dispute, seal = _as_json("confirm"), _as_json("dispute"), _as_json("seal")
give_up, take_up = _as_json("give_up"), _as_json("take_up")


@require_POST
@speaks_json
def deal(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Deal the next hand: `{key, deals}`.

    The answer has the `hand` as the tablet needs it, with what others may have recorded in it
    (`changes`), the `match`, and where to follow it (`live`).

    `deals` is what the tablet has dealt (`Sitting.deal`). Where that is not the next hand nothing
    is dealt: what waits there belongs to no other.
    """
    _club, match = match_or_404(request, slug, match_id)
    body = read_body(request)
    deals = body.get("deals")
    refusal = _not_dealt(match_so_far(match), deals) if deals else None
    if refusal is not None:
        return JsonResponse(refusal.body, status=refusal.status)
    once = Once(str(body.get("key")))
    there = match.hands.filter(number=deals["number"]).first() if deals else None
    try:
        dealt = there or book.open_hand(user=sender_of(request), match=match, once=once)
    except (ValidationError, WriteError) as error:
        return _not_done(error)
    hand = hand_or_404(request, slug, dealt.public_id)
    live = watch(hand, user_of(request))
    return JsonResponse(
        {
            "hand": sitting_of(hand).as_json(),
            "match": match_as_json(match_so_far(match)),
            "changes": records.changes_of(hand),
            "live": live._asdict(),
        },
        status=201,
    )


def _not_dealt(match: MatchSoFar, deals: Any) -> answers.Answer | None:
    """Say why the hand that a tablet has dealt as `deals` cannot be; None where it can or is."""
    number: Any = deals.get("number") if isinstance(deals, dict) else None
    there = next((one for one in match.hands if one.number == number), None)
    if there is not None:
        known = deal_as_json(there.number, there.dealer, there.sits_out)
    elif match.open_hand is not None:
        return answers.still_open(match.open_hand.number)
    else:
        coming, deal = match.coming()
        known = deal_as_json(coming, deal.dealer, deal.sits_out)
    return None if known == deals else answers.dealt_otherwise(number)


def _not_done(error: ValidationError | WriteError) -> HttpResponse:
    if isinstance(error, WriteError):
        return not_taken(error)
    why, status = _why_not(error)
    return JsonResponse({"code": "malformed", "message": why}, status=status)


# --- by a form -----------------------------------------------------------------------------------


def _as_form(name: str) -> View:
    """Return the view of a step that leads to what is next, or to the screen that says why not."""

    @require_POST
    def view(request: HttpRequest, slug: str, hand_id: str) -> HttpResponse:
        hand, sent = hand_or_404(request, slug, hand_id), request.POST.dict()
        by = Sender(user_of(request), hand, sent.get("device", ""))
        try:
            STEPS[name](by, _facts_of(sent))
        except (ValidationError, WriteError) as error:
            if name != "take_up":
                now = hand_or_404(request, slug, hand_id)
                return recording_page(request, now, *_why_not(error))
            messages.error(request, _why_not(error)[0])
        return redirect("record", slug, hand.match.public_id)

    return view


def _facts_of(sent: Mapping[str, str]) -> Sent:
    """Return the fields of a form as a step takes them: reasons in own words (`other`) first."""
    because = sent.get("other", "").strip() or sent.get("because", "")
    return {**sent, "because": because, "version": version_sent(sent)}


def _why_not(error: ValidationError | WriteError) -> tuple[str, int]:
    if isinstance(error, WriteError):
        return str(error), error.status
    return error.messages[0], 422


seal_form, give_up_form, take_up_form = map(_as_form, ("seal", "give_up", "take_up"))


@require_POST
def open_hand(request: HttpRequest, slug: str, match_id: str) -> HttpResponse:
    """Deal the next hand: open it, and show it."""
    club, match = match_or_404(request, slug, match_id)
    try:
        key = request.POST.get("key")
        once = Once(key) if key else None
        book.open_hand(user=user_of(request), match=match, once=once)
    except (MatchClosed, KeyReused, KeyMalformed):
        pass  # the next page says so, or shows the form again
    return redirect("record", club.slug, match.public_id)
