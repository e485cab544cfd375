"""Every write of the site. Each function checks the user's role and is one durable transaction."""

from games.book.amending import Amended, Corrected, Wanted, amend, preview_amendment
from games.book.chain import seal
from games.book.clubs import open_club, set_up
from games.book.confirming import confirm
from games.book.disputing import dispute, rule, withdraw
from games.book.entries import Appended, append, preview
from games.book.erasing.erase_person import erase_person
from games.book.erasing.erasure_plan import Person, person_of, plan_erasure
from games.book.hands import give_up, open_hand, take_up, void_hand
from games.book.leagues import set_league
from games.book.match_changes import close_match, open_match
from games.book.match_edits import delete_match, edit_match
from games.book.merge_plan import plan_merge
from games.book.merging import merge_players, undo_merge
from games.book.pins import set_pin
from games.book.player_lists import add_listed
from games.book.players import PlayerFacts, add_player, change_player, facts_of, rename_player
from games.book.reseating import reseat
from games.book.reseating_plan import Reseating, plan_reseating
from games.book.table_changes import take_over
from games.book.whole import Taken, take_record

__all__ = [
    "Amended",
    "Appended",
    "Corrected",
    "Person",
    "PlayerFacts",
    "Reseating",
    "Taken",
    "Wanted",
    "add_listed",
    "add_player",
    "amend",
    "append",
    "change_player",
    "close_match",
    "confirm",
    "delete_match",
    "dispute",
    "edit_match",
    "erase_person",
    "facts_of",
    "give_up",
    "merge_players",
    "open_club",
    "open_hand",
    "open_match",
    "person_of",
    "plan_erasure",
    "plan_merge",
    "plan_reseating",
    "preview",
    "preview_amendment",
    "rename_player",
    "reseat",
    "rule",
    "seal",
    "set_league",
    "set_pin",
    "set_up",
    "take_over",
    "take_record",
    "take_up",
    "undo_merge",
    "void_hand",
    "withdraw",
]
