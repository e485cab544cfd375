"""Every write about people: players, merging and erasing them, their PINs."""

from games.people.erasing.erase_person import erase_person
from games.people.erasing.erasure_plan import Person, person_of, plan_erasure
from games.people.merge_plan import plan_merge
from games.people.merging import merge_players, undo_merge
from games.people.pins import set_pin
from games.people.player_lists import add_listed
from games.people.players import (
    PlayerFacts,
    add_player,
    change_player,
    facts_of,
)
