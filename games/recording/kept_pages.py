"""What a tablet keeps and has not sent: shown on a page of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.access.pages import user_of
from games.book import records
from games.display.reasons import Voice
from games.models import Hand, Match
from games.recording.http import read_body
from games.recording.tablets import over_words, words_of
from games.rules import Change, RecordError, entering, find_variant, notation
from games.writing.durably import may_record

NAME = re.compile(r"[\w-]{1,100}", re.ASCII)  # an id, also of a hand that only the tablet has dealt
MOST = 250  # entries in one request, as static/js/kept.js


@dataclass(frozen=True, slots=True)
class KeptHand:
    """What a tablet keeps of one hand.

    `keys` of its entries, in `words` in their order and as `notation`, and `why` it was not
    recorded. `hand` and `match` are None where this account may not see them (any more); `goes_on`:
    whether it is sent as soon as its page is opened.
    """

    hand: Hand | None
    match: Match | None
    keys: Sequence[str]
    words: Sequence[str]
    notation: str
    why: str
    goes_on: bool


@require_http_methods(["GET", "POST"])
def kept(request: HttpRequest) -> HttpResponse:
    """Show what the tablet keeps: the page asks its store, and posts what is in it."""
    if request.method == "GET":
        return render(request, "recording/kept.html")
    sent = read_body(request).get("entries")
    entries = [one for one in sent[:MOST] if is_entry(one)] if isinstance(sent, list) else []
    user = user_of(request)
    mine = [one for one in entries if str(one["user"]) == str(user.pk)]
    theirs = (one.get("account") for one in entries if str(one["user"]) != str(user.pk))
    others = [str(name or _("another account")) for name in theirs]
    return render(
        request,
        "recording/_kept.html",
        {
            "hands": list(_by_hand(user, mine)),
            "others": [(name, others.count(name)) for name in dict.fromkeys(others)],
        },
    )


def is_entry(raw: Any) -> bool:
    """Return whether something is an entry as the outbox keeps it."""
    names = ("key", "hand", "match")
    return (
        isinstance(raw, dict)
        and isinstance(raw.get("change"), dict)
        and "user" in raw
        and all(NAME.fullmatch(str(raw.get(name))) for name in names)
    )


def _by_hand(user: Any, entries: Sequence[Mapping[str, Any]]) -> Iterator[KeptHand]:
    for key in dict.fromkeys(one["hand"] for one in entries):
        some = [one for one in entries if one["hand"] == key]
        hand = Hand.objects.visible_to(user).with_table().filter(public_id=key).first()
        matches = Match.objects.visible_to(user).select_related("club")
        match = matches.filter(public_id=some[0]["match"]).first()
        changes = [one["change"] for one in some if "op" in one["change"]]
        yield _kept_hand(user, hand, match, [one["key"] for one in some], changes)


def _kept_hand(
    user: Any, hand: Hand | None, match: Match | None, keys: Sequence[str], raw: Sequence[Any]
) -> KeptHand:
    variant = find_variant(match.variant) if match else None
    words: list[str] = []
    lines: list[str] = []
    if variant and match:
        changes = [one for one in map(_read, raw) if one]
        names = records.seat_names(hand) if hand else _first_names(match)
        voice = Voice(tuple(names), variant.key)
        words = [str(voice.say(one)) for one in words_of(variant, changes)]
        acts = [action for change in changes for action in _acts(change)]
        lines = notation.write_actions([one for one in acts if "seat" in one], len(names))
    why, goes_on = _why(user, hand, match)
    return KeptHand(hand, match, keys, words, "\n".join(lines), why, goes_on)


def _first_names(match: Match) -> list[str]:
    """Return who plays the first hand of a match, by seat, where the dealer is the last."""
    seats = match.seats.filter(since=1).select_related("player").order_by("seat")
    return [seat.player.name for seat in seats][: None if not match.dealer_sits_out else -1]


def _read(raw: Any) -> Change | None:
    try:
        return entering.read(raw)
    except RecordError:
        return None


def _acts(change: Change) -> Iterator[dict[str, Any]]:
    if change["op"] == "several":
        for one in change["changes"]:
            yield from _acts(one)
    elif change["op"] == "act":
        yield change["action"]


def _why(user: Any, hand: Hand | None, match: Match | None) -> tuple[str, bool]:
    """Return why entries of a hand are not recorded, and whether they go on by themselves."""
    if match is None:
        return _("This match is not open to your account any more."), False
    if not may_record(user, match):
        return _("Your account may not record in this club any more."), False
    if hand is not None and not hand.is_open:
        return over_words(hand), False
    if match.closed_at is not None:
        day = date_format(match.closed_at, "SHORT_DATETIME_FORMAT")
        return _("This match was closed on %(day)s.") % {"day": day}, False
    if hand is None:
        return _("This hand was dealt on the tablet alone."), True
    return _("It is sent as soon as the hand is opened on this tablet."), True
