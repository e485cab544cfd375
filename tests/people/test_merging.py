"""Two players who are one person become one: hands and totals follow, seals stay, a day to undo."""

from collections.abc import Iterator
from dataclasses import dataclass
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
    Match,
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
from games.people.players import PlayerFacts, add_player, change_player
from games.proof import findings_of
from games.statistics.leagues import as_one, league_table, rules_of
from games.statistics.roster import roster
from games.writing.errors import NotAllowed
from tests.cast import Cast, gather, rename_player
from tests.factories import (
    act,
    claimed_by_seat_0,
    new_key,
    open_hand,
    open_match,
    sealed_hand,
    stated,
)
from tests.ground import Ground, laid_once, undone

pytestmark = pytest.mark.both_databases

ANNA, BORIS, CHLOE, DARIO, EMMA = range(5)
STATISTICS = (Tally, Career, ClubRecord)


@dataclass
class TypedTwice:
    """“Anna B.”, typed in for Anna on another evening, and that evening."""

    cast: Cast
    player: Player
    saturday: Match


def type_twice() -> TypedTwice:
    """Anna has one sealed hand, “Anna B.” two, of which one was amended, and a match to come."""
    cast = gather()
    other = add_player(user=cast.scorer, club=cast.club, name="Anna B.", number="12")
    cast.sealed_hand(claimed_by_seat_0())
    seats = [cast.players[BORIS], cast.players[CHLOE], other, cast.players[EMMA]]
    saturday = open_match(cast.scorer, cast.club, seats, title="Saturday", writes="result-only")
    amended = sealed_hand(cast.scorer, saturday, [stated()])
    sealed_hand(cast.scorer, saturday, [stated(taker=2, points=60)])
    amend(cast, amended, [points_of_the_first(50)])
    seats = [other, *cast.players[1:3]]
    open_match(cast.scorer, cast.club, seats, variant="scarto", first_dealer=0)
    return TypedTwice(cast, other, saturday)


typed = laid_once(type_twice)


@pytest.fixture
def twice(typed: Ground[TypedTwice], db: None) -> TypedTwice:
    return typed.given()


def points_of_the_first(points: int) -> dict[str, Any]:
    """The change that corrects the points of a stated result."""
    facts = {**stated()["action"]["facts"], "points": points}
    return {"op": "change", "edits": [[0, act("result", facts=facts)["action"]]]}


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


def rows(*models: Any) -> list[set[tuple[Any, ...]]]:
    """All that is stored in some tables, without the keys of the rows."""
    columns = [
        [field.attname for field in model._meta.concrete_fields if field.name != "id"]
        for model in models
    ]
    pairs = zip(models, columns, strict=True)
    return [set(model.objects.values_list(*names)) for model, names in pairs]


def seals() -> list[tuple[Any, ...]]:
    return [
        *Seal.objects.order_by("pk").values_list(),
        *SealedText.objects.order_by("pk").values_list(),
    ]


def hands_of(player: Player) -> int:
    return HandSeat.objects.filter(player=player).count()


def test_hands_and_totals_follow_and_seals_stay_as_they_are(twice: TypedTwice) -> None:
    cast, gone, anna = twice.cast, twice.player, twice.cast.players[ANNA]
    stored = (*STATISTICS, HandSeat, MatchSeat)
    before, sealed = rows(*stored), seals()
    assert findings(cast) == []
    expected = as_one(cast.club, "french", anna.pk, gone.pk).together
    made = merge(cast, gone)
    assert (hands_of(anna), hands_of(gone)) == (3, 0)
    assert made.moved["hands"]
    assert not MatchSeat.objects.filter(player=gone).exists()
    played = [(one.name, one.played) for one in roster(cast.club) if one.played]
    assert played == [*(("Anna", 3), ("Boris", 3), ("Chloé", 3), ("Dario", 1), ("Emma", 2))]
    table = league_table(cast.club, "french", "", rules_of(cast.club))
    line = next(one for one in table if one.entry.player == anna.pk)
    foretold = (expected.rank, expected.entry.sums)
    assert (line.rank, line.entry.sums) == foretold, "what the preview says"
    kept = rows(*STATISTICS)
    statistics.rebuild(cast.club)
    assert rows(*STATISTICS) == kept
    assert (seals(), findings(cast)) == (sealed, [])
    undo(cast, made)
    assert rows(*stored) == before
    assert (seals(), findings(cast)) == (sealed, [])


def test_account_invitation_and_dispute_follow_there_and_back(twice: TypedTwice) -> None:
    cast, gone, anna = twice.cast, twice.player, twice.cast.players[ANNA]
    facts: dict[str, Any] = {"name": "Anna", "role": Role.MEMBER, "places": 1, "days": 7}
    invitation, _link = make_invitation(user=cast.admin, club=cast.club, player=gone, **facts)
    account = Membership.objects.get(user=cast.member)
    Membership.objects.filter(pk=account.pk).update(player=gone)
    hand = twice.saturday.hands.get(number=1)
    dispute = disputes.dispute(user=cast.scorer, hand=hand, player=gone, because="No.")

    def whose() -> set[Player | None]:
        for row in (account, invitation, dispute):
            row.refresh_from_db()
        return {account.player, invitation.player, dispute.player}

    made = merge(cast, gone)
    assert whose() == {anna}
    assert "Anna B." not in [player.name for player in cast.club.players.all()]
    assert Player.every.get(pk=gone.pk).merged_into == anna
    with undone():
        new = add_player(user=cast.scorer, club=cast.club, name="Anna B.", number="12")
        assert new.pk != gone.pk
    undo(cast, made)
    assert whose() == {gone}
    again = Player.objects.get(pk=gone.pk)
    assert (again.name, again.number) == ("Anna B.", "12")


def test_two_of_one_name_lose_what_told_them_apart(twice: TypedTwice) -> None:
    cast, boris = twice.cast, twice.cast.players[BORIS]
    other = add_player(user=cast.scorer, club=cast.club, name="Boris", nickname="Bo")
    made = merge_players(user=cast.admin, kept=other, gone=boris)
    assert Player.objects.get(pk=other.pk).name == "Boris"
    undo(cast, made)
    assert Player.objects.get(pk=other.pk).name == "Boris (Bo)"
    assert Player.objects.get(pk=boris.pk).name == "Boris"


def test_a_hand_being_recorded_goes_on_and_a_hand_changed_since_keeps_them_together(
    twice: TypedTwice,
) -> None:
    cast = twice.cast
    hand = open_hand(cast.scorer, twice.saturday, [stated()])
    made = merge(cast, twice.player)
    with undone():
        amend(cast, twice.saturday.hands.get(number=1), [points_of_the_first(40)])
        with pytest.raises(ValidationError, match="Hand 1 of “Saturday”"):
            undo(cast, made)
        assert findings(cast) == []
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    assert hands_of(cast.players[ANNA]) == 4
    assert findings(cast) == []
    with pytest.raises(ValidationError, match="Hand 3 of “Saturday”"):
        undo(cast, made)


# --- what cannot be ---------------------------------------------------------------------------


def test_only_an_administrator_merges_two_players_of_one_club(twice: TypedTwice) -> None:
    cast, gone, anna = twice.cast, twice.player, twice.cast.players[ANNA]
    for other, why in ((anna, "another player"), (cast.other_players[ANNA], "another club")):
        with pytest.raises(ValidationError, match=why):
            merge(cast, other)
    with pytest.raises(NotAllowed):
        merge_players(user=cast.scorer, kept=anna, gone=gone)
    with undone():
        plan = plan_merge(user=cast.admin, kept=anna, gone=gone)
        assert (plan.hands, plan.matches) == (2, 2)
        sealed_hand(cast.scorer, twice.saturday, [stated()])
        with pytest.raises(ValidationError, match="Look once more"):
            merge(cast, gone, seen=plan.seen)
        assert not Merge.objects.exists()
    made = merge(cast, gone)
    with pytest.raises(NotAllowed):
        undo_merge(user=cast.scorer, merge=made)


def test_two_who_met_at_one_table_cannot_be_merged(twice: TypedTwice) -> None:
    """Emma was put into Boris's place afterwards; the first revision still names him with Anna,
    and so Anna and Emma met, though Anna was then put right as well."""
    cast = twice.cast
    anna, boris, chloe, dario, emma = cast.players
    met = ("Both sit at hand 1 of “Friday”, 20 November 2026.",)
    assert plan_merge(user=cast.admin, kept=anna, gone=boris).why_not == met
    with pytest.raises(ValidationError, match="hand 1 of “Friday”"):
        merge(cast, boris)
    reseat(cast, [anna, emma, chloe, dario])
    reseat(cast, [boris, emma, chloe, dario])
    assert plan_merge(user=cast.admin, kept=anna, gone=emma).why_not == met


def reseat(cast: Cast, people: list[Player], since: int = 1) -> None:
    wanted = Reseating(people=tuple(people), since=since)
    because = "Wrong seats." if since == 1 else ""
    reseating.reseat(user=cast.scorer, match=cast.match, wanted=wanted, because=because)


def test_somebody_who_took_her_own_seat_is_merged(twice: TypedTwice) -> None:
    """Hand 1 was put right, and entry and seal say by revision who played: both name the player who
    is gone; or Anna's chair went on under another name of hers from hand 2 on."""
    cast = twice.cast
    _anna, boris, chloe, dario, emma = cast.players
    for since in (1, 2):
        with undone():
            reseat(cast, [emma, boris, chloe, dario], since)
            if since == 2:
                cast.sealed_hand()
            made = merge(cast, emma)
            assert findings(cast) == []
            undo(cast, made)
            assert findings(cast) == []


# --- for a day --------------------------------------------------------------------------------


def test_a_merge_is_undone_once_and_within_a_day(twice: TypedTwice) -> None:
    cast, anna = twice.cast, twice.cast.players[ANNA]
    made = merge(cast, twice.player)
    assert undoable(anna) == made
    with undone():
        Merge.objects.update(at=timezone.now() - timedelta(days=1))
        assert undoable(anna) is None
        with pytest.raises(ValidationError, match="for a day only"):
            undo(cast, made)
    assert undo(cast, made).undone_at == undo(cast, made).undone_at
    assert undoable(anna) is None


def test_a_name_taken_since_gets_a_number_or_is_refused(twice: TypedTwice) -> None:
    cast, gone = twice.cast, twice.player
    made = merge(cast, gone)
    new = add_player(user=cast.scorer, club=cast.club, name="Anna B.")
    undo(cast, made)
    assert Player.objects.get(pk=gone.pk).name == "Anna B. (12)"
    rename_player(user=cast.scorer, player=new, name="Anna D.")
    gone = Player.objects.get(pk=gone.pk)
    change_player(user=cast.scorer, player=gone, facts=PlayerFacts("Anna B."))
    made = merge(cast, gone)
    new = add_player(user=cast.scorer, club=cast.club, name="Anna B.")
    with pytest.raises(ValidationError, match=r"already a player called Anna B\."):
        undo(cast, made)
    rename_player(user=cast.scorer, player=new, name="Anna C.")
    undo(cast, made)


def test_merges_are_undone_from_the_last_one_on(twice: TypedTwice) -> None:
    cast, gone = twice.cast, twice.player
    third = add_player(user=cast.scorer, club=cast.club, name="Anna C.")
    first = merge_players(user=cast.admin, kept=third, gone=gone)
    second = merge(cast, third)
    assert ids_now(cast.club)[gone.public_id] == cast.players[ANNA].public_id
    assert findings(cast) == []
    with pytest.raises(ValidationError, match="undo that first"):
        undo(cast, first)
    undo(cast, second)
    undo(cast, first)
    assert (findings(cast), hands_of(gone), hands_of(cast.players[EMMA])) == ([], 2, 2)


@pytest.fixture(autouse=True)
def constraints_hold(db: None) -> Iterator[None]:
    yield
    connection.check_constraints()
