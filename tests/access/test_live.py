"""How an open page learns that something has changed: for whom, when, and what it costs."""

import time
from collections.abc import Callable
from copy import copy
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import book
from games.access.live import Watch, watch
from games.matches.match_changes import close_match
from games.models import Club, Hand, Match, Membership, Role, User
from games.models.marks import ABOUT_CLUB
from tests.cast import Cast
from tests.factories import (
    THROWN_IN,
    calls,
    claimed_by_seat_0,
    new_key,
    open_hand,
    sealed_hand,
    write,
)
from tests.ground import undone

pytestmark = pytest.mark.both_databases


def asks(followed: Watch) -> tuple[int, str]:
    """The answer to a page drawn with this mark: the status, and the new mark."""
    answer = Client().get(followed.address, {"at": followed.mark})
    return answer.status_code, answer.content.decode()


def reader_of(row: Club | Match | Hand) -> User:
    """Return somebody who may read it."""
    club = row if isinstance(row, Club) else row.club
    return User.objects.filter(memberships__club=club).earliest("pk")


def hears_of(row: Club | Match | Hand, do: Callable[[], object]) -> bool:
    """Whether a page that follows `row` hears of what is done."""
    followed = watch(row, reader_of(row))
    assert asks(followed) == (204, "")
    do()
    status, mark = asks(followed)
    assert (status, bool(mark)) in {(204, False), (200, True)}
    return status == 200


def test_a_hand_tells_of_each_entry_and_that_it_was_sealed_or_given_up(cast: Cast) -> None:
    *before, last = THROWN_IN
    hand = cast.open_hand(before)
    followed = watch(hand, cast.scorer)
    write(cast.scorer, hand, last)
    status, mark = asks(followed)
    assert (status, mark.split(".")[:2]) == (200, ["4", "open"])
    assert hears_of(hand, lambda: book.seal(user=cast.scorer, hand=hand, version=4))
    assert asks(watch(hand, cast.scorer)._replace(mark=""))[1].split(".")[1] == "sealed"
    hand = cast.open_hand()
    why = {"void_as": "given-up", "because": "The cards fell."}
    assert hears_of(hand, lambda: book.give_up(user=cast.scorer, hand=hand, version=0, **why))


def test_a_match_tells_of_each_hand_dealt_sealed_and_amended_and_that_it_is_closed(
    cast: Cast,
) -> None:
    """Not of cards that its page does not show, and not of another match."""
    match, user, other = cast.match, cast.scorer, cast.open_match()
    assert not hears_of(match, lambda: open_hand(user, other))
    assert hears_of(match, cast.open_hand)
    hand = Hand.objects.get(match=match)
    assert not hears_of(match, lambda: write_all(user, hand, claimed_by_seat_0()))
    assert hears_of(match, lambda: book.seal(user=user, hand=hand, version=hand.version))
    hand.refresh_from_db()
    facts: dict[str, Any] = {
        "key": new_key(),
        "because": "Nobody said so.",
        "version": hand.version,
    }
    undo = book.Wanted(changes=[{"op": "undo"}])
    assert hears_of(match, lambda: book.amend(user=user, hand=hand, wanted=undo, **facts))
    assert hears_of(match, lambda: close_match(user=user, match=match))


def write_all(user: User, hand: Hand, changes: list[dict[str, Any]]) -> None:
    for change in changes:
        write(user, hand, change)


def test_a_club_tells_of_matches_opened_and_closed_and_of_hands_dealt_and_sealed(
    cast: Cast,
) -> None:
    """And of nothing in another club."""
    club, user = cast.club, cast.scorer
    assert hears_of(club, cast.open_match)
    assert not hears_of(cast.other_club, cast.open_match)
    assert hears_of(club, cast.open_hand)
    assert not hears_of(cast.other_club, cast.open_hand)
    assert not hears_of(club, cast.open_hand)  # it is open already
    other = cast.open_match()
    assert hears_of(club, lambda: sealed_hand(user, other, THROWN_IN))
    assert hears_of(club, lambda: close_match(user=user, match=other))


def test_a_page_asks_without_signing_in_at_an_address_that_only_the_site_makes_for_an_evening(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed = watch(cast.club, cast.member)
    assert Client().get(followed.address).status_code == 200
    forged = followed.address.replace("club.", "match.")
    assert Client().get(forged).status_code == 403
    late = time.time() + timedelta(hours=15).total_seconds()
    monkeypatch.setattr(time, "time", lambda: late)
    assert Client().get(followed.address).status_code == 403


def test_who_has_left_the_club_hears_once_that_it_is_over_and_then_of_nothing_more(
    cast: Cast,
) -> None:
    """The page is loaded again then, and is not open to them. Each look costs one statement."""
    hand = cast.open_hand()
    rows: list[Club | Match | Hand] = [cast.club, cast.match, hand]
    mine = Membership.objects.filter(user=cast.member)
    for row, leave in product(rows, (mine.delete, lambda: mine.update(role=Role.GUEST))):
        with undone():
            followed = watch(row, cast.member)
            with CaptureQueriesContext(connection) as seen:
                assert asks(followed) == (204, "")
            assert len(seen) == 1
            leave()
            status, over = asks(followed)
            assert status == 200
            write(cast.scorer, copy(hand), *calls("pass"))
            cast.open_match()
            assert asks(followed._replace(mark=over)) == (204, "")


def test_the_open_matches_of_a_club_are_found_by_their_index(cast: Cast) -> None:
    if connection.vendor != "sqlite":
        return  # PostgreSQL reads small tables whole, whatever index there is
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + ABOUT_CLUB, [cast.member.pk, cast.club.pk])
        plan = [row[-1] for row in cursor.fetchall()]
    assert any("match_open" in line for line in plan), plan
    assert any("one_open_hand_a_match" in line for line in plan), plan
