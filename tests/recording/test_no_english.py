"""No page leaves an English sentence standing where somebody reads in another language.

Each address of the role matrix is read in English and in the other language: where both say the
same three words in a row, nobody has marked them for translation, or they were put together in
English. What people wrote themselves, names above all, is the same in every language.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from games.management.catalogues import languages
from games.recording.requests import PANELS
from tests.cast import NAMES
from tests.rows import READ, ROWS
from tests.site import Site

SENTENCE = re.compile(r"[A-Za-z]{2,}(?:,? [A-Za-z]+){2,}")
READ_ALOUD = {"alt", "aria-label", "aria-roledescription", "content", "placeholder", "title"}
NOT_READ = {"code", "pre", "style", "textarea"}
EMPTY = {"br", "hr", "img", "input", "link", "meta", "source", "use", "wbr"}
# What the tests' club wrote, and what has one name everywhere.
WRITTEN = re.compile(
    "|".join(
        (
            *NAMES,
            "Friday",
            "Nobody said so",
            "Conceded at once",
            "Le Jeu de Taros",
            "TAROT mag",
            "XLSX, ODS, CSV",
        )
    )
)


class Reader(HTMLParser):
    """Gathers what a page says to somebody who reads it or has it read: texts, labels, data for
    scripts; nothing that says itself that it is in another language than the page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: set[str] = set()
        self.within: list[tuple[str, bool]] = []
        self.language = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.language = self.language or given.get("lang") or ""
        foreign = (given.get("lang") or self.language) != self.language
        silent = foreign or tag in NOT_READ or (bool(self.within) and self.within[-1][1])
        if not silent:
            spoken = (value for name, value in attrs if name in READ_ALOUD or "data-" in name)
            self.said |= {value for value in spoken if value}
        if tag not in EMPTY:
            self.within.append((tag, silent))

    def handle_endtag(self, tag: str) -> None:
        while self.within and self.within.pop()[0] != tag:
            pass

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        if self.within and not self.within[-1][1]:
            self.said.add(data)


def sentences(page: str) -> set[str]:
    """Each three English-looking words or more in a row, wherever a page says them."""
    texts = (WRITTEN.sub("…", text) for text in Reader(page).said)
    return {words for text in texts for words in SENTENCE.findall(text)}


def addresses(site: Site) -> Iterator[tuple[str, str]]:
    """Who reads, and where: every page of the matrix, every panel, and where there is none."""
    for name, row in ROWS.items():
        if READ in row.methods.split() and not name.startswith("api:"):
            yield ("visitor" if name == "sign-in" else "admin"), site.address(name)
    club = site.facts["slug"]
    for panel in set(PANELS) - {"bought"}:
        yield "scorer", reverse("panel", args=[club, site.hands["open"], panel])
    yield "scorer", f"/c/{club}/nowhere/"


def read(client: Client, address: str, language: str) -> set[str]:
    """The sentences of a page in a language; none where something else than a page is there."""
    answer = client.get(address, headers={"accept-language": language}, follow=True)
    assert answer.status_code < 500, address
    if not answer.headers.get("Content-Type", "").startswith("text/html"):
        return set()
    assert answer.headers["Content-Language"] == language, address
    return sentences(answer.content.decode())


@pytest.mark.thorough
def test_no_page_leaves_an_english_sentence(site: Site) -> None:
    left: dict[str, set[str]] = defaultdict(set)
    for role, address in addresses(site):
        if address.startswith("/developers/"):  # for programmers, in English alone
            continue
        english = read(site.clients[role], address, "en")
        for language in languages() if english else []:
            for same in english & read(site.clients[role], address, language):
                left[same].add(f"{language} {address}")
    assert dict(left) == {}


def test_a_sentence_is_found_wherever_it_stands() -> None:
    page = (
        '<html lang="de"><p title="Lead a card now">Wer spielt aus? <b>Follow the suit.</b></p>'
        '<p lang="en">Not for you to judge</p><code>not for you either</code>'
        '<script type="application/json">{"said": "Taken by the taker"}</script></html>'
    )
    found = {"Lead a card now", "Wer spielt aus", "Follow the suit", "Taken by the taker"}
    assert sentences(page) == found
