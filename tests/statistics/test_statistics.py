"""Sums over many hands: kept hand by hand, equal to a rebuild, equal to a count of the hands."""

import random
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import book, statistics
from games.archive.conditions import seats_where
from games.models import Career, ClubRecord, HandSeat, Match, Player, Tally
from games.rules import Change
from games.statistics.careers import CareerState
from games.statistics.figures import Sums
from games.statistics.player_totals import from_hands, from_sums, statistics_of
from games.statistics.scope import HandScope
from tests.cast import Cast
from tests.factories import EVENING, THROWN_IN, act, claimed_by_seat_0, open_match, sealed_hand
from tests.games import hand_by_chance

FRENCH = HandScope(variant="french")


def rows() -> dict[str, list[tuple[object, ...]]]:
    """Everything that is kept, without the keys of the rows."""
    return {
        model.__name__: sorted(
            (tuple(values)[1:] for values in model.objects.values_list()), key=repr
        )
        for model in (Tally, Career, ClubRecord)
    }


def play_at_random(cast: Cast, seed: int, hands: int) -> None:
    """Evenings of several games over two years, in any order."""
    chance = random.Random(seed)
    tables = [("french", 4), ("french", 5), ("sca-tarok", 2), ("droggn", 3)]
    matches = []
    for game, players in [*tables, tables[0]]:
        seats = chance.sample(cast.players, players)
        day = EVENING - timedelta(days=chance.randrange(500))
        facts = {"variant": game, "first_dealer": 0, "played_on": day, "title": game}
        matches.append(open_match(cast.scorer, cast.club, seats, **facts))
    for _ in range(hands):
        match = chance.choice(matches)
        dealer = match.hands.count() % match.seats.count()
        sealed_hand(cast.scorer, match, hand_for(match, dealer, chance))


def hand_for(match: Match, dealer: int, chance: random.Random) -> list[Change]:
    """A hand that was conceded, thrown in, irregular, or played out."""
    players = match.seats.count()
    if (match.variant, players) == ("french", 4) and chance.random() < 0.8:
        *begun, claim, _ = claimed_by_seat_0(dealer)
        if dealer == 3 and chance.random() < 0.5:
            begun.append(act("play", card="HQ", irregular="Nobody noticed."))
        return chance.choice([THROWN_IN, [*begun, claim]])
    return hand_by_chance(match.variant, players, seed=chance.randrange(50), dealer=dealer)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_kept_hand_by_hand_is_what_the_hands_say_and_what_a_rebuild_makes(
    cast: Cast, seed: int
) -> None:
    play_at_random(cast, seed, hands=10)
    seen = 0
    for player in cast.players:
        for variant in ("french", "sca-tarok", "droggn"):
            for period in ("", "2025", "2026"):
                scope = HandScope(variant=variant, period=period)
                counted, kept = from_hands(player, scope), from_sums(player, scope)
                assert counted.sums == kept.sums
                assert counted.balance == kept.balance
                assert streaks(counted.career) == streaks(kept.career)
                seen += kept.whole.hands
    assert seen == 2 * HandSeat.objects.count()  # once for all time, once for its year
    before = rows()
    assert all(before.values())
    Tally.objects.all().delete()
    Career.objects.update(rating=0, longest_won=99)
    ClubRecord.objects.update(value=10**6)
    call_command("rebuild", stdout=StringIO())
    assert rows() == before


def streaks(career: CareerState) -> tuple[int, ...]:
    return career.rated, career.streak, career.longest_won, career.longest_lost


def test_ratings_follow_the_day_of_play_not_the_day_of_sealing(cast: Cast) -> None:
    """Last week's hands: sealed before this week's in one club, typed in afterwards in another."""
    told = []
    for late, scorer, club, players in (
        (False, cast.scorer, cast.club, cast.players),
        (True, cast.other_scorer, cast.other_club, cast.other_players),
    ):
        last_week, today = (
            open_match(scorer, club, seats, played_on=EVENING - timedelta(days=days))
            for seats, days in ((players[:4], 7), (players[1:5], 0))
        )
        for match in (today, last_week) if late else (last_week, today):
            for dealer in (3, 0):
                sealed_hand(scorer, match, claimed_by_seat_0(dealer))
        assert not list(statistics.faults(club.pk))
        careers = [from_sums(player, FRENCH).career for player in players]
        counted = [from_hands(player, FRENCH).career for player in players]
        assert [streaks(one) for one in careers] == [streaks(one) for one in counted]
        best = ClubRecord.objects.filter(club=club).order_by("kind")
        kept = [(row.kind, row.value, row.player.name, row.hand.number) for row in best]
        told.append((careers, kept))
    assert told[0] == told[1]


# --- what is counted ---------------------------------------------------------------------------


def sums_of(player: Player, kind: str, key: str, period: str = "") -> Sums:
    """A sum of a player of French Tarot."""
    return from_sums(player, HandScope(variant="french", period=period)).sums[kind, key]


def test_a_hand_counts_for_role_seat_companions_and_rating(cast: Cast) -> None:
    """Anna wins, a hand is thrown in, which nobody wins or plays with anybody, Chloé wins."""
    anna, boris, chloe, _, _ = cast.players
    cast.sealed_hand(claimed_by_seat_0())
    won = Sums(1, 1, 1, 1, 1, 0, 3120, 3120, 3120)
    assert sums_of(anna, "whole", "") == won
    assert sums_of(anna, "part", "taker/guard-without") == won
    assert sums_of(anna, "seat", "4/1") == won  # Dario dealt
    assert sums_of(anna, "against", str(boris.pk)) == won
    lost = Sums(1, 1, 0, 0, 0, 0, -1040, -1040, -1040)
    assert sums_of(boris, "with", str(chloe.pk)) == lost
    assert sums_of(boris, "against", str(anna.pk)) == lost
    assert sums_of(boris, "seat", "4/2", "2026") == lost
    assert not from_sums(boris, HandScope(variant="french", period="2025")).sums
    first = [from_sums(player, FRENCH).career for player in (anna, boris)]
    assert first[0].rating > 1500 > first[1].rating
    cast.sealed_hand(THROWN_IN)
    found = from_sums(anna, FRENCH)
    assert (found.whole.hands, found.whole.decided) == (2, 1)
    assert [sums.hands for sums in found.of_kind("against").values()] == [1, 1, 1]
    assert found.career == first[0]
    assert (found.career.streak, found.career.rated) == (1, 1)
    cast.sealed_hand(claimed_by_seat_0(1))
    second = from_sums(anna, FRENCH).career
    assert second.rating > first[0].rating
    assert second.deviation < first[0].deviation < 100


def test_streaks_end_when_a_hand_is_lost(cast: Cast) -> None:
    """Anna wins twice, then Boris takes her place and beats her, and she breaks a rule."""
    anna, boris, chloe, dario, _ = cast.players
    for dealer in (3, 0):
        cast.sealed_hand(claimed_by_seat_0(dealer))
    other = open_match(cast.scorer, cast.club, [boris, anna, chloe, dario])
    *begun, claim, _ = claimed_by_seat_0()
    revoke = act("play", card="HQ", irregular="Nobody noticed.")
    sealed_hand(cast.scorer, other, [*begun, revoke, claim])
    assert streaks(from_sums(anna, FRENCH).career) == (3, -1, 2, 1)
    best = ClubRecord.objects.get(kind="won-in-a-row")
    assert (best.player, best.value, best.hand.number) == (anna, 2, 2)
    assert ClubRecord.objects.get(kind="lost-in-a-row").value == 3  # Chloé, still
    irregular = [sums_of(player, "whole", "").irregular for player in cast.players[:4]]
    assert irregular == [1, 0, 0, 0]


def test_clubs_are_counted_apart(cast: Cast) -> None:
    cast.sealed_hand(claimed_by_seat_0())
    theirs = open_match(cast.other_scorer, cast.other_club, cast.other_players[:4])
    sealed_hand(cast.other_scorer, theirs, claimed_by_seat_0())
    assert from_sums(cast.players[0], FRENCH).whole.hands == 1
    assert Tally.objects.filter(club=cast.other_club, player=None, kind="whole").count() == 3
    statistics.rebuild(cast.other_club)
    assert Tally.objects.filter(club=cast.club, player=None, kind="whole").count() == 3


# --- a part of the hands -----------------------------------------------------------------------


def narrowed(game: str, **asked: Any) -> HandScope:
    """The hands of a game that fit some filters."""
    return HandScope(game, narrowed=seats_where(asked))


def test_hands_are_narrowed_down_by_companion(cast: Cast) -> None:
    """A player who plays alone is everybody's opponent and nobody's partner."""
    anna, boris, chloe, dario, emma = cast.players
    cast.sealed_hand(claimed_by_seat_0())
    other = open_match(cast.scorer, cast.club, [emma, boris, dario, anna], title="Sunday")
    sealed_hand(cast.scorer, other, claimed_by_seat_0())
    cases: list[tuple[HandScope, int]] = [
        (HandScope("french"), 2),
        (narrowed("french", partner=chloe.pk), 1),
        (narrowed("french", partner=boris.pk), 2),
        (narrowed("french", partner=anna.pk), 1),
        (narrowed("french", opponent=anna.pk), 1),
        (narrowed("french", opponent=emma.pk), 1),
        (narrowed("french", opponent=boris.pk), 0),
        (narrowed("french", event="Sunday"), 1),
        (narrowed("french", role="defender"), 2),
        (narrowed("french", role="taker"), 0),
        (narrowed("french", contract="guard-without"), 2),
        (HandScope("french", period="2026-11"), 2),
        (HandScope("french", period="2026-10"), 0),
        (narrowed("french", until=EVENING - timedelta(days=1)), 0),
        (narrowed("french", since=EVENING), 2),
    ]
    for scope, hands in cases:
        assert statistics_of(dario, scope).whole.hands == hands, scope
    alone = cast.open_match(2, variant="sca-tarok", first_dealer=0)
    sealed_hand(cast.scorer, alone, hand_by_chance("sca-tarok", 2))
    assert statistics_of(anna, narrowed("sca-tarok", opponent=boris.pk)).whole.hands == 1
    assert statistics_of(anna, narrowed("sca-tarok", partner=boris.pk)).whole.hands == 0


# --- cost --------------------------------------------------------------------------------------


def test_the_next_hand_is_counted_with_a_fixed_number_of_statements(cast: Cast) -> None:
    """The last of them writes a record that was broken."""
    for dealer, most in ((3, 8), (0, 8), (1, 8)):
        hand = cast.open_hand(claimed_by_seat_0(dealer))
        with CaptureQueriesContext(connection) as seen:
            book.seal(user=cast.scorer, hand=hand, version=hand.version)
        written = [
            one["sql"]
            for one in seen
            if any(table in one["sql"] for table in ("_tally", "_career", "_clubrecord"))
        ]
        assert len(written) <= most - 2  # the other two read the seats of hand and match
