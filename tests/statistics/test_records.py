"""Records of slams, handfuls and the petit in the last trick: whose they are."""

from io import StringIO

from django.core.management import call_command

from games import people, statistics
from games.matches.reseating import reseat
from games.matches.reseating_plan import Reseating, plan_reseating
from games.models import ClubRecord, Hand, HandSeat
from games.statistics.rating import RATING
from tests.cast import Cast
from tests.factories import act, open_match, sealed_hand, stated
from tests.games import hand_by_chance
from tests.people.test_merging import amend
from tests.statistics.test_statistics import rows

PETIT = {"points": 55, "bouts": ["T1"], "petit": "declarers"}
SLAM = {"points": 91, "bouts": ["T21", "T1", "F"], "slam": "declarers"}
HANDFUL = {"seat": 1, "cards": 11}


def held(kind: str) -> tuple[str, int, int] | None:
    """Who holds a record, its value and the number of the hand; None where nobody does."""
    record = ClubRecord.objects.filter(kind=kind).select_related("player", "hand").first()
    return (record.player.name, record.value, record.hand.number) if record else None


def score(hand: Hand, seat: int) -> int:
    return HandSeat.objects.get(hand=hand, seat=seat).score_halves


def counted_again(cast: Cast) -> None:
    """What was kept hand by hand is what a rebuild makes."""
    before = rows()
    statistics.rebuild(cast.club)
    assert rows() == before


def test_the_best_slam_is_the_takers_with_the_highest_score(cast: Cast) -> None:
    """A slam of the defence is no record of the taker, and all but a trick is no slam."""
    match = cast.open_match(4, options={"defence_slam": 200})
    hand = sealed_hand(cast.scorer, match, [stated(points=3, bouts=[], slam="defenders")])
    assert hand.seats.filter(feats__gt=0).count() == 3
    assert held("best-slam") is None
    cast.sealed_hand([stated(**SLAM)])
    best = cast.sealed_hand([stated(taker=2, contract="guard-without", **SLAM)])
    cast.sealed_hand([stated(taker=3, points=89, bouts=3)])
    assert held("best-slam") == ("Chloé", score(best, 2), 2)
    counted_again(cast)


def test_the_biggest_handful_is_that_of_a_player_who_won(cast: Cast) -> None:
    match = cast.open_match(4, options={"handful_by": "anyone"})
    shown = [
        (45, [HANDFUL]),
        (30, [{"seat": 1, "cards": 13}]),  # and lost
        (30, [{"seat": 2, "cards": 11}]),  # only as many
        (30, [{"seat": 1, "cards": 12}, {"seat": 0, "cards": 10}]),
    ]
    for points, handfuls in shown:
        sealed_hand(cast.scorer, match, [stated(points=points, handfuls=handfuls)])
        assert held("best-handful") == ("Boris", 11, 1)
    sealed_hand(cast.scorer, match, [stated(points=30, handfuls=[{"seat": 3, "cards": 12}])])
    assert held("best-handful") == ("Dario", 12, 5)
    counted_again(cast)


def test_the_petit_in_the_last_trick_counts_for_a_taker_who_made_the_contract(cast: Cast) -> None:
    """A game without slams, handfuls and a petit has no such records."""
    defended = {"points": 60, "bouts": ["T21"], "petit": "defenders"}
    missed = {"points": 35, "bouts": ["T1"], "petit": "declarers"}
    match = cast.open_match(4, options={"petit": "either-side"})
    for facts in (defended, missed):
        sealed_hand(cast.scorer, match, [stated(**facts)])
    assert held("best-last-trick") is None
    hand = sealed_hand(cast.scorer, match, [stated(**PETIT)])
    assert held("best-last-trick") == ("Boris", score(hand, 1), 3)
    match = open_match(cast.scorer, cast.club, cast.players[:3], variant="scarto", first_dealer=0)
    sealed_hand(cast.scorer, match, hand_by_chance("scarto", 3))
    kinds = set(ClubRecord.objects.filter(variant="scarto").values_list("kind", flat=True))
    assert kinds
    assert not kinds & {"best-slam", "best-handful", "best-last-trick"}
    counted_again(cast)


def test_records_follow_what_becomes_of_a_hand_and_of_its_players(cast: Cast) -> None:
    """Boris holds them until the people change chairs; an amended hand gives them back; and players
    who are merged bring theirs, and take them away again."""
    anna, boris, chloe, dario, _ = cast.players
    first = cast.sealed_hand([stated(handfuls=[HANDFUL], **PETIT)])
    wanted = Reseating((boris, anna, chloe, dario), 1)
    planned = plan_reseating(user=cast.scorer, match=cast.match, wanted=wanted)
    reseat(user=cast.scorer, match=cast.match, wanted=wanted, because="Chairs.", seen=planned.seen)
    assert held("best-handful") == ("Anna", 11, 1)
    counted_again(cast)
    second = cast.sealed_hand([stated(**SLAM)])
    plain = act("result", facts=stated(**PETIT | {"petit": ""})["action"]["facts"])["action"]
    amend(cast, first, [{"op": "change", "edits": [[0, plain]]}])
    assert [held(f"best-{kind}") for kind in ("handful", "last-trick")] == [None, None]
    assert held("best-slam") == ("Anna", score(second, 1), 2)
    counted_again(cast)
    other = people.add_player(user=cast.scorer, club=cast.club, name="Boris B.")
    match = open_match(cast.scorer, cast.club, [anna, other, chloe, dario], title="Saturday")
    sealed_hand(cast.scorer, match, [stated(handfuls=[HANDFUL])])
    assert held("best-handful") == ("Boris B.", 11, 1)
    merged = people.merge_players(user=cast.admin, kept=boris, gone=other)
    assert held("best-handful") == ("Boris", 11, 1)
    counted_again(cast)
    people.undo_merge(user=cast.admin, merge=merged)
    assert held("best-handful") == ("Boris B.", 11, 1)


def test_after_the_upgrade_older_hands_have_their_records_and_ratings(cast: Cast) -> None:
    """Seats that say nothing of feats yet, ratings of another arithmetic."""
    cast.sealed_hand([stated(handfuls=[HANDFUL], **SLAM)])
    cast.sealed_hand([stated()])
    before = rows()
    HandSeat.objects.update(feats=None, shown=0)
    ClubRecord.objects.filter(kind__startswith="best-").delete()
    for career in cast.club.players.get(name="Boris").careers.all():
        career.rating = RATING
        career.save()
    call_command("rebuild", stdout=StringIO())
    assert rows() == before
    assert not HandSeat.objects.filter(feats=None).exists()
