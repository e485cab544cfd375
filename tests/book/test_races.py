"""Two tablets at once: one of them writes, the other learns of it."""

import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from games import book, people, statistics
from games.models import Career, Club, Entry, Hand, HandSeat, MatchSeat, Player, Seal, Tally, User
from games.proof import check_chain, check_hands
from tests.at_once import at_once
from tests.cast import Cast
from tests.factories import act, calls, new_key, open_hand, open_match, stated, write
from tests.thorough import amount

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = amount(50, thorough=200)


def append(user: User, hand: Hand, version: int, text: str, key: str = "") -> Callable[[], object]:
    return lambda: book.append(
        user=user,
        hand=Hand.objects.visible_to(user).with_table().get(pk=hand.pk),
        version=version,
        key=key or new_key(),
        change=act("note", text=text),
    )


def test_of_two_entries_for_one_version_exactly_one_is_made(cast: Cast) -> None:
    hand = cast.open_hand()
    seen: Counter[str] = Counter()
    for version in range(PAIRS):
        answers = at_once(
            append(cast.scorer, hand, version, "mine"), append(cast.admin, hand, version, "yours")
        )
        seen[" and ".join(sorted(type(answer).__name__ for answer in answers))] += 1
    assert seen == {"Appended and StaleVersion": PAIRS}
    numbers = list(Entry.objects.filter(hand=hand).order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, PAIRS + 1))
    assert Hand.objects.get(pk=hand.pk).version == PAIRS


@pytest.mark.thorough
def test_a_check_without_the_lock_lets_two_winners_in(cast: Cast) -> None:
    """The control: `append` without its compare-and-swap. SQLite, whose writers queue, hides it."""
    hand = cast.open_hand()
    pause = threading.Barrier(2)

    def careless() -> str:
        with transaction.atomic():
            if Hand.objects.get(pk=hand.pk).version != 0:
                return "stale"
            with suppress(threading.BrokenBarrierError):
                pause.wait(timeout=None if connection.vendor == "postgresql" else 1)
            Hand.objects.filter(pk=hand.pk).update(version=1)
            return "won"

    winners = at_once(careless, careless).count("won")
    assert winners == (2 if connection.vendor == "postgresql" else 1)


def test_whatever_many_send_at_once_is_made_once(cast: Cast) -> None:
    """The next hand of a match, an entry, a seal and an amendment."""
    match = cast.match
    opened = at_once(*[lambda: book.open_hand(user=cast.scorer, match=match).pk for _ in range(4)])
    assert len(set(opened)) == 1
    hand = Hand.objects.get()
    key = new_key()
    answers = at_once(*[append(cast.scorer, hand, 0, "the same", key) for _ in range(8)])
    assert [answer for answer in answers if not isinstance(answer, book.Appended)] == []
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 7  # type: ignore[attr-defined]
    assert Entry.objects.count() == 1

    hand = Hand.objects.visible_to(cast.scorer).with_table().get()
    for call in calls("pass pass pass pass"):
        write(cast.scorer, hand, call)
    numbers = at_once(
        *[lambda: book.seal(user=cast.scorer, hand=hand, version=5).number for _ in range(4)]
    )
    assert numbers == [1, 1, 1, 1]
    assert Seal.objects.count() == 1

    def amend(user: User) -> Callable[[], object]:
        note = act("note", text=f"{user} was there.")
        return lambda: book.amend(
            user=user,
            hand=Hand.objects.get(pk=hand.pk),
            version=5,
            key=new_key(),
            because="A note was missing.",
            wanted=book.Wanted(changes=[note]),
        )

    answers = at_once(amend(cast.scorer), amend(cast.admin))
    assert sorted(type(answer).__name__ for answer in answers) == ["Amended", "StaleVersion"]
    assert list(Seal.objects.order_by("number").values_list("revision", flat=True)) == [1, 2]


def test_hands_sealed_at_once_make_one_chain_without_a_gap(cast: Cast) -> None:
    matches = [cast.open_match(title=f"Table {table}") for table in range(6)]
    hands = [open_hand(cast.scorer, match, calls("pass " * 4)) for match in matches]

    def sealing(hand: Hand) -> Callable[[], object]:
        return lambda: book.seal(user=cast.scorer, hand=hand, version=4).number

    assert sorted(at_once(*map(sealing, hands)), key=str) == [1, 2, 3, 4, 5, 6]
    club = Club.objects.get(pk=cast.club.pk)
    chain = list(Seal.objects.filter(club=club).order_by("number"))
    assert [seal.previous for seal in chain[1:]] == [seal.link for seal in chain[:-1]]
    assert (club.seals, club.head) == (6, chain[-1].link)


def test_a_hand_sealed_while_its_player_is_merged_is_that_of_the_player_kept(cast: Cast) -> None:
    """Either may be first, and every sum is what a recount makes of it."""
    anna, club = cast.players[0], cast.club
    for evening in range(1, 6):
        twice = people.add_player(user=cast.admin, club=club, name="Anna B.")
        seats = [twice, *cast.players[1:4]]
        facts = {"title": f"Evening {evening}", "writes": "result-only"}
        match = open_match(cast.scorer, club, seats, **facts)
        hand = open_hand(cast.scorer, match, [stated()])
        answers = at_once(
            partial(book.seal, user=cast.scorer, hand=hand, version=hand.version),
            partial(people.merge_players, user=cast.admin, kept=anna, gone=twice),
        )
        assert [answer for answer in answers if isinstance(answer, Exception)] == []
        for model in (HandSeat, MatchSeat):
            of_either = model.objects.filter(player__in=[anna, twice])
            assert set(of_either.values_list("player")) == {(anna.pk,)}
    club = Club.objects.get(pk=club.pk)
    assert [str(one) for found in check_chain(club) for one in found] == []
    assert [str(one) for one in check_hands(club)] == []
    kept = sums()
    statistics.rebuild(club)
    assert sums() == kept


def sums() -> list[set[tuple[object, ...]]]:
    """Every row of the statistics but its key."""
    models: tuple[Any, ...] = (Tally, Career)
    columns = [[one.attname for one in model._meta.fields if one.name != "id"] for model in models]
    return [
        set(model.objects.values_list(*names)) for model, names in zip(models, columns, strict=True)
    ]


def test_nobody_sits_down_who_is_merged_at_that_moment(cast: Cast) -> None:
    """The match names the player who was kept, or is refused."""
    anna, twice = (
        cast.players[0],
        people.add_player(user=cast.admin, club=cast.club, name="Anna B."),
    )
    seats = [twice, *cast.players[1:4]]
    answers = at_once(
        lambda: open_match(cast.scorer, cast.club, seats, title="Late"),
        lambda: people.merge_players(user=cast.admin, kept=anna, gone=twice),
    )
    refused = [answer for answer in answers if isinstance(answer, Exception)]
    assert all(isinstance(one, ValidationError) for one in refused)
    assert not MatchSeat.objects.filter(player__in=Player.every.exclude(merged_into=None)).exists()
