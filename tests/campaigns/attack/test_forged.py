"""What other sites send in somebody's name, or make the site say: forms, links, hosts."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.models import User
from tests.campaigns.attack.test_crossed import rows
from tests.cast import Cast, gather
from tests.factories import PASSWORD
from tests.rows import ROWS
from tests.site import Site, furnish

FORGERIES: dict[str, dict[str, Any]] = {
    "nothing": {},
    "only the cookie": {"cookie": True},
    "a wrong token": {"cookie": True, "token": "x" * 64},
    "from another site": {"cookie": True, "token": "right", "HTTP_ORIGIN": "https://evil.example"},
    "from nowhere": {"cookie": True, "token": "right", "HTTP_ORIGIN": "null"},
}
ELSEWHERE = (
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "\\\\evil.example/",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://testserver@evil.example/",
    "https:///evil.example/",
    "/%09/evil.example/",
    "\thttps://evil.example/",
)


@pytest.fixture
def site(db: None) -> Site:
    """The site of the matrix."""
    return furnish(gather())


def forged(user: User, kind: dict[str, Any]) -> tuple[Client, dict[str, Any]]:
    """A browser that is signed in, and what another site makes it send."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(user)
    headers: dict[str, Any] = {
        name: str(value) for name, value in kind.items() if name.startswith("HTTP_")
    }
    if "cookie" in kind:
        browser.get(reverse("account"))
        cookie = browser.cookies[settings.CSRF_COOKIE_NAME].value
        token = cookie if kind.get("token") == "right" else kind.get("token")
        headers |= {"HTTP_X_CSRFTOKEN": str(token)} if token else {}
    return browser, headers


@pytest.mark.parametrize("how", FORGERIES)
def test_no_form_is_taken_that_another_site_has_sent(how: str, site: Site) -> None:
    """To every address that takes a POST, as somebody who would be let in."""
    taken, before = [], rows()
    browser, headers = forged(site.users["admin"], FORGERIES[how])
    for name, row in ROWS.items():
        if "POST" not in row.methods.split():
            continue
        address, body = site.address(name), site.sent(name)
        form = "application/json" if "/api/" in address else "application/x-www-form-urlencoded"
        answer = browser.generic("POST", address, body, form, headers=None, **headers)
        if answer.status_code not in (403, 404):
            taken.append(f"{name}: {answer.status_code}")
    assert taken == []
    assert rows() == before
    assert browser.get(reverse("home")).status_code == 302, "still signed in, in the one club"


@pytest.mark.parametrize("where", ELSEWHERE)
def test_no_link_leads_through_the_site_to_another(where: str, site: Site) -> None:
    """Wherever an address is given to go on to."""
    User.objects.filter(username="scorer").update(password=site.users["scorer"].password)
    browser = Client()
    sent = {"username": "scorer", "password": PASSWORD, "next": where}
    answers = [
        browser.post(reverse("sign-in", query={"next": where}), sent),
        browser.get(reverse("sign-in", query={"next": where})),  # who is signed in is sent on
        browser.get(reverse("second-step", query={"next": where})),
        browser.post(reverse("choose-language"), {"language": "fr", "next": where}),
        browser.post(reverse("choose-language"), {"language": "fr"}, headers={"referer": where}),
        Client().post(reverse("passkey-sign-in", query={"next": where}), {"next": where}),
        Client().get(reverse("admin:login", query={"next": where})),
        browser.post(reverse("sign-out"), {"next": where}),
    ]
    for answer in answers:
        assert answer.status_code == 302
        location = urlsplit(answer.headers["Location"])
        assert location.netloc in ("", "testserver"), answer.headers["Location"]
        assert not answer.headers["Location"].startswith(("//", "/\\", "\\"))


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver:80@evil"])
@pytest.mark.parametrize("path", ["/", "/accounts/forgotten/", "/api/v1/", "/developers/"])
@pytest.mark.django_db
def test_the_site_answers_under_its_own_name_alone(host: str, path: str) -> None:
    assert Client().get(path, headers={"host": host}).status_code == 400


@pytest.mark.django_db
def test_what_a_visitor_says_of_the_host_is_nowhere_in_a_link(cast: Cast) -> None:
    headers = {"x-forwarded-host": "evil.example", "forwarded": "host=evil.example"}
    for path in ("/accounts/sign-in/", "/developers/", "/api/v1/", "/api/v1/schema/"):
        answer = Client(headers=headers).get(path)
        assert "evil.example" not in answer.content.decode()
        assert "evil.example" not in str(answer.headers)
