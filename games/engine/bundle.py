"""The bundle: the part of the site that runs on the tablet, in one archive.

Nothing in it is listed by hand. The modules are those that are imported where the door is opened in
a process of its own; the templates are the fragments of recording, those that the modules name, and
what these include; the addresses are those of the resolver.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.urls import get_resolver

from games.engine.route_tags import Route
from games.engine.runtime import stored_zip
from games.engine.tablet_django import SITE, Site

# What can be imported on the tablet; all else there is Python's own.
PACKAGES = ("asgiref", "clubtarot", "django", "games")
FRAGMENTS = "recording/_*.html"
NAMED = re.compile(r"""["']([a-z_/]+\.html)["']""")
INCLUDED = re.compile(r"""{%\s*(?:include|extends)\s+["']([^"']+)["']""")
LOADED = re.compile(r"{%\s*load\s+([^%]*?)\s*%}")

_IMPORTED = """
import json, sys
from pathlib import Path
from games.engine import tablet_django
site = tablet_django.Site.read(sys.stdin.read())
tablet_django.start(Path.cwd(), site)
from games.engine import compiling, door
tablet_django.read_everything(site)
files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
print(json.dumps({name: file for name, file in files.items() if file}))
"""


def bundle() -> bytes:
    """Return the archive, the same bytes for the same files. Raises ImproperlyConfigured."""
    modules = imported(site_of(()))
    site = site_of(modules.values())
    modules = imported(site)
    contents = {path_of(name, file): file.read_bytes() for name, file in modules.items()}
    folder = templates_folder()
    for name in site.templates:
        contents[f"templates/{name}"] = (folder / name).read_bytes()
    for name, file in catalogues(modules["django"].parent, [code for code, _ in site.languages]):
        contents[name] = file.read_bytes()
    contents[SITE] = site.written().encode()
    return stored_zip(contents)


def imported(site: Site) -> dict[str, Path]:
    """Return the modules of the tablet by their dotted names, with their files."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", _IMPORTED],
        cwd=settings.BASE_DIR,
        input=site.written(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ImproperlyConfigured(f"The engine does not start: {done.stderr}")
    files: dict[str, str] = json.loads(done.stdout)
    return {
        name: Path(file)
        for name, file in sorted(files.items())
        if name.partition(".")[0] in PACKAGES
    }


def path_of(module: str, file: Path) -> str:
    """Return where a module lies in the archive."""
    path = module.replace(".", "/")
    return f"{path}/__init__.py" if file.name == "__init__.py" else f"{path}.py"


def site_of(modules: Iterable[Path]) -> Site:
    """Return what the tablet must know of the site, if these are its modules."""
    templates = templates_of(modules)
    texts = [(templates_folder() / name).read_text(encoding="utf-8") for name in templates]
    return Site(
        languages=tuple((code, str(name)) for code, name in settings.LANGUAGES),
        libraries=libraries_of(texts),
        templates=templates,
        routes=routes(),
    )


def templates_of(modules: Iterable[Path]) -> tuple[str, ...]:
    """Return the templates that can be drawn on the tablet, sorted by name."""
    folder = templates_folder()
    waiting = {path.relative_to(folder).as_posix() for path in folder.glob(FRAGMENTS)}
    for module in modules:
        waiting.update(NAMED.findall(module.read_text(encoding="utf-8")))
    names: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in names and (folder / name).is_file():
            names.add(name)
            waiting.update(INCLUDED.findall((folder / name).read_text(encoding="utf-8")))
    return tuple(sorted(names))


def templates_folder() -> Path:
    """Return where all templates of the site are."""
    return Path(settings.BASE_DIR) / "templates"


def libraries_of(templates: Iterable[str]) -> dict[str, str]:
    """Return the libraries of tags that these templates load, by the name they are loaded by."""
    tags = [tag for text in templates for tag in LOADED.findall(text)]
    loaded = sorted({name for names in tags for name in names.split()})
    ours = Path(settings.BASE_DIR) / "games" / "templatetags"
    return {name: f"games.templatetags.{name}" for name in loaded if (ours / f"{name}.py").exists()}


def routes() -> dict[str, tuple[Route, ...]]:
    """Return every named address of the site, with its forms: the first that fits counts."""
    by_name: dict[str, tuple[Route, ...]] = {}
    resolver = get_resolver()
    for name in resolver.reverse_dict:
        if isinstance(name, str):
            by_name[name] = tuple(
                Route(f"/{text}", tuple(names))
                for forms, *_rest in resolver.reverse_dict.getlist(name)
                for text, names in forms
            )
    return by_name


def catalogues(django: Path, languages: Iterable[str]) -> Iterator[tuple[str, Path]]:
    """Return the compiled catalogues, ours and Django's own, with their places in the archive."""
    sources = (
        ("games/locale", Path(settings.LOCALE_PATHS[0])),
        ("django/conf/locale", django / "conf" / "locale"),
    )
    for place, folder in sources:
        for language in languages:
            file = folder / language / "LC_MESSAGES" / "django.mo"
            if file.exists():
                yield f"{place}/{language}/LC_MESSAGES/django.mo", file
