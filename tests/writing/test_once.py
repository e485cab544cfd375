"""What makes something is sent twice: a double tap, a line that was lost. It is made once."""

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import pytest

from games import book, people
from games.access.tokens import make_token, tokens_of
from games.club.opening_clubs import open_club
from games.models import Club, Hand, Match, Player, Remark, UsedKey
from games.replay import remarking
from games.writing.errors import KeyMalformed, KeyReused
from games.writing.once import Once
from tests.at_once import at_once
from tests.cast import Cast
from tests.factories import new_key

pytestmark = pytest.mark.both_databases

Making = Callable[[Cast, Once | None, str], Any]


def a_club(cast: Cast, once: Once | None, name: str) -> Club:
    return open_club(user=cast.scorer, name=name, once=once)


def a_player(cast: Cast, once: Once | None, name: str) -> Player:
    return people.add_player(user=cast.scorer, club=cast.club, name=name, once=once)


def a_match(cast: Cast, once: Once | None, name: str) -> Match:
    return cast.open_match(title=name, once=once)


def a_hand(cast: Cast, once: Once | None, name: str) -> Hand:
    return book.open_hand(user=cast.scorer, match=cast.match, comment=name, once=once)


def a_comment(cast: Cast, once: Once | None, name: str) -> Remark:
    hand = Hand.objects.get(match=cast.match, number=1)
    return remarking.add_remark(user=cast.scorer, hand=hand, place="score", text=name, once=once)


MAKING: list[Making] = [a_club, a_player, a_match, a_hand, a_comment]


@pytest.fixture
def evening(cast: Cast, settings: Any) -> Cast:
    """A match with one sealed hand, so that there is something to comment on, on a site where an
    account may open as many clubs as it likes."""
    settings.CLUBS_AN_ACCOUNT = 1_000
    cast.sealed_hand()
    return cast


def test_sent_again_with_its_key_it_is_the_same_one_and_nothing_else(evening: Cast) -> None:
    for make in MAKING:
        key = new_key()
        first, again = Once(key), Once(key)
        made = make(evening, first, "Friday")
        assert make(evening, again, "Friday").pk == made.pk
        assert (first.replayed, again.replayed) == (False, True)
        before = type(made).objects.count()
        with pytest.raises(KeyReused):
            make(evening, Once(key), "Saturday")
        assert type(made).objects.count() == before


@pytest.mark.django_db(transaction=True)
def test_sent_twice_at_the_same_moment_it_is_made_once(evening: Cast) -> None:
    """Two things with one key are one thing and a refusal."""
    for make, _round in product(MAKING, range(10)):
        key, name = new_key(), new_key()
        keys = [Once(key), Once(key)]
        answers = at_once(*(partial(make, evening, one, name) for one in keys))
        assert {type(answer) for answer in answers} <= {Club, Player, Match, Hand, Remark}, answers
        assert len({answer.pk for answer in answers}) == 1  # type: ignore[attr-defined]
        assert sorted(one.replayed for one in keys) == [False, True]
    key = new_key()
    answers = at_once(
        lambda: a_player(evening, Once(key), "Friederike"),
        lambda: a_match(evening, Once(key), "Friday"),
    )
    names = sorted(type(answer).__name__ for answer in answers)
    assert names in (["KeyReused", "Player"], ["KeyReused", "Match"])


def test_what_was_refused_has_not_used_its_key_nor_has_another_person(cast: Cast) -> None:
    key = new_key()
    with pytest.raises(Exception, match="already a player called Anna"):
        a_player(cast, Once(key), "Anna")
    assert not UsedKey.objects.exists()
    assert a_player(cast, Once(key), "Anna B.").name == "Anna B."
    other = open_club(user=cast.other_scorer, name="Friday", once=Once(key))
    assert other.name == "Friday"


def test_a_hand_that_was_dealt_with_the_key_is_found_also_when_it_is_sealed(cast: Cast) -> None:
    """A page brought back by the browser an hour later deals no further hand."""
    key = new_key()
    hand = a_hand(cast, Once(key), "")
    Hand.objects.filter(pk=hand.pk).update(state=Hand.State.VOID)
    assert a_hand(cast, Once(key), "").pk == hand.pk
    assert not Hand.objects.filter(state=Hand.State.OPEN).exists()


def test_what_was_erased_is_not_made_again(evening: Cast) -> None:
    key = new_key()
    said = a_comment(evening, Once(key), "Well played")
    remarking.erase_remark(user=evening.scorer, remark=said)
    with pytest.raises(KeyReused):
        a_comment(evening, Once(key), "Well played")
    assert not Remark.objects.exists()


def test_a_key_that_is_not_random_is_refused(cast: Cast) -> None:
    for key in ("short", "0000000000000000", "a key with blanks", "x" * 65):
        with pytest.raises(KeyMalformed):
            a_match(cast, Once(key), "Friday")
    assert not Match.objects.exists()


def test_a_key_for_programs_is_made_once_and_its_text_is_not_kept(cast: Cast) -> None:
    key = new_key()
    made, text = make_token(user=cast.scorer, name="one", scope="read", once=Once(key))
    again, nothing = make_token(user=cast.scorer, name="one", scope="read", once=Once(key))
    assert (again.pk, nothing) == (made.pk, "")
    assert text.startswith("ct_")
    assert tokens_of(cast.scorer).count() == 1
