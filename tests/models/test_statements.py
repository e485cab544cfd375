"""What an entry costs: few statements, as many for the first card as for the last."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.access.sessions import SessionStore
from games.book import records
from games.book.chain import players_of
from games.models import Board, Entry, Evening, EveningRound, Hand, User, statements
from games.rules import format_record, rotation
from tests.cast import Cast
from tests.factories import act, calls, new_key, open_hand, open_match, write

# The hand with role and names; BEGIN, update, insert, COMMIT. A request adds two, session and user;
# the entries are read as well where this process has not written to the hand before. That makes the
# eight that are allowed.
STATEMENTS = 5


def count_of_entry(cast: Cast, hand: Hand, change: dict) -> int:
    with CaptureQueriesContext(connection) as seen:
        found = statements.find_hand(cast.scorer, cast.club.slug, hand.public_id)
        write(cast.scorer, found, change)
    return len(seen)


@pytest.mark.django_db(transaction=True)
def test_an_entry_takes_the_same_few_statements_however_long_the_hand(cast: Cast) -> None:
    hand = cast.open_hand()
    notes = [act("note", text=f"{entry}") for entry in range(80)]
    assert count_of_entry(cast, hand, notes[0]) == STATEMENTS + 1
    assert {count_of_entry(cast, hand, note) for note in notes[1:]} == {STATEMENTS}


def test_a_user_is_found_as_the_query_set_finds_them_and_can_be_saved(cast: Cast) -> None:
    with CaptureQueriesContext(connection) as seen:
        fast = statements.find_user(cast.scorer.pk)
    slow = User.objects.get(pk=cast.scorer.pk)
    assert len(seen) == 1
    assert fast is not None and fast == slow
    for field in User._meta.concrete_fields:
        assert getattr(fast, field.name) == getattr(slow, field.name)
    assert all(getattr(fast, flag) in (True, False) for flag in statements.FLAGS)
    fast.first_name = "Odile"
    fast.save()
    again = User.objects.get(pk=cast.scorer.pk)
    assert (again.first_name, again.date_joined) == ("Odile", slow.date_joined)
    assert statements.find_user(0) is None


def test_a_session_is_found_until_it_is_over(cast: Cast) -> None:
    session = SessionStore()
    session["seat"] = 2
    session.save()
    key = session.session_key
    assert SessionStore(key)["seat"] == db.SessionStore(key)["seat"] == 2
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert statements.find_session(key) is None
    over = SessionStore(key)
    assert (over.get("seat"), over.session_key) == (None, None)


def test_a_hand_is_found_as_the_query_set_finds_it(cast: Cast) -> None:
    match = cast.open_match(preset="fft", table="2", hands_planned=12)
    evening = Evening.objects.create(
        club=cast.club, title="Duplicate", hands=4, opened_by=cast.admin
    )
    match.round = EveningRound.objects.create(evening=evening, number=2, seed=1)
    match.save()
    made = open_hand(cast.scorer, match, calls("pass"))
    made.board = Board.objects.create(evening=evening, number=5)
    made.save()
    slow = Hand.objects.visible_to(cast.admin).with_table().get(pk=made.pk)
    with CaptureQueriesContext(connection) as seen:
        fast = statements.find_hand(cast.admin, "les-atouts", made.public_id)
        for one, other, names in (
            (fast, slow, (*statements.HAND, "my_role", "seen_by", "names_by_seat")),
            (fast.match, slow.match, statements.MATCH),
            (fast.club, slow.club, statements.CLUB),
        ):
            assert {name: getattr(one, name) for name in names} == {
                name: getattr(other, name) for name in names
            }
        line = format_record(records.record_of(fast, []))
    assert len(seen) == 1
    assert line == format_record(records.record_of(slow, []))
    for field in Hand._meta.concrete_fields:
        assert getattr(fast, field.name) == getattr(slow, field.name)


def test_the_table_of_a_hand_is_found_as_the_query_sets_find_it(cast: Cast) -> None:
    match = cast.open_match(5, dealer_sits_out=True)
    hand = Hand.objects.with_table().get(pk=open_hand(cast.scorer, match).pk)
    with CaptureQueriesContext(connection) as seen:
        now = statements.find_table(hand)
    assert len(seen) == 1
    assert now[:3] == (hand.dealer, hand.sits_out, hand.match.played_on)
    assert [one.name for one in now.chairs] == records.chair_names(hand)
    assert [(one.player, one.public_id) for one in rotation.seated(now.chairs, now.sits_out)] == [
        (player.pk, player.public_id) for player in players_of(hand)
    ]
    with pytest.raises(Hand.DoesNotExist):
        statements.find_table(Hand(pk=0))


def test_nobody_finds_a_hand_of_another_club(cast: Cast) -> None:
    hand = cast.open_hand()
    open_match(cast.other_scorer, cast.other_club, cast.other_players[:4])
    for user, club, public_id in (
        (cast.other_scorer, "les-atouts", hand.public_id),
        (cast.other_scorer, "the-trumps", hand.public_id),
        (cast.scorer, "the-trumps", hand.public_id),
        (cast.scorer, "les-atouts", hand.match.public_id),
    ):
        with pytest.raises(Hand.DoesNotExist):
            statements.find_hand(user, club, public_id)


def test_an_entry_is_read_back_as_it_was_written(cast: Cast) -> None:
    hand, key = cast.open_hand(), new_key()
    write(cast.admin, hand, act("note", text="Zoé; '%s' {}"), key=key, device="Tablet 1")
    entry = Entry.objects.get()
    assert (entry.hand, entry.seq, entry.key) == (hand, 1, key)
    assert (entry.author, entry.device) == (cast.admin, "Tablet 1")
    assert (entry.at - hand.opened_at).total_seconds() < 60
    assert statements.read_entries(hand) == ((key,), (entry.change,))


def test_a_hand_moves_on_only_from_where_it_stands(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass pass"))
    assert not statements.move_on(hand, 1)
    assert not statements.move_on(hand, 3)
    Hand.objects.filter(pk=hand.pk).update(state="sealed")
    assert not statements.move_on(hand, 2)
    assert Hand.objects.get(pk=hand.pk).version == 2
