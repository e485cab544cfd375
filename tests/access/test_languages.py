"""The language of a page: the browser's, until somebody chooses; then his, wherever he signs in."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.club import rules
from games.display.rulesheets import rule_sheet
from tests.cast import Cast
from tests.factories import PASSWORD

SIGN_IN = "/accounts/sign-in/"


@pytest.fixture(autouse=True)
def three_languages(settings: Any) -> None:
    """Whichever catalogues there are: what is tested here is the choice."""
    settings.LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]


def choose(client: Client, language: str, then: str = SIGN_IN) -> None:
    answer = client.post(reverse("choose-language"), {"language": language, "next": then})
    assert answer.headers["Location"] == then


def spoken(client: Client, where: str = SIGN_IN, **headers: str) -> str:
    """The language of a page, which its headers and its first tag must say alike."""
    page = client.get(where, headers=headers, follow=True)
    language = page.headers["Content-Language"]
    assert f'<html lang="{language}" dir="ltr"' in page.content.decode()
    return language


@pytest.mark.django_db
def test_a_guest_is_spoken_to_as_they_choose_or_as_their_browser_asks_or_else_in_english(
    client: Client,
) -> None:
    """Caches keep languages apart."""
    assert spoken(client) == "en"
    assert spoken(client, accept_language="fr-CA,en;q=0.5") == "fr"
    assert spoken(client, accept_language="sl,hu") == "en"
    for language in ("fr", "en"):
        choose(client, language)
        assert spoken(client, accept_language="de") == language
    cookie = client.cookies["django_language"]
    assert (cookie["samesite"], cookie["httponly"], cookie["max-age"]) == ("Lax", True, 31536000)
    vary = {word.strip() for word in client.get(SIGN_IN).headers["Vary"].split(",")}
    assert vary >= {"Accept-Language", "Cookie"}


def test_an_account_remembers_its_language_on_every_device(client: Client, cast: Cast) -> None:
    """Which changes by no link, and to no language that nobody offers."""
    client.force_login(cast.member)
    for language in ("xx", "", "../fr", "fr" * 4000):
        choose(client, language)
    client.get(reverse("choose-language"), {"language": "fr"})
    cast.member.refresh_from_db()
    assert cast.member.language == ""
    assert spoken(client, where="/") == "en"
    choose(client, "de", then="/")
    assert spoken(client, where="/") == "de"
    elsewhere = Client()
    assert spoken(elsewhere) == "en"
    elsewhere.post(SIGN_IN, {"username": cast.member.username, "password": PASSWORD})
    assert spoken(elsewhere, where="/") == "de"


def test_who_never_chose_keeps_the_language_of_the_tablet(client: Client, cast: Cast) -> None:
    """Every page offers each language by its own name."""
    choose(client, "fr")
    client.post(SIGN_IN, {"username": cast.member.username, "password": PASSWORD})
    assert spoken(client, where="/") == "fr"
    page = " ".join(client.get("/", follow=True).content.decode().split())
    assert 'value="en" lang="en" aria-pressed="false"> English </button>' in page
    assert 'value="fr" lang="fr" aria-pressed="true"> Français </button>' in page
    assert 'value="de" lang="de" aria-pressed="false"> Deutsch </button>' in page


def test_a_rule_sheet_in_english_says_so_on_a_french_page(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as nobody has translated it."""
    monkeypatch.setattr(rules, "rule_sheet", lambda key, language: rule_sheet(key, "en"))
    client.force_login(cast.member)
    choose(client, "fr", then="/")
    page = client.get(reverse("rule-sheet", args=[cast.club.slug, "droggn"])).content.decode()
    assert '<h1 class="name" lang="en">' in page
    assert '<div lang="en">' in page
