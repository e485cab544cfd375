"""A form that arrives twice (a double tap, bad Wi-Fi, a page loaded again) makes one."""

import re
from datetime import timedelta
from typing import Any

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


def test_a_form_of_a_new_match_keeps_its_key_and_opens_one_match(
    scorer: Client, cast: Cast
) -> None:
    """The browser's button brings back the page, with the key that has opened a match: sent again
    with other content it says so, and can be sent once more."""
    address = reverse("match-new", args=[cast.club.slug])
    key = key_in(scorer.get(address))
    for sent in ({"title": ""}, {"do": "preset:fft"}, {"do": "add-player", "new-name": "Felix"}):
        page = scorer.post(address, filled_in(cast, key=key, **sent))
        assert key_in(page) == key
    first, again = (scorer.post(address, filled_in(cast, key=key)) for _time in range(2))
    assert first.status_code == 302
    assert first.headers["Location"] == again.headers["Location"]
    assert Match.objects.count() == 1
    page = scorer.post(address, filled_in(cast, key=key, title="Saturday"))
    assert page.status_code == 422
    assert "This form has been sent before with different content." in page.content.decode()
    assert key_in(page) != key
    other = filled_in(cast, key=key_in(page), title="Saturday", do="open-all-the-same")
    assert scorer.post(address, other).status_code == 302
    assert Match.objects.count() == 2


def test_a_player_added_next_to_the_table_is_added_once_and_sits_down(
    scorer: Client, cast: Cast
) -> None:
    address = reverse("match-new", args=[cast.club.slug])
    key = key_in(scorer.get(address), "new-key")
    seats = filled_in(cast, 0, 1, 2, places="4", do="add-player")
    sent = seats | {"new-name": "Felix", "new-key": key}
    first, again = (scorer.post(address, sent) for _time in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    felix = Player.objects.get(club=cast.club, name="Felix")
    for page in (first, again):
        assert f'value="{felix.public_id}" selected' in page.content.decode()
        assert key_in(page, "new-key") != key


def test_what_a_form_makes_is_made_once_however_often_it_arrives(
    scorer: Client, cast: Cast
) -> None:
    """A page that is sent again deals no further hand either, where the first has ended."""
    slug, hand = cast.club.slug, cast.sealed_hand().public_id
    match = [slug, cast.match.public_id]
    forms: list[tuple[Any, str, str, dict[str, str]]] = [
        (Player, reverse("player-add", args=[slug]), "", {"name": "Felix"}),
        (Club, reverse("clubs"), reverse("club-open"), {"name": "Ours"}),
        (Hand, reverse("record", args=match), reverse("hand-open", args=match), {}),
        (
            Remark,
            reverse("hand", args=[slug, hand]),
            reverse("remark-add", args=[slug, hand]),
            {"place": "score", "text": "Well played"},
        ),
    ]
    for model, page, address, sent in forms:
        before = model.objects.count()
        sent["key"] = key_in(scorer.get(page))
        first = scorer.post(address or page, sent)
        if model is Hand:
            Hand.objects.filter(state=Hand.State.OPEN).update(state=Hand.State.VOID)
        again = scorer.post(address or page, sent)
        assert first.status_code == 302
        assert again.headers["Location"] == first.headers["Location"]
        assert model.objects.count() == before + 1, model


def test_a_key_for_programs_is_made_once_and_the_second_answer_says_what_to_do(
    scorer: Client, cast: Cast
) -> None:
    address = reverse("keys")
    sent = {"name": "statistics", "scope": "read", "days": "30", "key": key_in(scorer.get(address))}
    first, again = (scorer.post(address, sent) for _time in range(2))
    assert "ct_" in first.content.decode()
    assert "made only one key" in again.content.decode()
    assert ApiToken.objects.filter(user=cast.scorer).count() == 1


def test_a_form_without_a_key_of_ours_loses_nothing(scorer: Client, cast: Cast) -> None:
    """And the same name with another key is refused for the name."""
    address = reverse("player-add", args=[cast.club.slug])
    page = scorer.post(address, {"name": "Felix", "key": "short"})
    assert page.status_code == 422
    assert scorer.post(address, {"name": "Felix", "key": key_in(page)}).status_code == 302
    assert scorer.post(address, {"name": "Gustav", "key": ""}).status_code == 302
    other = scorer.post(address, {"name": "Felix", "key": key_in(scorer.get(address))})
    assert "There is already a player called Felix" in other.content.decode()


def test_keys_of_long_ago_go_at_the_next_sign_in(scorer: Client, cast: Cast) -> None:
    for name, days in (("Felix", KEYS_KEPT.days + 1), ("Gustav", 1)):
        people.add_player(user=cast.scorer, club=cast.club, name=name, once=Once(new_key()))
        at = timezone.now() - timedelta(days=days)
        UsedKey.objects.filter(at__gt=timezone.now() - timedelta(hours=1)).update(at=at)
    sent = {"username": "scorer", "password": PASSWORD}
    Client().post(reverse("sign-in"), sent)
    assert UsedKey.objects.count() == 1
