"""What the READMEs name is there: files, links, commands, settings, labels of the screens."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from games.management.demo.evening import SIGN_INS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
FOLDERS = ("clubtarot", "games", "static", "templates", "tests")
FILES = ["README.md", "manage.py"] + [
    path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")
]
PAGES = [ROOT / path for path in FILES if path.endswith(".md")]
EXAMPLES = [path for path in (ROOT / "games" / "operation" / "deploy").rglob("*") if path.is_file()]
WALK = README.partition("## A hand in ten steps")[2].partition("\n## ")[0]
LARGEST_PICTURE = 200_000  # bytes
NOT_OURS = (".venv/", "tarot-hand/")  # what is made here, and what is no path


def code() -> list[str]:
    """What stands as code: the lines of blocks, and the words between backticks."""
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return [*lines, *re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", README, flags=re.DOTALL))]


def found(pattern: str) -> list[str]:
    return sorted({match for line in code() for match in re.findall(pattern, line)})


@pytest.mark.parametrize("target", found(r"\bmake ([a-z]+)"))
def test_each_make_target_is_there(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_each_link_leads_to_a_file() -> None:
    missing = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\(([^)#\s:]+)", page.read_text())
        if not target.startswith("/") and not (page.parent / target).exists()
    ]
    assert missing == []


def test_each_file_that_a_page_names_is_there() -> None:
    """By its name alone, or with as much of its path as the page says."""
    suffixes = r"(?:^|\s)([\w-][\w./-]*\.(?:py|js|css|html|typ|md))(?=$|[\s:])"
    missing = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in PAGES
        for words in re.findall(r"`([^`\n]+)`", page.read_text())
        for name in re.findall(suffixes, words)
        if not any(f"/{path}".endswith(f"/{name}") for path in FILES)
    ]
    assert missing == []


@pytest.mark.parametrize("name", found(r"(?:^|\s)((?:[\w.-]+/)+[\w.-]*)(?=$|\s)"))
def test_each_folder_and_file_is_there(name: str) -> None:
    assert name.startswith(NOT_OURS) or (ROOT / name).exists()


def test_each_command_that_is_written_somewhere_knows_its_options() -> None:
    """Also those that Django gives to some commands and not to others, as --skip-checks."""
    unknown = []
    for path in [*PAGES, *EXAMPLES, ROOT / "Makefile", ROOT / ".ci" / "run"]:
        for name, rest in re.findall(r"manage\.py (\w+)((?: [^\s`|)]+)*)", path.read_text()):
            if name in get_commands():
                command = load_command_class(get_commands()[name], name)
                known = command.create_parser("manage.py", name)._option_string_actions
                options = re.findall(r"--[\w-]+", rest)
                unknown += [f"{path.name}: {name} {one}" for one in options if one not in known]
    assert unknown == []


@pytest.mark.parametrize("variable", found(r"\b([A-Z]+_?[A-Z]+)(?==|$)"))
def test_each_variable_is_explained(variable: str) -> None:
    explained = (ROOT / "games/operation/guide.md").read_text() + (ROOT / "Makefile").read_text()
    assert variable in explained or f"${variable}" in README


def test_the_demo_is_entered_as_the_table_says() -> None:
    assert dict(re.findall(r"^\| `(\w+)` \| `([\w-]+)` \|", README, re.MULTILINE)) == SIGN_INS


@pytest.mark.parametrize("label", sorted(set(re.findall(r"\*\*([^*]+)\*\*", WALK))))
def test_each_label_of_the_walk_is_on_a_screen(label: str) -> None:
    words = re.escape(" ".join(label.rstrip("0123456789 ").split()))
    screens = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "games" / "recording").rglob("*.py")]
    pages = "".join(path.read_text() for path in screens)
    assert re.search(rf'"{words}[":]|>{words}<|\b{words} {{{{ number }}}}', pages)


@pytest.mark.parametrize("name", re.findall(r"!\[[^]]+\]\(([^)]+)\)", README))
def test_each_picture_is_a_small_one(name: str) -> None:
    assert (ROOT / name).stat().st_size < LARGEST_PICTURE


def test_records_are_judged_without_any_setting() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "verify_records"],
        cwd=ROOT,
        env={},
        input="{}\n",
        capture_output=True,
        text=True,
    )
    assert '"ok":false' in done.stdout.replace(" ", ""), done.stderr
