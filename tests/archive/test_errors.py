"""A filter that cannot be used is refused by its name, with what it takes."""

import re

from django.test import Client
from django.urls import reverse

from tests.cast import Cast

WRONG = [
    ("called", "HK SK", "This is one card, not several."),
    ("card_held", "T22", "“T22” is not a card."),
    ("card_led", "K♠", "“K♠” is not a card."),
    ("margin_from", "7.25", "Points are whole or end in a half: 7 or 7.5."),
    ("margin_to", "many", "Enter a number."),
    ("honours", "4", "Allowed values: 0, 1, 2, 3."),
    ("shown", "0", "Ensure this value is greater than or equal to 1."),
    ("outcome", "drawn", "Allowed values: made, lost, passed-out, annulled."),
    ("slam", "yes", "Allowed values: made, announced, missed."),
    ("since", "20.11.2026", "Write a day as YYYY-MM-DD."),
    ("text", "x" * 201, "Ensure this value has at most 200 characters"),
]


def test_a_filter_that_cannot_be_used_is_refused_by_its_name(client: Client, cast: Cast) -> None:
    """On the page of the search, by programs and where a file is asked for."""
    client.force_login(cast.member)
    place = reverse("search", args=[cast.club.slug])
    for name, value, told in WRONG:
        page = client.get(place, {name: value}).content.decode()
        assert told in page
        (wrong,) = re.findall(r'<[^>]*aria-invalid="true"[^>]*>', page)
        assert f'name="{name}"' in wrong
        answer = client.get("/api/v1/hands", {name: value})
        assert answer.status_code == 400
        (fault,) = answer.json()["errors"]
        assert fault["pointer"] == f"/{name}"
        assert told in fault["detail"]
    for kind in ("csv", "ndjson", "records"):
        place = reverse("hands-file", args=[cast.club.slug, kind])
        answer = client.get(place, {"card_held": "T22"})
        assert answer.status_code == 400
        assert answer.content.decode().startswith("Held: “T22” is not a card.")


def test_a_stretch_ends_after_it_begins(client: Client, cast: Cast) -> None:
    client.force_login(cast.member)
    place = reverse("search", args=[cast.club.slug])
    page = client.get(place, {"margin_from": "5", "margin_to": "4.5"}).content.decode()
    assert "This is less than the first number." in page
