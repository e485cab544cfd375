"""The pages for those who write programs: there for everybody, with links that lead somewhere."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.api.guide import PAGES, page
from games.display.rulesheets import RuleSheet
from games.management.catalogues import languages

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_there_without_signing_in(name: str) -> None:
    response = Client().get(reverse("developers", args=[name]))
    assert response.status_code == 200
    text = response.content.decode()
    assert page(name).title in text
    for other in PAGES:
        assert reverse("developers", args=[other]) in text


def test_the_first_page_is_the_tour() -> None:
    assert "In five minutes" in Client().get(reverse("developers")).content.decode()
    assert Client().get(reverse("developers", args=["nothing"])).status_code == 404


@pytest.mark.parametrize("language", ["en", *languages()])
@pytest.mark.parametrize("name", PAGES)
def test_links_between_the_pages_lead_there(name: str, language: str) -> None:
    html = str(page(name, language).html)
    for href in re.findall(r'href="([^"#][^"]*)"', html):
        assert not href.endswith(".md"), href
        if href.startswith("/"):
            assert Client().get(href).status_code == 200, href
    anchors = set(re.findall(r'id="([^"]+)"', html))
    assert {href[1:] for href in re.findall(r'href="(#[^"]+)"', html)} <= anchors


def backbone(sheet: RuleSheet) -> list[list[str]]:
    """What every language has alike: examples, headings, rows and items, links, what stands in
    code within a table (its order is a sentence's own elsewhere)."""
    html = str(sheet.html)
    cells = re.findall(r"<td>(.*?)</td>", html)
    return [
        re.findall(r"<pre>.*?</pre>", html, re.DOTALL),
        re.findall(r"<(h[23]|tr|td|th|li|p)\b", html),
        re.findall(r'href="([^#"][^"]*)"', html),
        [code for cell in cells for code in sorted(re.findall(r"<code>.*?</code>", cell))],
    ]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", PAGES)
def test_only_the_notation_which_players_write_is_translated(name: str, language: str) -> None:
    assert page(name, language).language == (language if name == "notation" else "en")


@pytest.mark.parametrize("language", languages())
def test_a_translated_page_has_the_same_examples_tables_and_links(language: str) -> None:
    pages = page("notation", language), page("notation")
    for theirs, ours in zip(*map(backbone, pages), strict=True):
        assert theirs == ours


def test_a_page_names_the_language_it_is_written_in() -> None:
    accepted = {"accept-language": "fr"}
    notation = Client().get(reverse("developers", args=["notation"]), headers=accepted)
    assert '<h1 lang="fr">' in notation.content.decode()
    tour = Client().get(reverse("developers", args=["tour"]), headers=accepted)
    assert '<h1 lang="en">ClubTarot in five minutes' in tour.content.decode()


def test_code_on_a_page_is_shown_and_not_run() -> None:
    assert "<script" not in str(page("tour").html)
