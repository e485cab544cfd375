"""What would follow from a change: nothing, or the first conflict and the changes that avoid it."""

import json
from typing import Any

import pytest

from games import book
from games.book import records
from games.models import Hand
from games.recording.screen import screen_of
from games.recording.screen.correcting import Preview, entry_of, other_entries, preview_of
from games.recording.screen.dealing import parts_of
from games.rules import Sentence, card_id, mask_of, replay
from games.writing.errors import Refused
from tests import hands
from tests.cast import Cast
from tests.factories import act, open_hand, write
from tests.recording.table import stands, told

FIRST_PLAY = len(hands.exchange())
TWO_TRICKS = hands.played(8)  # H1 HQ HK H3, then H8 H7 H9 HN


def preview(cast: Cast, hand: Hand, change: dict[str, Any]) -> Preview:
    follows = book.preview(user=cast.scorer, hand=hand, change=change)
    return preview_of(replay(records.record_of(hand)), follows, change)


def spoken(words: Sentence | None) -> str:
    """A sentence of the preview, of the people of every hand here."""
    return told(stands([]), words)


def recorded(cast: Cast, changes: list[dict]) -> Hand:
    return open_hand(cast.scorer, hands.seated(cast), changes)


def replaced(number: int, seat: int, card: str) -> dict[str, Any]:
    """The change that makes play `number` (from 0) another card."""
    action = {"kind": "play", "seat": seat, "card": card}
    return {"op": "change", "edits": [[FIRST_PLAY + number, action]]}


# --- looking at an entry -------------------------------------------------------------------------


def test_an_entry_is_shown_with_what_follows_it_and_what_it_may_have_been() -> None:
    table = stands([*TWO_TRICKS, act("note", text="Fine lead")])
    card = entry_of(table, FIRST_PLAY + 4)
    assert spoken(card.words) == "Elise’s 8♥"
    assert (card.trick, card.after, card.one) == (2, 4, True)
    assert card.tap and not card.removable and not card.choices
    assert json.loads(card.rewind) == {"op": "rewind", "to": FIRST_PLAY + 4}
    call = entry_of(table, 1)
    bids = ["pass", "small", "guard", "guard-without", "guard-against"]
    assert [key for key, _label in call.choices] == bids and not call.tap
    dog, discard, note = (entry_of(table, index) for index in (4, 5, table.count - 1))
    assert told(table, dog.tap) == told(table, discard.tap) == "Tap the 6 cards."
    assert (note.text, note.removable, note.tap) == ("Fine lead", True, None)
    words = [told(table, words) for _index, words in other_entries(table)]
    auction = ["Wanda’s pass", "Samir’s Petite", "Elise’s pass", "Nadia’s pass"]
    assert words == [*auction, "the dog", "the discard", "the comment"]


# --- a card taken back at the table --------------------------------------------------------------


def taken_back(changes: list[dict]) -> dict[str, Any]:
    """What the panel of the last card offers."""
    table = stands(changes)
    change: dict[str, Any] = json.loads(entry_of(table, table.state.play_actions[-1]).taken_back)
    return change


def test_the_last_card_can_have_been_taken_back_at_the_table_and_no_earlier_one() -> None:
    """What excused the card goes with it, and its comment stays."""
    taken = {"kind": "takeback", "seat": hands.WANDA, "card": "H9"}
    assert taken_back(hands.played(7)) == {"op": "change", "edits": [[FIRST_PLAY + 6, taken]]}
    noted = [*hands.played(7), act("note", text="Too quick")]
    assert taken_back(noted) == taken_back(hands.played(7))
    assert not entry_of(stands(noted), FIRST_PLAY + 5).taken_back
    assert not entry_of(stands(noted), FIRST_PLAY + 7).taken_back
    fault = act("play", card="T2", irregular="Seen late", note="A trump on hearts")
    (edit,) = taken_back([*hands.played(6), fault])["edits"]
    taken = {"kind": "takeback", "seat": hands.WANDA, "card": "T2", "note": "A trump on hearts"}
    assert edit[1] == taken


def test_a_card_taken_back_is_on_turn_again_and_nobody_else_s_until_that_is_undone(
    cast: Cast,
) -> None:
    hand = recorded(cast, hands.played(7))
    done = write(cast.scorer, hand, taken_back(hands.played(7)))
    screen = screen_of(done.replay)
    assert (screen.turn, screen.entries) == (hands.WANDA, len(hands.played(7)))
    assert screen.keys[card_id("H9")] == "c"
    assert done.replay.state.sure[hands.WANDA] == mask_of([card_id("H9")])
    assert spoken(other_entries(done.replay)[-1][1]) == "Wanda took back 9♥"
    looked = entry_of(done.replay, done.replay.count - 1)
    assert looked.removable and looked.tap and not looked.taken_back
    write(cast.scorer, hand, act("play", card="H10"))
    with pytest.raises(Refused):
        write(cast.scorer, hand, act("play", card="H9"))
    for _undo in range(2):
        write(cast.scorer, hand, {"op": "undo"})
    left = replay(records.record_of(hand))
    assert (left.count, left.state.turn) == (FIRST_PLAY + 6, hands.WANDA)
    assert not left.state.sure[hands.WANDA]


# --- what would follow ---------------------------------------------------------------------------


def test_a_change_that_fits_is_offered_for_saving_and_of_another_the_first_conflict_is_named(
    cast: Cast,
) -> None:
    """With its rule; what no longer fits can be cut off. Taking back says how many entries go."""
    hand = recorded(cast, TWO_TRICKS)
    change = replaced(5, hands.NADIA, "H2")
    assert preview(cast, hand, change) == Preview(json.dumps(change), fits=True)
    found = preview(cast, hand, replaced(2, hands.ELISE, "H4"))
    assert (found.fits, spoken(found.where), found.lost) == (False, "Elise’s 8♥", 4)
    cause = "Samir wins trick 1 (queen of hearts) and leads to trick 2."
    assert found.rule and spoken(found.cause) == cause
    assert spoken(found.text).startswith("It is Samir")
    assert found.swap == "", "no mix-up"
    gone = [index for index, action in json.loads(found.cut)["edits"] if action is None]
    assert gone == [FIRST_PLAY + 4, FIRST_PLAY + 5, FIRST_PLAY + 6, FIRST_PLAY + 7]
    assert preview(cast, hand, {"op": "rewind", "to": FIRST_PLAY + 4}).back == 4


def test_two_cards_that_were_mixed_up_can_change_places(cast: Cast) -> None:
    """The other may be the earlier one; then the change is wrong in itself, and offers no cut."""
    hand = recorded(cast, TWO_TRICKS)
    for number, seat, card, conflict, places in (
        (3, hands.NADIA, "H7", "Nadia’s 7♥", [[FIRST_PLAY + 3, "H7"], [FIRST_PLAY + 5, "H3"]]),
        (1, hands.SAMIR, "H1", "Samir’s 1♥", [[FIRST_PLAY + 1, "H1"], [FIRST_PLAY, "HQ"]]),
    ):
        found = preview(cast, hand, replaced(number, seat, card))
        assert spoken(found.where) == conflict
        swapped = json.loads(found.swap)
        assert [[index, action["card"]] for index, action in swapped["edits"]] == places
    assert found.cut == ""


def test_the_cut_counts_what_a_change_takes_out(cast: Cast) -> None:
    """Without the slam that Samir called, Wanda leads, and not he."""
    slam = act("announce", seat=1, what="slam")
    before = [*hands.exchange(), slam, act("play", card="S10"), act("play", card="S7")]
    change = {"op": "change", "edits": [[FIRST_PLAY, None]]}
    found = preview(cast, recorded(cast, before), change)
    assert spoken(found.where) == "Samir’s 10♠"
    cut = json.loads(found.cut)
    assert cut["edits"] == [[FIRST_PLAY, None], [FIRST_PLAY + 1, None], [FIRST_PLAY + 2, None]]


# --- hands that are told -------------------------------------------------------------------------


def test_parts_of_the_deal_say_what_is_written_and_what_follows() -> None:
    dealt = hands.dealt()["deal"]
    three = {"op": "deal", "deal": {"hands": [*dealt["hands"][:3], None], "stock": dealt["stock"]}}
    parts = parts_of(stands([three]))
    assert [(part.name, part.size, part.inferred) for part in parts] == [
        ("Wanda", 18, False),
        ("Samir", 18, False),
        ("Elise", 18, False),
        ("Nadia", 18, True),
        (Sentence("dog"), 6, False),
    ]
    assert set(parts[3].cards) == set(dealt["hands"][3])
    assert not parts_of(stands([]))[0].cards
