"""The files of `make serve`: every one that a template names is there, under a lasting name."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import storages
from django.core.management import call_command
from django.test import override_settings

ROOT = Path(__file__).parent.parent
WIDTHS = (380, 700, 900, 1100, 1400)
NAMED = re.compile(r"{%\s*static\s+[\"']([^\"']+)[\"']")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The storage of production after `collectstatic`, in a folder of its own."""
    folder = tmp_path_factory.mktemp("static")
    backends = {"staticfiles": {"BACKEND": "clubtarot.storage.StaticStorage"}}
    with override_settings(STATIC_ROOT=folder, STORAGES=backends):
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["redoc"])
        yield storages["staticfiles"]


def test_every_file_that_a_template_names_has_a_hashed_name(collected: Any) -> None:
    pages = (ROOT / "templates").rglob("*.html")
    named = {name for page in pages for name in NAMED.findall(page.read_text())}
    assert named - set(collected.hashed_files) == set()


def test_htmx_comes_from_the_installed_package(collected: Any) -> None:
    assert re.search(r"htmx-2\.min\.[0-9a-f]{12}\.js", collected.url("django_htmx/htmx-2.min.js"))


def test_modules_import_each_other_by_their_hashed_names(collected: Any) -> None:
    """Else a tablet keeps an old module next to a new one."""
    plain = []
    for source in (ROOT / "static").rglob("*.js"):
        name = collected.stored_name(str(source.relative_to(ROOT / "static")))
        text = Path(collected.path(name)).read_text()
        imported = re.findall(r"(?:import|from)\s*\(?[\"'](\.[^\"']+)[\"']", text)
        plain += [one for one in imported if not re.search(r"\.[0-9a-f]{12}\.js$", one)]
    assert plain == []


def test_files_are_stored_with_gzip_copies_and_no_brotli(collected: Any) -> None:
    folder = Path(collected.location)
    assert list(folder.rglob("htmx-2.min.*.js.gz"))
    assert not list(folder.rglob("*.br"))


def test_no_sheet_has_a_rule_for_a_class_that_nothing_bears() -> None:
    """A class is borne where its name stands in a template, in Python or in a script."""
    sources = [
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "games").rglob("*.py"),
        *(ROOT / "static" / "js").rglob("*.js"),
    ]
    words = {word for one in sources for word in re.findall(r"[A-Za-z_][\w-]*", one.read_text())}
    given_by_htmx, of_a_number = {"htmx-request"}, re.compile(r"line-\d")
    unborne = [
        f"{sheet.name}: {name}"
        for sheet in (ROOT / "static" / "css").rglob("*.css")
        if sheet.name != "description.css"  # the page comes from a package
        for rule in re.findall(
            r"([^{};]+){", re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S)
        )
        if not rule.strip().startswith("@")
        for name in re.findall(r"[.#](-?[A-Za-z_][\w-]*)", rule)
        if name not in words | given_by_htmx and not of_a_number.fullmatch(name)
    ]
    assert unborne == []


def test_no_rule_with_has_ends_in_a_star() -> None:
    """Browsers keep one list of what all such rules lead to; a star in it is the whole page, which
    then gets its style again with every card."""
    starred = [
        f"{sheet.name}: {rule}"
        for sheet in (ROOT / "static" / "css").rglob("*.css")
        for rule in re.findall(r"[^{},;/]*:has\([^{]*\*\s*(?=\{)", sheet.read_text())
    ]
    assert starred == []


def test_style_sheets_ask_for_five_widths_and_no_other() -> None:
    """They are named in tokens.css; a part that depends on its own width asks its container."""
    asked = [
        (sheet.name, question)
        for sheet in (ROOT / "static" / "css").rglob("*.css")
        for condition in re.findall(r"@media ([^{]*){", sheet.read_text())
        for question in re.findall(r"\([^()]*width[^()]*\)", condition)
    ]
    known = {f"(min-width: {width}px)" for width in WIDTHS}
    known |= {f"(max-width: {width - 1}px)" for width in WIDTHS}
    assert asked
    assert [one for one in asked if one[1] not in known] == []


def test_the_widths_of_the_style_sheets_are_named_in_one_place() -> None:
    named = re.findall(r"\b\d{3,4}\b", (ROOT / "static/css/tokens.css").read_text().split("*/")[1])
    assert sorted(map(int, named)) == sorted(WIDTHS)
