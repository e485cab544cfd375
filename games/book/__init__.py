"""Every write of the site. Each function checks the user's role and is one durable transaction."""

from games.book.amending import Amended, Corrected, Wanted, amend, preview_amendment
from games.book.chain import seal
from games.book.entries import Appended, append, preview
from games.book.hands import give_up, open_hand, void_hand
from games.book.leagues import set_league
from games.book.match_changes import close_match, open_match
from games.book.people import add_player, open_club, rename_player
from games.book.whole import Taken, take_record

__all__ = [
    "Amended",
    "Appended",
    "Corrected",
    "Taken",
    "Wanted",
    "add_player",
    "amend",
    "append",
    "close_match",
    "give_up",
    "open_club",
    "open_hand",
    "open_match",
    "preview",
    "preview_amendment",
    "rename_player",
    "seal",
    "set_league",
    "take_record",
    "void_hand",
]
