"""What code and tests cite is there: fine points by number and title, documents by name."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FINE_POINTS = (ROOT / "games" / "rules" / "fine-points.md").read_text()
NUMBERS = r"\d+(?:(?:, | and | to )\d+)*"
DOCUMENT = re.compile(r"\b[\w./-]*\w\.md\b")


def sources(*folders: str) -> dict[str, str]:
    """The text of every module below some folders, by its path."""
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return {str(path.relative_to(ROOT)): path.read_text() for path in paths}


def test_what_is_cited_of_the_fine_points_is_there() -> None:
    """By number, or a section by its title."""
    numbers = set(re.findall(r"^(\d+)\. ", FINE_POINTS, re.MULTILINE))
    titles = {title.casefold() for title in re.findall(r"^## (.+)$", FINE_POINTS, re.MULTILINE)}
    by_number, by_title = [], []
    for where, source in sources("games", "tests/rules").items():
        text = " ".join(source.split())
        for cites in re.findall(rf"\bfine points? ({NUMBERS})", text, re.IGNORECASE):
            by_number += [(where, number) for number in re.findall(r"\d+", cites)]
        for title in re.findall(r"\bfine points, \"([^\"]+)\"", text, re.IGNORECASE):
            by_title.append((where, title.casefold()))
    assert len(by_number) > 40
    assert by_title
    assert [cite for cite in by_number if cite[1] not in numbers] == []
    assert [cite for cite in by_title if cite[1] not in titles] == []


def test_every_document_that_the_code_names_is_there() -> None:
    """Pages for several languages are named without theirs: `README.md` means all of them."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "games").rglob("*.md"), *(ROOT / "tests").rglob("*.md")]
    names = {path.name for path in pages}
    cites = [
        (where, document)
        for where, source in sources("games").items()
        for document in DOCUMENT.findall(source)
    ]
    assert cites
    assert [cite for cite in cites if cite[1].rpartition("/")[2] not in names] == []


def test_no_test_reads_a_file_outside_the_repository() -> None:
    outside = re.compile(r"[\"'/]shared[\"'/]")
    reading = [path for path in (ROOT / "tests").rglob("*.py") if "read_text" in path.read_text()]
    mine = Path(__file__)
    assert [path for path in reading if path != mine and outside.search(path.read_text())] == []
