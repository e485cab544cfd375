"""Who sat where and who dealt is put right for some hands of a match, open and sealed, at once."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from games import book
from games.book import records
from games.book.revisions import amendment_of
from games.matches import reseating
from games.matches.match_seats import seating_plan, sitting_elsewhere
from games.matches.reseating_plan import Reseating, ReseatingPlan, plan_reseating
from games.models import Entry, Hand, HandSeat, Match, Player, Seal
from games.writing.errors import KeyReused, MatchChanged, NotAllowed, NothingToReseat, StaleVersion
from games.writing.once import Once
from tests.book.sound import assert_sound
from tests.cast import Cast, gather, rename_player
from tests.factories import (
    act,
    calls,
    claimed_by_seat_0,
    erase_texts,
    new_key,
    open_hand,
    sealed_hand,
    write,
)
from tests.ground import laid_once, undone

pytestmark = pytest.mark.both_databases

WHY = "Anna and Boris had changed chairs."
RESULT = act("result", facts={"taker": 1, "contract": "guard", "points": 45, "bouts": ["T21", "F"]})


def gather_at_the_evening() -> Cast:
    """Both clubs; four hands of Anna, Boris, Chloé and Dario, dealt by Dario, Anna, Boris, Chloé;
    Anna wins those that are played out. The fifth, dealt by Dario again, is open."""
    cast = gather()
    cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand(claimed_by_seat_0(dealer=0))
    cast.sealed_hand([RESULT])
    cast.sealed_hand()
    cast.open_hand(calls("pass guard"))
    return cast


both_clubs = laid_once(gather_at_the_evening)


@pytest.fixture
def evening(cast: Cast) -> Match:
    return cast.match


def hand_of(match: Match, number: int) -> Hand:
    return Hand.objects.with_table().get(match=match, number=number)


def plan(cast: Cast, match: Match, people: str, since: int, **facts: Any) -> ReseatingPlan:
    """Seat these people, by their initials, from a hand on."""
    by_initial = {player.name[0]: player for player in Player.objects.filter(club=cast.club)}
    seated = tuple(by_initial[initial] for initial in people)
    wanted = Reseating(seated, since, **facts)
    return plan_reseating(user=cast.scorer, match=match, wanted=wanted)


def reseat(cast: Cast, match: Match, people: str, since: int, **facts: Any) -> ReseatingPlan:
    """The same, carried out."""
    planned = plan(cast, match, people, since, **facts)
    wanted = planned.wanted
    reseating.reseat(user=cast.scorer, match=match, wanted=wanted, because=WHY, seen=planned.seen)
    assert_sound(cast)
    return planned


def names(hand: Hand) -> str:
    """Who played the hand, by the initials on its record."""
    return "".join(name[0] for name in records.record_of(hand).players)


def sums(match: Match) -> dict[str, int]:
    totals: dict[str, int] = {}
    for seat in HandSeat.objects.filter(hand__match=match).select_related("player"):
        name = seat.player.name
        totals[name] = totals.get(name, 0) + seat.score_halves
    return totals


def test_two_people_who_sat_the_other_way_round_get_each_other_s_results(
    cast: Cast, evening: Match
) -> None:
    """Each sealed hand says why and keeps what was sealed; entries name people by ids alone."""
    before = sums(evening)
    lines = {seal.pk: bytes(seal.game) for seal in Seal.objects.all()}
    known = set(Entry.objects.values_list("pk", flat=True))
    planned = reseat(cast, evening, "BACD", 2, until=3)
    assert [one.hand.number for one in planned.hands] == [2, 3]
    assert [names(hand_of(evening, number)) for number in range(1, 6)] == [
        *("ABCD", "BACD", "BACD", "ABCD", "ABCD")
    ]
    told = {player.name: scores for player, scores in planned.scores.items()}
    assert {name: scores[0] for name, scores in told.items()} == before
    assert {name: scores[1] for name, scores in told.items()} == sums(evening)
    assert sums(evening) != before

    assert {seal.pk: bytes(seal.game) for seal in Seal.objects.filter(pk__in=lines)} == lines
    for number in (2, 3):
        seal = records.latest_seal(hand_of(evening, number))
        why = amendment_of(seal)
        assert seal.revision == 2 and why is not None
        assert (why.because, why.by) == (WHY, "scorer")
    assert hand_of(evening, 1).amended_at is None
    texts = Entry.objects.exclude(pk__in=known).values_list("change", flat=True)
    assert len(texts) == 4  # a mark and the seats, of two sealed hands
    assert not any(player.name in text for text in texts for player in cast.players)


def test_a_substitute_plays_from_a_hand_on_and_may_leave_again(cast: Cast, evening: Match) -> None:
    reseat(cast, evening, "AECD", 4)
    assert [names(hand_of(evening, number)) for number in (3, 4, 5)] == ["ABCD", "AECD", "AECD"]
    write(cast.scorer, hand_of(evening, 5), act("call", call="pass"))
    assert [row.player.name for row in seating_plan(evening).rows] == [
        *("Anna", "Boris", "Emma", "Chloé", "Dario")
    ]
    reseat(cast, evening, "ABCD", 6)
    assert seating_plan(evening).at(6) == cast.players[:4]
    reseat(cast, evening, "ABCD", 4)
    assert not seating_plan(evening).changes


def test_a_wrong_dealer_is_put_right_and_the_cards_move_round_the_table(
    cast: Cast, evening: Match
) -> None:
    with undone():  # a result stays where it is
        planned = reseat(cast, evening, "ABCD", 3, until=3, dealer=0)
        (one,) = planned.hands
        assert (one.step, one.after.dealer) == (0, 0)
        assert records.record_of(hand_of(evening, 3)).actions[0]["facts"]["taker"] == 1
        assert hand_of(evening, 4).dealer == 2
    with undone():
        planned = reseat(cast, evening, "ABCD", 2, dealer=2)
        (one,) = planned.hands
        assert (one.step, hand_of(evening, 2).taker) == (2, 2)
        changed = {player.name: new - old for player, (old, new) in planned.scores.items()}
        assert changed["Anna"] == -changed["Chloé"] < 0 == changed["Boris"]
    # Where that is asked for, the dealers after it follow.
    planned = reseat(cast, evening, "ABCD", 2, dealer=2, dealers_after=True)
    assert [one.after.dealer for one in planned.hands] == [2, 3, 0, 1]
    open_now = hand_of(evening, 5)
    assert open_now.dealer == 1
    # Two calls were written down of it: they moved on by two seats with the deal.
    calls_now = records.record_of(open_now).actions
    assert [(action["seat"], action["call"]) for action in calls_now] == [(2, "pass"), (3, "guard")]
    assert evening.coming(4)[1].chair == 2


def test_an_open_hand_with_another_dealer_takes_no_entry_that_was_judged_before(cast: Cast) -> None:
    """And it is sealed under the names that hold then."""
    match = cast.open_match()
    hand = open_hand(cast.scorer, match)
    reseat(cast, match, "ABCD", 1, dealer=1)
    with pytest.raises(StaleVersion) as refused:
        write(cast.scorer, hand, act("call", call="pass"))
    assert list(refused.value.entries) == []
    again = hand_of(match, 1)
    written = write(cast.scorer, again, act("call", call="pass"))
    assert written.change["action"]["seat"] == 2
    for call in calls("pass pass pass"):
        write(cast.scorer, again, call)
    reseat(cast, match, "EBCD", 1)
    book.seal(user=cast.scorer, hand=again, version=again.version)
    assert names(hand_of(match, 1)) == "EBCD"
    assert_sound(cast)


def test_names_stay_as_they_were_sealed_and_erased_ones_stay_erased(
    cast: Cast, evening: Match
) -> None:
    seal = records.latest_seal(hand_of(evening, 2))
    erase_texts(seal=seal, place="players/0")
    rename_player(user=cast.admin, player=cast.players[1], name="Boris B.")
    reseat(cast, evening, "BACE", 2, until=2)
    record = records.record_of(hand_of(evening, 2))
    assert list(record.players) == ["Boris", "[erased]", "Chloé", "Emma"]


def test_who_sits_out_is_put_right_with_the_dealer(cast: Cast) -> None:
    match = cast.open_match(5, dealer_sits_out=True, first_dealer=4)
    sealed_hand(cast.scorer, match, [RESULT])
    planned = reseat(cast, match, "ABCDE", 1, dealer=0)
    now = hand_of(match, 1)
    assert (now.sits_out, now.dealer) == (0, 3)
    assert names(now) == "BCDE" and records.record_of(now).meta["sits_out"] == "Anna"
    assert planned.hands[0].after.away == cast.players[0]


def test_a_plan_is_carried_out_once_by_a_scorer_with_a_reason_and_on_what_was_seen(
    cast: Cast, evening: Match
) -> None:
    planned, key = plan(cast, evening, "BACD", 2), new_key()
    wanted = planned.wanted
    facts: dict[str, Any] = {"match": evening, "wanted": wanted, "seen": planned.seen}
    with pytest.raises(NotAllowed):
        reseating.reseat(user=cast.member, because=WHY, **facts)
    with pytest.raises(ValidationError) as refused:
        reseating.reseat(user=cast.scorer, **facts)
    assert list(refused.value.message_dict) == ["because"]
    with undone():  # what was written meanwhile is not overwritten
        write(cast.scorer, hand_of(evening, 5), act("call", call="pass"))
        with pytest.raises(MatchChanged):
            reseating.reseat(user=cast.scorer, because=WHY, **facts)
    assert not Seal.objects.filter(revision=2).exists()
    assert not seating_plan(evening).changes
    with undone():  # an open hand needs no reason
        no_reason = plan(cast, evening, "BACD", 5).wanted
        reseating.reseat(user=cast.scorer, match=evening, wanted=no_reason)
    for _twice in range(2):
        reseating.reseat(user=cast.scorer, because=WHY, once=Once(key), **facts)
    assert Seal.objects.filter(revision=2).count() == 3
    with pytest.raises(KeyReused):
        reseating.reseat(user=cast.scorer, because="Another.", once=Once(key), **facts)


def test_what_cannot_be_is_refused_by_its_field(cast: Cast, evening: Match) -> None:
    cases: list[tuple[str, dict[str, int], str]] = [
        ("ABC", {"since": 1}, "seats"),
        ("ABCA", {"since": 1}, "seats"),
        ("BACD", {"since": 0}, "since"),
        ("BACD", {"since": 7}, "since"),
        ("BACD", {"since": 3, "until": 2}, "until"),
        ("ABCD", {"since": 1, "dealer": 4}, "dealer"),
        ("ABCD", {"since": 6, "dealer": 0}, "dealer"),
    ]
    for people, facts, field in cases:
        with pytest.raises(ValidationError) as refused:
            plan(cast, evening, people, **facts)
        assert list(refused.value.message_dict) == [field], (people, facts)
    with pytest.raises(NothingToReseat):  # everybody sits there already
        plan(cast, evening, "ABCD", 2, dealer=0)


def test_who_sits_at_another_open_match_of_the_day_is_known(cast: Cast, evening: Match) -> None:
    day = evening.played_on
    (found,) = sitting_elsewhere(cast.club, cast.players, day)
    assert (found.match, found.names) == (evening, "Anna, Boris, Chloé and Dario")
    assert sitting_elsewhere(cast.club, cast.players, day, besides=evening) == []
    reseat(cast, evening, "AECD", 4)
    (found,) = sitting_elsewhere(cast.club, cast.players, day)
    assert found.names == "Anna, Chloé, Dario and Emma"


def test_a_substitute_counts_in_the_column_of_whom_they_replace(cast: Cast, evening: Match) -> None:
    reseat(cast, evening, "CAED", 2, until=2)
    seats = seating_plan(evening)
    assert seats.columns(1) == (0, 1, 2, 3)
    assert seats.columns(2) == (2, 0, 1, 3)
