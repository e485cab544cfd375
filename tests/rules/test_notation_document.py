"""The document of the notation shows what the program reads and writes."""

import re
from io import BytesIO
from pathlib import Path

from games.rules.notation import (
    format_object,
    hands_of,
    parse_actions,
    parse_object,
    verify_text,
)
from games.rules.notation.actions import RAW
from games.rules.notation.header import TAGS
from games.rules.notation.values import CLAUSES, SEATED, SEATLESS
from tests.rules.notated import said

DOCUMENT = (Path(__file__).parents[2] / "games" / "rules" / "notation.md").read_text()
BLOCKS = re.findall(r"```text\n(.*?)```", DOCUMENT, re.DOTALL)
FIRST = [block for block in BLOCKS if block.startswith("format ")]
OTHERS = sorted((Path(__file__).parent / "data" / "notation").glob("*.txt"))
HANDS = [*FIRST, *(path.read_text() for path in OTHERS)]
ROWS = re.findall(r"^\| `(.+?)` \|", DOCUMENT.partition("## What happened")[2], re.MULTILINE)


def variant_of(text: str) -> str:
    return str(parse_object(text)["variant"])


def test_there_is_a_canonical_hand_of_each_game_played_to_its_score() -> None:
    games = ["french", "droggn", "sca-tarok", "taros-1659", "taroux-of-six"]
    assert list(map(variant_of, HANDS)) == games
    for text in HANDS:
        assert format_object(parse_object(text)) == text
        (piece,) = hands_of(BytesIO(text.encode()))
        assert verify_text(piece)["status"] == "scored", variant_of(text)


def test_each_other_piece_and_each_line_of_the_table_is_canonical() -> None:
    for text in (block for block in BLOCKS if block not in HANDS):
        actions = [entry.action for entry in parse_actions(text, seats=4)]
        assert said(*actions) == text.splitlines()
    for row in (row for row in ROWS if "…" not in row):
        actions = [entry.action for entry in parse_actions(row, seats=4)]
        assert said(*actions, seats=6 if row.startswith("E") else 4) == [row]


def test_every_tag_kind_and_clause_is_explained() -> None:
    head, _, rest = DOCUMENT.partition("## What happened")
    assert [tag for tag in TAGS if f"| `{tag} " not in head] == []
    table = " ".join(ROWS)
    kinds = {*SEATED, *SEATLESS, RAW} - {"play"}
    assert [kind for kind in kinds if not re.search(rf"\b{kind}\b", table)] == []
    assert [clause for clause in CLAUSES if f"{clause} " not in rest.partition("**Tricks")[0]] == []
