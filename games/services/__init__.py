"""Every write of the site. Each function checks the user's role and is one durable transaction."""

from games.services.archive import seal
from games.services.entries import Appended, append, preview
from games.services.errors import (
    Busy,
    HandNotFinished,
    HandNotSealed,
    HandSealed,
    HandStillOpen,
    HandVoid,
    KeyMalformed,
    KeyReused,
    MatchClosed,
    NotAllowed,
    NothingToUndo,
    RecordMismatch,
    Refused,
    StaleVersion,
    StorageFull,
    VersionAhead,
    WriteError,
)
from games.services.hands import open_hand, void_hand
from games.services.leagues import set_league
from games.services.matches import close_match, open_match
from games.services.people import add_player, choose_language, open_club, rename_player
from games.services.reading import add_remark, erase_remark, hide_remark, publish, withdraw
from games.services.whole import Taken, take_record

__all__ = [
    "Appended",
    "Busy",
    "HandNotFinished",
    "HandNotSealed",
    "HandSealed",
    "HandStillOpen",
    "HandVoid",
    "KeyMalformed",
    "KeyReused",
    "MatchClosed",
    "NotAllowed",
    "NothingToUndo",
    "RecordMismatch",
    "Refused",
    "StaleVersion",
    "StorageFull",
    "Taken",
    "VersionAhead",
    "WriteError",
    "add_player",
    "add_remark",
    "append",
    "choose_language",
    "close_match",
    "erase_remark",
    "hide_remark",
    "open_club",
    "open_hand",
    "open_match",
    "preview",
    "publish",
    "rename_player",
    "seal",
    "set_league",
    "take_record",
    "void_hand",
    "withdraw",
]
