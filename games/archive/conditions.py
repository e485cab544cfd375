"""The database condition behind each filter.

A condition on the hand is applied to the table of hands, or through `hand__` where a player's seats
are read: a player's own hands are few, and an index holds their seats in order. Both tables have
the columns for game, contract and date.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.lookups import Exact, GreaterThan

from games.book.traits import halves_of
from games.models import Analysis, Hand, HandSeat, MatchSeat, Remark
from games.models.folding import folded
from games.models.paging import Hits, Order
from games.models.running import seats_held
from games.rules import feats, mask_of
from games.statistics.periods import first_moment, moments_of
from games.statistics.sides import against, hands_of, together

NEWEST = Order("played_at", descending=True)
NEWEST_SEAT = Order("played_at", descending=True, key="hand_id")

FEATS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "last_trick": {
        "won": (feats.LAST_TRICK, feats.LAST_TRICK_ANNOUNCED),
        "announced": (feats.LAST_TRICK_ANNOUNCED,),
        "failed": (feats.LAST_TRICK_FAILED,),
        "lost": (feats.ONE_LOST,),
    },
    "slam": {
        "made": (feats.SLAM, feats.SLAM_ANNOUNCED),
        "announced": (feats.SLAM_ANNOUNCED,),
        "missed": (feats.SLAM_MISSED,),
    },
    "misere": {"declared": (feats.MISERE,)},
}
OUTCOMES = {"made": {"won": True}, "lost": {"won": False}}

Chosen = Mapping[str, Any]


# --- of the hand, found through `at` --------------------------------------------------------------


def _plain(column: str) -> Callable[[str, Any], Q]:
    """Return a plain comparison; hands and seats both have this column."""
    return lambda at, value: Q(**{column: value})


def _outcome(at: str, value: str) -> Q:
    wanted = OUTCOMES.get(value, {"status": value})
    return Q(**{f"{at}{column}": one for column, one in wanted.items()})


def _irregularity(at: str, value: str) -> Q:
    """Return a condition for hands with an irregularity, or that are known to have none."""
    known = Q(**{f"{at}irregular": value == "true"})
    return known if value == "true" else known & Q(**{f"{at}level": Hand.Level.FULL})


def _level(at: str, level: str) -> Q:
    return Q(**{f"{at}level": level, f"{at}state": Hand.State.SEALED})


def _feat(name: str) -> Callable[[str, str], Q]:
    def asked(at: str, value: str) -> Q:
        bits = sum(map(feats.bit_of, FEATS[name][value]))
        # The first condition follows from the second; it lets the database use the index.
        return Q(**{f"{at}feats__gt": 0}) & Q(GreaterThan(F(f"{at}feats").bitand(bits), 0))

    return asked


def _words(at: str, value: str) -> Q:
    """Return a condition: all of the words are in the record's texts, or all in one remark."""
    in_record = Q(**{f"{at}words__gt": ""})
    in_remark = Q(hidden_by=None)
    for word in value.split():
        in_record &= Q(**{f"{at}words__contains": folded(word)})
        in_remark &= Q(text__icontains=word)
    remarked = Remark.objects.filter(in_remark).values("hand")
    return in_record | Q(**{f"{at}pk__in": remarked})


def lost_by_one_card() -> QuerySet[Analysis, Any]:
    """Return the hands whose losers would have won but for one card, where that is kept."""
    return Analysis.objects.shown().filter(one_card=True).values("hand")


def _since(at: str, day: date) -> Q:
    return Q(played_at__gte=first_moment(day))


def _until(at: str, day: date) -> Q:
    _begin, over = moments_of(None, day)
    return Q(played_at__lt=over)


OF_THE_HAND: dict[str, Callable[[str, Any], Q]] = {
    "variant": _plain("variant"),
    "contract": _plain("contract"),
    "club": _plain("club__public_id"),
    "state": lambda at, state: Q(**{f"{at}state": state}),
    "since": _since,
    "until": _until,
    "date_from": _since,
    "date_to": _until,
    "date": lambda at, day: _since(at, day) & _until(at, day),
    "called": lambda at, cards: Q(**{f"{at}called": cards[0]}),
    "outcome": _outcome,
    "margin_from": lambda at, halves: Q(**{f"{at}margin_halves__gte": halves}),
    "margin_to": lambda at, halves: Q(**{f"{at}margin_halves__lte": halves}),
    "honours": lambda at, number: Q(**{f"{at}honours": int(number)}),
    "last_trick": _feat("last_trick"),
    "slam": _feat("slam"),
    "misere": _feat("misere"),
    "shown": lambda at, number: Q(**{f"{at}shown__gte": number}),
    "irregular": _irregularity,
    "level": _level,
    "disputed": lambda at, value: Q(**{f"{at}disputed": value == "true"}),
    "amended": lambda at, value: Q(**{f"{at}amended_at__isnull": value == "false"}),
    "best_play": lambda at, _value: Q(**{f"{at}pk__in": lost_by_one_card()}),
    "match": lambda at, key: Q(**{f"{at}match__public_id": key}),
    "event": lambda at, title: Q(**{f"{at}match__title__icontains": title}),
    "text": _words,
}


# --- of one seat ----------------------------------------------------------------------------------


def _cards(name: str) -> Callable[[tuple[int, ...]], Q]:
    """Return a condition: all of these cards are in the set of that name."""

    def asked(cards: tuple[int, ...]) -> Q:
        wanted = Q()
        for part, bits in zip(("suits", "trumps"), halves_of(mask_of(cards)), strict=True):
            if bits:
                wanted &= Q(Exact(F(f"{name}_{part}").bitand(bits), bits))
        return wanted

    return asked


def _whose(key: str | int) -> Q:
    """Return a condition for the seats of a player, by public id or, quicker, by primary key."""
    return Q(player=key) if isinstance(key, int) else Q(player__public_id=key)


OF_A_SEAT: dict[str, Callable[[Any], Q]] = {
    "player": _whose,
    "role": lambda role: Q(role=role),
    "result": lambda result: Q(won=result == "won"),
    "partner": lambda key: together(_whose(key)),
    "opponent": lambda key: against(_whose(key)),
    "card_held": _cards("held"),
    "card_led": _cards("led"),
    "card_won": _cards("won"),
    "card_lost": _cards("lost"),
}
PEOPLE = ("player", "partner", "opponent")  # each limits the hands to their own


# --- together -------------------------------------------------------------------------------------


def fitting(hands: QuerySet[Hand], chosen: Chosen) -> QuerySet[Hand]:
    """Return the hands that match; a player also finds the open hands of their matches."""
    hands = hands.filter(_of_the_hand(chosen, ""))
    asked = [name for name in OF_A_SEAT if name in chosen]
    if not asked:
        return hands
    seats = HandSeat.objects.filter(_of_a_seat(chosen), hand=OuterRef("pk"))
    fits = Q(Exists(seats))
    if asked == ["player"]:
        player = Q(player__public_id=chosen["player"])
        at_table = MatchSeat.objects.filter(player, match=OuterRef("match")).at(OuterRef("number"))
        fits |= ~Q(state=Hand.State.SEALED) & Q(Exists(at_table))
    return hands.filter(fits)


def hits_of(hands: QuerySet[Hand], chosen: Chosen, *, sealed: bool) -> Hits:
    """Return the hands that match the filters, newest first. `sealed`: all of `hands` are sealed.

    With a player among the filters, or a companion if there is no player, that person's seats are
    read instead of the hands. So `hands` must contain all of that person's hands, or none of them.
    """
    named = next((name for name in PEOPLE if name in chosen), None)
    if named is None or not sealed:
        return Hits(fitting(hands, chosen), NEWEST)
    if named == "player":
        return Hits(HandSeat.objects.filter(seats_where(chosen)).exclude(seats_held()), NEWEST_SEAT)
    seats = HandSeat.objects.filter(_of_the_hand(chosen, "hand__")).exclude(seats_held())
    companion = _whose(chosen[named])
    there = HandSeat.objects.filter(_of_a_seat(chosen), hand__in=hands_of(companion))
    return Hits(seats.filter(companion, hand__in=there.values("hand")), NEWEST_SEAT)


def seats_where(chosen: Chosen) -> Q:
    """Return a condition for the seats that match the filters, in hands that match."""
    return _of_the_hand(chosen, "hand__") & _of_a_seat(chosen)


def _of_the_hand(chosen: Chosen, at: str) -> Q:
    chosen = _lost_by(chosen)
    return Q(*(asked(at, chosen[name]) for name, asked in OF_THE_HAND.items() if name in chosen))


def _lost_by(chosen: Chosen) -> Chosen:
    """Return the filters, the margin of a lost contract negated: people say by how much."""
    ends = {"margin_from": "margin_to", "margin_to": "margin_from"}
    margins = {name: chosen[name] for name in ends if name in chosen}
    if chosen.get("outcome") != "lost" or any(halves < 0 for halves in margins.values()):
        return chosen
    others = {name: value for name, value in chosen.items() if name not in ends}
    return others | {ends[name]: -halves for name, halves in margins.items()}


def _of_a_seat(chosen: Chosen) -> Q:
    return Q(*(asked(chosen[name]) for name, asked in OF_A_SEAT.items() if name in chosen))
