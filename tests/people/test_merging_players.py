"""The pages on which two entries of one person are merged, and parted again for a day."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import people
from games.models import HandSeat, Merge, Player
from tests.cast import Cast
from tests.factories import claimed_by_seat_0, open_match, sealed_hand

pytestmark = pytest.mark.both_databases

ANNA, BORIS = 0, 1


@pytest.fixture
def twice(cast: Cast) -> Player:
    """Anna, added a second time, with one hand; she has one herself."""
    other = people.add_player(user=cast.scorer, club=cast.club, name="Anna B.")
    cast.sealed_hand(claimed_by_seat_0())
    match = open_match(cast.scorer, cast.club, [other, *cast.players[1:4]], title="Saturday")
    sealed_hand(cast.scorer, match, claimed_by_seat_0())
    return other


def page(cast: Cast, *args: str, name: str = "player-merge", player: int = ANNA) -> str:
    return reverse(name, args=[cast.club.slug, cast.players[player].public_id, *args])


def read(client: Client, place: str) -> str:
    answer = client.get(place)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def merge(client: Client, cast: Cast, gone: Player) -> Any:
    client.force_login(cast.admin)
    plan = client.get(page(cast) + f"?other={gone.public_id}").context["plan"]
    return client.post(page(cast), {"other": gone.public_id, "seen": plan.seen}, follow=True)


def test_the_preview_says_what_follows(client: Client, cast: Cast, twice: Player) -> None:
    client.force_login(cast.admin)
    shown = read(client, page(cast) + f"?other={twice.public_id}")
    assert "One sealed hand of Anna B. becomes one of Anna. They sit at one match." in shown
    assert shown.count("1 hand, +") == 2
    assert "2 hands, +" in shown
    assert not Merge.objects.exists()


def test_where_both_sat_the_preview_names_the_hand(client: Client, cast: Cast) -> None:
    cast.sealed_hand()
    client.force_login(cast.admin)
    shown = read(client, page(cast) + f"?other={cast.players[BORIS].public_id}")
    assert "Both sit at hand 1 of “Friday”, 20 November 2026." in shown
    assert 'name="seen"' not in shown


def test_merged_and_undone(client: Client, cast: Cast, twice: Player) -> None:
    answer = merge(client, cast, twice)
    assert "Anna B. is merged into Anna." in answer.content.decode()
    assert HandSeat.objects.filter(player=cast.players[ANNA]).count() == 2
    made = Merge.objects.get()
    undo = page(cast, made.public_id, name="merge-undo")
    assert undo in answer.content.decode()
    answer = client.post(undo, follow=True)
    assert "Anna B. is a player again." in answer.content.decode()
    assert undo not in answer.content.decode()
    assert HandSeat.objects.filter(player=twice).count() == 1


def test_an_undo_that_cannot_be_says_why(client: Client, cast: Cast, twice: Player) -> None:
    merge(client, cast, twice)
    people.add_player(user=cast.scorer, club=cast.club, name="Anna B.")
    undo = page(cast, Merge.objects.get().public_id, name="merge-undo")
    answer = client.post(undo, follow=True)
    assert "There is already a player called Anna B." in answer.content.decode()


def test_the_page_of_who_is_gone_leads_to_who_was_kept(
    client: Client, cast: Cast, twice: Player
) -> None:
    merge(client, cast, twice)
    answer = client.get(reverse("player", args=[cast.club.slug, twice.public_id]))
    assert answer.url == page(cast, name="player")  # type: ignore[attr-defined]


def test_programs_find_only_who_was_kept(client: Client, cast: Cast, twice: Player) -> None:
    merge(client, cast, twice)
    names = [one["name"] for one in client.get("/api/v1/players").json()["results"]]
    assert names == ["Anna", "Boris", "Chloé", "Dario", "Emma"]
    gone = client.get(f"/api/v1/players/{twice.public_id}")
    assert gone.status_code == 307
    assert gone["Location"].endswith(f"/api/v1/players/{cast.players[ANNA].public_id}")


def test_a_tablet_that_knows_only_who_is_gone_still_speaks_for_them(
    client: Client, cast: Cast, twice: Player
) -> None:
    hand = HandSeat.objects.get(player=twice).hand
    merge(client, cast, twice)
    client.force_login(cast.scorer)
    body = {"player": twice.public_id, "because": "It was 52."}
    answer = client.post(f"/api/v1/hands/{hand.public_id}/disputes", body, "application/json")
    assert answer.status_code == 201
    assert answer.json()["player"] == cast.players[ANNA].public_id
    form = {"player": twice.public_id, "because": "It was 53."}
    place = reverse("hand-dispute", args=[cast.club.slug, hand.public_id])
    assert client.post(place, form).status_code == 302


@pytest.mark.parametrize("other", ["", "self", "stranger", "aaaaaaaaaaaaaaaa"])
def test_nobody_else_can_be_chosen(client: Client, cast: Cast, other: str) -> None:
    known = {"self": cast.players[ANNA], "stranger": cast.other_players[ANNA]}
    key = known[other].public_id if other in known else other
    client.force_login(cast.admin)
    answer = client.post(page(cast), {"other": key})
    assert answer.status_code == 422
    assert "other" in answer.context["form"].errors


def test_only_administrators_see_the_way_there(client: Client, cast: Cast) -> None:
    for user, seen in ((cast.admin, True), (cast.scorer, False), (cast.member, False)):
        client.force_login(user)
        assert (page(cast) in read(client, page(cast, name="player"))) is seen
