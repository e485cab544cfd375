"""What the recording screen shows, worked out from the rules alone, as data.

Nothing here knows Django, so that the same modules can run wherever the rules run. Words are
`Sentence`s and labels, which become text where they are shown. `screen_of(replay)` is the whole
screen, worked out anew for every answer; each panel beside the table has a function of its own.
"""

from games.recording.screen.contract import Bouts, Contract, ContractPanel, PointsPanel
from games.recording.screen.correcting import (
    LookedAt,
    Preview,
    entries_beside,
    entry_of,
    preview_of,
)
from games.recording.screen.dealing import Part, parts_of
from games.recording.screen.pad import SUIT_LETTERS, CardOrder, keys_of, order_of
from games.recording.screen.refusals import Refusal, refusal_of
from games.recording.screen.result import ResultForm, Stated, result_form, stated_of
from games.recording.screen.steps import Purchase, bought_of
from games.recording.screen.table import PointsWon, ScreenSeat
from games.recording.screen.whole import Screen, ScreenTable, rows_kept, screen_of
from games.recording.screen.words import KEY_WORDS

__all__ = [
    "KEY_WORDS",
    "SUIT_LETTERS",
    "Bouts",
    "CardOrder",
    "Contract",
    "ContractPanel",
    "LookedAt",
    "Part",
    "PointsPanel",
    "PointsWon",
    "Preview",
    "Purchase",
    "Refusal",
    "ResultForm",
    "Screen",
    "ScreenSeat",
    "ScreenTable",
    "Stated",
    "bought_of",
    "entries_beside",
    "entry_of",
    "keys_of",
    "order_of",
    "parts_of",
    "preview_of",
    "refusal_of",
    "result_form",
    "rows_kept",
    "screen_of",
    "stated_of",
]
