"""Hands are found by what happened in them, alike on pages and by programs."""

import re
from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.archive import HandSearch
from games.archive.conditions import seats_where
from games.models import Hand, Remark, TallyKind
from games.rules.cards import CODES
from games.statistics.scope import HandScope
from games.statistics.sealed_hands import facts_of_hand
from games.statistics.tallies import details
from tests.cast import Cast, gather
from tests.factories import (
    EASY_DEAL,
    THROWN_IN,
    act,
    calls,
    claimed_by_seat_0,
    plays,
    sealed_hand,
    stated,
)
from tests.games import hand_by_chance
from tests.ground import Ground, laid_once

DEALT: Any = EASY_DEAL["hands"]


@dataclass
class Evening:
    """Anna's garde sans, a slam by her claim; a hand thrown in with a note; five at a table with a
    called king; a game without auction, a year before, in which something irregular stood."""

    cast: Cast
    claim: Hand
    thrown: Hand
    five: Hand
    taros: Hand

    def named(self, ids: list[str]) -> list[str]:
        """The hands of these public ids by their names here."""
        names = {getattr(self, name).public_id: name for name in "claim thrown five taros".split()}
        return [names[key] for key in ids]


evening_once = laid_once(lambda: played(gather()))


@pytest.fixture
def evening(evening_once: Ground[Evening], db: None) -> Evening:
    return evening_once.given()


def played(cast: Cast) -> Evening:
    """The evening, by the people of this club."""
    noted = [*THROWN_IN[:3], act("note", text="Léa hésite, puis passe"), *calls("pass")]
    five = cast.open_match(5, title="All five", first_dealer=4)
    taros = cast.open_match(4, title="Try-out", variant="taros-1659", played_on=date(2025, 11, 1))
    found = Evening(
        cast,
        claim=cast.sealed_hand(claimed_by_seat_0()),
        thrown=cast.sealed_hand(noted),
        five=sealed_hand(cast.scorer, five, hand_by_chance("french", 5, dealer=4)),
        taros=sealed_hand(cast.scorer, taros, hand_by_chance("taros-1659", 4, dealer=3)),
    )
    Hand.objects.filter(pk=found.taros.pk).update(irregular=True)
    Hand.objects.filter(pk=found.thrown.pk).update(amended_at=found.thrown.opened_at)
    return found


def searched(evening: Evening, query: dict[str, Any]) -> list[str]:
    """The names of the hands that the filters let through, which are counted alike."""
    search = HandSearch(query, Hand.objects.sealed())
    assert search.is_valid()
    ids = list(search.qs.order_by("-played_at", "-pk").values_list("public_id", flat=True))
    assert search.hits.count().number == len(ids), query
    return evening.named(ids)


def on_page(evening: Evening, query: dict[str, Any]) -> list[str]:
    """The same as a member finds it on the page of the search, in its order."""
    client = Client()
    client.force_login(evening.cast.member)
    answer = client.get(reverse("search", args=[evening.cast.club.slug]), query)
    assert answer.status_code == 200
    page = answer.content.decode()
    return evening.named(re.findall(r'class="row" href="[^"]*/hands/([a-z2-7]{16})/[^"]*"', page))


def by_program(evening: Evening, query: dict[str, Any]) -> list[str]:
    """The same as a program finds it."""
    client = Client()
    client.force_login(evening.cast.member)
    answer = client.get("/api/v1/hands", query)
    assert answer.status_code == 200, answer.content
    return evening.named([row["id"] for row in answer.json()["results"]])


# What is asked, and which hands are found, the newest first.
CASES: list[tuple[dict[str, str], str]] = [
    ({}, "five thrown claim taros"),
    ({"variant": "french"}, "five thrown claim"),
    ({"contract": "guard-without"}, "claim"),
    ({"called": "hk"}, ""),
    ({"outcome": "made", "contract": "guard-without"}, "claim"),
    ({"outcome": "passed-out"}, "thrown"),
    ({"margin_from": "54"}, "claim"),
    ({"margin_from": "55.5"}, ""),
    ({"margin_to": "55", "contract": "guard-without"}, "claim"),
    ({"margin_to": "54.5", "contract": "guard-without"}, ""),
    ({"honours": "3"}, "claim"),
    ({"slam": "made"}, "claim"),
    ({"slam": "announced"}, ""),
    ({"last_trick": "won"}, ""),
    ({"shown": "8"}, ""),
    ({"irregular": "true"}, "taros"),
    ({"irregular": "false"}, "five thrown claim"),
    ({"amended": "true"}, "thrown"),
    ({"amended": "false"}, "five claim taros"),
    ({"event": "five"}, "five"),
    ({"since": "2026-01-01"}, "five thrown claim"),
    ({"until": "2026-01-01"}, "taros"),
    ({"text": "LEA"}, "thrown"),
    ({"text": "passe lea"}, "thrown"),
    ({"text": "lea gagne"}, ""),
    ({"text": "100%"}, ""),
    ({"role": "alone"}, "taros"),
    ({"role": "taker", "card_held": "SK T21 HK"}, "claim"),
    ({"card_led": "SK", "contract": "guard-without"}, "claim"),
    ({"role": "defender", "card_lost": "T1", "slam": "made"}, "claim"),
    ({"role": "defender", "card_won": "T1", "slam": "made"}, ""),
    ({"role": "taker", "result": "lost", "slam": "made"}, ""),
]


def test_hands_are_found(evening: Evening) -> None:
    evening.five.refresh_from_db()
    assert evening.five.called is not None
    of_five = [{"called": CODES[evening.five.called]}, {"match": evening.five.match.public_id}]
    for query, found in (*CASES, *((query, "five") for query in of_five)):
        assert searched(evening, query) == found.split(), query


def test_what_is_asked_of_a_player_is_asked_of_one_seat(evening: Evening) -> None:
    anna, boris, *_rest, emma = (player.public_id for player in evening.cast.players)
    for query, found in (
        ({"player": anna}, "five thrown claim taros"),
        ({"player": emma}, "five"),
        ({"player": anna, "role": "taker", "slam": "made"}, "claim"),
        ({"player": boris, "role": "taker", "slam": "made"}, ""),
        ({"player": anna, "card_held": "T21", "honours": "3"}, "claim"),
        ({"player": boris, "card_held": "T21", "honours": "3"}, ""),
        ({"player": anna, "until": "2026-01-01", "variant": "taros-1659"}, "taros"),
    ):
        assert searched(evening, query) == found.split(), query


def test_hands_are_found_by_who_was_on_which_side(evening: Evening) -> None:
    """Anna's claim beats Boris, Chloé and Dario."""
    anna, boris, chloe, *_ = (player.public_id for player in evening.cast.players)
    for query, found in (
        ({"player": boris, "partner": chloe}, ["claim"]),
        ({"player": anna, "partner": chloe}, []),
        ({"player": anna, "opponent": chloe}, ["claim"]),
        ({"partner": boris, "opponent": anna}, ["claim"]),
        ({"role": "taker", "opponent": boris}, ["claim"]),
        ({"role": "taker", "opponent": anna}, []),
    ):
        assert searched(evening, {"slam": "made", **query}) == found, query
    thrown = {"player": anna, "opponent": chloe, "outcome": "passed-out"}
    assert searched(evening, thrown) == []


def test_pages_and_programs_find_the_same_in_the_same_order(evening: Evening) -> None:
    anna, boris, chloe, *_ = (player.public_id for player in evening.cast.players)
    for query, found in (
        ({}, "five thrown claim taros"),
        ({"outcome": "passed-out"}, "thrown"),
        ({"margin_to": "54.5", "contract": "guard-without"}, ""),
        ({"irregular": "false"}, "five thrown claim"),
        ({"since": "2026-01-01"}, "five thrown claim"),
        ({"text": "LEA"}, "thrown"),
        ({"role": "defender", "card_lost": "T1", "slam": "made"}, "claim"),
        ({"player": anna}, "five thrown claim taros"),
        ({"player": boris, "partner": chloe, "slam": "made"}, "claim"),
        ({"match": evening.five.match.public_id}, "five"),
        ({"level": "result"}, ""),
    ):
        assert on_page(evening, query) == found.split(), query
        assert by_program(evening, query) == found.split(), query


def test_companions_are_the_same_in_searches_and_statistics(evening: Evening) -> None:
    """Of every two players, also of somebody and himself; in Taros everybody plays alone."""
    hands = [facts_of_hand(hand) for hand in Hand.objects.order_by("pk")]
    players, found = evening.cast.players, 0
    for one, other in product(players, players):
        for name, wanted in (("partner", TallyKind.WITH), ("opponent", TallyKind.AGAINST)):
            expected = [
                facts.hand
                for facts in hands
                for seat, keys in zip(facts.seats, details(facts), strict=True)
                if seat.player == one.pk and (wanted, str(other.pk)) in keys
            ]
            query = {"player": one.public_id, name: other.public_id}
            search = HandSearch(query, Hand.objects.all())
            assert search.is_valid()
            assert sorted(search.hits.rows.values_list("hand", flat=True)) == expected
            mine = HandScope(narrowed=seats_where({name: other.pk})).seats_of(one)
            assert sorted(mine.values_list("hand", flat=True)) == expected
            found += len(expected)
    assert found == 4 * 3 + 5 * 4 + 4 * 3  # all but the hand that was thrown in


def test_a_remark_is_found_as_long_as_it_is_shown(evening: Evening) -> None:
    remark = Remark.objects.create(
        club=evening.cast.club,
        hand=evening.taros,
        place="1.1",
        text="Un beau risque",
        author=evening.cast.member,
    )
    assert searched(evening, {"text": "beau"}) == ["taros"]
    Remark.objects.filter(pk=remark.pk).update(hidden_by=evening.cast.scorer)
    assert searched(evening, {"text": "beau"}) == []


def test_every_card_is_found_where_it_was(evening: Evening) -> None:
    """All 78 bits, through the two columns of a set."""
    hands = Hand.objects.filter(pk=evening.claim.pk)
    taker, *defenders = DEALT
    deal = dict.fromkeys(taker, "taker")
    deal |= {code: "defender" for hand in defenders for code in hand}
    for code in CODES:
        for role in ("taker", "defender"):
            search = HandSearch({"role": role, "card_held": code}, hands)
            assert search.is_valid()
            assert search.hits.count().number == (deal.get(code) == role), (code, role)


# Each level, and what is found of it; what nobody wrote down nobody knows to be regular.
LEVELS = [
    ({"level": "result"}, "result"),
    ({"level": "auction"}, "auction"),
    ({"level": "tricks"}, "tricks"),
    ({"level": "full"}, "full"),
    ({"irregular": "false"}, "full"),
    ({"contract": "guard", "outcome": "made"}, "result auction"),
    ({"card_led": "S1"}, "tricks"),
    ({"honours": "2"}, "result auction tricks"),
]


def test_hands_are_found_by_how_much_was_written_down_and_lists_say_it(
    client: Client, cast: Cast
) -> None:
    led = [*calls("guard-without pass pass pass"), *plays("S1 S2 S3 S4")]
    points = act("result", facts={"points": 45, "bouts": ["T21", "F"]})
    levels = {
        "result": cast.sealed_hand([stated()]),
        "auction": cast.sealed_hand([*calls("pass"), stated(taker=2)]),
        "tricks": cast.sealed_hand([*led, points]),
        "full": cast.sealed_hand(claimed_by_seat_0(dealer=2)),
    }
    for query, expected in LEVELS:
        search = HandSearch(query, Hand.objects.sealed())
        assert search.is_valid()
        assert [name for name, hand in levels.items() if hand in search.qs] == expected.split()
    client.force_login(cast.member)
    club, tags = cast.club.slug, ["tricks up to 1", "auction and exchange", "result only"]
    for place, expected_tags in (
        (reverse("hands", args=[club]), tags),
        (reverse("club", args=[club]), tags),
        (reverse("player", args=[club, cast.players[0].public_id]), tags),
        (reverse("match", args=[club, cast.match.public_id]), tags[::-1]),
    ):
        page = client.get(place).content.decode()
        assert re.findall(r'<span class="tag">([^<]*)</span>', page) == expected_tags, place
    found = client.get(reverse("search", args=[club]), {"level": "tricks"})
    assert "Level some tricks" in found.content.decode()
