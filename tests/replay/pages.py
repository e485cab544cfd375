"""The pages of a hand as a reader sees them: their addresses, sentences and visible words."""

import re
from html.parser import HTMLParser

from django.test import Client
from django.urls import reverse

from games.models import Hand

# Elements that hold nothing and are never closed.
VOID = {"area", "br", "circle", "hr", "img", "input", "line", "link", "meta", "path", "rect", "use"}


def address(hand: Hand, step: int | str | None = None) -> str:
    """The address of a step by its name, as pages link to it, or by its number, as before."""
    where = [hand.club.slug, hand.public_id]
    if step is None:
        return reverse("hand", args=where)
    return reverse("hand-step" if isinstance(step, int) else "hand-place", args=[*where, step])


def shared(hand: Hand, place: str = "", query: str = "", *, suffix: str = "") -> str:
    """The short address of a hand that everybody may read."""
    return f"/hands/{hand.public_id}/{place}{suffix}{query}"


def read(client: Client, hand: Hand, step: int | str | None = None, query: str = "") -> str:
    """The page of a step, for who is signed in."""
    answer = client.get(address(hand, step) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def said(page: str) -> str:
    """The sentence of the step."""
    found = re.search(r"data-said>(.*?)<", page)
    assert found is not None
    return found[1]


def heading(page: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", page)
    assert found is not None
    return found[1]


class Reader(HTMLParser):
    """Collects the words of a page that are not hidden, those of pictures included."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden = 0
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        if self.hidden or tag in ("script", "head") or "hidden" in dict(attrs):
            self.hidden += 1
        else:
            self.words.append(dict(attrs).get("aria-label") or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that is closed at once holds no words."""

    def handle_endtag(self, tag: str) -> None:
        if self.hidden and tag not in VOID:
            self.hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words.append(data)


def visible(page: str) -> str:
    """The words that a page shows."""
    reader = Reader()
    reader.feed(page)
    return " ".join(" ".join(reader.words).split())
