"""The pages on which two entries of one person are merged, and parted again for a day."""

import pytest
from django.test import Client
from django.urls import reverse

from games import people
from games.models import HandSeat, Merge, Player
from tests.cast import Cast
from tests.factories import claimed_by_seat_0, open_match, sealed_hand
from tests.ground import undone

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


def test_a_merge_is_looked_at_made_and_undone_by_an_administrator(
    client: Client, cast: Cast, twice: Player
) -> None:
    for user, is_shown in ((cast.scorer, False), (cast.member, False), (cast.admin, True)):
        client.force_login(user)
        assert (page(cast) in read(client, page(cast, name="player"))) is is_shown
    met = read(client, page(cast) + f"?other={cast.players[BORIS].public_id}")
    assert "Both sit at hand 1 of “Friday”, 20 November 2026." in met
    assert 'name="seen"' not in met
    answer = client.get(page(cast) + f"?other={twice.public_id}")
    shown = " ".join(answer.content.decode().split())
    assert "One sealed hand of Anna B. becomes one of Anna. They sit at one match." in shown
    assert shown.count("1 hand, +") == 2
    assert "2 hands, +" in shown
    assert not Merge.objects.exists()
    sent = {"other": twice.public_id, "seen": answer.context["plan"].seen}
    done = client.post(page(cast), sent, follow=True).content.decode()
    assert "Anna B. is merged into Anna." in done
    assert HandSeat.objects.filter(player=cast.players[ANNA]).count() == 2
    undo = page(cast, Merge.objects.get().public_id, name="merge-undo")
    assert undo in done
    with undone(client):
        people.add_player(user=cast.scorer, club=cast.club, name="Anna B.")
        refused = client.post(undo, follow=True).content.decode()
        assert "There is already a player called Anna B." in refused
    answer = client.post(undo, follow=True)
    assert "Anna B. is a player again." in answer.content.decode()
    assert undo not in answer.content.decode()
    assert HandSeat.objects.filter(player=twice).count() == 1


def test_a_player_who_was_merged_is_still_understood(
    client: Client, cast: Cast, twice: Player
) -> None:
    """By their own page, by programs, and from a tablet that knows only them."""
    anna, hand = cast.players[ANNA], HandSeat.objects.get(player=twice).hand
    people.merge_players(user=cast.admin, kept=anna, gone=twice)
    client.force_login(cast.scorer)
    answer = client.get(reverse("player", args=[cast.club.slug, twice.public_id]))
    assert answer.headers["Location"] == page(cast, name="player")
    names = [one["name"] for one in client.get("/api/v1/players").json()["results"]]
    assert names == ["Anna", "Boris", "Chloé", "Dario", "Emma"]
    body = {"player": twice.public_id, "because": "It was 52."}
    made = client.post(f"/api/v1/hands/{hand.public_id}/disputes", body, "application/json")
    assert (made.status_code, made.json()["player"]) == (201, anna.public_id)
    form = {"player": twice.public_id, "because": "It was 53."}
    place = reverse("hand-dispute", args=[cast.club.slug, hand.public_id])
    assert client.post(place, form).status_code == 302


def test_only_another_player_of_the_club_can_be_chosen(admin: Client, cast: Cast) -> None:
    itself, stranger = cast.players[ANNA].public_id, cast.other_players[ANNA].public_id
    for other in ("", itself, stranger, "aaaaaaaaaaaaaaaa"):
        answer = admin.post(page(cast), {"other": other})
        assert answer.status_code == 422, other
        assert "other" in answer.context["form"].errors, other
