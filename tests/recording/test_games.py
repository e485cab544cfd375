"""Every game after its recording: page of the hand, match, players, lists, archive, interface."""

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games import people
from games.book.records import read_seal
from games.models import Hand
from games.replay import ALL, film
from games.replay.pictures import svg_of
from games.rules import Variant, as_result, read_record, replay
from tests.cast import Cast
from tests.factories import open_match, sealed_hand
from tests.games import EVERY_VARIANT, hand_by_chance, record_by_chance

# What no sentence that a reader sees may hold: a template that was not filled in, a missing word.
UNFINISHED = re.compile(r"%\(\w+\)s|\{\w+\}|\bNone \w|&lt;")

LATIN = {"sca-tarok"}  # C2: swords, cups, pentacles, wands


@pytest.fixture(params=["card by card", "result only"])
def sealed(cast: Cast, variant: Variant, request: pytest.FixtureRequest) -> Hand:
    """A hand by chance with the most players that the game has, or nothing but its result."""
    sixth = people.add_player(user=cast.scorer, club=cast.club, name="Farid")
    seats = (*cast.players, sixth)[: max(variant.seats)]
    match = open_match(
        cast.scorer, cast.club, seats, variant=variant.key, first_dealer=0, hands_planned=2
    )
    changes = hand_by_chance(variant.key, len(seats))
    if request.param == "result only":
        stated = as_result(replay(record_by_chance(variant, len(seats))))
        assert stated is not None
        changes = [{"op": "act", "action": dict(action)} for action in stated.actions]
    return sealed_hand(cast.scorer, match, changes)


def read(client: Client, cast: Cast, address: str) -> str:
    client.force_login(cast.member)
    answer = client.get(address)
    assert answer.status_code == 200
    page = answer.content.decode()
    said = re.sub(r"<[^>]*>", "", re.sub(r"(?s)<(script|svg).*?</\1>", "", page))
    found = UNFINISHED.search(said)
    assert found is None, said[max(0, found.start() - 60) : found.end() + 60].split()
    return page


def page_of_the_hand(client: Client, cast: Cast, variant: Variant, sealed: Hand) -> None:
    """At the deal, in the exchange, in the play, at the end; seen by all, by a player, by none."""
    shown = film(read_seal(sealed.revisions.get()), ALL)
    exchange = [at.step for at in shown.course.positions if at.phase == "exchange"]
    place = [sealed.club.slug, sealed.public_id]
    for step in (0, *exchange, shown.course.start_of(2), shown.last):
        read(client, cast, reverse("hand-step", args=[*place, step]))
    for query in ("?seat=0", "?seat=1", "?seat=none", "?tab=auction", "?tab=score"):
        read(client, cast, reverse("hand-step", args=[*place, shown.last]) + query)
    page = read(client, cast, reverse("hand", args=place))
    for seat in sealed.seats.select_related("player"):
        assert seat.player.name in page
    assert ('data-game-deck="latin"' in page) == (variant.key in LATIN)
    drawn = svg_of(shown, shown.course.start_of(2))
    assert (".french{display:none}" in drawn, ".latin{display:none}" in drawn) == (
        (variant.key in LATIN, variant.key not in LATIN)
    )


def match_player_and_lists(client: Client, cast: Cast, variant: Variant, sealed: Hand) -> None:
    club, match = sealed.club.slug, sealed.match
    own = reverse("hand", args=[club, sealed.public_id])
    page = read(client, cast, reverse("match", args=[club, match.public_id]))
    assert own in page
    assert "after hand 1" in page
    of_each_role = {seat.role: seat for seat in sealed.seats.select_related("player")}
    for seat in of_each_role.values():
        page = read(client, cast, reverse("player", args=[club, seat.player.public_id]))
        assert own in page
        assert str(seat.get_role_display()).capitalize() in page
    for address in (reverse("hands", args=[club]), reverse("matches", args=[club])):
        assert variant.name in read(client, cast, f"{address}?variant={variant.key}")
        assert "fits these filters" in read(
            client, cast, f"{address}?variant={other_than(variant)}"
        )
    assert own in read(client, cast, reverse("club", args=[club]))


def other_than(variant: Variant) -> str:
    """The key of another game."""
    return "french" if variant.key != "french" else "droggn"


def archive_and_interface(client: Client, cast: Cast, variant: Variant, sealed: Hand) -> None:
    scores = [seat.score_halves / 2 for seat in sealed.seats.order_by("seat")]
    record = json.loads(read(client, cast, reverse("api:record", args=[sealed.public_id])))
    assert list(replay(read_record(record)).outcome.scores or ()) == scores
    listed = json.loads(read(client, cast, reverse("api:hands") + f"?variant={variant.key}"))
    assert [hand["id"] for hand in listed["results"]] == [sealed.public_id]
    detail = json.loads(read(client, cast, reverse("api:hand", args=[sealed.public_id])))
    assert [seat["score"] for seat in detail["seats"]] == scores
    assert detail["sheet"]
    call_command("rebuild", stdout=StringIO(), stderr=StringIO())
    call_command("verify_archive", stdout=StringIO(), stderr=StringIO())
    sealed.refresh_from_db()
    assert [seat.score_halves / 2 for seat in sealed.seats.order_by("seat")] == scores


@EVERY_VARIANT
def test_a_hand_of_each_game_is_read_on_every_page_and_by_programs(
    client: Client, cast: Cast, variant: Variant, sealed: Hand
) -> None:
    page_of_the_hand(client, cast, variant, sealed)
    match_player_and_lists(client, cast, variant, sealed)
    archive_and_interface(client, cast, variant, sealed)
