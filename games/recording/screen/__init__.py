"""What the recording screen shows, worked out from the rules alone, as data.

Nothing here knows Django, so that the same modules can run wherever the rules run. Words are
`Sentence`s and labels, which become text where they are shown. `screen_of(replay)` is the whole
screen, worked out again for every answer; each panel next to the table has a function of its own.
"""

from games.recording.screen.claiming import claim_form, claim_so_far
from games.recording.screen.contract import Bouts, Contract, ContractPanel, PointsPanel
from games.recording.screen.correcting import (
    LookedAt,
    Preview,
    entry_of,
    other_entries,
    preview_of,
)
from games.recording.screen.dealing import DealtPart, parts_of
from games.recording.screen.pad import keys_of, suits_of
from games.recording.screen.refusals import Refusal, refusal_of
from games.recording.screen.result import ResultForm, ResultSoFar, result_form, result_so_far
from games.recording.screen.score import contract_title
from games.recording.screen.steps import Purchase, bought_of
from games.recording.screen.table import PointsWon, ScreenSeat
from games.recording.screen.whole import SCORE, Screen, ScreenTable, rows_kept, screen_of
from games.recording.screen.words import KEY_WORDS, WAYS_TO_END

__all__ = [
    "KEY_WORDS",
    "SCORE",
    "WAYS_TO_END",
    "Bouts",
    "Contract",
    "ContractPanel",
    "DealtPart",
    "LookedAt",
    "PointsPanel",
    "PointsWon",
    "Preview",
    "Purchase",
    "Refusal",
    "ResultForm",
    "ResultSoFar",
    "Screen",
    "ScreenSeat",
    "ScreenTable",
    "bought_of",
    "claim_form",
    "claim_so_far",
    "contract_title",
    "entry_of",
    "keys_of",
    "other_entries",
    "parts_of",
    "preview_of",
    "refusal_of",
    "result_form",
    "result_so_far",
    "rows_kept",
    "screen_of",
    "suits_of",
]
