"""The form of an amendment without a script: its fields as they are, and one button."""

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import Hand, Match, Player
from tests import hands
from tests.cast import Cast
from tests.factories import act, open_match, sealed_hand

WHY = "Wanda has found her notes."
# The published petite: Samir is nine points short.
FACTS: dict[str, Any] = {"taker": hands.SAMIR, "contract": "small", "points": 42, "bouts": ["T21"]}


def sealed_result(cast: Cast, **facts: Any) -> Hand:
    """Seal the result of the petite, with other facts perhaps; its people have sat down before."""
    return sealed_hand(cast.scorer, table(cast), [act("result", facts=FACTS | facts)])


def table(cast: Cast) -> Match:
    """Open another match of the people of the petite."""
    people = [Player.objects.get(club=cast.club, name=name) for name in hands.PEOPLE]
    facts = {"options": hands.FEDERATION, "first_dealer": hands.DEALER}
    return open_match(cast.scorer, cast.club, people, **facts)


@dataclass
class _Button:
    field: tuple[str, str]
    words: str
    labelled: bool


class AmendPage(HTMLParser):
    """A page of an amendment: its text, the fields of its form, its buttons by their words."""

    def __init__(self, client: Client, hand: Hand, query: str = "") -> None:
        super().__init__()
        self.client = client
        self.address = reverse("hand-amend", args=[hand.club.slug, hand.public_id])
        self.read(client.get(self.address + query).content.decode())

    def read(self, page: str) -> None:
        """Take another page in the place of this one."""
        self.fields: list[tuple[str, str]] = []
        self.buttons: dict[str, tuple[str, str]] = {}
        self.area: tuple[str, dict[str, str | None]] | None = None
        self.button: _Button | None = None
        self.spoken: list[str] = []
        self.in_form = False
        self.html = page
        self.reset()
        self.feed(page)
        self.text = re.sub(r"\s+", " ", " ".join(self.spoken))

    def handle_starttag(self, tag, attrs) -> None:
        facts = dict(attrs)
        name, value = facts.get("name") or "", facts.get("value") or ""
        if tag == "form":
            self.in_form = facts.get("id") == "amend"
        if not self.in_form:
            return
        if tag == "textarea":
            self.area = (name, facts)
            self.spoken.append("")
        if tag == "button":
            label = facts.get("aria-label") or ""
            self.button = _Button((name, value), label, labelled=bool(label))
        if tag == "input" and name:
            chosen = facts.get("type") not in ("radio", "checkbox") or "checked" in facts
            if chosen:
                self.fields.append((name, value))

    def handle_endtag(self, tag) -> None:
        if tag == "textarea":
            self.area = None
        if tag == "button" and self.button:
            self.buttons[re.sub(r"\s+", " ", self.button.words).strip()] = self.button.field
            self.button = None
        if tag == "form":
            self.in_form = False

    def handle_data(self, data) -> None:
        if self.area:
            name, facts = self.area
            self.fields.append((name, data.removeprefix("\n")))
            if "hidden" not in facts:
                self.spoken.append(data)
            self.area = (name, facts)
            return
        if self.button and not self.button.labelled:
            self.button.words += data
        self.spoken.append(data)

    def field(self, name: str) -> str:
        """The value of a field."""
        return dict(self.fields)[name]

    def tap(self, words: str, **changed: str | list[str]) -> "AmendPage":
        """Send the form by the button whose words begin so, with some fields changed."""
        button = next(
            (value for name, value in self.buttons.items() if name.startswith(words)), None
        )
        assert button, f"{words}: {list(self.buttons)}"
        fields: dict[str, list[str]] = {}
        for name, value in self.fields:
            fields.setdefault(name, []).append(value)
        for name, sent in changed.items():
            fields[name] = sent if isinstance(sent, list) else [sent]
        answer = self.client.post(self.address, {**fields, button[0]: [button[1]]}, follow=True)
        assert answer.status_code in (200, 409, 422), answer.status_code  # with the reason
        self.read(answer.content.decode())
        return self
