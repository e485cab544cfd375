"""The screen is a value: worked out from the rules alone, and the same wherever they run."""

import subprocess
import sys

from games.recording.screen import Screen, screen_of
from games.rules import Sentence, Variant
from tests.games import EVERY_TABLE, record_by_chance
from tests.recording.positions import positions

WITHOUT_DJANGO = """
import sys
sys.modules["django"] = None  # an import of it fails
import games.recording.screen
print(*sorted(name for name in sys.modules if name.startswith("games.")))
"""


def test_the_screen_needs_nothing_but_the_rules_and_words_without_django() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_DJANGO], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    others = {
        name
        for name in done.stdout.split()
        if not name.startswith(("games.rules", "games.recording.screen"))
    }
    assert others == {
        "games.display",
        "games.display.chairs",
        "games.display.entry_words",
        "games.display.table_parts",
        "games.recording",
    }


def words_in(value: object) -> list[Sentence]:
    """Every sentence that a value holds."""
    if isinstance(value, Sentence):
        return [value]
    if hasattr(value, "__dataclass_fields__"):
        value = [getattr(value, name) for name in value.__dataclass_fields__]
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list | tuple):
        return []
    return [words for part in value for words in words_in(part)]


@EVERY_TABLE
def test_the_screen_is_data_at_every_position(variant: Variant, players: int) -> None:
    """Texts, numbers, cards by their codes and sentences: nothing that lives in the engine."""
    for replayed in positions(record_by_chance(variant, players, seed=5)):
        screen = screen_of(replayed)
        assert isinstance(screen, Screen) and screen == screen_of(replayed)
        spoken = words_in(screen)
        assert spoken and not [words for words in spoken if "%(" in words.template]
        assert plain(screen)


def plain(value: object) -> bool:
    if value is None or isinstance(value, str | int | float):
        return True
    if hasattr(value, "__dataclass_fields__"):
        return all(plain(getattr(value, name)) for name in value.__dataclass_fields__)
    if isinstance(value, dict):
        return all(plain(part) for part in value.values())
    if isinstance(value, list | tuple | frozenset):
        return all(plain(part) for part in value)
    return False


def test_what_is_not_data_is_found() -> None:
    assert not plain((1, ["SK", object()]))
