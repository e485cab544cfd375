"""What was drawn of a sealed hand is kept, and never outlives what the hand says."""

from collections import OrderedDict

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from games import book, people
from games.book.records import latest_seal, read_seal
from games.matches.match_changes import close_match
from games.models import Hand
from games.replay import ALL, NONE, Film, film, kept_films
from games.replay.kept_films import kept_film
from tests.cast import Cast
from tests.replay.pages import read


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Film]:
    """The films that were made and not kept; none is when the test begins."""
    films: list[Film] = []

    def noted(*facts: object) -> Film:
        films.append(film(*facts))  # type: ignore[arg-type]
        return films[-1]

    monkeypatch.setattr(kept_films, "film", noted)
    monkeypatch.setattr(kept_films, "_films", OrderedDict())
    cache.clear()
    return films


def drawn(page: str) -> str:
    """The table and the trick list of a page."""
    return page.partition('id="_table"')[2].partition('id="_auction"')[0]


def test_a_page_seen_before_is_not_drawn_again_until_somebody_in_it_is_erased(
    member: Client, cast: Cast, petite: Hand, made: list[Film]
) -> None:
    who = cast.players[0]
    first = drawn(read(member, petite))
    assert who.name in first
    assert drawn(read(member, petite, "7.3")) != first
    assert drawn(read(member, petite)) == first
    assert len(made) == 1
    close_match(user=cast.admin, match=cast.match)
    plan = people.plan_erasure(user=cast.admin, person=people.person_of(who))
    people.erase_person(user=cast.admin, person=people.person_of(who), seen=plan)
    assert who.name not in drawn(read(member, petite))


def test_each_view_and_each_language_has_a_film_of_its_own(petite: Hand, made: list[Film]) -> None:
    record = read_seal(latest_seal(petite))
    english = kept_film(record, ALL)
    with translation.override("de"):
        german = kept_film(record, ALL)
    assert len({english.key, german.key, kept_film(record, NONE).key}) == 3
    assert english.film.steps[-1].words != german.film.steps[-1].words
    assert kept_film(record, ALL) == english and len(made) == 3


def test_a_hand_that_goes_on_is_drawn_each_time(
    client: Client, cast: Cast, made: list[Film]
) -> None:
    hand = book.open_hand(user=cast.scorer, match=cast.match)
    client.force_login(cast.scorer)
    address = f"/c/{cast.club.slug}/hands/{hand.public_id}/"
    assert [client.get(address).status_code for _ in range(2)] == [200, 200]
    assert made == []
