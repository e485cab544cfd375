"""What is kept after amendments is what a rebuild makes, to the last bit of every rating."""

import random
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import statistics
from games.models import Career, Club, ClubRecord, Hand, HandSeat, Match, Seal, Tally
from games.statistics.figures import FIGURES
from games.statistics.tallies import TallyKey
from tests.cast import Cast
from tests.factories import EVENING
from tests.statistics.test_statistics import rows

TABLES = (("french", 4), ("french", 4), ("french", 5), ("sca-tarok", 3))
CONTRACTS = ("small", "guard")


def deal(cast: Cast, chance: random.Random, count: int) -> Iterator[Hand]:
    """Sealed hands of some matches in three months of two years, rows without records."""
    days = [EVENING - timedelta(days=days) for days in (0, 1, 31, 400)]
    matches = [
        cast.open_match(players, variant=variant, played_on=day, first_dealer=0)
        for (variant, players), day in zip(TABLES, days, strict=True)
    ]
    for number in range(1, count + 1):
        yield seal(chance.choice(matches), number, cast)


def seal(match: Match, number: int, cast: Cast) -> Hand:
    """A hand with its place in the chain, and seats that nobody has played yet."""
    hand = Hand.objects.create(
        match=match, club=match.club, variant=match.variant, number=number, dealer=0,
        writes="all", state="sealed", sealed_at=timezone.now(),
        played_at=timezone.make_aware(datetime.combine(match.played_on, datetime.min.time())),
    )  # fmt: skip
    Seal.objects.create(
        club=match.club, number=number, hand=hand, game=b"", commitments="",
        sealed_at=timezone.now(), sealed_by=cast.scorer,
    )  # fmt: skip
    Club.objects.filter(pk=match.club_id).update(seals=number)
    HandSeat.objects.bulk_create(
        HandSeat(
            hand=hand, seat=place.seat, player_id=place.player_id, score_halves=0, place=place.seat,
            club=match.club, variant=match.variant, played_at=hand.played_at,
        )
        for place in match.seats.all()
    )  # fmt: skip
    return hand


def play(hand: Hand, chance: random.Random) -> None:
    """Write a result by chance: of a few, so that many hands are equal in something."""
    seats = list(HandSeat.objects.filter(hand=hand).order_by("seat"))
    thrown_in = chance.random() < 0.2
    alone = hand.variant == "sca-tarok"
    taker, partner = chance.sample(range(len(seats)), 2)
    won = chance.random() < 0.5
    hand.contract = "" if thrown_in or alone else chance.choice(CONTRACTS)
    hand.won = None if thrown_in or alone else won
    hand.margin_halves = None if hand.won is None else chance.choice((0, 2, 5)) * (1 if won else -1)
    hand.save()
    for seat in seats:
        declares = seat.seat == taker or (len(seats) == 5 and seat.seat == partner)
        seat.contract = hand.contract
        seat.score_halves = 0 if thrown_in else chance.randrange(-3, 4)
        seat.irregular = chance.random() < 0.1
        seat.feats = chance.choice((0, 0, 1, 16, 33))
        seat.shown = chance.choice((0, 0, 10, 11))
        seat.won = None if thrown_in else (chance.random() < 0.5 if alone else won == declares)
        seat.role = ""
        if alone:
            seat.role = "alone"
        elif not thrown_in:
            seat.role = ("taker" if seat.seat == taker else "partner") if declares else "defender"
        seat.save()


def counted_from_nothing(club: Club) -> dict[str, list[tuple[object, ...]]]:
    """What a rebuild makes where nothing is counted yet; what was there stays."""
    with transaction.atomic():
        for model in (Tally, Career, ClubRecord):
            model.objects.all().delete()
        statistics.rebuild(club)
        made = rows()
        transaction.set_rollback(True)
    return made


@pytest.mark.parametrize("seed", range(2))
def test_hands_count_the_same_together_one_by_one_and_after_an_amendment(
    cast: Cast, seed: int
) -> None:
    """A count again where everything is right writes nothing."""
    chance, hands = random.Random(seed), list[Hand]()
    dealt = deal(cast, chance, 24)
    while together := list(islice(dealt, chance.randint(1, 9))):
        by_game: dict[str, list[int]] = defaultdict(list)
        for hand in together:
            play(hand, chance)
            by_game[hand.variant].append(hand.pk)
        for variant, keys in by_game.items():
            statistics.add(
                cast.club.pk, variant, statistics.facts_of_hands(cast.club.pk, variant, keys)
            )
        hands += together
    assert rows() == counted_from_nothing(cast.club)
    for _ in range(4):
        for hand in chance.choices(hands, k=4):
            play(hand, chance)
            statistics.recount(cast.club.pk, hand.variant)
        assert rows() == counted_from_nothing(cast.club)
    with CaptureQueriesContext(connection) as seen:
        statistics.recount(cast.club.pk, "french")
    assert {one["sql"].split()[0] for one in seen} <= {"SELECT", "DECLARE"}


def test_a_rebuild_forgets_a_game_of_which_there_is_no_hand(cast: Cast) -> None:
    cast.sealed_hand()
    before, figures = rows(), dict.fromkeys(FIGURES, 1)
    Tally.objects.create(club=cast.club, variant="gone", period="", kind="whole", key="", **figures)
    statistics.rebuild(cast.club)
    assert rows() == before


def test_every_figure_has_its_column_and_every_column_its_figure() -> None:
    columns = {field.attname for field in Tally._meta.concrete_fields}
    assert columns == {"id", "club_id", "variant", *TallyKey._fields, *FIGURES}
