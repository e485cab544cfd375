"""Rows outside the chain: what contradicts others is named, however it got into the database."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.utils import timezone

from games import book, people
from games.book.provenance import Provenance
from games.club.opening_clubs import set_up
from games.confirming.confirmations import confirm
from games.confirming.disputes import dispute, rule
from games.matches.match_changes import close_match
from games.matches.reseating import reseat
from games.matches.reseating_plan import Reseating
from games.models import (
    Club,
    Confirmation,
    Confirms,
    Dispute,
    Entry,
    Erasure,
    Hand,
    Match,
    Merge,
    Player,
    Seal,
    SealedText,
)
from games.proof import findings_of
from tests.append_only import lifted
from tests.cast import Cast, gather
from tests.factories import calls, claimed_by_seat_0, stated, write
from tests.ground import Ground, laid_once, undone

pytestmark = pytest.mark.both_databases


agreed = laid_once(lambda: furnish(gather()))


@pytest.fixture
def archive(agreed: Ground[Cast], db: None) -> Cast:
    """What `furnish` made."""
    return agreed.given()


def furnish(cast: Cast) -> Cast:
    """Two hands that Boris and nobody confirmed, one that Chloé disputes, one that is open; Emma,
    who had another name as well; and Farid, who was erased."""
    for name in ("Emily", "Farid"):
        people.add_player(user=cast.scorer, club=cast.club, name=name)
    emily = Player.objects.get(name="Emily")
    people.merge_players(user=cast.admin, kept=cast.players[4], gone=emily)
    Player.objects.filter(name="Farid").update(name="[erased]", erased_at=timezone.now())
    farid = Player.every.get(name="[erased]")
    Erasure.objects.create(club=cast.club, player=farid, names=0, texts=0, by=cast.admin)
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.TAP)
    cast.match.club.confirms = Confirms.TAP
    hand = cast.open_hand(claimed_by_seat_0())
    confirm(user=cast.scorer, hand=hand, version=hand.version, player=cast.players[1])
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    waived = cast.open_hand([stated()])
    book.seal(user=cast.scorer, hand=waived, version=waived.version, unconfirmed="They had left.")
    dispute(user=cast.scorer, hand=waived, player=cast.players[2], because="It was 40.")
    cast.open_hand()
    return cast


def named(archive: Cast) -> list[str]:
    return [str(one) for one in findings_of(Club.objects.get(pk=archive.club.pk))]


def test_a_seal_says_who_agreed_and_how(archive: Cast) -> None:
    seals = Seal.objects.filter(club=archive.club).order_by("number")
    told = [Provenance.read(seal.provenance or "") for seal in seals]
    assert [one.agreed for one in told] == [f"{told[0].entries} 1:tap", f"{told[1].entries} waived"]
    assert [str(one) for one in told] == [seal.provenance for seal in seals]
    assert named(archive) == []


FIRST = Hand.objects.filter(number=1)
SECOND = Hand.objects.filter(number=2)
GIVEN = Confirmation.objects.exclude(player=None)
MERGED = Player.every.exclude(merged_into=None)
GONE = Player.every.exclude(erased_at=None)


def somebody_else() -> Player:
    return Player.objects.get(club__slug="les-atouts", name="Emma")


CONTRADICTIONS: tuple[tuple[Callable[[], object], str], ...] = (
    (lambda: SECOND.update(confirmed=True), "rightly whether its score was confirmed"),
    (lambda: FIRST.update(confirmed=False), "rightly whether its score was confirmed"),
    (lambda: GIVEN.update(sealed=False), "rightly whether its score was confirmed"),
    (lambda: GIVEN.update(how="account"), "confirmed by others, or in another way"),
    (lambda: GIVEN.update(version=3), "was confirmed at entry 3 and sealed at"),
    (lambda: GIVEN.update(player=somebody_else()), "confirmed by somebody who did not sit"),
    (lambda: GIVEN.delete(), "confirmed by others, or in another way"),
    (lambda: SECOND.update(disputed=False), "rightly whether its score is disputed"),
    (lambda: FIRST.update(disputed=True), "rightly whether its score is disputed"),
    (lambda: Dispute.objects.update(player=somebody_else()), "who did not play it"),
    (lambda: Merge.objects.all().delete(), "no merge says so"),
    (lambda: Merge.objects.update(undone_at=timezone.now()), "no merge says so"),
    (lambda: Merge.objects.update(moved={}), "does not say what it moved"),
    (lambda: MERGED.update(merged_into=None), "is still a player"),
    (lambda: GONE.update(name="Farid"), "was erased, and has a name"),
    (lambda: GONE.update(nickname="Fa"), "was erased, and has a name"),
    (lambda: GONE.update(erased_at=None, name="Farid"), "is not erased any more"),
    (
        lambda: (SealedText.objects.all()[0].delete(), Erasure.objects.all().delete()),
        "1 sealed texts are gone, and nobody was erased",
    ),
    (lambda: Hand.objects.filter(number=3).update(void_as="misdealt"), "was cancelled"),
    (lambda: Match.objects.update(closed_at=timezone.now()), "and its match is closed"),
)


def test_what_contradicts_other_rows_is_named(archive: Cast) -> None:
    silent = {}
    with lifted(connection):
        for happens, what in CONTRADICTIONS:
            with undone():
                happens()
                told = named(archive)
            if not any(what in one for one in told):
                silent[what] = told
    assert silent == {}


def test_what_people_may_do_contradicts_nothing(archive: Cast) -> None:
    """A ruling, an undone merge, another seat for the player who confirmed, and a person erased."""
    rule(user=archive.admin, dispute=Dispute.objects.get(), answer="It stands.")
    assert named(archive) == []
    people.undo_merge(user=archive.admin, merge=Merge.objects.get())
    assert named(archive) == []
    third, why = Hand.objects.get(number=3), {"void_as": "misdealt", "because": "A card was seen"}
    book.give_up(user=archive.scorer, hand=third, version=0, **why)
    seated = Reseating(tuple(archive.players[seat] for seat in (0, 4, 2, 3)))
    reseat(user=archive.scorer, match=archive.match, wanted=seated, because="Emma played")
    assert named(archive) == []
    close_match(user=archive.scorer, match=archive.match)
    person = people.person_of(archive.players[1])
    plan = people.plan_erasure(user=archive.admin, person=person)
    people.erase_person(user=archive.admin, person=person, seen=plan)
    assert named(archive) == []


def test_entries_of_a_hand_that_was_given_up_are_those_that_it_had_then(archive: Cast) -> None:
    """No seal keeps them."""
    hand = Hand.objects.get(number=3)
    for version, change in enumerate(calls("pass small")):
        write(archive.scorer, hand, change, version=version)
    why = {"void_as": "misdealt", "because": "Three cards too many."}
    book.give_up(user=archive.scorer, hand=hand, version=2, **why)
    assert named(archive) == []
    second = Entry.objects.filter(hand=hand, seq=2)
    changed = '{"op":"act","action":{"kind":"call","call":"pass"}}'
    for happens in (second.delete, lambda: second.update(change=changed)):
        with undone():
            with lifted(connection):
                happens()
            assert any("was given up with other entries" in one for one in named(archive))
