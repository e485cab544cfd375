"""Entries and records: the fold, the record of an open hand, the record of a sealed one."""

import pytest

from games import book
from games.book import records
from games.models import Club, Hand, Match, SealedText
from games.rules import NoLiveAction, RecordError, entering, format_record
from tests.cast import Cast, rename_player
from tests.factories import act, calls, claimed_by_seat_0, plays

A, B, C, D = ({"kind": "note", "text": text} for text in "ABCD")


def folded(*changes: dict) -> str:
    """The live notes after some changes to A, B and C."""
    begun = [{"op": "act", "action": action} for action in (A, B, C)]
    return "".join(action["text"] for action in entering.fold([*begun, *changes])[1])


@pytest.mark.parametrize(
    ("changes", "live"),
    [
        ([{"op": "act", "action": D}], "ABCD"),
        ([{"op": "undo"}], "AB"),
        ([{"op": "undo"}, {"op": "undo"}, {"op": "act", "action": D}], "AD"),
        ([{"op": "rewind", "to": 0}], ""),
        ([{"op": "rewind", "to": 2}], "AB"),
        ([{"op": "change", "edits": [[1, D]]}], "ADC"),
        ([{"op": "change", "edits": [[1, None]]}], "AC"),
        ([{"op": "change", "edits": [[0, None], [2, D]]}], "BD"),
        ([{"op": "change", "edits": [[2, D], [0, None]]}], "BD"),
        ([{"op": "change", "edits": [[0, None], [1, None], [2, None]]}], ""),
    ],
)
def test_changes_fold_into_the_live_actions(changes: list[dict], live: str) -> None:
    assert folded(*changes) == live


A_WITH_REASON = A | {"irregular": "Seen late"}
TAP: entering.Change = {
    "op": "several",
    "changes": [
        {"op": "change", "edits": [[0, A_WITH_REASON]]},
        {"op": "act", "action": D},
        {"op": "act", "action": C},
    ],
}
UNDO: entering.Change = {"op": "undo"}


def reasons(*changes: dict) -> list[str]:
    """The live notes after some changes to A, B and C, with the reasons that stand at them."""
    begun = [{"op": "act", "action": action} for action in (A, B, C)]
    live = entering.fold([*begun, *changes])[1]
    return [action["text"] + action.get("irregular", "").lower() for action in live]


@pytest.mark.parametrize(
    ("changes", "live"),
    [
        ([TAP], ["Aseen late", *"BCDC"]),
        ([TAP, UNDO], [*"ABC"]),
        ([TAP, {"op": "act", "action": B}, UNDO, UNDO], [*"ABC"]),
        ([TAP, UNDO, UNDO], [*"AB"]),
        ([TAP, TAP, UNDO], ["Aseen late", *"BCDC"]),
        ([TAP, {"op": "rewind", "to": 2}], [*"AB"]),
        ([TAP, {"op": "rewind", "to": 4}], ["Aseen late", *"BCD"]),
        ([TAP, {"op": "rewind", "to": 4}, UNDO], [*"ABC"]),
        ([TAP, {"op": "rewind", "to": 0}], []),
    ],
)
def test_what_one_tap_entered_is_taken_back_together(changes: list[dict], live: list[str]) -> None:
    assert reasons(*changes) == live


@pytest.mark.parametrize(
    ("edits", "live"),
    [
        ([[3, B]], [*"ABC"]),  # a card of the tap is another: it still is of the tap
        ([[4, None]], [*"ABC"]),
        ([[1, None]], [*"AC"]),  # what lies before it has moved up
        ([[0, B | {"irregular": "Ruling"}]], [*"BBC"]),  # what was corrected since then stays
        ([[0, None]], [*"BC"]),
    ],
)
def test_a_correction_after_a_tap_stays_and_the_tap_is_taken_back(
    edits: list[list], live: list[str]
) -> None:
    assert reasons(TAP, {"op": "change", "edits": edits}, UNDO) == live


def test_with_the_last_card_of_a_tap_goes_the_reason_that_it_gave() -> None:
    assert reasons(TAP, {"op": "change", "edits": [[3, None], [4, None]]}) == [*"ABC"]
    assert reasons(TAP, {"op": "change", "edits": [[3, None]]}) == ["Aseen late", *"BCC"]


def test_entries_made_one_by_one_are_taken_back_one_by_one() -> None:
    assert reasons(*TAP["changes"], UNDO) == ["Aseen late", *"BCD"]
    assert reasons(*TAP["changes"], UNDO, UNDO) == ["Aseen late", *"BC"]


def test_what_an_undo_takes_back_is_known() -> None:
    begun = [{"op": "act", "action": action} for action in (A, B, C)]
    for_nothing = {"op": "change", "edits": [[0, A]]}
    assert entering.last_tap([]) == (0, ())
    assert entering.last_tap(begun) == (1, ())
    assert entering.last_tap([*begun, TAP]) == (2, (0,))
    assert entering.last_tap([*begun, TAP, for_nothing]) == (2, ())
    assert entering.last_tap([*begun, TAP, UNDO]) == (1, ())


@pytest.mark.parametrize(
    "changes",
    [
        [],
        [UNDO],
        "DD",
        [TAP["changes"][0]],
        [TAP["changes"][1], TAP["changes"][0]],
        [{"op": "change", "edits": [[0, None]]}, TAP["changes"][1]],
        [TAP],
    ],
)
def test_a_tap_is_corrections_that_take_nothing_out_then_actions(changes: object) -> None:
    with pytest.raises(RecordError, match="changes"):
        entering.read({"op": "several", "changes": changes})


def test_the_last_thing_said_of_the_deal_holds() -> None:
    deals: list[entering.Change] = [
        {"op": "deal", "deal": {"stock": ["SK"]}},
        {"op": "deal", "deal": None},
    ]
    assert entering.fold(deals[:1])[0] == {"stock": ["SK"]}
    assert entering.fold(deals)[0] is None


def test_an_action_that_is_not_there_cannot_be_changed_and_undo_ends_at_the_first() -> None:
    for change in ({"op": "rewind", "to": 3}, {"op": "change", "edits": [[3, None]]}):
        with pytest.raises(RecordError):
            folded(change)
    with pytest.raises(NoLiveAction):
        folded(*[{"op": "undo"}] * 4)


def test_the_record_of_an_open_hand_says_who_where_and_when(cast: Cast) -> None:
    match = cast.open_match(title="Final", table="2", preset="fft", options={"petit": "taker"})
    hand = book.open_hand(user=cast.scorer, match=match, comment="Wind in the curtains.")
    record = records.record_of(Hand.objects.visible_to(cast.scorer).with_table().get(pk=hand.pk))
    assert record.players == ("Anna", "Boris", "Chloé", "Dario")
    assert (record.dealer, record.actions) == (3, ())
    assert (record.options["petit"], record.options["discard"]) == ("taker", "strict")
    assert record.meta == {
        "date": "2026-11-20",
        "club": "Les Atouts",
        "event": "Final",
        "table": "2",
        "board": "1",
        "comment": "Wind in the curtains.",
    }


def test_the_record_is_the_same_with_and_without_the_names_in_one_statement(cast: Cast) -> None:
    with_names = cast.open_hand(calls("pass guard"))
    plain = Hand.objects.get(pk=with_names.pk)
    assert format_record(records.record_of(plain)) == format_record(records.record_of(with_names))


def test_a_sealed_hand_keeps_its_record_to_the_byte(cast: Cast) -> None:
    """Whatever is renamed later: players, club, match, its options, the hand itself."""
    changes = [*claimed_by_seat_0(), act("note", text="Goodbye."), {"op": "undo"}]
    hand = cast.open_hand(changes)
    before = format_record(records.record_of(hand))
    book.seal(user=cast.scorer, hand=hand, version=hand.version)

    def is_as_it_was() -> None:
        assert format_record(records.record_of(Hand.objects.get(pk=hand.pk))) == before

    is_as_it_was()
    for number, player in enumerate(cast.players):
        rename_player(user=cast.scorer, player=player, name=f"Somebody {number}")
    Club.objects.filter(pk=cast.club.pk).update(name="The Magicians")
    is_as_it_was()
    facts = {"title": "Some evening", "table": "9", "played_on": "2020-01-01"}
    Match.objects.update(options={"defence_slam": 200}, **facts)
    Hand.objects.update(comment="Later remark.", number=7, dealer=1)
    is_as_it_was()


def test_a_forgotten_player_is_gone_from_the_record_and_its_score_stays(cast: Cast) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    SealedText.objects.filter(seal__hand=hand, place="players/0").delete()
    assert records.record_of(hand).players == ("[erased]", "Boris", "Chloé", "Dario")


def test_the_seat_on_turn_is_filled_in_where_an_action_leaves_it_out(cast: Cast) -> None:
    hand = cast.open_hand([*calls("pass guard-without pass pass"), *plays("SK S1")])
    actions = records.record_of(hand).actions
    assert [action["seat"] for action in actions] == [0, 1, 2, 3, 0, 1]
    change = entering.judge(
        records.facts_of(hand), records.changes_of(hand), act("note", text="no seat")
    )[0]
    assert "seat" not in change["action"]
