"""What tests of the site in other languages share: an entry, and the answer in the language."""

from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import Hand
from tests.factories import new_key


def entered(
    scorer: Client, hand: Hand, change: dict[str, Any], language: dict[str, str]
) -> dict[str, Any]:
    """What an entry is answered with; `language` is the header that asks for it."""
    body = {"version": hand.version, "key": new_key(), "change": change}
    address = reverse("entries", args=[hand.club.slug, hand.public_id])
    answer = scorer.post(address, body, content_type="application/json", headers=language)
    said: dict[str, Any] = answer.json()
    return said
