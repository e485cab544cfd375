"""One door for entries: who may write, what is refused, what a repeated request does."""

from typing import Any

import pytest

from games import book
from games.book import records
from games.models import Entry, Hand
from games.rules import replay
from games.writing.errors import (
    HandSealed,
    KeyMalformed,
    KeyReused,
    NotAllowed,
    NothingToUndo,
    Refused,
    StaleVersion,
    VersionAhead,
)
from tests.cast import Cast
from tests.factories import act, calls, new_key, plays, write

MALFORMED: list[Any] = [
    None,
    [],
    {},
    {"op": "delete"},
    {"op": ["act"]},
    {"op": "act"},
    {"op": "act", "action": "pass"},
    {"op": "act", "action": {"seat": 0}},
    {"op": "act", "action": {"kind": "call", "call": "pass"}, "author": 1},
    {"op": "undo", "to": 1},
    {"op": "rewind", "to": True},
    {"op": "rewind", "to": -1},
    {"op": "rewind", "to": 7},
    {"op": "change", "edits": []},
    {"op": "change", "edits": [[0]]},
    {"op": "change", "edits": [[7, None]]},
    {"op": "change", "edits": [[0, None], [0, None]]},
    {"op": "deal", "deal": {"hands": [["SK"]]}},
    {"op": "deal", "deal": "SK"},
    {"op": "act", "action": {"kind": "note", "text": "a\0b"}},
    {"op": "act", "action": {"kind": "note", "text": "x" * 2001}},
]


def test_an_entry_is_stored_complete_and_answered_with_the_hand_as_it_stands(cast: Cast) -> None:
    hand = cast.open_hand()
    name = "Tab\0let\n" + "x" * 80  # it is kept short and visible
    done = write(cast.scorer, hand, act("call", call="pass"), device=name)
    assert (done.version, done.seq, done.replayed) == (1, 1, False)
    assert done.replay.outcome.turn == 1
    assert done.change == {"op": "act", "action": {"kind": "call", "seat": 0, "call": "pass"}}
    assert hand.version == 1
    assert Entry.objects.get().device == "Tablet" + "x" * 58
    for change in [*calls("pass pass guard-without"), *plays("sk")]:
        write(cast.scorer, hand, change)
    last = Entry.objects.filter(hand=hand).latest("seq")
    assert last.change == '{"op":"act","action":{"kind":"play","seat":0,"card":"SK"}}'
    assert (last.author, last.seq) == (cast.scorer, 5)


def test_a_refused_action_leaves_no_trace_and_its_key_may_be_used_again(cast: Cast) -> None:
    hand = cast.open_hand(calls("guard"))
    key = new_key()
    with pytest.raises(Refused) as caught:
        write(cast.scorer, hand, act("call", call="small"), key=key)
    assert caught.value.problem.code == "bid-too-low"
    assert caught.value.problem.action == 1
    assert (caught.value.code, caught.value.status) == ("bid-too-low", 422)
    assert Entry.objects.count() == 1
    write(cast.scorer, hand, act("call", call="guard-without"), key=key)
    assert Hand.objects.get(pk=hand.pk).version == 2


def test_malformed_changes_keys_and_versions_are_refused_and_nothing_is_stored(
    cast: Cast,
) -> None:
    hand = cast.open_hand(calls("pass"))
    call = act("call", call="pass")
    for change in MALFORMED:
        with pytest.raises(Refused) as caught:
            write(cast.scorer, hand, change)
        assert (caught.value.code, caught.value.status) == ("malformed", 400), change
        assert str(caught.value)
    for key in ("", "short", "0" * 32, "x" * 65, "ключ-ключ-ключ-ключ", "a b" * 8):
        with pytest.raises(KeyMalformed):
            write(cast.scorer, hand, call, key=key)
    versions: list[Any] = [-1, 2**31, 2**63, True, 1.0, "0", None]
    for version in versions:
        with pytest.raises(Refused) as caught:
            write(cast.scorer, hand, call, version=version)
        assert caught.value.status == 400, version
        with pytest.raises(Refused) as caught:
            book.seal(user=cast.scorer, hand=hand, version=version)
        assert caught.value.status == 400, version
    assert Entry.objects.count() == 1


def test_the_same_entry_sent_again_is_made_once_also_after_the_hand_is_sealed(cast: Cast) -> None:
    hand, key = cast.open_hand(), new_key()
    first = write(cast.scorer, hand, act("call", call="pass"), version=0, key=key)
    # A key cannot stand for two entries: another change, or the same one meant as the next.
    for change, version in ((act("call", call="guard"), 0), (act("call", call="pass"), 1)):
        with pytest.raises(KeyReused):
            write(cast.scorer, hand, change, version=version, key=key)
    for call in calls("pass pass pass"):
        write(cast.scorer, hand, call)

    def sent_again() -> None:
        again = write(cast.scorer, hand, act("call", call="pass"), version=0, key=key)
        assert again.replayed
        assert (again.version, again.seq, again.change) == (1, 1, first.change)
        assert again.replay.outcome == first.replay.outcome

    sent_again()
    book.seal(user=cast.scorer, hand=hand, version=4)
    sent_again()
    with pytest.raises(HandSealed):
        write(cast.scorer, hand, act("note", text="too late"))
    assert Entry.objects.count() == 4
    assert Hand.objects.get(pk=hand.pk).version == 4


def test_a_second_tablet_learns_what_it_missed_or_that_the_other_wrote_the_same(
    cast: Cast,
) -> None:
    hand = cast.open_hand(calls("pass"))
    write(cast.admin, hand, act("call", call="guard"), version=1)
    for mine, already, code in (
        (act("call", call="pass"), False, "stale-version"),
        (act("call", call="guard"), True, "already-recorded"),
        (act("call", call="guard", seat=1), True, "already-recorded"),
    ):
        with pytest.raises(StaleVersion) as caught:
            write(cast.scorer, hand, mine, version=1)
        stale = caught.value
        assert (stale.version, stale.already, stale.code) == (2, already, code)
        assert [(entry.seq, entry.author) for entry in stale.entries] == [(2, cast.admin)]
    # A tablet that is ahead has entries still to send.
    with pytest.raises(VersionAhead) as ahead:
        write(cast.scorer, hand, act("call", call="guard"), version=4)
    assert (ahead.value.version, ahead.value.code) == (2, "version-ahead")


def test_undo_takes_back_the_last_action_keeps_both_entries_and_ends_at_the_first(
    cast: Cast,
) -> None:
    hand = cast.open_hand(calls("pass guard"))
    done = write(cast.scorer, hand, {"op": "undo"})
    assert done.replay.outcome.turn == 1
    assert (done.version, Entry.objects.count()) == (3, 3)
    write(cast.scorer, hand, {"op": "undo"})
    with pytest.raises(NothingToUndo):
        write(cast.scorer, hand, {"op": "undo"})
    assert Hand.objects.get(pk=hand.pk).version == 4


def test_a_preview_saves_nothing_and_after_a_correction_all_that_follows_is_checked(
    cast: Cast,
) -> None:
    hand = cast.open_hand(calls("small guard pass pass"))
    change = {"op": "rewind", "to": 1}
    assert book.preview(user=cast.scorer, hand=hand, change=change).outcome.turn == 1
    overbid = [[0, {"kind": "call", "seat": 0, "call": "guard-against"}]]
    correction = {"op": "change", "edits": overbid}
    shown = book.preview(user=cast.scorer, hand=hand, change=correction)
    assert shown.problem is not None
    assert (shown.problem.code, shown.count) == ("bid-too-low", 1)
    with pytest.raises(Refused) as caught:
        write(cast.scorer, hand, correction)
    assert (caught.value.problem.code, caught.value.problem.action) == ("bid-too-low", 1)
    assert Entry.objects.count() == 4
    both = [*overbid, [1, {"kind": "call", "seat": 1, "call": "pass"}]]
    done = write(cast.scorer, hand, {"op": "change", "edits": both})
    assert done.replay.state.taker == 0


def test_what_is_known_of_the_deal_is_checked_against_the_play(cast: Cast) -> None:
    hand = cast.open_hand([*calls("pass pass pass guard-without"), *plays("SK")])
    holding = "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SN SQ H1 H2 H3 H4 H5".split()
    deal = {"hands": [holding, None, None, None]}
    with pytest.raises(Refused) as caught:
        write(cast.scorer, hand, {"op": "deal", "deal": deal})
    assert caught.value.problem.code == "not-in-hand"


def test_only_scorers_and_administrators_of_the_club_write(cast: Cast) -> None:
    hand = cast.open_hand()
    call = act("call", call="pass")
    # A role seen by one user does not count for another.
    seen_by_admin = Hand.objects.visible_to(cast.admin).with_table().get(pk=hand.pk)
    for user in (cast.member, cast.other_scorer):
        for one in (hand, seen_by_admin):
            with pytest.raises(NotAllowed):
                write(user, one, call)
        with pytest.raises(NotAllowed):
            book.preview(user=user, hand=hand, change=call)
        with pytest.raises(NotAllowed):
            book.seal(user=user, hand=hand, version=0)
    assert not Entry.objects.exists()


def test_a_hand_never_outgrows_its_format(cast: Cast) -> None:
    hand = cast.open_hand()
    note = act("note", text="Ж" * 2000)
    for _ in range(65):
        write(cast.scorer, hand, note)
    with pytest.raises(Refused) as caught:
        write(cast.scorer, hand, note)
    assert caught.value.code == "malformed"
    assert Entry.objects.count() == hand.version
    assert replay(records.record_of(hand)).problem is None
