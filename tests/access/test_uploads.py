"""What is larger than its address takes is refused before it is read."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.test import Client
from django.urls import reverse

from games.access.uploads import LARGEST_BODY
from games.transfer.import_job import MEGABYTE
from tests.cast import Cast
from tests.tablet import JSON

MOST_BYTES = settings.IMPORT_MEGABYTES * MEGABYTE
TOO_MUCH = b"x" * (LARGEST_BODY + 1)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were begun to be read."""
    names: list[str] = []
    for handler in FileUploadHandler.__subclasses__():
        original = handler.new_file

        def begin(self: Any, *args: Any, original: Any = original, **kwargs: Any) -> Any:
            names.append(args[1])
            return original(self, *args, **kwargs)

        monkeypatch.setattr(handler, "new_file", begin)
    return names


def file_of(size: int) -> dict[str, Any]:
    return {"file": SimpleUploadedFile("hands.ndjson", b"\n" * size), "do": "check"}


@pytest.mark.django_db
def test_a_visitor_cannot_send_a_file_to_the_sign_in_form(read: list[str]) -> None:
    """The CSRF protection would read all of it to find its token."""
    visitor = Client(enforce_csrf_checks=True)
    visitor.get(reverse("sign-in"))
    answer = visitor.post(reverse("sign-in"), file_of(LARGEST_BODY))
    assert answer.status_code == 413
    assert read == []
    text = answer.content.decode()
    assert "The request is too large" in text
    assert "1,048,576 bytes" in text


@pytest.mark.django_db
def test_a_file_to_take_in_is_for_those_who_are_signed_in_and_has_a_limit(
    cast: Cast, read: list[str]
) -> None:
    """A part of a page says it where messages stand."""
    way = reverse("club-archive", args=[cast.club.slug])
    visitor = Client(enforce_csrf_checks=True)
    assert visitor.post(way, file_of(LARGEST_BODY)).status_code == 302
    assert read == []
    admin = Client()
    admin.force_login(cast.admin)
    assert admin.post(way, file_of(LARGEST_BODY)).status_code == 302
    assert read == ["hands.ndjson"]
    too_much: Any = {"CONTENT_LENGTH": str(MOST_BYTES + LARGEST_BODY + 1)}
    assert admin.post(way, file_of(1), **too_much).status_code == 413
    part = admin.post(way, file_of(1), headers={"hx-request": "true"}, **too_much)
    assert part.status_code == 413
    assert part.headers["HX-Retarget"] == "#messages"
    assert re.match(r'\s*<div id="messages"', part.content.decode())
    assert read == ["hands.ndjson"]


@pytest.mark.django_db
def test_the_recording_screen_and_programs_get_the_error_in_their_own_form(cast: Cast) -> None:
    hand = cast.open_hand()
    browser = Client()
    browser.force_login(cast.scorer)
    way = reverse("entries", args=[cast.club.slug, hand.public_id])
    told = browser.post(way, TOO_MUCH, JSON)
    assert (told.status_code, told.json()["code"]) == (413, "too-large")
    problem = browser.post("/api/v1/players", TOO_MUCH, JSON)
    assert (problem.status_code, problem.json()["code"]) == (413, "too-large")
    assert problem.headers["Content-Type"] == "application/problem+json"


@pytest.mark.django_db
def test_a_body_that_does_not_say_how_long_it_is_is_refused() -> None:
    """A length that is no number is none."""
    for way, form in (
        ("/accounts/sign-in/", "text/html"),
        ("/api/v1/records/verify", "application/problem+json"),
    ):
        answer = Client().post(way, b"", JSON, headers={"transfer-encoding": "chunked"})
        assert answer.status_code == 411
        assert answer.headers["Content-Type"].startswith(form)
    for length in ("", "many", "-1", "1_000", "²"):
        answer = Client().post("/accounts/sign-in/", b"", JSON, CONTENT_LENGTH=length)
        assert (length, answer.status_code) == (length, 200)
