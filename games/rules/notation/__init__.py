"""The text notation of a hand: the record as lines that people read and write (see ../notation.md).

`format_text` and `parse_text` go between text and `Record`; `format_object` and `parse_object` do the same for the
JSON object of any game, also of one that the rules do not know; `parse_actions` reads lines of actions alone.
"""

from games.rules.notation.actions import ActionLine, parse_actions, write_actions
from games.rules.notation.files import MAX_TEXT_BYTES, Piece, hands_of, verify_text
from games.rules.notation.hand import (
    Written,
    format_object,
    format_text,
    parse_object,
    parse_text,
    read_hand,
)
from games.rules.notation.line import NotationError

__all__ = [
    "MAX_TEXT_BYTES",
    "ActionLine",
    "NotationError",
    "Piece",
    "Written",
    "format_object",
    "format_text",
    "hands_of",
    "parse_actions",
    "parse_object",
    "parse_text",
    "read_hand",
    "verify_text",
    "write_actions",
]
