"""Django on the tablet: its templates and translations, and nothing else of it.

Runs in the worker, and in the process that finds out which modules the worker needs. What of the
site it must know stands in a `Site`, which the server writes into the bundle.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self

from django.apps import apps
from django.conf import settings
from django.template import engines
from django.utils import translation
from django.utils.formats import get_format_modules

from games.engine.route_tags import ROUTES, Route

SITE = "site.json"
TAGS = "games.engine.route_tags"


class Site(NamedTuple):
    """What templates rely on.

    Languages (code and name), the libraries of tags by the name they are loaded by, the templates
    by name, and for each name of an address its forms, the first that fits counts.
    """

    languages: tuple[tuple[str, str], ...]
    libraries: Mapping[str, str]
    templates: tuple[str, ...]
    routes: Mapping[str, tuple[Route, ...]]

    def written(self) -> str:
        """Return it as JSON, the same text for the same site."""
        return json.dumps(self._asdict(), sort_keys=True)

    @classmethod
    def read(cls, text: str) -> Self:
        """Return a site that was `written`."""
        facts: dict[str, Any] = json.loads(text)
        routes = {
            name: tuple(Route(text, tuple(names)) for text, names in forms)
            for name, forms in facts["routes"].items()
        }
        languages = tuple((code, name) for code, name in facts["languages"])
        return cls(languages, facts["libraries"], tuple(facts["templates"]), routes)


def begin(folder: str, language: str) -> None:
    """Make Django ready in the worker, once; `folder` is where the bundle was unpacked."""
    root = Path(folder)
    start(root, Site.read((root / SITE).read_text(encoding="utf-8")))
    speak(language)


def start(folder: Path, site: Site) -> None:
    """Make Django ready, once a process; `folder` holds `games` and `templates`, here or there."""
    settings.configure(
        LANGUAGE_CODE="en",
        LANGUAGES=site.languages,
        LOCALE_PATHS=[folder / "games" / "locale"],
        FORMAT_MODULE_PATH="clubtarot.formats",
        USE_TZ=True,
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "DIRS": [folder / "templates"],
                "OPTIONS": {
                    "libraries": dict(site.libraries),
                    "builtins": [TAGS],
                    "loaders": [
                        ("django.template.loaders.cached.Loader", ["clubtarot.templates.Loader"])
                    ],
                },
            }
        ],
    )
    ROUTES.update(site.routes)
    apps.populate([])


def speak(language: str) -> None:
    """Say everything in this language from now on; in English if it is not one of the site's."""
    known = language in dict(settings.LANGUAGES)
    translation.activate(language if known else settings.LANGUAGE_CODE)


def read_everything(site: Site) -> None:
    """Read all templates, and what each language needs, so that every module of it is imported."""
    for name in site.templates:
        engines["django"].get_template(name)
    for language, _name in site.languages:
        speak(language)
        translation.gettext("and")
        get_format_modules(language)
