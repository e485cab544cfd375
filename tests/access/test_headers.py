"""Every answer forbids what our pages do not need, and private ones stay out of caches."""

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from clubtarot.middleware import SecurityHeadersMiddleware

EVERYWHERE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


@pytest.mark.django_db
def test_every_answer_carries_the_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also an error of ours."""

    def fail(*args: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("django.contrib.auth.views.LoginView.dispatch", fail)
    client = Client(raise_request_exception=False)
    for address, status in {
        "/accounts/forgotten/": 200,
        "/admin/": 302,
        "/language/": 405,
        "/no/such/page": 404,
        "/accounts/sign-in/": 500,
    }.items():
        response = client.get(address)
        assert (address, response.status_code) == (address, status)
        assert {name: response.headers.get(name) for name in EVERYWHERE} == EVERYWHERE
        assert response.headers["Content-Security-Policy"].startswith("default-src 'none'; ")
        assert "unsafe" not in response.headers["Content-Security-Policy"]
        assert response.headers["Permissions-Policy"]


def answer_to(request: HttpRequest, **headers: str) -> HttpResponse:
    """What the middleware makes of a plain answer with `headers`."""
    return SecurityHeadersMiddleware(lambda _: HttpResponse("card", headers=headers))(request)


def test_what_a_person_or_program_is_shown_is_not_stored_unless_the_file_may_be_kept() -> None:
    person = RequestFactory().get("/")
    person.COOKIES[settings.SESSION_COOKIE_NAME] = "x"
    program = RequestFactory().get("/", headers={"Authorization": "Bearer ct_x"})
    assert answer_to(person)["Cache-Control"] == "no-store"
    assert answer_to(program)["Cache-Control"] == "no-store"
    kept = answer_to(person, **{"Cache-Control": "max-age=60, public"})
    assert kept["Cache-Control"] == "max-age=60, public"
    assert "Vary" not in kept


def test_caches_tell_a_page_and_its_fragment_apart() -> None:
    """Also a page with a lifetime of its own."""
    response = answer_to(RequestFactory().get("/"))
    assert {part.strip() for part in response["Vary"].split(",")} >= {"HX-Request", "Cookie"}
    assert "Cache-Control" not in response
    response = answer_to(RequestFactory().get("/"), **{"Cache-Control": "no-cache, private"})
    assert response["Cache-Control"] == "no-cache, private"
    assert "HX-Request" in response["Vary"]
