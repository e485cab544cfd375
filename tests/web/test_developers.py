"""The pages for those who write programs: there for everybody, with links that lead somewhere."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.developers import PAGES, page

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


@pytest.mark.parametrize("name", PAGES)
def test_links_between_the_pages_lead_there(name: str) -> None:
    html = str(page(name).html)
    for href in re.findall(r'href="([^"#][^"]*)"', html):
        assert not href.endswith(".md"), href
        if href.startswith("/"):
            assert Client().get(href).status_code == 200, href
    anchors = set(re.findall(r'id="([^"]+)"', html))
    assert {href[1:] for href in re.findall(r'href="(#[^"]+)"', html)} <= anchors


def test_code_on_a_page_is_shown_and_not_run() -> None:
    assert "<script" not in str(page("tour").html)
