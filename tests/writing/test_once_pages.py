"""A form that arrives twice (a double tap, bad Wi-Fi, a page loaded again) makes one."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import people
from games.access.signed_in import KEYS_KEPT
from games.models import ApiToken, Club, Hand, Match, Player, Remark, UsedKey
from games.writing.once import Once
from tests.cast import Cast
from tests.factories import PASSWORD, new_key
from tests.matches.test_opening import filled_in


def key_in(page: Any, name: str = "key") -> str:
    """The hidden key that a page gives its form."""
    (key,) = re.findall(
        rf'<input type="hidden" name="{name}" value="([^"]+)"', page.content.decode()
    )
    return str(key)


def twice(client: Client, address: str, sent: dict[str, str]) -> tuple[Any, Any]:
    return client.post(address, sent), client.post(address, sent)


def test_a_new_match_is_opened_once(scorer: Client, cast: Cast) -> None:
    address = reverse("match-new", args=[cast.club.slug])
    key = key_in(scorer.get(address))
    first, again = twice(scorer, address, filled_in(cast, key=key))
    assert first.status_code == 302
    assert first.headers["Location"] == again.headers["Location"]
    assert Match.objects.count() == 1


def test_the_key_of_a_new_match_stays_while_its_form_is_filled_in(
    scorer: Client, cast: Cast
) -> None:
    address = reverse("match-new", args=[cast.club.slug])
    key = key_in(scorer.get(address))
    for sent in ({"title": ""}, {"do": "preset:fft"}, {"do": "add-player", "new-name": "Felix"}):
        page = scorer.post(address, filled_in(cast, key=key, **sent))
        assert key_in(page) == key


def test_a_form_that_comes_back_and_says_something_else_can_be_sent_again(
    scorer: Client, cast: Cast
) -> None:
    """The browser's button brings back the page, with the key that has opened a match."""
    address = reverse("match-new", args=[cast.club.slug])
    key = key_in(scorer.get(address))
    scorer.post(address, filled_in(cast, key=key))
    page = scorer.post(address, filled_in(cast, key=key, title="Saturday"))
    assert page.status_code == 422
    assert "This form has been sent before with different content." in page.content.decode()
    assert key_in(page) != key
    sent = filled_in(cast, key=key_in(page), title="Saturday", do="open-all-the-same")
    assert scorer.post(address, sent).status_code == 302
    assert Match.objects.count() == 2


def test_a_player_added_next_to_the_table_is_added_once_and_sits_down(
    scorer: Client, cast: Cast
) -> None:
    address = reverse("match-new", args=[cast.club.slug])
    key = key_in(scorer.get(address), "new-key")
    sent = filled_in(cast, 0, 1, 2, places="4", do="add-player") | {
        "new-name": "Felix",
        "new-key": key,
    }
    first, again = twice(scorer, address, sent)
    assert (first.status_code, again.status_code) == (200, 200)
    felix = Player.objects.get(club=cast.club, name="Felix")
    for page in (first, again):
        assert f'value="{felix.public_id}" selected' in page.content.decode()
        assert key_in(page, "new-key") != key


def test_a_player_is_added_once(scorer: Client, cast: Cast) -> None:
    address = reverse("player-add", args=[cast.club.slug])
    key = key_in(scorer.get(address))
    first, again = twice(scorer, address, {"name": "Felix", "key": key})
    assert (first.status_code, again.status_code) == (302, 302)
    assert Player.objects.filter(club=cast.club, name="Felix").count() == 1
    other = scorer.post(address, {"name": "Felix", "key": key_in(scorer.get(address))})
    assert "There is already a player called Felix" in other.content.decode()


def test_a_club_is_founded_once(scorer: Client, cast: Cast) -> None:
    key = key_in(scorer.get(reverse("clubs")))
    first, again = twice(scorer, reverse("club-open"), {"name": "Ours", "key": key})
    assert first.headers["Location"] == again.headers["Location"]
    assert Club.objects.filter(name="Ours").count() == 1


def test_a_page_that_is_sent_again_deals_no_further_hand(scorer: Client, cast: Cast) -> None:
    places = [cast.club.slug, cast.match.public_id]
    key = key_in(scorer.get(reverse("record", args=places)))
    deal = {"key": key}
    scorer.post(reverse("hand-open", args=places), deal)
    Hand.objects.update(state=Hand.State.VOID)
    scorer.post(reverse("hand-open", args=places), deal)
    assert Hand.objects.count() == 1


def test_a_comment_is_added_once(scorer: Client, cast: Cast) -> None:
    places = [cast.club.slug, cast.sealed_hand().public_id]
    key = key_in(scorer.get(reverse("hand", args=places)))
    comment = {"place": "score", "text": "Well played", "key": key}
    first, again = twice(scorer, reverse("remark-add", args=places), comment)
    assert (first.status_code, again.status_code) == (302, 302)
    assert Remark.objects.count() == 1


def test_a_key_for_programs_is_made_once_and_the_second_answer_says_what_to_do(
    scorer: Client, cast: Cast
) -> None:
    address = reverse("keys")
    sent = {"name": "statistics", "scope": "read", "days": "30", "key": key_in(scorer.get(address))}
    first, again = twice(scorer, address, sent)
    assert "ct_" in first.content.decode()
    assert "made only one key" in again.content.decode()
    assert ApiToken.objects.filter(user=cast.scorer).count() == 1


@pytest.mark.parametrize("key", ["", "short"])
def test_a_form_without_a_key_of_ours_loses_nothing(key: str, scorer: Client, cast: Cast) -> None:
    address = reverse("player-add", args=[cast.club.slug])
    page = scorer.post(address, {"name": "Felix", "key": key})
    if key:
        assert page.status_code == 422
        page = scorer.post(address, {"name": "Felix", "key": key_in(page)})
    assert page.status_code == 302


def test_keys_of_long_ago_go_at_the_next_sign_in(scorer: Client, cast: Cast) -> None:
    for name, days in (("Felix", KEYS_KEPT.days + 1), ("Gustav", 1)):
        people.add_player(user=cast.scorer, club=cast.club, name=name, once=Once(new_key()))
        at = timezone.now() - timedelta(days=days)
        UsedKey.objects.filter(at__gt=timezone.now() - timedelta(hours=1)).update(at=at)
    sent = {"username": "scorer", "password": PASSWORD}
    Client().post(reverse("sign-in"), sent)
    assert UsedKey.objects.count() == 1
