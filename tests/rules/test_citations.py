"""What code and tests cite is there: fine points by number and title, documents by name."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FINE_POINTS = (ROOT / "games" / "rules" / "fine-points.md").read_text()
NUMBERS = r"\d+(?:(?:, | and | to )\d+)*"
DOCUMENT = re.compile(r"\b[\w./-]*\w\.md\b")


def cited(pattern: str) -> Iterator[tuple[str, str]]:
    """Where something is cited, and what: each match of the pattern's group."""
    for path in [*(ROOT / "games").rglob("*.py"), *(ROOT / "tests" / "rules").rglob("*.py")]:
        text = re.sub(r"\s+", " ", path.read_text())
        for found in re.findall(pattern, text, re.IGNORECASE):
            yield str(path.relative_to(ROOT)), found


def test_every_fine_point_that_is_cited_by_its_number_is_there() -> None:
    there = set(re.findall(r"^(\d+)\. ", FINE_POINTS, re.MULTILINE))
    cites = [
        (where, number)
        for where, numbers in cited(rf"\bfine points? ({NUMBERS})")
        for number in re.findall(r"\d+", numbers)
    ]
    assert len(cites) > 40
    assert [cite for cite in cites if cite[1] not in there] == []


def test_every_section_that_is_cited_by_its_title_is_there() -> None:
    there = {title.casefold() for title in re.findall(r"^## (.+)$", FINE_POINTS, re.MULTILINE)}
    cites = list(cited(r"\bfine points, \"([^\"]+)\""))
    assert cites
    assert [cite for cite in cites if cite[1].casefold() not in there] == []


def test_every_document_that_the_code_names_is_there() -> None:
    """Pages for several languages are named without theirs: `README.md` means all of them."""
    names = {path.name for path in ROOT.rglob("*.md") if ".venv" not in path.parts}
    cites = [
        (str(path.relative_to(ROOT)), document)
        for path in (ROOT / "games").rglob("*.py")
        for document in DOCUMENT.findall(path.read_text())
    ]
    assert cites
    assert [cite for cite in cites if cite[1].rpartition("/")[2] not in names] == []


def test_no_test_reads_a_file_outside_the_repository() -> None:
    outside = re.compile(r"[\"'/]shared[\"'/]")
    reading = [path for path in (ROOT / "tests").rglob("*.py") if "read_text" in path.read_text()]
    mine = Path(__file__)
    assert [path for path in reading if path != mine and outside.search(path.read_text())] == []
