"""The layout that design and house rules promise: who may import whom, what a page may hold."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "games"

# Imports run one way: a row may import from itself and from the rows above it.
LAYERS = (
    ("rules",),
    # without tables
    (
        "card_names",
        "catalogues",
        "developers",
        "faces",
        "folding",
        "live_actions",
        "narrowing",
        "ndjson",
        "pictures",
        "phrases",
        "progress",
        "reasons",
        "replays",
        "rulesheets",
        "seating",
        "sentences",
        "spreadsheets",
        "uploads",
    ),
    ("models", "querysets", "statements"),
    (
        "judging",
        "periods",
        "records",
        "results",
        "revisions",
        "sealed_lines",
        "sealing",
        "sides",
        "traits",
    ),
    ("services", "statistics", "history", "careers", "headlines", "paging", "signin"),
    ("archive_check", "demo", "desk", "headlines", "search", "templatetags"),
    ("transfer",),
    ("forms", "admin", "api", "views", "management"),
    ("urls",),
)
# Django's own doors: configuration that no layer imports.
OUTSIDE = {"apps", "checks", "logs", "middleware", "migrations", "__init__"}
RANKS = {name: rank for rank, row in enumerate(LAYERS) for name in row}

FORBIDDEN_IN_TEMPLATES = {
    "a script in the page": re.compile(r"<script(?![^>]*\ssrc=)", re.IGNORECASE),
    "a style in the page": re.compile(r"<style\b|\sstyle\s*=", re.IGNORECASE),
    "a handler in the page": re.compile(r"\s(on[a-z]+|hx-on[:\w-]*)\s*=", re.IGNORECASE),
    "a script in an address or value": re.compile(r"[\"'](javascript|js):", re.IGNORECASE),
}


def imports_of(path: Path) -> Iterator[str]:
    """Yield the dotted names that the module at `path` imports, anywhere in it."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            source = ".".join([*above, *([node.module] if node.module else [])])
            # `from games import services` names the module last
            yield from (f"{source}.{alias.name}" for alias in node.names)


def part_of(dotted: str) -> str:
    """The part of `games` that a dotted name belongs to; "" for everything else."""
    package, _, rest = dotted.partition(".")
    return rest.partition(".")[0] if package == "games" else ""


def source_files() -> list[Path]:
    return sorted(GAMES.rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", source_files(), ids=name_of)
def test_imports_run_one_way(path: Path) -> None:
    part = path.relative_to(GAMES).with_suffix("").parts[0]
    if part in OUTSIDE:
        return
    assert part in RANKS, f"say in LAYERS where games/{part} stands"
    upwards = [name for name in imports_of(path) if RANKS.get(part_of(name), -1) > RANKS[part]]
    assert upwards == []


@pytest.mark.parametrize("path", sorted((GAMES / "rules").rglob("*.py")), ids=name_of)
def test_the_rules_need_nothing_but_python(path: Path) -> None:
    foreign = [
        name
        for name in imports_of(path)
        if name.partition(".")[0] not in sys.stdlib_module_names
        and not name.startswith("games.rules")
    ]
    assert foreign == []


def test_an_import_against_the_direction_is_found(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    path = tmp_path / "games" / "rules" / "play.py"
    path.parent.mkdir(parents=True)
    path.write_text("from games import services\nfrom ..views import hand\nfrom . import cards\n")
    assert [part_of(name) for name in imports_of(path)] == ["services", "views", "rules"]


def templates() -> list[Path]:
    return sorted((ROOT / "templates").rglob("*.html"))


@pytest.mark.parametrize("path", templates(), ids=name_of)
def test_templates_hold_no_script_and_no_style(path: Path) -> None:
    text = path.read_text()
    assert [what for what, pattern in FORBIDDEN_IN_TEMPLATES.items() if pattern.search(text)] == []


@pytest.mark.parametrize("path", [path for path in templates() if path.name[0] == "_"], ids=name_of)
def test_a_fragment_has_one_root_whose_id_is_its_name(path: Path) -> None:
    """htmx swaps a fragment by the id of its root: the name of the file, underscore or not.

    A fragment that a page shows more than once takes its id from the page.
    """
    identifier = re.escape(path.stem[1:]).replace("_", "[_-]")
    first = re.search(r"<[a-z][^>]*>", re.sub(r"{[#%].*?[#%]}|<!--.*?-->", "", path.read_text()))
    assert first is not None
    assert re.search(rf"\sid=\"(_?{identifier}|{{{{)", first[0]), first[0]


@pytest.mark.parametrize("path", sorted(ROOT.glob("requirements*.lock")), ids=name_of)
def test_lock_files_name_no_host(path: Path) -> None:
    assert not re.search(r"://|--(extra-)?index|--find-links", path.read_text())


@pytest.mark.parametrize(
    ("lock", "groups"),
    [
        ("requirements.lock", []),
        ("requirements-dev.lock", ["dev"]),
        ("requirements-bench.lock", ["bench"]),
    ],
)
def test_every_package_that_is_named_is_locked(lock: str, groups: list[str]) -> None:
    """`make lock` was not forgotten after a line was added to pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    named = project["project"]["dependencies"]
    named = named + [one for group in groups for one in project["dependency-groups"][group]]
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / lock).read_text(), re.MULTILINE))
    plain = {re.split(r"[\[<>=]", one)[0].lower().replace("_", "-") for one in named}
    assert plain - locked == set()
