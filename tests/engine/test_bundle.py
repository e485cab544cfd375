"""The bundle is whole, runs without the rest of the site, and says what the server says."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse
from django.utils.translation import override

from games.engine import bundle, door
from games.engine.route_tags import ROUTES, NoRoute, address
from games.engine.tablet_django import SITE, Site
from games.recording.screen import WAYS_TO_END
from games.rules import VARIANTS, format_record
from tests.engine.alone import at_table, contents, run, unpacked
from tests.games import record_by_chance
from tests.rules.golden.playthrough import collection, read

ROOT = Path(__file__).parent.parent.parent
# What needs the database or the addresses of the site, and has no business on a tablet.
NEVER = (
    *("games.models", "games.book", "games.access", "games.urls", "games.apps"),
    *("django.db.models", "django.urls", "django.http", "django.forms", "django.contrib"),
)
GOLDEN = next(path for path in collection() if path.parent.name == "french")
# Asks the door of the bundle, and draws a form.
ASK = """
from types import SimpleNamespace as name
from games.engine import tablet_django
tablet_django.begin(folder, json.loads(facts[0]))
from django.template.loader import render_to_string
from games.engine import door
from games.recording.screen import WAYS_TO_END
answers = [json.loads(door.call(*json.loads(one))) for one in facts[1:]]
context = {"endings": WAYS_TO_END, "csrf_token": "a token", "club": name(slug="les-atouts"),
           "hand": name(number=3, version=7, public_id="hand")}
print(json.dumps([answers, render_to_string("recording/_give_up.html", context)]))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle, unpacked once for all tests."""
    return unpacked(tmp_path_factory.mktemp("bundle"))


def modules() -> Iterator[str]:
    """The dotted names of what is in the bundle."""
    for name in contents():
        if name.endswith(".py"):
            yield name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def record() -> dict[str, Any]:
    """A whole hand of French tarot."""
    raw: dict[str, Any] = json.loads(format_record(read(GOLDEN).record))
    return raw


def acting(of: dict[str, Any], index: int) -> dict[str, Any]:
    """The change that adds an action of a record."""
    return {"op": "act", "action": of["actions"][index]}


def asked(name: str, **arguments: Any) -> tuple[str, str]:
    return name, json.dumps(arguments)


def test_no_model_no_address_and_no_view_is_in_the_bundle() -> None:
    never = tuple(f"{name}." for name in NEVER)
    assert [name for name in modules() if f"{name}.".startswith(never)] == []


@pytest.mark.thorough
def test_the_same_files_make_the_same_bundle() -> None:
    assert bundle.bundle() == bundle.stored_zip(contents())


def test_whatever_a_module_of_the_bundle_imports_of_the_site_is_in_it() -> None:
    """Imports inside functions as well, which the tablet would miss at some later tap."""
    present = set(modules())
    missing = [
        f"{path}: {imported}"
        for path, source in contents().items()
        if path.startswith("games/") and path.endswith(".py")
        for imported in imports_of(source)
        if imported.startswith("games.") and imported not in present
    ]
    assert missing == []


def imports_of(source: bytes) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            folder = ROOT / node.module.replace(".", "/")
            names = [alias.name for alias in node.names]
            yield from (f"{node.module}.{name}" for name in names if is_module(folder / name))


def is_module(path: Path) -> bool:
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def test_whatever_a_template_of_the_bundle_includes_or_loads_is_in_it() -> None:
    present = set(contents())
    libraries = Site.read(contents()[SITE].decode()).libraries
    django = {"cache", "i18n", "l10n", "static", "tz"}
    missing = []
    for path in sorted(present):
        if path.endswith(".html"):
            text = contents()[path].decode()
            parts = bundle.INCLUDED.findall(text)
            missing += [f"{path}: {name}" for name in parts if f"templates/{name}" not in present]
            loaded = {name for names in bundle.LOADED.findall(text) for name in names.split()}
            missing += [f"{path}: {name}" for name in loaded - django - set(libraries)]
    assert missing == []


def test_sentences_of_all_languages_are_in_the_bundle() -> None:
    catalogues = [name for name in contents() if name.endswith(".mo")]
    assert {name.split("/")[2] for name in catalogues if name.startswith("games/")} == {"de", "fr"}
    codes = {code for code, _ in settings.LANGUAGES}
    assert {name.split("/")[3] for name in catalogues if name.startswith("django/")} == codes


def questions_about_a_hand() -> list[tuple[str, str]]:
    """Of a French hand that is judged and scored, looked at, and gone on with, rightly or not."""
    sample = record()
    return [
        asked("judge", record=sample),
        asked("judge", record=sample | {"dealer": 17}),
        asked("score", record=sample),
        asked("entry", **at_table(sample, 30), index=3),
        asked("enter", **at_table(sample, 30), change=acting(sample, 30)),
        asked("enter", **at_table(sample, 30), change=acting(sample, 20)),
    ]


def questions_about_every_game() -> list[tuple[str, str]]:
    """Of the next entry in the middle of a hand."""
    questions = []
    for variant in VARIANTS:
        whole = json.loads(format_record(record_by_chance(variant, variant.seats[0], seed=3)))
        half = len(whole["actions"]) // 2
        questions.append(asked("enter", **at_table(whole, half), change=acting(whole, half)))
    return questions


def test_the_bundle_alone_answers_and_draws_as_the_server_does_in_every_language(
    folder: Path,
) -> None:
    """With the address and the token of a form. A language that the site lacks is English."""
    questions = [*questions_about_a_hand(), *questions_about_every_game()]
    name = SimpleNamespace
    context = {
        **{"endings": WAYS_TO_END, "csrf_token": "a token", "club": name(slug="les-atouts")},
        "hand": name(number=3, version=7, public_id="hand"),
    }
    spoken = {code: code for code, _name in settings.LANGUAGES}
    for language, answered in (spoken | {"xx": "en"}).items():
        with override(answered):
            server = [json.loads(door.call(*question)) for question in questions]
            form = render_to_string("recording/_give_up.html", context)
        assert run(folder, ASK, language, *questions) == [server, form], language
    answers = [one["answer"] for one in server]
    assert [bool(answer.get("ok")) for answer in answers[:2]] == [True, False]
    assert answers[2]["scores"] == read(GOLDEN).scores
    assert [answer["status"] for answer in answers[3:6]] == [200, 201, 422]
    assert 'class="plate' in answers[4]["body"]["parts"][0]
    assert {answer["status"] for answer in answers[6:]} == {201}
    assert "/c/les-atouts/hands/hand/give-up/" in form and "a token" in form


def test_whatever_goes_wrong_in_python_comes_as_an_answer() -> None:
    for question in (("nothing", "{}"), asked("judge"), ("judge", "["), asked("score", record={})):
        error = json.loads(door.call(*question))["error"]
        assert set(error) == {"type", "message", "trace"}


def used_addresses() -> list[str]:
    """The names of the addresses that the templates of the bundle link to."""
    texts = [page.decode() for name, page in contents().items() if name.endswith(".html")]
    return sorted({name for text in texts for name in re.findall(r"{% url ['\"]([^'\"]+)", text)})


def test_addresses_are_those_of_the_server() -> None:
    """By place and by name; with signs that have to be written otherwise in an address."""
    routes = bundle.routes()
    assert len(used_addresses()) > 10
    with patch.dict(ROUTES, routes):
        for name in used_addresses():
            for _text, names in routes[name]:
                values = dict.fromkeys(names, "les-atouts") | {"index": 7}
                by_name = {key: values[key] for key in names}
                expected = reverse(name, kwargs=by_name)
                assert address(name, **by_name) == expected
                assert address(name, *by_name.values()) == expected
        assert address("live", "a+b é%") == reverse("live", args=["a+b é%"])


def test_an_address_that_does_not_exist_is_refused_as_on_the_server() -> None:
    with patch.dict(ROUTES, bundle.routes()):
        for name, args in (("nothing", ()), ("entry", ("one",)), ("entry", (1, 2, 3, 4))):
            with pytest.raises(NoReverseMatch):
                reverse(name, args=args)
            with pytest.raises(NoRoute):
                address(name, *args)
