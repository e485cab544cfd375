"""What the sign-in page shows of the site to somebody who is not signed in."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Club, SeenOutside
from games.replay.remarking import publish, withdraw
from games.rules import VARIANTS
from tests.cast import Cast


@pytest.mark.django_db
def test_strangers_find_the_games_and_only_what_clubs_show_to_everybody(
    client: Client, cast: Cast
) -> None:
    hand = cast.sealed_hand()

    def welcome() -> str:
        answer = client.get(reverse("sign-in"))
        assert "frame-src 'self'" in answer.headers["Content-Security-Policy"]
        return answer.content.decode()

    film = f"/hands/{hand.public_id}/?embed=1&amp;plays=1"
    publish(user=cast.scorer, hand=hand, names=False)
    closed = welcome()
    assert all(game.about in closed for game in VARIANTS)
    assert cast.club.name not in closed, "its hands are for those with their address"
    assert hand.public_id not in closed

    Club.objects.filter(pk=cast.club.pk).update(public_sees=SeenOutside.RESULTS)
    opened = welcome()
    assert reverse("club", args=[cast.club.slug]) in opened
    assert cast.other_club.name not in opened
    assert film in opened
    answer = client.get(film.replace("&amp;", "&"))
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]

    admin = Client()
    admin.force_login(cast.admin)
    page = admin.get(reverse("club-settings", args=[cast.club.slug])).content.decode()
    assert "The sign-in page names the clubs" in page, "those who choose that know it"

    withdraw(user=cast.scorer, hand=hand)
    assert film not in welcome()
