"""What the recording screen shows: one value, built from the hand as it stands.

`desk_of(hand, replay)` is folded anew for every answer; nothing of it is stored. See README.md.
"""

from games.recording.refusals import Refusal, refusal_of
from games.recording.screen import Addresses, Desk, desk_of, parts_of, rows_kept

__all__ = ["Addresses", "Desk", "Refusal", "desk_of", "parts_of", "refusal_of", "rows_kept"]
