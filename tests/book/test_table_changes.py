"""Who may put other people at the table of a running hand, and what stays of it for all to see."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import book
from games.book.table_changes import table_log
from games.club.opening_clubs import set_up
from games.matches import reseating
from games.matches.reseating_plan import Reseating
from games.models import Hand, Membership, TableChange
from games.models.running import readable_by
from games.writing.errors import PlaysHere
from tests.cast import Cast
from tests.factories import act, calls, new_key, write

pytestmark = pytest.mark.both_databases


@pytest.fixture
def hand(cast: Cast) -> Hand:
    """A running hand that the administrator writes down, hidden from its table, at which the scorer
    sits as Chloé."""
    set_up(user=cast.admin, club=cast.club, hides_running=True)
    seat_of(cast, 2)
    hand = cast.open_hand()
    write(cast.admin, hand, calls("pass")[0])
    return hand


def seat_of(cast: Cast, seat: int) -> None:
    chloe = cast.players[seat]
    Membership.objects.filter(user=cast.scorer, club=cast.club).update(player=chloe)


def may_look(user: Any, hand: Hand) -> bool:
    return readable_by(user, Hand.objects.visible_to(user)).filter(pk=hand.pk).exists()


def reseat(cast: Cast, user: Any, initials: str, **facts: Any) -> None:
    people = tuple(cast.players["ABCDE".index(initial)] for initial in initials)
    wanted = Reseating(people, **facts)
    match = type(cast.match).objects.get(pk=cast.match.pk)
    reseating.reseat(user=user, match=match, wanted=wanted)


def test_who_may_not_see_a_running_hand_may_not_say_who_sits_there(cast: Cast, hand: Hand) -> None:
    assert not may_look(cast.scorer, hand)
    with pytest.raises(PlaysHere):
        reseat(cast, cast.scorer, "ABED", since=hand.number)
    client = Client()
    client.force_login(cast.scorer)
    page = reverse("match-seats", args=[cast.club.slug, cast.match.public_id])
    seats = {f"seat-{at}": cast.players[who].public_id for at, who in enumerate((0, 1, 4, 3))}
    sent = {"since": "1", "until": "", "dealer": "", "key": new_key(), **seats}
    for do in ("preview", "save"):
        assert client.post(page, sent | {"do": do}).status_code == 403
    answer = client.post(
        f"/api/v1/matches/{cast.match.public_id}/seats",
        {"seats": list(seats.values()), "since": 1},
        content_type="application/json",
    )
    assert answer.status_code == 403
    assert not may_look(cast.scorer, hand)


def test_other_people_at_a_running_hand_leave_a_line_and_are_kept_from_it_until_it_is_over(
    cast: Cast, hand: Hand
) -> None:
    reseat(cast, cast.admin, "ABED", since=hand.number, dealer=0)
    for seat in (2, 1, 4):  # who left, who never sat elsewhere, who came
        seat_of(cast, seat)
        assert not may_look(cast.scorer, hand)
    (line,) = table_log(cast.match)
    assert (line.number, line.by) == (hand.number, "admin")
    assert line.words == "Emma instead of Chloé. Anna deals, not Dario."
    client = Client()
    client.force_login(cast.admin)
    match = cast.match.public_id
    for name, key in (("match", match), ("match-seats", match), ("hand-log", hand.public_id)):
        page = client.get(reverse(name, args=[cast.club.slug, key])).content.decode()
        assert "Emma instead of Chloé." in page, name


def test_who_left_the_table_before_the_hand_was_dealt_may_watch_it(cast: Cast) -> None:
    """Other people at the hands to come leave a line as well."""
    set_up(user=cast.admin, club=cast.club, hides_running=True)
    seat_of(cast, 2)
    cast.sealed_hand()
    reseat(cast, cast.admin, "ABED", since=2)
    assert [(line.number, line.words) for line in table_log(cast.match)] == [
        (2, "Emma instead of Chloé.")
    ]
    hand = cast.open_hand()
    write(cast.admin, hand, calls("pass")[0])
    assert may_look(cast.scorer, hand)


def test_being_the_first_to_write_shows_a_player_nothing_that_others_write(cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, hides_running=True)
    seat_of(cast, 2)
    hand = cast.open_hand()
    write(cast.scorer, hand, act("note", text="."))
    assert may_look(cast.scorer, hand)  # it is all theirs
    write(cast.admin, hand, calls("pass")[0])
    assert not may_look(cast.scorer, hand)


def test_a_player_takes_a_running_hand_over_for_all_to_see(cast: Cast, hand: Hand) -> None:
    client = Client()
    client.force_login(cast.scorer)
    record = reverse("record", args=[cast.club.slug, cast.match.public_id])
    take_over = reverse("hand-take-over", args=[cast.club.slug, hand.public_id])
    refused = client.get(record)
    assert refused.status_code == 403 and take_over in refused.content.decode()
    for _twice in range(2):
        client.post(take_over)
    assert client.get(record).status_code == 200
    (change,) = TableChange.objects.all()
    assert (change.what, change.by, change.number) == ("recorder", cast.scorer, hand.number)
    other = Client()
    other.force_login(cast.admin)
    assert "scorer sits at this table and has taken over recording" in (
        other.get(record).content.decode()
    )
    log = other.get(reverse("hand-log", args=[cast.club.slug, hand.public_id])).content.decode()
    assert "Records this hand from now on, and sits at the table." in log


def test_a_hand_that_was_taken_over_is_seen_no_longer_than_it_runs(cast: Cast, hand: Hand) -> None:
    book.take_over(user=cast.scorer, hand=hand)
    book.give_up(user=cast.admin, hand=hand, version=hand.version, void_as="misdealt", because="x")
    following = cast.open_hand()
    write(cast.admin, following, calls("pass")[0])
    assert not may_look(cast.scorer, following)
