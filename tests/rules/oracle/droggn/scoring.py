"""The score of a hand of Droggn: piles, the Fool's four points, the sums of 2.10."""

from fractions import Fraction

from ..cards import FOOL
from .claims import aside_is_declarers, remaining
from .places import Places
from .sheet import ALL_POINTS, BASE, DROGGN_PACK, raw_value


def points(cards):
    """2.3.6."""
    return sum(raw_value(card) for card in cards) - Fraction(2 * len(cards), 3)


def seat_that_played(story, card):
    """(number of the trick, seat) of a played card, or None."""
    for place, trick in enumerate(story.tricks):
        for seat, laid in trick:
            if laid == card:
                return place, seat
    return None


def fool_moves(story, holder):
    """What the Fool, unplayed with `holder` or played, brings the declarer: 4, -4 or 0 (2.8.6)."""
    found = seat_that_played(story, FOOL)
    if found is None:
        if holder is None:
            return 0
        owner, winner = holder, story.claim["seat"]
    else:
        trick, owner = found
        in_last = trick == story.setting.hand_size - 1 and not story.claim
        if in_last and story.setting.options["fool_last"] == "to-winner":
            return 0
        claimed = trick >= len(story.winners)
        winner = story.claim["seat"] if claimed else story.winners[trick]
    mine, takes = owner == story.taker, winner == story.taker
    return 0 if mine == takes else 4 if mine else -4


def declarer_points(story):
    """What the declarer has, his stock being known; None where a claim leaves that open."""
    won = [
        card
        for winner, trick in zip(story.winners, story.finished_tricks, strict=True)
        for _, card in trick
        if winner == story.taker
    ]
    holder = None
    aside = set(DROGGN_PACK) - set(story.played)
    if story.claim:
        known = remaining(story)
        if known is None:
            return None
        aside, in_hands, holder = known
        if story.claim["seat"] == story.taker:
            won += [*in_hands, *[card for _, card in story.table]]
    elif not story.all_played:
        aside = story.setting.parts[-1] or Places(story).surely_aside()
    if aside_is_declarers(story):
        won += aside
    return points(won) + fool_moves(story, holder)


def hides_his_stock(story):
    """A slam that ended early, or by a claim, while the declarer's stock is not known (31)."""
    early = story.claim or not story.all_played
    known = story.setting.parts[-1] is not None or len(Places(story).surely_aside()) == 3
    return story.slam_bid and early and not known and aside_is_declarers(story)


def slam_value(story, took_all):
    """167, with the display of the Fool perhaps 187 (2.9.3)."""
    bonus = story.setting.options["slam_display_bonus"] if story.fool_displayed else 0
    return 167 + bonus if took_all else -167


def game_value(story, own, took_all):
    """V without the pagat's items (2.10.3, 2.9.4, fine points 29 and 32)."""
    base = BASE[story.contract]
    if took_all and story.setting.options["matsch"]:
        return base + 37
    if own >= story.setting.options["points_to_win"]:
        return base + (own - 37)
    return -(base + (37 - own))


def pagat_value(story):
    """What the pagat brings or costs the declarer (2.9.1, 2.9.2, fine points 7 and 30)."""
    found = seat_that_played(story, "T1")
    if found is None or found[0] >= len(story.winners):
        return 0
    trick, seat = found
    winner = story.winners[trick]
    mine = seat == story.taker
    options = story.setting.options
    value = 0
    last = trick == story.setting.hand_size - 1
    if last and winner == seat:
        if mine:
            value += 20 if story.ultimo_announced else 10
        elif options["ultimo_by"] == "anyone":
            value -= 10
    elif mine and story.ultimo_announced:
        value -= 20 if options["ultimo_failed"] != "never" else 0
    elif last and options["ultimo_failed"] == "pays":
        if mine:
            value -= 10
        elif options["ultimo_by"] == "anyone":
            value += 10
    if not last and mine != (winner == story.taker):
        value += -options["early_pagat"] if mine else options["early_pagat"]
    return value


def settle(story):
    """Row, sides and card points of a hand that is over, or None where it cannot be scored."""
    declarer = story.taker
    others = [seat for seat in story.seats if seat != declarer]
    own = None if hides_his_stock(story) else declarer_points(story)
    if own is None and not story.slam_bid:
        return None
    takers = [*story.winners, *([story.claim["seat"]] if story.claim else [])]
    took_all = all(seat == declarer for seat in takers)
    value = slam_value(story, took_all) if story.slam_bid else game_value(story, own, took_all)
    value += pagat_value(story)
    row = [2 * value if seat == declarer else -value for seat in story.seats]
    return {
        "row": row,
        "sides": [[declarer], others],
        "points": None if own is None else [own, ALL_POINTS - own],
    }
