"""A lost password: a link by e-mail where the site sends any."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.access import forgotten_pages, tokens
from games.models import ApiToken, User
from tests.access.safer import HERE
from tests.cast import Cast
from tests.factories import PASSWORD

NEXT = "six-knights-and-a-dog"
SENT = {"new_password1": NEXT, "new_password2": NEXT}
ADDRESS = "scorer@club.example"
NOON = 1_800_000_000


@pytest.fixture
def with_mail(settings: Any, cast: Cast) -> None:
    """A site that sends e-mail, and a scorer who has an address."""
    settings.SENDS_EMAIL = True
    User.objects.filter(username="scorer").update(email=ADDRESS)


def asked(client: Client, address: str = ADDRESS) -> list[str]:
    """The links that are sent where somebody asks for one."""
    client.post(reverse("forgotten"), {"email": address}, REMOTE_ADDR=HERE)
    return [re.findall(r"http://testserver(\S+)", str(one.body))[0] for one in mail.outbox]


@pytest.mark.usefixtures("with_mail")
def test_the_link_leads_to_a_new_password_which_ends_sessions_and_keys(
    client: Client, cast: Cast
) -> None:
    """Once, and by the rules for passwords."""
    tablet = Client()
    tablet.force_login(cast.scorer)
    tokens.make_token(user=cast.scorer, name="x", scope="read")
    (link,) = asked(client)
    where = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(where, {"new_password1": "short", "new_password2": "short"})
    assert User.objects.get(username="scorer").check_password(PASSWORD)
    assert client.post(where, SENT).headers["Location"] == reverse("sign-in")
    assert User.objects.get(username="scorer").check_password(NEXT)
    assert tablet.get(reverse("clubs")).status_code == 302
    assert not ApiToken.objects.exists()
    assert "no longer valid" in Client().get(link, follow=True).content.decode()


@pytest.mark.usefixtures("with_mail")
def test_nobody_learns_whether_an_account_has_an_address(client: Client, cast: Cast) -> None:
    pages = []
    for address in (ADDRESS, "nobody@club.example"):
        answer = Client().post(reverse("forgotten"), {"email": address}, follow=True)
        pages.append(re.sub(r'csrfmiddlewaretoken" value="\w+"', "", answer.content.decode()))
    assert pages[0] == pages[1]
    assert len(mail.outbox) == 1


@pytest.mark.usefixtures("with_mail")
def test_links_are_not_sent_without_end_to_one_visitor_or_to_one_mailbox(
    client: Client, cast: Cast
) -> None:
    """Who asks from many addresses gets the same answer."""
    other = "member@club.example"
    User.objects.filter(username="member").update(email=other)
    with time_machine.travel(NOON, tick=False) as clock:
        for _number in range(4):
            asked(client)
            asked(client, other)
        assert len(mail.outbox) == 5
        clock.shift(timedelta(hours=2))
        sent = {"email": ADDRESS.title()}
        for number in range(8):
            answer = client.post(reverse("forgotten"), sent, REMOTE_ADDR=f"198.51.100.{number}")
            assert answer.status_code == 302
    assert len(mail.outbox) == 10


def test_without_e_mail_the_page_leads_to_a_code_on_paper(client: Client, cast: Cast) -> None:
    text = client.get(reverse("forgotten")).content.decode()
    assert reverse("code") in text
    assert "Send the link" not in text
    assert asked(client) == []


@pytest.mark.usefixtures("with_mail")
def test_the_answer_waits_for_no_mail_server(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the time of the answer says who has an account."""
    settings.LETTERS_BESIDE = True
    begun: list[str] = []

    class Recorded:
        def __init__(self, target: object, name: str) -> None:
            self.name = name

        def start(self) -> None:
            begun.append(self.name)

    monkeypatch.setattr(forgotten_pages, "Thread", Recorded)
    for address in (ADDRESS, "nobody@club.example"):
        client.post(reverse("forgotten"), {"email": address}, REMOTE_ADDR=HERE)
    assert (begun, mail.outbox) == (["letter", "letter"], [])


@pytest.mark.usefixtures("with_mail")
def test_a_letter_leads_to_no_port_that_is_not_the_site_s(settings: Any) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["http://testserver:8443"]
    for host in ("testserver:9999", "testserver:8443", "testserver:80"):
        Client().post(reverse("forgotten"), {"email": ADDRESS}, HTTP_HOST=host, REMOTE_ADDR=HERE)
    hosts = [re.findall(r"http://(.*?)/accounts/", str(one.body)) for one in mail.outbox]
    assert hosts == [["testserver"], ["testserver:8443"], ["testserver:80"]]
