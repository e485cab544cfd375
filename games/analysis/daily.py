"""Choose the hand of a day from a club's archive: an ending that turned, a call, or a discard.

It follows from the club and the day, and is kept: it stays when the archive grows. The choice is
made at the first request of a day and looks at few hands; the solver works on the last tricks only.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from hashlib import sha256
from typing import Any

from django.db.models import Max, Min, QuerySet

from games.analysis.keeping import WHILE_WAITING, kept, turning_points_of, worked_out
from games.book.records import latest_seal, read_seal
from games.models import Analysis, Club, DailyAnswer, DailyHand, Hand, Seal, User
from games.models.analysis import hidden
from games.models.daily import BID, DISCARD, ENDING, KINDS
from games.replay import ALL, Film, film
from games.replay.hands_shown import in_fan_order
from games.rules import (
    Call,
    Record,
    Turn,
    best_play,
    card_code,
    cards_of,
    position_before,
    replay,
)
from games.writing.outages import SideWrites

LOOKED_AT = 6  # hands of each sort
WORKED_OUT = 2  # hands whose ends nobody has looked at yet
_writes = SideWrites()


def fitting(club: Club, *, outside: bool) -> QuerySet[Hand]:
    """Return the hands that can be asked about: open to all readers, undisputed, not hidden.

    Readers who are no members are asked about published hands only.
    """
    whole = {"level": Hand.Level.FULL, "status": "scored", "irregular": False, "disputed": False}
    hands = Hand.objects.filter(~hidden(), club=club, **whole).shown()
    return hands.exclude(publication=None) if outside else hands


def still_fits(daily: DailyHand) -> bool:
    """Return whether a hand can still be asked about, and is sealed as it was when chosen."""
    hands = fitting(daily.club, outside=daily.outside).filter(pk=daily.hand_id)
    shown = daily.kind != ENDING or daily.club.shows_best_play
    return shown and hands.exists() and latest_seal(daily.hand).game_digest == daily.digest


def choose(club: Club, day: date, *, outside: bool) -> DailyHand | None:
    """Choose the hand of a day and keep it; None where no hand asks anything."""
    luck = int(sha256(f"{club.public_id} {day}".encode()).hexdigest()[:12], 16)
    for kind, hand in _candidates(club, day, luck, outside=outside):
        seal = latest_seal(hand)
        asked = ASKS[kind](hand, seal, luck)
        if asked:
            facts = {"hand": hand, "kind": kind, "digest": seal.game_digest, **asked}
            keep = partial(DailyHand.objects.get_or_create, club=club, day=day, outside=outside)
            made = _writes.attempt(partial(keep, defaults=facts))
            return made[0] if made else None
    return None


def _candidates(club: Club, day: date, luck: int, *, outside: bool) -> Iterator[tuple[str, Hand]]:
    """Yield hands with what to ask about them: each day another kind first, no hand twice."""
    hands = fitting(club, outside=outside)
    before = DailyHand.objects.filter(club=club, outside=outside).values("hand")
    fresh = hands.exclude(pk__in=before)
    hands = fresh if fresh.exists() else hands
    first = day.toordinal() % len(KINDS)
    for kind in KINDS[first:] + KINDS[:first]:
        if kind != ENDING:
            yield from ((kind, hand) for hand in _some(hands, luck, LOOKED_AT))
        elif club.shows_best_play and not outside:
            yield from ((kind, hand) for hand in _ends(hands, luck))


def _some(hands: QuerySet[Hand], luck: int, most: int) -> Iterator[Hand]:
    """Yield some of these hands, the first of which luck alone decides."""
    ends = hands.aggregate(low=Min("pk"), high=Max("pk"))
    if ends["low"] is None:
        return
    start = ends["low"] + luck % (ends["high"] - ends["low"] + 1)
    ordered = hands.select_related("match", "club").order_by("pk")
    yield from [*ordered.filter(pk__gte=start)[:most], *ordered.filter(pk__lt=start)[:most]][:most]


def _ends(hands: QuerySet[Hand], luck: int) -> Iterator[Hand]:
    """Yield hands lost by one card, then others whose ends are known, then a few of the rest."""
    known = Analysis.objects.shown().exclude(course=None)
    for some in (known.filter(one_card=True), known):
        yield from _some(hands.filter(pk__in=some.values("hand")), luck, LOOKED_AT)
    yield from _some(hands.filter(analysis=None), luck, WORKED_OUT)


def _ending(hand: Hand, seal: Seal, luck: int) -> dict[str, Any] | None:
    """Ask for the card that was missed where another one cost most."""
    record = read_seal(seal)
    turned = turning_points_of(kept(hand, seal) or worked_out(hand, seal, limit=WHILE_WAITING))
    turns = [turn for turn in turned.turns if turn.after < turn.before] if turned else []
    if not turns:
        return None
    turn, end = max(turns, key=_cost), replay(record).state
    state = position_before(record, end, end.play_actions.index(turn.step))
    best = best_play(state, limit=WHILE_WAITING) if state else None
    if best is None:
        return None
    leads_to = [(card_code(one.card), one.score) for one in best.prospects]
    return {"step": turn.step, "prospects": leads_to}


def _cost(turn: Turn) -> tuple[bool, int]:
    return turn.before > 0 > turn.after, turn.before - turn.after


def _bid(hand: Hand, seal: Seal, luck: int) -> dict[str, Any] | None:
    """Ask for a call of one of the two that held most trumps, where there was a choice."""
    record = read_seal(seal)
    shown, calls = film(record, ALL), []
    for after, action in shown.course.actions("call"):
        holding = held_at(shown, action["seat"], after - 1)
        legal = legal_calls(record, after - 1)
        if all(holding) and len(legal) > 1 and action["call"] in legal:
            calls.append((sum(code[0] in "TF" for code in holding), after - 1))
    best = sorted(calls, reverse=True)[:2]
    return {"step": best[luck % len(best)][1]} if best else None


def _discard(hand: Hand, seal: Seal, luck: int) -> dict[str, Any] | None:
    """Ask what to lay away, where the whole hand and what was laid away were written down."""
    record = read_seal(seal)
    for step, action in enumerate(record.actions):
        if action["kind"] == "discard" and action.get("cards"):
            state = replay(record, upto=step).state
            if state.known[action["seat"]] and state.room(action["seat"]) == 0:
                return {"step": step}
    return None


ASKS = {ENDING: _ending, BID: _bid, DISCARD: _discard}


def held_at(shown: Film, seat: int, step: int) -> list[str]:
    """Return the cards of a seat at a step, as players sort them; "" for one that nobody knows."""
    course = shown.course
    if course.positions[step].waits == "discard":  # with what it has taken up
        held = cards_of(replay(course.record, upto=step).state.held(seat))
        return [card_code(card) for card in in_fan_order(course, dict.fromkeys(held))]
    return [card.code for card in shown.seats[seat].fan.cards if step in card.when]


def legal_calls(record: Record, step: int) -> list[str]:
    """Return the bids that could be made, and a pass, from low to high."""
    state = replay(record, upto=step).state
    return list(state.variant.phases[Call].legal(state))


def streak(user: User, club: Club, today: date) -> int:
    """Return on how many days in a row a member has answered, up to today or yesterday."""
    mine = DailyAnswer.objects.filter(user=user, daily__club=club)
    days = set(mine.values_list("daily__day", flat=True))
    day, count = today if today in days else today - timedelta(days=1), 0
    while day - timedelta(days=count) in days:
        count += 1
    return count
