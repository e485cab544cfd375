"""How an open page learns that something has changed: for whom, when, and what it costs."""

import time
from collections.abc import Callable
from datetime import timedelta
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


def test_a_hand_tells_of_each_entry_with_its_version(cast: Cast) -> None:
    hand = cast.open_hand()
    (change,) = calls("pass")
    followed = watch(hand, cast.scorer)
    write(cast.scorer, hand, change)
    status, mark = asks(followed)
    assert (status, mark.split(".")[:2]) == (200, ["1", "open"])


def test_a_hand_tells_that_it_was_sealed_and_that_it_was_given_up(cast: Cast) -> None:
    hand = cast.open_hand(THROWN_IN)
    version = hand.version
    assert hears_of(hand, lambda: book.seal(user=cast.scorer, hand=hand, version=version))
    assert asks(watch(hand, cast.scorer)._replace(mark=""))[1].split(".")[1] == "sealed"
    hand = cast.open_hand(calls("pass"))
    why = {"void_as": "given-up", "because": "The cards fell."}
    assert hears_of(hand, lambda: book.give_up(user=cast.scorer, hand=hand, version=1, **why))


def test_a_match_tells_of_each_hand_dealt_sealed_and_amended_and_that_it_is_closed(
    cast: Cast,
) -> None:
    match, user = cast.match, cast.scorer
    assert hears_of(match, lambda: open_hand(user, match, claimed_by_seat_0()))
    hand = Hand.objects.get(match=match)
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


def test_a_match_says_nothing_of_cards_that_its_page_does_not_show(cast: Cast) -> None:
    hand = cast.open_hand()
    (change,) = calls("pass")
    assert not hears_of(cast.match, lambda: write(cast.scorer, hand, change))


def test_a_match_says_nothing_of_another(cast: Cast) -> None:
    other = cast.open_match()
    assert not hears_of(cast.match, lambda: open_hand(cast.scorer, other))


def test_a_club_tells_of_matches_opened_and_closed_and_of_hands_dealt_and_sealed(
    cast: Cast,
) -> None:
    club, user = cast.club, cast.scorer
    assert hears_of(club, cast.open_match)
    assert hears_of(club, cast.open_hand)
    assert not hears_of(club, cast.open_hand)  # it is open already
    other = cast.open_match()
    assert hears_of(club, lambda: sealed_hand(user, other, THROWN_IN))
    assert hears_of(club, lambda: close_match(user=user, match=other))


def test_a_club_says_nothing_of_another(cast: Cast) -> None:
    assert not hears_of(cast.other_club, cast.sealed_hand)


def test_a_page_asks_without_signing_in_at_an_address_that_only_the_site_can_make(
    cast: Cast,
) -> None:
    followed = watch(cast.club, cast.member)
    assert Client().get(followed.address).status_code == 200
    forged = followed.address.replace("club.", "match.")
    assert Client().get(forged).status_code == 403


def test_the_address_ends_with_the_evening(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    followed, late = (
        watch(cast.club, cast.member),
        time.time() + timedelta(hours=15).total_seconds(),
    )
    monkeypatch.setattr(time, "time", lambda: late)
    assert Client().get(followed.address).status_code == 403


@pytest.mark.parametrize("kind", ["hand", "match", "club"])
@pytest.mark.parametrize("role", [None, Role.GUEST])
def test_who_has_left_the_club_hears_of_nothing_more(
    kind: str, role: Role | None, cast: Cast
) -> None:
    """Once, that it is over; the page is loaded again then, and is not open to them."""
    hand = cast.open_hand()
    rows: dict[str, Club | Match | Hand] = {"hand": hand, "match": cast.match, "club": cast.club}
    followed = watch(rows[kind], cast.member)
    mine = Membership.objects.filter(user=cast.member)
    if role:
        mine.update(role=role)
    else:
        mine.delete()
    status, over = asks(followed)
    assert status == 200
    write(cast.scorer, hand, *calls("pass"))
    cast.open_match()
    assert asks(followed._replace(mark=over)) == (204, "")


@pytest.mark.parametrize("kind", ["hand", "match", "club"])
def test_a_page_that_asks_costs_one_statement(kind: str, cast: Cast) -> None:
    hand = cast.open_hand()
    rows: dict[str, Club | Match | Hand] = {"hand": hand, "match": cast.match, "club": cast.club}
    followed = watch(rows[kind], cast.member)
    with CaptureQueriesContext(connection) as seen:
        assert asks(followed) == (204, "")
    assert len(seen) == 1


def test_the_open_matches_of_a_club_are_found_by_their_index(cast: Cast) -> None:
    if connection.vendor != "sqlite":
        return  # PostgreSQL reads small tables whole, whatever index there is
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + ABOUT_CLUB, [cast.member.pk, cast.club.pk])
        plan = [row[-1] for row in cursor.fetchall()]
    assert any("match_open" in line for line in plan), plan
    assert any("one_open_hand_a_match" in line for line in plan), plan
