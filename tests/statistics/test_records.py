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
    cast.sealed_hand([stated(**SLAM)])
    best = cast.sealed_hand([stated(taker=2, contract="guard-without", **SLAM)])
    cast.sealed_hand([stated(taker=3, points=89, bouts=3)])  # all but a trick
    assert held("best-slam") == ("Chloé", score(best, 2), 2)
    counted_again(cast)


def test_a_slam_of_the_defence_is_no_record_of_the_taker(cast: Cast) -> None:
    match = cast.open_match(4, options={"defence_slam": 200})
    lost = stated(points=3, bouts=[], slam="defenders")
    hand = sealed_hand(cast.scorer, match, [lost])
    assert hand.seats.filter(feats__gt=0).count() == 3
    assert held("best-slam") is None


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
    defended = {"points": 60, "bouts": ["T21"], "petit": "defenders"}
    missed = {"points": 35, "bouts": ["T1"], "petit": "declarers"}
    match = cast.open_match(4, options={"petit": "either-side"})
    for facts in (defended, missed):
        sealed_hand(cast.scorer, match, [stated(**facts)])
    assert held("best-last-trick") is None
    hand = sealed_hand(cast.scorer, match, [stated(**PETIT)])
    assert held("best-last-trick") == ("Boris", score(hand, 1), 3)
    counted_again(cast)


def test_a_game_without_them_has_no_such_record(cast: Cast) -> None:
    match = open_match(cast.scorer, cast.club, cast.players[:3], variant="scarto", first_dealer=0)
    sealed_hand(cast.scorer, match, hand_by_chance("scarto", 3))
    kinds = set(ClubRecord.objects.filter(variant="scarto").values_list("kind", flat=True))
    assert kinds
    assert not kinds & {"best-slam", "best-handful", "best-last-trick"}


def test_an_amended_hand_gives_its_records_back(cast: Cast) -> None:
    first = cast.sealed_hand([stated(handfuls=[HANDFUL], **PETIT)])
    cast.sealed_hand([stated(**SLAM)])
    plain = act("result", facts=stated(**PETIT | {"petit": ""})["action"]["facts"])["action"]
    amend(cast, first, [{"op": "change", "edits": [[0, plain]]}])
    assert held("best-handful") is None
    assert held("best-last-trick") is None
    assert held("best-slam") is not None
    counted_again(cast)


def test_players_who_are_merged_bring_their_records(cast: Cast) -> None:
    other = people.add_player(user=cast.scorer, club=cast.club, name="Boris B.")
    seats = [cast.players[0], other, *cast.players[2:4]]
    match = open_match(cast.scorer, cast.club, seats, title="Saturday")
    sealed_hand(cast.scorer, match, [stated(handfuls=[HANDFUL], **SLAM)])
    assert held("best-slam") is not None
    merged = people.merge_players(user=cast.admin, kept=cast.players[1], gone=other)
    for kind in ("best-slam", "best-handful"):
        assert (held(kind) or ("",))[0] == "Boris"
    counted_again(cast)
    people.undo_merge(user=cast.admin, merge=merged)
    assert (held("best-slam") or ("",))[0] == "Boris B."


def test_whoever_sat_there_after_all_holds_the_record(cast: Cast) -> None:
    cast.sealed_hand([stated(handfuls=[HANDFUL])])
    anna, boris, chloe, dario, _ = cast.players
    wanted = Reseating((boris, anna, chloe, dario), 1)
    planned = plan_reseating(user=cast.scorer, match=cast.match, wanted=wanted)
    reseat(user=cast.scorer, match=cast.match, wanted=wanted, because="Chairs.", seen=planned.seen)
    assert held("best-handful") == ("Anna", 11, 1)
    counted_again(cast)


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
