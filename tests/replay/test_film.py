"""What the replay of a hand shows at each step."""

from collections.abc import Iterator

import pytest

from games.replay import ALL, NONE, Film, View, film, view_of
from games.rules import Record
from games.rules.replaying.foresight import FILLED
from tests.replay.hands import (
    DEALT,
    DOG,
    ELISE,
    END,
    IN_TRICK_7,
    LAID_AWAY,
    NADIA,
    SAMIR,
    WANDA,
    by_chance,
    record_of,
    samirs_petite,
)


@pytest.fixture(scope="module")
def petite() -> Film:
    """Samir's petite with all hands open."""
    return film(samirs_petite(), ALL)


def seen_by(seat: int) -> View:
    view = view_of(str(seat), 5)
    assert view is not None
    return view


@pytest.fixture(scope="module")
def nadias() -> Film:
    """The same hand as Nadia saw it."""
    return film(samirs_petite(), seen_by(NADIA))


def in_hand(shown: Film, seat: int, step: int) -> list[str]:
    return [card.code for card in shown.seats[seat].fan.cards if step in card.when]


def on_table(shown: Film, step: int) -> dict[str, str]:
    return {card.name: card.code for card in shown.laid if step in card.when}


def winning(shown: Film, step: int) -> list[str]:
    return [card.code for card in shown.laid if step in card.when and step in card.best]


# --- the table --------------------------------------------------------------------------------


def test_each_action_has_a_step_named_after_the_card_that_was_just_played(petite: Film) -> None:
    assert [step.number for step in petite.steps] == list(range(END + 1))
    named = [(petite.steps[step].place) for step in (DEALT, DOG, LAID_AWAY, IN_TRICK_7, END)]
    assert named == ["the deal", "the exchange", "before the first card", "7.2", "the score"]
    assert petite.steps[END].tab == "score"
    assert petite.steps[IN_TRICK_7].words == "Trick 7, Elise plays trump 16. Nadia to play."


def test_players_sit_counter_clockwise_and_who_looks_at_the_bottom(
    petite: Film, nadias: Film
) -> None:
    """Slot 0 is the bottom, 1 the right."""
    assert [seat.slot for seat in petite.seats] == [0, 1, 2, 3]
    assert [nadias.seats[seat].slot for seat in (NADIA, WANDA, SAMIR, ELISE)] == [0, 1, 2, 3]
    assert [seat.name for seat in petite.seats if IN_TRICK_7 in seat.next] == ["Nadia"]
    assert [seat.name for seat in petite.seats if IN_TRICK_7 in seat.plate.turn] == ["Nadia"]
    assert [seat.name for seat in petite.seats if IN_TRICK_7 in seat.free] == ["Wanda", "Nadia"]


def test_the_cards_of_a_trick_lie_before_their_players_until_the_next_card(petite: Film) -> None:
    assert on_table(petite, IN_TRICK_7) == {"Samir": "D5", "Elise": "T16"}
    assert winning(petite, IN_TRICK_7 - 1) == ["D5"]
    assert winning(petite, IN_TRICK_7) == ["T16"]
    led = [card.code for card in petite.laid if IN_TRICK_7 in card.when and card.led]
    assert led == ["D5"]
    assert sorted(on_table(petite, IN_TRICK_7 + 2).values()) == ["D5", "DJ", "T1", "T16"]
    assert winning(petite, IN_TRICK_7 + 2) == ["T16"]
    assert on_table(petite, IN_TRICK_7 + 3) == {"Elise": "SJ"}


def test_tricks_are_counted_as_they_are_won_and_scores_stand_there_at_the_end(
    petite: Film,
) -> None:
    def count(seat: int, step: int) -> int:
        return next(count for count, when in petite.seats[seat].plate.counts if step in when)

    assert [count(seat, IN_TRICK_7) for seat in range(4)] == [0, 4, 1, 1]
    assert [count(seat, END) for seat in range(4)] == [4, 10, 3, 1]
    strokes = [stroke for stroke in petite.seats[SAMIR].plate.strokes if IN_TRICK_7 in stroke]
    assert len(strokes) == 4
    assert [seat.score for seat in petite.seats] == [34, -102, 34, 34]
    assert [END - 1 in seat.plate.scored for seat in petite.seats] == [False] * 4
    assert [END in seat.plate.scored for seat in petite.seats] == [True] * 4


def test_the_dog_lies_open_until_it_is_laid_away_and_only_then_is_in_the_taker_s_hand(
    petite: Film,
) -> None:
    """A hand is sorted trumps first and kings before aces."""
    dog, discard = petite.spreads
    assert [step for step in range(END + 1) if step in dog.when] == [DOG]
    assert dog.faces == ("T7", "S3", "D8", "D6", "D2", "C4")
    assert [step for step in range(END + 1) if step in discard.when] == [LAID_AWAY]
    assert set(discard.faces) == {"S10", "S3", "S1", "H6", "C4", "C3"}
    before, after = (set(in_hand(petite, SAMIR, step)) for step in (DOG, LAID_AWAY))
    assert {"S10", "H6", "T7"} & before == {"S10", "H6"}
    assert {"S10", "H6", "T7"} & after == {"T7"}
    assert in_hand(petite, NADIA, IN_TRICK_7) == "T12 T8 T1 SK S9 S6 S5 S2 CN C10 C8 C1".split()


# --- the trick list and the scrubber ----------------------------------------------------------


def test_the_trick_list_counts_points_and_leads_to_the_step_of_each_card(petite: Film) -> None:
    """Samir's queen wins the Fool in trick 4; it stays with the defence: 15 to 13."""
    assert [row.halves for row in petite.rows[:4]] == [18, 8, 12, 18]
    assert petite.rows[3].running == (30, 26)
    assert petite.rows[5].running == (34, 34)
    elises = petite.rows[6].cells[ELISE]
    assert elises is not None
    assert (elises.code, elises.step, elises.led) == ("T16", IN_TRICK_7, False)
    assert IN_TRICK_7 - 1 in elises.next


def test_the_scrubber_says_whose_side_won_and_leads_on_part_by_part(petite: Film) -> None:
    tricks = {part.label: part for part in petite.segments if part.trick}
    assert [tricks[number].side for number in "123"] == ["others", "takers", "takers"]
    assert [mark.text for mark in tricks["10"].marks if mark.kind == "honour"] == ["T21"]
    assert [part.label for part in petite.segments if not part.trick] == ["Auction", "dog", "Score"]
    assert petite.stop_after(DEALT) == DOG
    assert petite.stop_after(DOG) == LAID_AWAY + 1
    assert petite.stop_after(LAID_AWAY + 1) == LAID_AWAY + 5
    assert petite.stop_before(IN_TRICK_7) == IN_TRICK_7 - 1
    assert (petite.stop_before(0), petite.stop_after(END)) == (0, END)


# --- one seat's view --------------------------------------------------------------------------


def test_in_one_seats_view_nothing_comes_before_its_time(nadias: Film) -> None:
    """What any seat may read in any game is in `test_games.py`."""
    told = [part.label for part in nadias.segments if part.trick and IN_TRICK_7 in part.side_known]
    assert told == list("123456")
    unread = nadias.rows[6].cells[NADIA]
    assert unread is not None
    assert unread.unseen is not None
    assert IN_TRICK_7 in unread.unseen
    assert IN_TRICK_7 in unread.next
    assert IN_TRICK_7 not in unread.seen
    assert IN_TRICK_7 not in nadias.rows[6].points_known
    discard = nadias.spreads[1]
    assert (discard.faces, discard.backs) == ((), 6)
    for other in (SAMIR, ELISE):
        assert in_hand(nadias, other, IN_TRICK_7) == [""] * 11


def test_there_is_no_view_of_a_seat_that_is_none() -> None:
    keys = ["4", "-1", "x", "9", "00", "١"]
    assert [view_of(key, 4) for key in keys] == [None] * len(keys)


# --- what is inferred -------------------------------------------------------------------------


def test_hands_that_nobody_wrote_down_are_inferred_and_what_a_claim_leaves_stays_face_down() -> (
    None
):
    record = samirs_petite(hands_known=False)
    written, seen = film(samirs_petite(), ALL), film(record, ALL)
    assert [seat.fan.inferred for seat in written.seats] == [False] * 4
    assert [seat.fan.inferred for seat in seen.seats] == [True] * 4
    assert [in_hand(seen, seat, 0) for seat in range(4)] == [
        in_hand(written, seat, 0) for seat in range(4)
    ]
    discard = seen.spreads[1]
    assert discard.inferred
    assert set(discard.faces) == set(written.spreads[1].faces)
    actions = [*record.actions[:7], {"kind": "claim", "seat": SAMIR}]
    cut = record_of([{"op": "act", "action": dict(action)} for action in actions])
    shown = film(cut, ALL)
    assert in_hand(shown, WANDA, 0) == ["H1", *[""] * 17]
    assert shown.steps[-1].words.startswith("Samir claims the remaining tricks.")


def test_a_card_that_was_filled_in_is_marked_in_list_and_words() -> None:
    """Nobody saw the last trick; it was worked out when nothing else could be played."""
    played = samirs_petite()
    last = len(played.actions) - 4
    filled = [
        {**action, FILLED: True} if index >= last else action
        for index, action in enumerate(played.actions)
    ]
    shown = film(played._replace(actions=tuple(filled)), ALL)
    marked = [cell.step for row in shown.rows for cell in row.cells if cell and cell.inferred]
    assert sorted(marked) == [last + 1, last + 2, last + 3, last + 4]
    said = [one.words for one in shown.steps if "Inferred: no other card was left" in one.words]
    assert len(said) == 4


# --- hands that go another way ----------------------------------------------------------------


def test_a_hand_passed_out_has_no_tricks() -> None:
    record = record_of([{"op": "act", "action": {"kind": "call", "call": "pass"}}] * 4)
    shown = film(record, ALL)
    assert shown.rows == ()
    assert [part.label for part in shown.segments] == ["Auction", "Score"]
    assert [seat.score for seat in shown.seats] == [0] * 4
    assert shown.steps[-1].words == "Nadia passes. The hand is over."


def with_text(index: int, **texts: str) -> Record:
    record = samirs_petite(hands_known=False)
    actions = [dict(action) for action in record.actions]
    actions[index] |= texts
    return record_of([{"op": "act", "action": action} for action in actions])


def test_an_irregular_card_and_a_comment_are_marked_at_their_step_and_not_before() -> None:
    shown = film(with_text(8, irregular="She pulled two cards."), ALL)
    marked = [card for card in shown.laid if card.irregular]
    assert [(card.code, card.irregular) for card in marked] == [("HK", "She pulled two cards.")]
    assert [cell.code for row in shown.rows for cell in row.cells if cell and cell.irregular] == [
        "HK"
    ]
    signs = [(part.label, mark.kind) for part in shown.segments for mark in part.marks]
    assert [label for label, kind in signs if kind == "irregular"] == ["1"]
    assert [(remark.kind, remark.step) for remark in shown.remarks] == [("irregular", 9)]
    (remark,) = film(with_text(8, note="A long look at the dog."), seen_by(NADIA)).remarks
    assert [step for step in range(20) if step in remark.here] == [9]
    assert [8 in remark.seen, 9 in remark.seen] == [False, True]


def called_hands() -> Iterator[Record]:
    """Hands in which the called king is in another hand than the taker's."""
    for seed in range(20):
        record = by_chance(5, seed)
        if len(film(record, ALL).course.takers) == 2:
            yield record


def test_the_called_player_is_known_when_the_card_is_played_and_points_wait_for_it() -> None:
    record = next(called_hands())
    opened = film(record, ALL)
    partner = next(seat for seat in opened.course.takers if seat != opened.course.end.taker)
    stranger = next(seat for seat in range(5) if seat not in opened.course.takers)
    numbered = list(enumerate(record.actions, 1))
    called = next(number for number, action in numbered if action["kind"] == "king")
    card = record.actions[called - 1]["card"]
    played = next(
        number for number, action in numbered if action["kind"] == "play" and action["card"] == card
    )

    def known_from(shown: Film) -> int:
        chips = shown.seats[partner].plate.marks
        return next(chip.when.spans[0][0] for chip in chips if chip.text == "partner")

    outside = film(record, NONE)
    assert known_from(opened) == known_from(film(record, seen_by(partner))) == called
    assert known_from(outside) == known_from(film(record, seen_by(stranger))) == played
    told = [row.running_known for row in outside.rows if row.running_known]
    assert len(told) == len(outside.rows)
    assert all(when.spans[0][0] >= played for when in told)
