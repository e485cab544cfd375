"""The one exception to append-only: an entry that an erasure names may lose its texts, once."""

from collections.abc import Sequence

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction

from games import people
from games.matches.match_changes import close_match
from games.models import Entry, ErasedEntry, Erasure, Hand, Player
from games.proof import check_erased, check_triggers
from tests.append_only import lifted
from tests.cast import Cast, rename_player
from tests.factories import act, claimed_by_seat_0

pytestmark = pytest.mark.both_databases


@pytest.fixture
def entry(cast: Cast) -> Entry:
    """The note at the end of a sealed hand."""
    return Hand.objects.get(pk=cast.sealed_hand(claimed_by_seat_0()).pk).entries.get(seq=8)


def name_it(cast: Cast, entry: Entry) -> ErasedEntry:
    """Let an erasure name that entry."""
    made = Erasure.objects.create(club=cast.club, names=0, texts=1, by=cast.admin)
    return ErasedEntry.objects.create(erasure=made, entry=entry)


def changed(entry: Entry, **facts: object) -> bool:
    """Whether the database lets an entry be changed."""
    try:
        with transaction.atomic():
            Entry.objects.filter(pk=entry.pk).update(**facts)
    except IntegrityError:
        return False
    return True


def test_only_the_entry_that_an_erasure_names_is_changed_and_once(cast: Cast, entry: Entry) -> None:
    assert not changed(entry, change="{}")
    assert not changed(entry, device="")
    named = name_it(cast, entry)
    assert len(list(check_erased(cast.club))) == 1  # it may be changed
    others = Entry.objects.exclude(pk=entry.pk)
    assert not any(changed(other, change="{}") for other in others)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.update(change="{}")
    for facts in (
        {"seq": 99},
        {"author": cast.admin},
        {"at": entry.hand.opened_at},
        {"key": "another-key-of-somebody"},
        {"device": "another tablet"},
        {"fingerprint": "another"},
        {"change": "{}", "seq": 99},
    ):
        assert not changed(entry, **facts), facts
    assert not ErasedEntry.objects.get(pk=named.pk).used
    assert changed(entry, change='{"op":"undo"}', fingerprint="", device="")
    assert not changed(entry, change='{"op":"act"}')
    assert ErasedEntry.objects.get(pk=named.pk).used
    assert list(check_erased(cast.club)) == []
    with lifted(connection):
        Entry.objects.filter(pk=entry.pk).update(fingerprint=entry.fingerprint)
    assert len(list(check_erased(cast.club))) == 1  # it was put back


def test_an_entry_of_a_hand_that_is_being_recorded_stays(cast: Cast) -> None:
    """What a process keeps of the hand in memory would say otherwise."""
    hand = cast.open_hand([act("note", text="Anna is late.")])
    name_it(cast, hand.entries.get())
    assert not changed(hand.entries.get(), change="{}")


def test_the_trail_is_as_lasting_as_the_entries(cast: Cast, entry: Entry) -> None:
    named = name_it(cast, entry)
    assert changed(entry, change="{}", fingerprint="")
    rows = ErasedEntry.objects.filter(pk=named.pk)
    other = Entry.objects.exclude(pk=entry.pk).first()
    for write in (
        lambda: rows.update(used=False),
        lambda: rows.update(entry=other),
        lambda: rows.delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            write()


def test_a_missing_trigger_of_the_trail_is_found(cast: Cast) -> None:
    assert list(check_triggers()) == []
    name = f"{ErasedEntry._meta.db_table}_no_update"
    on = f" ON {ErasedEntry._meta.db_table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}{on}")
    assert [str(one) for one in check_triggers()] == [
        f"the database no longer refuses to update rows of {ErasedEntry._meta.db_table}"
    ]


def erase(cast: Cast, player: Player, spared: Sequence[str] = ()) -> None:
    person = people.person_of(player)
    plan = people.plan_erasure(user=cast.admin, person=person)
    people.erase_person(user=cast.admin, person=person, seen=plan, spared=spared)


def test_two_erased_players_of_one_club_read_the_same_and_stay_as_they_are(cast: Cast) -> None:
    """A new player may have the name; and nothing tells the two of a merge apart any more."""
    twice = people.add_player(user=cast.scorer, club=cast.club, name="Anna B.")
    made = people.merge_players(user=cast.admin, kept=cast.players[0], gone=twice)
    for player in cast.players[:2]:
        erase(cast, player)
    names = [Player.every.get(pk=one.pk).name for one in cast.players[:3]]
    assert names == ["[erased]", "[erased]", "Chloé"]
    made.refresh_from_db()
    with pytest.raises(ValidationError, match="has been erased"):
        people.undo_merge(user=cast.admin, merge=made)
    again = people.add_player(user=cast.scorer, club=cast.club, name="Anna")
    assert again.pk != cast.players[0].pk


def test_of_two_with_one_first_name_the_texts_about_the_other_can_stay(cast: Cast) -> None:
    rename_player(user=cast.scorer, player=cast.players[1], name="Anna Berg")
    changes = [
        *claimed_by_seat_0(),
        act("note", text="Anna dealt."),
        act("note", text="ANNAS fool"),
    ]
    hand = cast.sealed_hand(changes)
    close_match(user=cast.scorer, match=cast.match)
    person = people.person_of(cast.players[0])
    plan = people.plan_erasure(user=cast.admin, person=person)
    texts = {one.text: one for one in plan.texts()}
    assert set(texts) == {"Anna dealt.", "ANNAS fool"}
    assert texts["Anna dealt."].others == ("Anna Berg",)
    assert texts["Anna dealt."].places == 2  # the entry, and the seal
    erase(cast, cast.players[0], spared=[texts["Anna dealt."].key])
    seal = Hand.objects.get(pk=hand.pk).revisions.get()
    left = {text.text for text in seal.texts.all()}
    assert "Anna dealt." in left
    assert "ANNAS fool" not in left
    assert Hand.objects.get(pk=hand.pk).words == "conceded at once.\nanna dealt.\n[erased]"
    assert any(text.endswith(" Anna Berg") for text in left)
