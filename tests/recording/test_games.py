"""Every game after its recording: page of the hand, match, players, lists, archive, interface."""

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games import book, people
from games.book.records import read_seal
from games.models import Hand, Player
from games.replay import ALL, film
from games.replay.pictures import svg_of
from games.rules import Change, Record, Variant, as_result, format_record, read_record, replay
from tests.cast import Cast
from tests.factories import open_hand, open_match
from tests.games import EVERY_VARIANT, hand_by_chance, record_by_chance

# What no sentence that a reader sees may hold: a template that was not filled in, a missing word.
UNFINISHED = re.compile(r"%\(\w+\)s|\{\w+\}|\bNone \w|&lt;")

LATIN = {"sca-tarok"}  # C2: swords, cups, pentacles, wands


@pytest.fixture
def seats(cast: Cast, variant: Variant) -> list[Player]:
    """As many players as the game has at most."""
    sixth = people.add_player(user=cast.scorer, club=cast.club, name="Farid")
    return [*cast.players, sixth][: max(variant.seats)]


@pytest.fixture
def played(cast: Cast, scorer: Client, variant: Variant, seats: list[Player]) -> Hand:
    """A hand by chance, card by card."""
    return sealed(scorer, cast, variant, seats, hand_by_chance(variant.key, len(seats)))


@pytest.fixture
def stated(cast: Cast, scorer: Client, variant: Variant, seats: list[Player]) -> Hand:
    """The same hand, of which only the result is written down."""
    changes = [{"op": "act", "action": dict(action)} for action in result_of(variant).actions]
    return sealed(scorer, cast, variant, seats, changes)


def result_of(variant: Variant) -> Record:
    record = as_result(replay(record_by_chance(variant, max(variant.seats))))
    assert record is not None
    return record


def sealed(
    scorer: Client, cast: Cast, variant: Variant, seats: list[Player], changes: list[Change]
) -> Hand:
    """The first hand of two of a match, sealed once its score was shown."""
    match = open_match(
        cast.scorer, cast.club, seats, variant=variant.key, first_dealer=0, hands_planned=2
    )
    hand = open_hand(cast.scorer, match, changes)
    screen = scorer.get(reverse("record", args=[cast.club.slug, match.public_id]))
    assert screen.status_code == 200 and "score-screen" in screen.content.decode()
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    return hand


def read(reader: Client, address: str) -> str:
    answer = reader.get(address)
    assert answer.status_code == 200
    page = answer.content.decode()
    said = re.sub(r"<[^>]*>", "", re.sub(r"(?s)<(script|svg).*?</\1>", "", page))
    found = UNFINISHED.search(said)
    assert found is None, said[max(0, found.start() - 60) : found.end() + 60].split()
    return page


def page_of_the_hand(reader: Client, variant: Variant, hand: Hand) -> None:
    """At the deal, in the exchange, in the play, at the end; seen by all, by a player, by none."""
    shown = film(read_seal(hand.revisions.get()), ALL)
    exchange = [at.step for at in shown.course.positions if at.phase == "exchange"]
    place = [hand.club.slug, hand.public_id]
    for step in (0, *exchange, shown.course.start_of(2)):
        read(reader, reverse("hand-step", args=[*place, step]))
    for query in ("?seat=0", "?seat=none", "?tab=auction", "?tab=score"):
        read(reader, reverse("hand-step", args=[*place, shown.last]) + query)
    page = read(reader, reverse("hand", args=place))
    for seat in hand.seats.select_related("player"):
        assert seat.player.name in page
    assert ('data-game-deck="latin"' in page) == (variant.key in LATIN)
    drawn = svg_of(shown, shown.course.start_of(2))
    assert (".french{display:none}" in drawn, ".latin{display:none}" in drawn) == (
        (variant.key in LATIN, variant.key not in LATIN)
    )


def match_player_and_lists(reader: Client, variant: Variant, hand: Hand) -> None:
    club, match = hand.club.slug, hand.match
    own = reverse("hand", args=[club, hand.public_id])
    page = read(reader, reverse("match", args=[club, match.public_id]))
    assert own in page
    assert "after hand 1" in page
    of_each_role = {seat.role: seat for seat in hand.seats.select_related("player")}
    for seat in of_each_role.values():
        page = read(reader, reverse("player", args=[club, seat.player.public_id]))
        assert own in page
        assert str(seat.get_role_display()).capitalize() in page
    other = "french" if variant.key != "french" else "droggn"
    for address in (reverse("hands", args=[club]), reverse("matches", args=[club])):
        assert variant.name in read(reader, f"{address}?variant={variant.key}")
        assert "fits these filters" in read(reader, f"{address}?variant={other}")
    assert own in read(reader, reverse("club", args=[club]))


def answers_of_the_interface(reader: Client, hand: Hand) -> None:
    scores = scores_of(hand)
    record = json.loads(read(reader, reverse("api:record", args=[hand.public_id])))
    assert list(replay(read_record(record)).outcome.scores or ()) == scores
    detail = json.loads(read(reader, reverse("api:hand", args=[hand.public_id])))
    assert [seat["score"] for seat in detail["seats"]] == scores
    assert detail["sheet"]


def scores_of(hand: Hand) -> list[float]:
    return [seat.score_halves / 2 for seat in hand.seats.order_by("seat")]


@EVERY_VARIANT
def test_a_hand_of_each_game_is_read_on_every_page_and_by_programs(
    client: Client, cast: Cast, variant: Variant, played: Hand, stated: Hand
) -> None:
    """And one of which only the result was written down."""
    scores = scores_of(played)
    assert scores_of(stated) == scores
    client.force_login(cast.member)
    match_player_and_lists(client, variant, played)
    for hand in (played, stated):
        page_of_the_hand(client, variant, hand)
        answers_of_the_interface(client, hand)
    record = json.loads(read(client, reverse("api:record", args=[stated.public_id])))
    assert record["format"] == "tarot-hand/2"
    assert record["actions"] == json.loads(format_record(result_of(variant)))["actions"]
    listed = json.loads(read(client, reverse("api:hands") + f"?variant={variant.key}"))
    both = {played.public_id, stated.public_id}
    assert {hand["id"] for hand in listed["results"]} == both
    call_command("rebuild", stdout=StringIO(), stderr=StringIO())
    call_command("verify_archive", stdout=StringIO(), stderr=StringIO())
    assert scores_of(played) == scores_of(stated) == scores
