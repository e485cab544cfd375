"""The pages for those who write programs: there for everybody, with links that lead somewhere."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.api.guide import PAGES, page
from games.display.rulesheets import RuleSheet
from games.management.catalogues import languages

pytestmark = pytest.mark.django_db


def test_the_pages_are_there_without_signing_in_and_link_to_each_other() -> None:
    visitor = Client()
    for name in PAGES:
        response = visitor.get(reverse("developers", args=[name]))
        assert response.status_code == 200
        text = response.content.decode()
        assert page(name).title in text
        assert [other for other in PAGES if reverse("developers", args=[other]) not in text] == []
    assert "In five minutes" in visitor.get(reverse("developers")).content.decode()
    assert visitor.get(reverse("developers", args=["nothing"])).status_code == 404


def test_links_on_the_pages_lead_somewhere() -> None:
    leading: set[str] = set()
    for name in PAGES:
        for language in ("en", *languages()):
            html = str(page(name, language).html)
            leading |= set(re.findall(r'href="([^"#][^"]*)"', html))
            anchors = set(re.findall(r'id="([^"]+)"', html))
            assert {href[1:] for href in re.findall(r'href="(#[^"]+)"', html)} <= anchors
    assert [href for href in leading if href.endswith(".md")] == []
    own = sorted(href for href in leading if href.startswith("/"))
    assert [href for href in own if Client().get(href).status_code != 200] == []


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


def test_only_the_notation_which_players_write_is_translated_and_says_the_same() -> None:
    for language in languages():
        for name in PAGES:
            expected = language if name == "notation" else "en"
            assert page(name, language).language == expected
        assert backbone(page("notation", language)) == backbone(page("notation"))
    french = Client(headers={"accept-language": "fr"})
    notation = french.get(reverse("developers", args=["notation"])).content.decode()
    assert '<h1 lang="fr">' in notation
    tour = french.get(reverse("developers", args=["tour"])).content.decode()
    assert '<h1 lang="en">ClubTarot in five minutes' in tour


def test_code_on_a_page_is_shown_and_not_run() -> None:
    assert "<script" not in str(page("tour").html)
