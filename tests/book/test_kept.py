"""What a process keeps of a hand between two entries changes no answer."""

import pytest

from games import book, people
from games.book import records
from games.book.kept import Kept, Shelf, shelf
from games.models import Entry, Hand, statements
from games.rules import State, Variant, format_record, replay
from games.writing.errors import KeyReused, Refused
from tests.cast import Cast, rename_player
from tests.factories import act, calls, new_key, open_match, write
from tests.games import EVERY_VARIANT, hand_by_chance

FACTS = {"dealer": 0}


def found(cast: Cast, hand: Hand) -> Hand:
    return statements.find_hand(cast.scorer, cast.club.slug, hand.public_id)


@EVERY_VARIANT
def test_while_entries_come_in_the_kept_hand_equals_a_replay_of_all_of_them(
    cast: Cast, variant: Variant
) -> None:
    sixth = people.add_player(user=cast.scorer, club=cast.club, name="Farid")
    seats = (*cast.players, sixth)[: variant.seats[0]]
    match = open_match(cast.scorer, cast.club, seats, variant=variant.key, first_dealer=0)
    hand = book.open_hand(user=cast.scorer, match=match)
    changes = hand_by_chance(variant.key, len(seats), seed=3)
    for change in changes:
        done = write(cast.scorer, found(cast, hand), change)
        if done.version % 7 and done.version < len(changes):
            continue  # what differs after one entry still does after some more
        again = replay(records.record_of(found(cast, hand)))
        assert done.replay.record == again.record
        for name in set(State.__slots__) - {"draw_pile"}:
            assert getattr(done.replay.state, name) == getattr(again.state, name), name
    assert done.replay.outcome.scores is not None


def test_a_new_name_appears_from_the_next_entry_on(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass"))
    rename_player(user=cast.scorer, player=cast.players[0], name="Zoé")
    done = write(cast.scorer, found(cast, hand), act("call", call="pass"))
    assert "Zoé" in done.replay.record.players


def test_what_another_process_has_written_counts(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass"))
    mine = shelf.take(hand.public_id, 1, records.facts_of(found(cast, hand)))
    write(cast.scorer, hand, act("call", call="small"))
    assert mine is not None
    shelf.put(hand.public_id, mine)  # as it lies in a process that did not see that entry
    with pytest.raises(Refused):
        write(cast.scorer, found(cast, hand), act("call", call="small"))
    done = write(cast.scorer, found(cast, hand), act("call", call="guard"))
    assert [action["call"] for action in done.replay.record.actions] == ["pass", "small", "guard"]


def test_a_key_of_any_entry_before_is_known(cast: Cast) -> None:
    hand, key = cast.open_hand(), new_key()
    write(cast.scorer, hand, act("call", call="pass"), key=key)
    write(cast.scorer, hand, act("call", call="pass"))
    with pytest.raises(KeyReused):
        write(cast.scorer, hand, act("call", call="small"), key=key)
    assert Entry.objects.filter(hand=hand).count() == 2


def test_a_refused_card_leaves_the_hand_as_it_was(cast: Cast) -> None:
    hand = cast.open_hand(calls("guard"))
    before = format_record(records.record_of(found(cast, hand)))
    for _ in range(2):
        with pytest.raises(Refused):
            write(cast.scorer, found(cast, hand), act("call", call="small"))
    assert format_record(records.record_of(found(cast, hand))) == before


def test_of_two_threads_one_gets_it_and_the_oldest_goes_first(cast: Cast) -> None:
    record = records.record_of(cast.open_hand())
    kept = [Kept(version, frozenset(), 0, FACTS, replay(record)) for version in range(3)]
    small = Shelf(2)
    for one in kept:
        small.put(f"hand {one.version}", one)
    assert small.take("hand 0", 0, FACTS) is None
    assert small.take("hand 1", 1, FACTS) is kept[1]
    assert small.take("hand 1", 1, FACTS) is None
    assert small.take("hand 2", 2, {"dealer": 1}) is None
