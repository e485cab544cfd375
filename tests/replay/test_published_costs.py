"""What the pages and pictures of a published hand cost, however many follow its address."""

import re
from collections import OrderedDict

import pytest
import time_machine
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.access import usual_looks
from games.access.quota import Quota
from games.models import Hand
from games.replay import drawn_pages, published, remarking
from games.templatetags.frame import LOOKS
from tests.cast import Cast
from tests.replay.pages import shared


@pytest.fixture(autouse=True)
def published_petite(cast: Cast, petite: Hand) -> None:
    remarking.publish(user=cast.scorer, hand=petite, names=True)


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The places that are really drawn."""
    drawn: list[str] = []
    draw = published.public_context
    monkeypatch.setattr(drawn_pages, "_pages", OrderedDict())

    def counted(request, publication, place):
        drawn.append(place)
        return draw(request, publication, place)

    monkeypatch.setattr(published, "public_context", counted)
    return drawn


def test_a_page_takes_few_statements_and_sets_no_session(
    client: Client, petite: Hand, django_assert_max_num_queries
) -> None:
    for query in ("", "?embed=1"):
        with django_assert_max_num_queries(5):
            client.get(shared(petite, "7.3", query))
    assert settings.SESSION_COOKIE_NAME not in client.cookies


def test_a_page_that_many_follow_is_drawn_once_and_gives_each_a_token_of_their_own(
    petite: Hand, drawings: list[str]
) -> None:
    pages = [Client().get(shared(petite, "3.2")).content for _visitor in range(3)]
    frames = [Client().get(shared(petite, "3.2", "?embed=1")) for _visitor in range(3)]
    assert drawings == ["3.2"] * 2
    plain = {re.sub(rb'csrfmiddlewaretoken" value="\w+"', b"", page) for page in pages}
    assert len(plain) == 1 and len(set(pages)) in (1, 3)
    assert not any(frame.cookies for frame in frames)
    assert all("frame-ancestors *" in frame["Content-Security-Policy"] for frame in frames)

    visitor = Client(enforce_csrf_checks=True)
    page = visitor.get(shared(petite, "3.2")).content.decode()
    assert len(drawings) == 2
    (token, *_more) = re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page)
    sent = {"language": "fr", "csrfmiddlewaretoken": token}
    assert visitor.post(reverse("choose-language"), sent).status_code in (204, 302)


def test_what_has_changed_is_drawn_again_and_each_look_has_a_page_of_its_own(
    cast: Cast, petite: Hand, drawings: list[str]
) -> None:
    assert "Boris" in Client().get(shared(petite)).content.decode()
    remarking.withdraw(user=cast.scorer, hand=petite)
    assert Client().get(shared(petite)).status_code == 302
    remarking.publish(user=cast.scorer, hand=petite, names=False)
    assert "Boris" not in Client().get(shared(petite)).content.decode()
    for looks in ({"theme": "dark"}, {settings.LANGUAGE_COOKIE_NAME: "fr"}):
        visitor = Client()
        visitor.cookies.load(looks)
        visitor.get(shared(petite))
    assert len(drawings) == 4
    Hand.objects.filter(pk=petite.pk).update(changed_at=timezone.now())
    Client().get(shared(petite))
    assert len(drawings) == 5
    assert {*LOOKS, usual_looks.COOKIE} == set(drawn_pages.COOKIES)


def test_one_visitor_lets_no_more_pages_be_drawn_than_a_tenth_of_a_processor_can(
    petite: Hand, drawings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(published, "public_context", lambda *_facts: {})
    monkeypatch.setattr(published, "page_of", lambda *_facts: HttpResponse("A page"))
    visitor = Client(REMOTE_ADDR="192.0.2.7")
    with time_machine.travel(1_800_000_000, tick=False):
        found = [visitor.get(shared(petite, query=f"?x={n}")).status_code for n in range(31)]
    assert found == [200] * 30 + [429]
    assert visitor.get(shared(petite, query="?x=0")).status_code == 200
    assert Client(REMOTE_ADDR="192.0.2.8").get(shared(petite, "3.2")).status_code == 200


def test_pictures_are_not_drawn_without_end_for_one_visitor(
    petite: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a visitor says of proxies makes nobody else of them; another visitor is not kept."""
    monkeypatch.setattr(published.picture, "quota", (Quota("heavy", 1, 60), ()))
    picture = shared(petite, "1.1", suffix=".png")
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        answers = []
        for number in range(2):
            headers = {"X-Forwarded-For": f"198.51.100.{number}"}
            answers.append(Client(headers=headers).get(picture, REMOTE_ADDR="192.0.2.7"))
        assert [answer.status_code for answer in answers] == [200, 429]
        assert Client().get(picture, REMOTE_ADDR="192.0.2.8").status_code == 200
        clock.shift(int(answers[1].headers["Retry-After"]))
        assert Client().get(picture, headers=headers, REMOTE_ADDR="192.0.2.7").status_code == 200
