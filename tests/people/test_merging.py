"""Two players who are one person become one: hands and totals follow, seals stay, a day to undo."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from games import book, statistics
from games.confirming import disputes
from games.matches import reseating
from games.matches.reseating_plan import Reseating
from games.models import (
    Career,
    Club,
    ClubRecord,
    HandSeat,
    Invitation,
    MatchSeat,
    Membership,
    Merge,
    Player,
    Role,
    Seal,
    SealedText,
    Tally,
)
from games.people.inviting import make_invitation
from games.people.merge_plan import ids_now, plan_merge
from games.people.merging import merge_players, undo_merge, undoable
from games.people.players import PlayerFacts, add_player, change_player, rename_player
from games.proof import findings_of
from games.statistics.leagues import as_one, league_table, rules_of
from games.statistics.roster import roster
from games.writing.errors import NotAllowed
from tests.cast import Cast
from tests.factories import (
    act,
    claimed_by_seat_0,
    new_key,
    open_hand,
    open_match,
    sealed_hand,
    stated,
)

pytestmark = pytest.mark.both_databases

ANNA, BORIS, CHLOE, DARIO, EMMA = range(5)
STATISTICS = (Tally, Career, ClubRecord)


@pytest.fixture
def twice(cast: Cast) -> Player:
    """“Anna B.”, typed in for Anna on another evening: three sealed hands, one of them amended."""
    other = add_player(user=cast.scorer, club=cast.club, name="Anna B.", number="12")
    cast.sealed_hand(claimed_by_seat_0())
    seats = [cast.players[BORIS], cast.players[CHLOE], other, cast.players[EMMA]]
    match = open_match(cast.scorer, cast.club, seats, title="Saturday", writes="result-only")
    amended = sealed_hand(cast.scorer, match, [stated()])
    sealed_hand(cast.scorer, match, [stated(taker=2, points=60)])
    changes = [{"op": "change", "edits": [[0, act("result", facts=facts(points=50))["action"]]]}]
    amend(cast, amended, changes)
    scarto = open_match(
        cast.scorer, cast.club, [other, *cast.players[1:3]], variant="scarto", first_dealer=0
    )
    cast.__dict__["saturday"], cast.__dict__["scarto"] = match, scarto
    return other


def facts(**other: Any) -> dict[str, Any]:
    return {**stated()["action"]["facts"], **other}


def amend(cast: Cast, hand: Any, changes: list[Any]) -> None:
    hand.refresh_from_db()
    book.amend(
        user=cast.scorer,
        hand=hand,
        version=hand.version,
        because="Counted again.",
        wanted=book.Wanted(changes=changes),
        key=new_key(),
    )


def merge(cast: Cast, gone: Player, **more: Any) -> Merge:
    return merge_players(user=cast.admin, kept=cast.players[ANNA], gone=gone, **more)


def undo(cast: Cast, made: Merge) -> Merge:
    return undo_merge(user=cast.admin, merge=made)


def findings(cast: Cast) -> list[str]:
    club = Club.objects.get(pk=cast.club.pk)
    return list(map(str, findings_of(club)))


def rows(model: Any) -> set[tuple[Any, ...]]:
    columns = [field.attname for field in model._meta.concrete_fields if field.name != "id"]
    return set(model.objects.values_list(*columns))


def seals() -> list[tuple[Any, ...]]:
    return [
        *Seal.objects.order_by("pk").values_list(),
        *SealedText.objects.order_by("pk").values_list(),
    ]


def hands_of(player: Player) -> int:
    return HandSeat.objects.filter(player=player).count()


def test_hands_matches_and_totals_follow(cast: Cast, twice: Player) -> None:
    anna = cast.players[ANNA]
    made = merge(cast, twice)
    assert (hands_of(anna), hands_of(twice)) == (3, 0)
    assert not MatchSeat.objects.filter(player=twice).exists()
    assert [(one.name, one.played) for one in roster(cast.club) if one.played] == [
        *(("Anna", 3), ("Boris", 3), ("Chloé", 3), ("Dario", 1), ("Emma", 2))
    ]
    assert made.moved["hands"]


def test_totals_are_those_of_a_recount(cast: Cast, twice: Player) -> None:
    merge(cast, twice)
    kept = [rows(model) for model in STATISTICS]
    statistics.rebuild(cast.club)
    assert [rows(model) for model in STATISTICS] == kept


def test_seals_and_entries_stay_as_they_are_and_check(cast: Cast, twice: Player) -> None:
    before = seals()
    assert findings(cast) == []
    made = merge(cast, twice)
    assert (seals(), findings(cast)) == (before, [])
    undo(cast, made)
    assert (seals(), findings(cast)) == (before, [])


def test_an_undo_gives_back_everything(cast: Cast, twice: Player) -> None:
    account = Membership.objects.get(user=cast.member)
    Membership.objects.filter(pk=account.pk).update(player=twice)
    before = [rows(model) for model in (*STATISTICS, HandSeat, MatchSeat, Membership)]
    made = merge(cast, twice)
    account.refresh_from_db()
    assert account.player == cast.players[ANNA]
    undo(cast, made)
    after = [rows(model) for model in (*STATISTICS, HandSeat, MatchSeat, Membership)]
    assert after == before
    again = Player.objects.get(pk=twice.pk)
    assert (again.name, again.number) == ("Anna B.", "12")


def test_who_is_gone_is_in_no_list_and_its_name_is_free(cast: Cast, twice: Player) -> None:
    merge(cast, twice)
    assert "Anna B." not in [player.name for player in cast.club.players.all()]
    assert Player.every.get(pk=twice.pk).merged_into == cast.players[ANNA]
    new = add_player(user=cast.scorer, club=cast.club, name="Anna B.", number="12")
    assert new.pk != twice.pk


def test_two_of_one_name_lose_what_told_them_apart(cast: Cast) -> None:
    other = add_player(user=cast.scorer, club=cast.club, name="Boris", nickname="Bo")
    made = merge_players(user=cast.admin, kept=other, gone=cast.players[BORIS])
    assert Player.objects.get(pk=other.pk).name == "Boris"
    undo(cast, made)
    assert Player.objects.get(pk=other.pk).name == "Boris (Bo)"
    assert Player.objects.get(pk=cast.players[BORIS].pk).name == "Boris"


def test_the_hand_that_is_being_recorded_goes_on(cast: Cast, twice: Player) -> None:
    hand = open_hand(cast.scorer, cast.__dict__["saturday"], [stated()])
    merge(cast, twice)
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    assert hands_of(cast.players[ANNA]) == 4
    assert findings(cast) == []


def test_agreement_and_disputes_follow(cast: Cast, twice: Player) -> None:
    hand = cast.__dict__["saturday"].hands.first()
    dispute = disputes.dispute(user=cast.scorer, hand=hand, player=twice, because="No.")
    made = merge(cast, twice)
    dispute.refresh_from_db()
    assert dispute.player == cast.players[ANNA]
    undo(cast, made)
    dispute.refresh_from_db()
    assert dispute.player == twice


# --- what cannot be ---------------------------------------------------------------------------


def test_an_invitation_for_who_is_gone_is_for_who_stays(cast: Cast, twice: Player) -> None:
    invitation, _link = make_invitation(
        user=cast.admin,
        club=cast.club,
        name="Anna",
        role=Role.MEMBER,
        places=1,
        days=7,
        player=twice,
    )
    merge = merge_players(user=cast.admin, kept=cast.players[ANNA], gone=twice)
    assert Invitation.objects.get().player == cast.players[ANNA]
    undo_merge(user=cast.admin, merge=merge)
    invitation.refresh_from_db()
    assert invitation.player == twice


def test_two_who_sat_at_one_table_cannot_be_merged(cast: Cast) -> None:
    cast.sealed_hand()
    plan = plan_merge(user=cast.admin, kept=cast.players[ANNA], gone=cast.players[BORIS])
    assert plan.why_not == ("Both sit at hand 1 of “Friday”, 20 November 2026.",)
    with pytest.raises(ValidationError, match="hand 1 of “Friday”"):
        merge(cast, cast.players[BORIS])


def test_nor_two_of_whom_one_sat_there_in_a_former_revision(cast: Cast) -> None:
    """Emma was put into Boris's place afterwards; the first revision still names him with Anna,
    and so Anna and Emma met, though Anna was then put right as well."""
    cast.sealed_hand()
    people = [cast.players[at] for at in (ANNA, EMMA, CHLOE, DARIO)]
    reseat(cast, people)
    reseat(cast, [cast.players[at] for at in (BORIS, EMMA, CHLOE, DARIO)])
    plan = plan_merge(user=cast.admin, kept=cast.players[ANNA], gone=cast.players[EMMA])
    assert plan.why_not == ("Both sit at hand 1 of “Friday”, 20 November 2026.",)


def reseat(cast: Cast, people: list[Player]) -> None:
    wanted = Reseating(people=tuple(people), since=1)
    reseating.reseat(user=cast.scorer, match=cast.match, wanted=wanted, because="Wrong seats.")


def test_a_substitute_for_oneself_is_merged(cast: Cast) -> None:
    """Anna's chair went on under another name of hers from hand 2 on."""
    cast.sealed_hand(claimed_by_seat_0())
    people = [cast.players[at] for at in (EMMA, BORIS, CHLOE, DARIO)]
    reseating.reseat(
        user=cast.scorer, match=cast.match, wanted=Reseating(people=tuple(people), since=2)
    )
    cast.sealed_hand()
    made = merge(cast, cast.players[EMMA])
    assert findings(cast) == []
    undo(cast, made)
    assert findings(cast) == []


def test_hands_that_were_put_right_before_check_after_it(cast: Cast) -> None:
    """A revision says by entry and by seal who played; both name who is gone."""
    cast.sealed_hand(claimed_by_seat_0())
    people = [cast.players[at] for at in (EMMA, BORIS, CHLOE, DARIO)]
    reseat(cast, people)
    made = merge(cast, cast.players[EMMA])
    assert findings(cast) == []
    undo(cast, made)
    assert findings(cast) == []


@pytest.mark.parametrize(
    ("who", "said"), [("self", "another player"), ("stranger", "another club")]
)
def test_only_two_players_of_one_club(cast: Cast, who: str, said: str) -> None:
    gone = {"self": cast.players[ANNA], "stranger": cast.other_players[ANNA]}[who]
    with pytest.raises(ValidationError, match=said):
        merge(cast, gone)


def test_what_was_looked_at_must_still_be_true(cast: Cast, twice: Player) -> None:
    plan = plan_merge(user=cast.admin, kept=cast.players[ANNA], gone=twice)
    assert (plan.hands, plan.matches) == (2, 2)
    sealed_hand(cast.scorer, cast.__dict__["saturday"], [stated()])
    with pytest.raises(ValidationError, match="Look once more"):
        merge(cast, twice, seen=plan.seen)
    assert not Merge.objects.exists()


def test_scorers_merge_nobody(cast: Cast, twice: Player) -> None:
    with pytest.raises(NotAllowed):
        merge_players(user=cast.scorer, kept=cast.players[ANNA], gone=twice)
    made = merge(cast, twice)
    with pytest.raises(NotAllowed):
        undo_merge(user=cast.scorer, merge=made)


# --- for a day --------------------------------------------------------------------------------


def test_after_a_day_it_stays(cast: Cast, twice: Player) -> None:
    made = merge(cast, twice)
    assert undoable(cast.players[ANNA]) == made
    Merge.objects.update(at=timezone.now() - timedelta(days=1))
    assert undoable(cast.players[ANNA]) is None
    with pytest.raises(ValidationError, match="for a day only"):
        undo(cast, made)


def test_undone_twice_it_is_undone_once(cast: Cast, twice: Player) -> None:
    made = merge(cast, twice)
    assert undo(cast, made).undone_at == undo(cast, made).undone_at
    assert undoable(cast.players[ANNA]) is None


def test_a_hand_sealed_since_keeps_them_together(cast: Cast, twice: Player) -> None:
    made = merge(cast, twice)
    sealed_hand(cast.scorer, cast.__dict__["saturday"], [stated()])
    with pytest.raises(ValidationError, match="Hand 3 of “Saturday”"):
        undo(cast, made)


def test_a_hand_amended_since_keeps_them_together(cast: Cast, twice: Player) -> None:
    made = merge(cast, twice)
    edits = [[0, act("result", facts=facts(points=40))["action"]]]
    hand = cast.__dict__["saturday"].hands.get(number=1)
    amend(cast, hand, [{"op": "change", "edits": edits}])
    with pytest.raises(ValidationError, match="Hand 1 of “Saturday”"):
        undo(cast, made)
    assert findings(cast) == []


def test_a_name_taken_since_gets_a_number_or_is_refused(cast: Cast, twice: Player) -> None:
    made = merge(cast, twice)
    new = add_player(user=cast.scorer, club=cast.club, name="Anna B.")
    undo(cast, made)
    assert Player.objects.get(pk=twice.pk).name == "Anna B. (12)"
    rename_player(user=cast.scorer, player=new, name="Anna D.")
    change_player(
        user=cast.scorer, player=Player.objects.get(pk=twice.pk), facts=PlayerFacts("Anna B.")
    )
    made = merge(cast, twice)
    new = add_player(user=cast.scorer, club=cast.club, name="Anna B.")
    with pytest.raises(ValidationError, match=r"already a player called Anna B\."):
        undo(cast, made)
    rename_player(user=cast.scorer, player=new, name="Anna C.")
    undo(cast, made)


def test_merges_are_undone_from_the_last_one_on(cast: Cast, twice: Player) -> None:
    emma = cast.players[EMMA]
    third = add_player(user=cast.scorer, club=cast.club, name="Anna C.")
    first = merge_players(user=cast.admin, kept=third, gone=twice)
    second = merge(cast, third)
    assert ids_now(cast.club)[twice.public_id] == cast.players[ANNA].public_id
    assert findings(cast) == []
    with pytest.raises(ValidationError, match="undo that first"):
        undo(cast, first)
    undo(cast, second)
    undo(cast, first)
    assert (findings(cast), hands_of(twice), hands_of(emma)) == ([], 2, 2)


# --- the league -------------------------------------------------------------------------------


def test_the_preview_of_the_league_is_what_follows(cast: Cast, twice: Player) -> None:
    anna = cast.players[ANNA]
    expected = as_one(cast.club, "french", anna.pk, twice.pk).together
    merge(cast, twice)
    table = league_table(cast.club, "french", "", rules_of(cast.club))
    line = next(one for one in table if one.entry.player == anna.pk)
    assert (line.rank, line.entry.sums) == (expected.rank, expected.entry.sums)


@pytest.fixture(autouse=True)
def constraints_hold(db: None) -> Iterator[None]:
    yield
    connection.check_constraints()
