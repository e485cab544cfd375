"""Help for those who use the site: a page a task, in each language, in the words of the screens."""

import re

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.club.help_pages import FOLDER, TASKS, text_of
from games.management.catalogues import languages
from tests.cast import Cast

TEMPLATES = settings.BASE_DIR / "templates"
LABEL = re.compile(r"<strong>(.+?)</strong>")
LINK = re.compile(r'href="([^"]+)"')


def words_of(language: str) -> dict[str, set[str]]:
    """Return each sentence of the screens with what it may be in `language`, both in lower case."""
    catalogue = settings.BASE_DIR / "games" / "locale" / language / "LC_MESSAGES" / "django.po"
    words: dict[str, set[str]] = {}
    with catalogue.open("rb") as file:
        for message in read_po(file):
            if isinstance(message.id, str) and isinstance(message.string, str):
                words.setdefault(bare(message.id), set()).add(bare(message.string))
    return words


def bare(label: str) -> str:
    """Return a label as a text may quote it: without its colon, whatever its first letter."""
    return label.rstrip(" \u202f\N{NO-BREAK SPACE}:").lower().replace("\u202f", " ")


def labels_of(task: str, language: str) -> list[str]:
    """Return the labels that a page quotes, in order."""
    return [bare(label) for label in LABEL.findall(str(text_of(task, language).html))]


def parts_of(task: str, language: str) -> list[str]:
    """Return the headings, paragraphs and lists of a page, and where its links lead."""
    html = str(text_of(task, language).html)
    return [*re.findall(r"<(h2|p|li|ol|ul)\b", html), *LINK.findall(html)]


def test_every_file_of_the_folder_is_a_page_in_every_language() -> None:
    wanted = {f"{task}{end}.md" for task in TASKS for end in ("", *map(".{}".format, languages()))}
    assert {path.name for path in FOLDER.iterdir()} == wanted


@pytest.mark.parametrize("language", languages())
def test_help_names_buttons_as_the_screens_do(language: str) -> None:
    words = words_of(language)
    for task in TASKS:
        english, translated = labels_of(task, "en"), labels_of(task, language)
        assert english, task
        assert [label for label in english if label not in words] == [], task
        assert len(translated) == len(english), task
        pairs = zip(english, translated, strict=True)
        assert [pair for pair in pairs if pair[1] not in words[pair[0]]] == [], task


@pytest.mark.parametrize("language", languages())
def test_help_has_the_same_parts_and_links_in_every_language(language: str) -> None:
    for task in TASKS:
        assert text_of(task, language).language == language
        assert parts_of(task, language) == parts_of(task, "en"), task


@pytest.mark.django_db
def test_help_needs_no_account_and_each_page_leads_to_all_others() -> None:
    for task in TASKS:
        answer = Client().get(reverse("help", args=[task]))
        assert answer.status_code == 200
        page = answer.content.decode()
        assert text_of(task, "en").title in page
        linked = LINK.findall(page)
        assert {reverse("help", args=[other]) for other in TASKS} <= set(linked)
        for link in LINK.findall(str(text_of(task, "en").html)):
            assert Client().get(link).status_code == 200, link


@pytest.mark.django_db
def test_help_speaks_the_language_of_its_reader() -> None:
    french = Client().get(reverse("help"), headers={"accept-language": "fr"}).content.decode()
    assert '<h1 lang="fr">Ouvrir une partie' in french
    assert Client().get(reverse("help", args=["nothing"])).status_code == 404


def test_every_task_is_reached_from_a_screen_that_it_is_about() -> None:
    pages = "".join(path.read_text() for path in TEMPLATES.rglob("*.html"))
    linked = re.findall(r'"_help.html" with about="([\w-]+)"', pages)
    linked += re.findall(r"url .help. .([\w-]+). as", pages)
    assert set(linked) == set(TASKS)


def test_the_menu_leads_to_help_and_while_recording_to_how_to_record(cast: Cast) -> None:
    scorer = Client()
    scorer.force_login(cast.scorer)
    match = cast.match
    cast.open_hand([])
    club = scorer.get(reverse("club", args=[cast.club.slug])).content.decode()
    assert f'<a class="menu-item" href="{reverse("help")}"' in club
    screen = scorer.get(reverse("record", args=[cast.club.slug, match.public_id]), follow=True)
    recording = reverse("help", args=["recording"])
    assert f'<a class="menu-item" href="{recording}"' in screen.content.decode()
