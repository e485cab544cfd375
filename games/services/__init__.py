"""Every write of the site. Each function checks the user's role and is one durable transaction."""

from games.services.amending import Amended, Corrected, Wanted, amend, preview_amendment
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
    NothingToAmend,
    NothingToUndo,
    RecordMismatch,
    Refused,
    StaleVersion,
    StorageFull,
    VersionAhead,
    WriteError,
)
from games.services.hands import give_up, open_hand, void_hand
from games.services.leagues import set_league
from games.services.matches import close_match, open_match
from games.services.once import Once
from games.services.people import add_player, choose_language, open_club, rename_player
from games.services.reading import (
    add_remark,
    erase_remark,
    hide_remark,
    publish,
    withdraw,
)
from games.services.reading import read_text as read_remark
from games.services.whole import Taken, take_record

__all__ = [
    "Amended",
    "Appended",
    "Busy",
    "Corrected",
    "HandNotFinished",
    "HandNotSealed",
    "HandSealed",
    "HandStillOpen",
    "HandVoid",
    "KeyMalformed",
    "KeyReused",
    "MatchClosed",
    "NotAllowed",
    "NothingToAmend",
    "NothingToUndo",
    "Once",
    "RecordMismatch",
    "Refused",
    "StaleVersion",
    "StorageFull",
    "Taken",
    "VersionAhead",
    "Wanted",
    "WriteError",
    "add_player",
    "add_remark",
    "amend",
    "append",
    "choose_language",
    "close_match",
    "erase_remark",
    "give_up",
    "hide_remark",
    "open_club",
    "open_hand",
    "open_match",
    "preview",
    "preview_amendment",
    "publish",
    "read_remark",
    "rename_player",
    "seal",
    "set_league",
    "take_record",
    "void_hand",
    "withdraw",
]
