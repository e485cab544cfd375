"""What the recording screen sends for the scorer, and where."""

import json
from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import Entry, Hand
from tests.factories import new_key

JSON = "application/json"


def address(name: str, where: str, hand: Hand, club: str = "") -> str:
    things = {"match": hand.match.public_id, "hand": hand.public_id}
    return reverse(name, args=[club or hand.club.slug, *(things.get(w, w) for w in where.split())])


def send(client: Client, hand: Hand, change: Any, **facts: Any) -> Any:
    """One entry as the tablet sends it."""
    body = {"version": hand.version, "key": new_key(), "change": change} | facts
    return client.post(address("entries", "hand", hand), json.dumps(body), JSON)


def number_of_entries(hand: Hand) -> int:
    return Entry.objects.filter(hand=hand).count()
