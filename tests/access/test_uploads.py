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
def test_a_file_to_take_in_is_for_those_who_are_signed_in(cast: Cast, read: list[str]) -> None:
    way = reverse("club-archive", args=[cast.club.slug])
    visitor = Client(enforce_csrf_checks=True)
    assert visitor.post(way, file_of(LARGEST_BODY)).status_code == 302
    assert read == []
    admin = Client()
    admin.force_login(cast.admin)
    assert admin.post(way, file_of(LARGEST_BODY)).status_code == 302
    assert read == ["hands.ndjson"]
    too_much = str(MOST_BYTES + LARGEST_BODY + 1)
    answer = admin.post(way, file_of(1), CONTENT_LENGTH=too_much)
    assert answer.status_code == 413
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


@pytest.mark.parametrize(
    ("way", "form"),
    [("/accounts/sign-in/", "text/html"), ("/api/v1/records/verify", "application/problem+json")],
)
@pytest.mark.django_db
def test_a_body_that_does_not_say_how_long_it_is_is_refused(way: str, form: str) -> None:
    answer = Client().post(way, b"", JSON, headers={"transfer-encoding": "chunked"})
    assert answer.status_code == 411
    assert answer.headers["Content-Type"].startswith(form)


@pytest.mark.parametrize("length", ["", "many", "-1", "1_000", "²"])
@pytest.mark.django_db
def test_a_length_that_is_no_number_is_none(length: str) -> None:
    answer = Client().post("/accounts/sign-in/", b"", JSON, CONTENT_LENGTH=length)
    assert answer.status_code == 200


@pytest.mark.django_db
def test_a_part_of_a_page_says_it_where_messages_stand(cast: Cast) -> None:
    admin = Client(headers={"hx-request": "true"})
    admin.force_login(cast.admin)
    way = reverse("club-archive", args=[cast.club.slug])
    answer = admin.post(way, file_of(MOST_BYTES + LARGEST_BODY))
    assert answer.status_code == 413
    assert answer.headers["HX-Retarget"] == "#messages"
    assert re.match(r'\s*<div id="messages"', answer.content.decode())
