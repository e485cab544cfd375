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


@pytest.mark.parametrize(
    ("address", "status"),
    [("/accounts/forgotten/", 200), ("/admin/", 302), ("/language/", 405), ("/no/such/page", 404)],
)
@pytest.mark.django_db
def test_every_answer_carries_the_headers(address: str, status: int) -> None:
    response = Client().get(address)
    assert response.status_code == status
    assert {name: response.headers.get(name) for name in EVERYWHERE} == EVERYWHERE
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    assert "unsafe" not in response.headers["Content-Security-Policy"]
    assert response.headers["Permissions-Policy"]


@pytest.mark.django_db
def test_an_error_of_ours_carries_the_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("django.contrib.auth.views.LoginView.dispatch", fail)
    response = Client(raise_request_exception=False).get("/accounts/sign-in/")
    assert response.status_code == 500
    assert "Content-Security-Policy" in response.headers


def answer_to(request: HttpRequest, **headers: str) -> HttpResponse:
    """What the middleware makes of a plain answer with `headers`."""
    return SecurityHeadersMiddleware(lambda _: HttpResponse("card", headers=headers))(request)


@pytest.mark.parametrize("named_by", ["cookie", "token"])
def test_what_a_person_or_program_is_shown_is_not_stored(named_by: str) -> None:
    request = RequestFactory().get("/")
    if named_by == "cookie":
        request.COOKIES[settings.SESSION_COOKIE_NAME] = "x"
    else:
        request = RequestFactory().get("/", headers={"Authorization": "Bearer ct_x"})
    assert answer_to(request)["Cache-Control"] == "no-store"


def test_caches_tell_a_page_and_its_fragment_apart() -> None:
    response = answer_to(RequestFactory().get("/"))
    assert {part.strip() for part in response["Vary"].split(",")} >= {"HX-Request", "Cookie"}
    assert "Cache-Control" not in response


def test_caches_also_tell_pages_with_their_own_lifetime_apart() -> None:
    response = answer_to(RequestFactory().get("/"), **{"Cache-Control": "no-cache, private"})
    assert response["Cache-Control"] == "no-cache, private"
    assert "HX-Request" in response["Vary"]


def test_a_file_that_may_be_kept_is_left_alone() -> None:
    request = RequestFactory().get("/static/x.css")
    request.COOKIES[settings.SESSION_COOKIE_NAME] = "x"
    response = answer_to(request, **{"Cache-Control": "max-age=60, public"})
    assert response["Cache-Control"] == "max-age=60, public"
    assert "Vary" not in response
