"""The layout that design and house rules promise: who may import whom, what a page may hold."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

ROOT = Path(__file__).parent.parent
GAMES = ROOT / "games"

# What each folder of `games` may import, from the ground up: only what stands above it here. The
# features below `book` each have a row of their own, so that none leans on another unseen.
MAY_IMPORT = {
    "rules": "",
    "display": "rules",
    "models": "rules",
    "writing": "rules display models",
    "access": "models writing",
    "jobs": "models writing access",
    "statistics": "rules models",
    "book": "rules display models writing statistics",
    "people": "rules display models writing access statistics book",
    "confirming": "rules display models writing access book people",
    "proof": "rules models writing statistics book people",
    "archive": "rules display models access statistics book",
    "club": "rules display models writing access statistics people confirming archive",
    "league": "rules display models writing access statistics archive club",
    "matches": "rules display models writing access jobs statistics book people confirming archive",
    "evening": "rules display models writing access statistics book people archive league matches",
    "replay": "rules display models writing access book confirming",
    "engine": "rules writing access",
    "recording": "rules display models writing access book people confirming matches engine",
    "amending": "rules display models writing access book replay recording",
    "analysis": "rules display models writing access book people replay",
    "transfer": "rules display models writing access statistics book people archive club league "
    "matches evening replay jobs",
    "api": "rules display models writing access book people confirming archive league matches "
    "evening replay analysis",
    "operation": "models writing access jobs transfer",
    "templatetags": "rules display models access confirming archive",
    "management": "rules models writing access statistics book people confirming proof club "
    "matches evening engine jobs transfer operation",
}
# What one head can hold: lines of Python and modules of each room, a little above what there is.
# To need more is to raise the figure in the same commit, with the reason.
SIZES = {
    "rules": (14405, 107),
    "display": (2443, 25),
    "models": (3212, 30),
    "writing": (931, 6),
    "access": (2702, 32),
    "statistics": (1896, 19),
    "book": (2961, 20),
    "people": (4248, 35),
    "confirming": (716, 9),
    "proof": (1053, 9),
    "archive": (1853, 16),
    "club": (2483, 23),
    "league": (887, 8),
    "matches": (2721, 22),
    "evening": (3765, 27),
    "replay": (4201, 32),
    "engine": (817, 10),
    "recording": (5244, 32),
    "amending": (1047, 9),
    "jobs": (742, 10),
    "analysis": (1387, 12),
    "transfer": (7917, 55),
    "api": (5607, 55),
    "operation": (2327, 23),
    "templatetags": (504, 10),
    "management": (2172, 32),
}
TABLES = 50  # four of evenings, two each the hand of the day and studies, some one each
WORDS = 100370  # of Markdown, 48,600 of them the rule sheets in three languages
LINES_OF_TESTS = 82_680

# Django's own: it reads them by name, and nothing of ours imports them.
DJANGOS = {"__init__", "admin", "apps", "urls"}

LONGEST_TEMPLATE_LINE = 140
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


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def wrong_imports(part: str) -> list[str]:
    """What the modules of a folder import of other folders against the table."""
    allowed = {"", part, *MAY_IMPORT[part].split()}
    return [
        f"{name_of(path)}: {name}"
        for path in sorted((GAMES / part).rglob("*.py"))
        for name in imports_of(path)
        if part_of(name) not in allowed
    ]


def test_nothing_but_rooms_and_what_django_reads_lies_in_games() -> None:
    modules = {path.stem for path in GAMES.glob("*.py")}
    folders = {path.parent.name for path in GAMES.glob("*/__init__.py")}
    assert modules == DJANGOS
    assert folders - {"migrations"} == set(MAY_IMPORT)


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_a_folder_imports_only_from_those_above_it(part: str) -> None:
    above = list(MAY_IMPORT)[: list(MAY_IMPORT).index(part)]
    assert set(MAY_IMPORT[part].split()) <= set(above)
    assert wrong_imports(part) == []


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_the_table_of_imports_allows_nothing_that_is_not_used(part: str) -> None:
    used = {part_of(name) for path in (GAMES / part).rglob("*.py") for name in imports_of(path)}
    assert set(MAY_IMPORT[part].split()) <= used


def test_each_room_keeps_to_its_size() -> None:
    now = {part: size_of(part) for part in MAY_IMPORT}
    for part, (lines, modules) in now.items():
        most_lines, most_modules = SIZES[part]
        print(f"{part:13} {lines:6} of {most_lines:6} lines {modules:4} of {most_modules} modules")
    assert SIZES.keys() == now.keys()
    assert {
        part: size
        for part, size in now.items()
        if size[0] > SIZES[part][0] or size[1] > SIZES[part][1]
    } == {}


def size_of(part: str) -> tuple[int, int]:
    """Return the lines and the number of the modules of a room."""
    paths = list((GAMES / part).rglob("*.py"))
    return sum(map(lines_of, paths)), len(paths)


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_tables_words_and_tests_keep_to_their_number() -> None:
    tables = list(apps.get_app_config("games").get_models())
    folders = ("clubtarot", "games", "static", "templates", "tests")
    pages = [*ROOT.glob("*.md"), *(page for one in folders for page in (ROOT / one).rglob("*.md"))]
    words = sum(len(page.read_text(encoding="utf-8").split()) for page in pages)
    lines = sum(map(lines_of, (ROOT / "tests").rglob("*.py")))
    print(f"{len(tables)} tables, {words} words, {lines} lines of tests")
    assert len(tables) <= TABLES
    assert words <= WORDS
    assert lines <= LINES_OF_TESTS


def test_the_rules_need_nothing_but_python() -> None:
    modules = sorted((GAMES / "rules").rglob("*.py"))
    assert modules
    assert [
        f"{name_of(path)}: {name}"
        for path in modules
        for name in imports_of(path)
        if name.partition(".")[0] not in sys.stdlib_module_names
        and not name.startswith("games.rules")
    ] == []


def test_each_room_of_the_rules_imports_only_from_those_above_it() -> None:
    """In the order of the table in games/rules/README.md; what only types need does not count."""
    table = (GAMES / "rules" / "README.md").read_text().partition("| room |")[2]
    rooms = re.findall(r"^\| `(\w+)/`", table, re.M)
    inside = {path.parent.name for path in (GAMES / "rules").glob("*/__init__.py")}
    assert set(rooms) == inside
    assert [
        f"{name_of(path)}: {name}"
        for number, room in enumerate(rooms)
        for path in sorted((GAMES / "rules" / room).rglob("*.py"))
        for name in imports_at_run_time(path)
        for other in [name.removeprefix("games.rules.").partition(".")[0]]
        if name.startswith("games.rules.") and other in rooms[number + 1 :]
    ] == []


def imports_at_run_time(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports, but for those that only types need."""
    tree = ast.parse(path.read_text(), str(path))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_the_rules_are_entered_by_their_door() -> None:
    """What the rest of the site uses of the rules is named in `games/rules/__init__.py`."""
    outside = [path for path in GAMES.rglob("*.py") if GAMES / "rules" not in path.parents]
    past_the_door = [
        f"{name_of(path)}: {node.module}"
        for path in [*outside, *(ROOT / "clubtarot").rglob("*.py")]
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("games.rules.")
    ]
    assert past_the_door == []


def test_an_import_against_the_direction_is_found(tmp_path: Path, monkeypatch) -> None:
    here = sys.modules[__name__]
    monkeypatch.setattr(here, "ROOT", tmp_path)
    monkeypatch.setattr(here, "GAMES", tmp_path / "games")
    path = tmp_path / "games" / "replay" / "film.py"
    path.parent.mkdir(parents=True)
    path.write_text(
        "from games import matches, rules\nfrom ..recording import screen\nfrom . import table\n"
        "def inside():\n    import games.api.http\n"
    )
    assert [name.partition(": ")[2] for name in wrong_imports("replay")] == [
        "games.matches",
        "games.recording.screen",
        "games.api.http",
    ]


def picture() -> str:
    """The folders in rows: each imports only from the rows below its own."""
    rows: dict[str, int] = {}
    for part, allowed in MAY_IMPORT.items():
        rows[part] = max((rows[below] + 1 for below in allowed.split()), default=0)
    numbers = range(max(rows.values()), -1, -1)
    return "\n".join("  ".join(part for part in rows if rows[part] == row) for row in numbers)


def test_the_readme_draws_the_imports_that_are_allowed() -> None:
    assert f"```text\n{picture()}\n```" in (ROOT / "README.md").read_text(), picture()


def test_the_table_of_the_rooms_names_the_imports_that_are_allowed() -> None:
    rows = re.findall(
        r"^\| .*?`(\w+)/`.*\| ([a-z ]*?) ?\|$", (GAMES / "README.md").read_text(), re.M
    )
    assert dict(rows) == MAY_IMPORT


def templates() -> list[Path]:
    return sorted((ROOT / "templates").rglob("*.html"))


def test_templates_hold_no_script_and_no_style() -> None:
    assert templates()
    assert [
        f"{name_of(path)}: {what}"
        for path in templates()
        for what, pattern in FORBIDDEN_IN_TEMPLATES.items()
        if pattern.search(path.read_text())
    ] == []


def test_no_line_of_a_template_is_too_long_to_read_in_a_diff() -> None:
    assert [
        f"{name_of(path)}:{number}: {len(line)} characters"
        for path in templates()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST_TEMPLATE_LINE
    ] == []


def test_a_fragment_has_one_root_whose_id_is_its_name() -> None:
    """htmx swaps by the root's id: the file's name; what is shown twice takes it from the page."""
    fragments = [path for path in templates() if path.name[0] == "_"]
    assert fragments
    assert [
        f"{name_of(path)}: {root_of(path)}" for path in fragments if not is_named_after(path)
    ] == []


def root_of(path: Path) -> str:
    """The first tag of a template."""
    text = re.sub(r"{[#%].*?[#%]}|<!--.*?-->", "", path.read_text())
    first = re.search(r"<[a-z][^>]*>", text)
    return first[0] if first else ""


def is_named_after(path: Path) -> bool:
    """Whether the id of a fragment's root is the name of its file, or given by the page."""
    identifier = re.escape(path.stem[1:]).replace("_", "[_-]")
    return bool(re.search(rf"\sid=\"(_?{identifier}|{{{{)", root_of(path)))


@pytest.mark.parametrize("path", sorted(ROOT.glob("requirements*.lock")), ids=name_of)
def test_lock_files_name_no_host(path: Path) -> None:
    assert not re.search(r"://|--(extra-)?index|--find-links", path.read_text())


@pytest.mark.parametrize(
    ("lock", "groups"),
    [
        ("requirements.lock", []),
        ("requirements-dev.lock", ["dev"]),
        ("requirements-bench.lock", ["bench", "dev"]),
    ],
)
def test_every_package_that_is_named_is_locked(lock: str, groups: list[str]) -> None:
    """`make lock` was not forgotten after a line was added to pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    named = project["project"]["dependencies"]
    for group in groups:
        named = named + [one for one in project["dependency-groups"][group] if isinstance(one, str)]
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / lock).read_text(), re.MULTILINE))
    plain = {re.split(r"[\[<>=]", one)[0].lower().replace("_", "-") for one in named}
    assert plain - locked == set()
