"""What the replay of a hand shows at each step."""

from collections.abc import Iterator

import pytest

from games.replay import ALL, NONE, Film, View, film, view_of
from games.rules import Record
from games.rules.cards import CODES
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


def test_each_action_has_a_step_and_the_last_one_is_the_score(petite: Film) -> None:
    assert [step.number for step in petite.steps] == list(range(END + 1))
    assert petite.steps[END].place == "the score"
    assert petite.steps[END].tab == "score"


def test_a_step_is_named_after_the_card_that_was_just_played(petite: Film) -> None:
    assert petite.steps[IN_TRICK_7].place == "7.2"
    assert petite.steps[IN_TRICK_7].words == "Trick 7, Elise plays trump 16. Nadia to play."
    assert [petite.steps[step].place for step in (DEALT, DOG, LAID_AWAY)] == [
        "the deal",
        "the exchange",
        "before the first card",
    ]


def test_the_next_player_sits_to_the_right(petite: Film) -> None:
    """French Tarot runs counter-clockwise: slot 0 is the bottom, 1 the right."""
    assert [seat.slot for seat in petite.seats] == [0, 1, 2, 3]


def test_who_looks_sits_at_the_bottom(nadias: Film) -> None:
    assert [nadias.seats[seat].slot for seat in (NADIA, WANDA, SAMIR, ELISE)] == [0, 1, 2, 3]


def test_the_cards_of_the_trick_lie_before_their_players(petite: Film) -> None:
    assert on_table(petite, IN_TRICK_7) == {"Samir": "D5", "Elise": "T16"}
    assert winning(petite, IN_TRICK_7) == ["T16"]
    assert winning(petite, IN_TRICK_7 - 1) == ["D5"]
    led = [card.code for card in petite.laid if IN_TRICK_7 in card.when and card.led]
    assert led == ["D5"]


def test_a_finished_trick_lies_until_the_next_card(petite: Film) -> None:
    assert sorted(on_table(petite, IN_TRICK_7 + 2).values()) == ["D5", "DJ", "T1", "T16"]
    assert winning(petite, IN_TRICK_7 + 2) == ["T16"]
    assert on_table(petite, IN_TRICK_7 + 3) == {"Elise": "SJ"}


def test_the_place_of_the_player_on_turn_is_marked(petite: Film) -> None:
    marked = [seat.name for seat in petite.seats if IN_TRICK_7 in seat.next]
    assert marked == ["Nadia"]
    free = [seat.name for seat in petite.seats if IN_TRICK_7 in seat.free]
    assert free == ["Wanda", "Nadia"]
    assert [seat.name for seat in petite.seats if IN_TRICK_7 in seat.plate.turn] == ["Nadia"]


def test_tricks_are_counted_as_they_are_won(petite: Film) -> None:
    def count(seat: int, step: int) -> int:
        return next(count for count, when in petite.seats[seat].plate.counts if step in when)

    assert [count(seat, IN_TRICK_7) for seat in range(4)] == [0, 4, 1, 1]
    assert [count(seat, END) for seat in range(4)] == [4, 10, 3, 1]
    strokes = [stroke for stroke in petite.seats[SAMIR].plate.strokes if IN_TRICK_7 in stroke]
    assert len(strokes) == 4


def test_the_dog_lies_open_until_it_is_laid_away(petite: Film) -> None:
    dog, discard = petite.spreads
    assert [step for step in range(END + 1) if step in dog.when] == [DOG]
    assert dog.faces == ("T7", "S3", "D8", "D6", "D2", "C4")
    assert [step for step in range(END + 1) if step in discard.when] == [LAID_AWAY]
    assert set(discard.faces) == {"S10", "S3", "S1", "H6", "C4", "C3"}


def test_the_taker_holds_the_dog_only_after_the_exchange(petite: Film) -> None:
    assert {"S10", "H6"} < set(in_hand(petite, SAMIR, DOG))
    assert "T7" not in in_hand(petite, SAMIR, DOG)
    assert "T7" in in_hand(petite, SAMIR, LAID_AWAY)
    assert not {"S10", "H6"} & set(in_hand(petite, SAMIR, LAID_AWAY))


def test_a_hand_is_sorted_trumps_first_and_kings_before_aces(petite: Film) -> None:
    assert in_hand(petite, NADIA, IN_TRICK_7) == ("T12 T8 T1 SK S9 S6 S5 S2 CN C10 C8 C1".split())


def test_scores_stand_on_the_plates_at_the_end(petite: Film) -> None:
    assert [seat.score for seat in petite.seats] == [34, -102, 34, 34]
    assert [END - 1 in seat.plate.scored for seat in petite.seats] == [False] * 4
    assert [END in seat.plate.scored for seat in petite.seats] == [True] * 4


# --- the trick list ---------------------------------------------------------------------------


def test_the_running_points_leave_the_fool_with_its_side(petite: Film) -> None:
    """Samir's queen wins the Fool in trick 4; it stays with the defence: 15 to 13."""
    assert [row.halves for row in petite.rows[:4]] == [18, 8, 12, 18]
    assert petite.rows[3].running == (30, 26)
    assert petite.rows[5].running == (34, 34)


def test_each_card_of_the_list_leads_to_its_step(petite: Film) -> None:
    elises = petite.rows[6].cells[ELISE]
    assert elises is not None
    assert (elises.code, elises.step) == ("T16", IN_TRICK_7)
    assert IN_TRICK_7 - 1 in elises.next
    assert not elises.led


def test_the_scrubber_says_whose_side_won(petite: Film) -> None:
    tricks = {part.label: part for part in petite.segments if part.trick}
    assert [tricks[number].side for number in "123"] == ["others", "takers", "takers"]
    assert [mark.text for mark in tricks["10"].marks if mark.kind == "honour"] == ["T21"]
    assert [part.label for part in petite.segments if not part.trick] == ["Auction", "dog", "Score"]


def test_one_part_on_leads_from_the_auction_to_the_dog_and_from_trick_to_trick(
    petite: Film,
) -> None:
    assert petite.stop_after(DEALT) == DOG
    assert petite.stop_after(DOG) == LAID_AWAY + 1
    assert petite.stop_after(LAID_AWAY + 1) == LAID_AWAY + 5
    assert petite.stop_before(IN_TRICK_7) == IN_TRICK_7 - 1
    assert (petite.stop_before(0), petite.stop_after(END)) == (0, END)


# --- one seat's view --------------------------------------------------------------------------


def readable(shown: Film, step: int) -> set[str]:
    """Every card that somebody can read on the page at a step."""
    found = {card.code for seat in shown.seats for card in seat.fan.cards if step in card.when}
    found |= set(on_table(shown, step).values())
    found |= {cell.code for row in shown.rows for cell in row.cells if cell and step in cell.seen}
    for spread in shown.spreads:
        if step in spread.when or step in spread.readable:
            found |= set(spread.faces)
    return found - {""}


def known_at(record: Record, seat: int | None, step: int) -> set[str]:
    """What a seat (None: a guest) may have seen by then: its hand, and what lay open."""
    seen = set()
    stock = {CODES[card] for card in record.stock or ()}
    for action in record.actions[:step]:
        match action["kind"]:
            case "play" | "king":
                seen.add(action["card"])
            case "discard":
                seen |= set(action.get("shown", ()))
                seen |= set(action["cards"] or ()) if action["seat"] == seat else set()
            case "stock" | "announce":
                seen |= set(action.get("cards", ()))
    contract = [action["call"] for action in record.actions if action.get("call", "pass") != "pass"]
    if contract and contract[-1] in ("small", "guard"):
        seen |= stock
    if seat is not None:
        hand = record.hands[seat]
        assert hand is not None
        seen |= {CODES[card] for card in hand}
    return seen


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nobody_reads_more_than_he_had_seen(players: int, seed: int) -> None:
    record = by_chance(players, seed)
    for seat in (*range(players), None):
        shown = film(record, NONE if seat is None else seen_by(seat))
        for step in range(shown.last + 1):
            assert readable(shown, step) <= known_at(record, seat, step)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", [4, 5])
@pytest.mark.parametrize("hands_known", [True, False])
def test_every_card_is_in_one_place(players: int, seed: int, *, hands_known: bool) -> None:
    """With all hands open each hand has as many cards as are left to play, and no card twice."""
    record = by_chance(players, seed, hands_known=hands_known)
    shown = film(record, ALL)
    size = record.variant.hand_size(players)
    for step in range(shown.last + 1):
        hands = [in_hand(shown, seat, step) for seat in range(players)]
        played = [action["card"] for action in record.actions[:step] if action["kind"] == "play"]
        lying = [card for hand in hands for card in hand] + played
        assert len(set(lying)) == len(lying) == players * size
        assert set(on_table(shown, step).values()) <= set(played)


def test_in_one_seats_view_nothing_comes_before_its_time(nadias: Film) -> None:
    assert readable(nadias, IN_TRICK_7) & {"DJ", "T21", "CK"} == set()
    told = [part.label for part in nadias.segments if part.trick and IN_TRICK_7 in part.side_known]
    assert told == list("123456")
    unread = nadias.rows[6].cells[NADIA]
    assert unread is not None
    assert unread.unseen is not None
    assert IN_TRICK_7 in unread.unseen
    assert IN_TRICK_7 in unread.next
    assert IN_TRICK_7 not in nadias.rows[6].points_known


def test_the_discard_lies_face_down_for_the_defence(nadias: Film) -> None:
    discard = nadias.spreads[1]
    assert (discard.faces, discard.backs) == ((), 6)


def test_other_hands_are_backs(nadias: Film) -> None:
    assert in_hand(nadias, SAMIR, IN_TRICK_7) == [""] * 11
    assert in_hand(nadias, ELISE, IN_TRICK_7) == [""] * 11


@pytest.mark.parametrize("key", ["4", "-1", "x", "9", "00", "١"])
def test_no_seat_no_view(key: str) -> None:
    assert view_of(key, 4) is None


# --- what is inferred -------------------------------------------------------------------------


def test_hands_that_nobody_wrote_down_are_inferred() -> None:
    written, seen = film(samirs_petite(), ALL), film(samirs_petite(hands_known=False), ALL)
    assert [seat.fan.inferred for seat in written.seats] == [False] * 4
    assert [seat.fan.inferred for seat in seen.seats] == [True] * 4
    discard = seen.spreads[1]
    assert discard.inferred
    assert set(discard.faces) == set(written.spreads[1].faces)


def test_what_a_claim_leaves_unknown_stays_face_down() -> None:
    record = samirs_petite(hands_known=False)
    actions = [*record.actions[:7], {"kind": "claim", "seat": SAMIR}]
    cut = record_of([{"op": "act", "action": dict(action)} for action in actions])
    shown = film(cut, ALL)
    assert in_hand(shown, WANDA, 0) == ["H1", *[""] * 17]
    assert shown.steps[-1].words.startswith("Samir claims the remaining tricks.")


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


def test_a_card_that_stands_against_the_rules_is_marked_with_the_reason() -> None:
    shown = film(with_text(8, irregular="She pulled two cards."), ALL)
    marked = [card for card in shown.laid if card.irregular]
    assert [(card.code, card.irregular) for card in marked] == [("HK", "She pulled two cards.")]
    assert [cell.code for row in shown.rows for cell in row.cells if cell and cell.irregular] == [
        "HK"
    ]
    signs = [(part.label, mark.kind) for part in shown.segments for mark in part.marks]
    assert [label for label, kind in signs if kind == "irregular"] == ["1"]
    assert [(remark.kind, remark.step) for remark in shown.remarks] == [("irregular", 9)]


def test_a_comment_is_read_at_its_step_and_in_a_closed_view_not_before() -> None:
    record = with_text(8, note="A long look at the dog.")
    (remark,) = film(record, seen_by(NADIA)).remarks
    assert [step for step in range(20) if step in remark.here] == [9]
    assert 8 not in remark.seen
    assert 9 in remark.seen


def called_hands() -> Iterator[Record]:
    for seed in range(20):
        record = by_chance(5, seed)
        if len(film(record, ALL).course.takers) == 2:
            yield record


def test_the_called_player_is_known_when_the_card_is_played() -> None:
    record = next(called_hands())
    opened = film(record, ALL)
    partner = next(seat for seat in opened.course.takers if seat != opened.course.end.taker)
    stranger = next(seat for seat in range(5) if seat not in opened.course.takers)
    called = next(
        number for number, action in enumerate(record.actions, 1) if action["kind"] == "king"
    )
    card = record.actions[called - 1]["card"]
    played = next(
        number
        for number, action in enumerate(record.actions, 1)
        if action["kind"] == "play" and action["card"] == card
    )

    def known_from(view: View) -> int:
        chips = film(record, view).seats[partner].plate.marks
        return next(chip.when.spans[0][0] for chip in chips if chip.text == "partner")

    assert known_from(ALL) == known_from(seen_by(partner)) == called
    assert known_from(NONE) == known_from(seen_by(stranger)) == played


def test_running_points_wait_until_the_partner_is_known() -> None:
    for record in called_hands():
        shown = film(record, NONE)
        partner = next(seat for seat in shown.course.takers if seat != shown.course.end.taker)
        chips = [chip for chip in shown.seats[partner].plate.marks if chip.text == "partner"]
        known = chips[0].when.spans[0][0]
        told = [row.running_known for row in shown.rows if row.running_known]
        assert len(told) == len(shown.rows)
        assert all(when.spans[0][0] >= known for when in told)


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
