"""The recording room's README names what there is."""

from pathlib import Path

from games import recording
from games.book import records
from games.recording.answers import answer
from games.recording.sitting_rows import sitting_of
from games.rules import ONE_ACTION
from tests.cast import Cast

FOLDER = Path(recording.__file__).parent
TEXT = (FOLDER / "README.md").read_text()


def test_every_module_is_named() -> None:
    modules = {path.name for path in FOLDER.glob("*.py")} - {"__init__.py", "urls.py"}
    assert {name for name in modules if f"`{name}`" not in TEXT} == set()


def test_every_field_of_an_answer_is_named(cast: Cast) -> None:
    hand = cast.open_hand()
    here = sitting_of(hand)
    after = here.replay_of(records.changes_of(hand))
    fields = set(answer(here, after, ONE_ACTION)) | {"behind"}
    assert {field for field in fields if f"`{field}`" not in TEXT} == set()
