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


def test_an_entry_is_answered_with_the_hand_as_it_stands(cast: Cast) -> None:
    hand = cast.open_hand()
    done = write(cast.scorer, hand, act("call", call="pass"))
    assert (done.version, done.seq, done.replayed) == (1, 1, False)
    assert done.replay.outcome.turn == 1
    assert done.change == {"op": "act", "action": {"kind": "call", "seat": 0, "call": "pass"}}
    assert hand.version == 1


def test_what_is_stored_is_complete_and_canonical(cast: Cast) -> None:
    hand = cast.open_hand([*calls("pass pass pass guard-without"), *plays("sk")])
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


@pytest.mark.parametrize(
    "change",
    [
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
    ],
)
def test_a_malformed_change_is_refused_and_not_stored(cast: Cast, change: object) -> None:
    hand = cast.open_hand(calls("pass"))
    with pytest.raises(Refused) as caught:
        write(cast.scorer, hand, change)  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.status) == ("malformed", 400)
    assert str(caught.value)
    assert Entry.objects.count() == 1


@pytest.mark.parametrize("key", ["", "short", "0" * 32, "x" * 65, "ключ-ключ-ключ-ключ", "a b" * 8])
def test_a_key_that_is_not_random_is_refused(cast: Cast, key: str) -> None:
    with pytest.raises(KeyMalformed):
        write(cast.scorer, cast.open_hand(), act("call", call="pass"), key=key)


@pytest.mark.parametrize("version", [-1, 2**31, 2**63, True, 1.0, "0", None])
def test_a_version_is_a_number_that_a_hand_can_have(cast: Cast, version: Any) -> None:
    hand = cast.open_hand()
    for do in (
        lambda: write(cast.scorer, hand, act("call", call="pass"), version=version),
        lambda: book.seal(user=cast.scorer, hand=hand, version=version),
    ):
        with pytest.raises(Refused) as caught:
            do()
        assert caught.value.status == 400


def test_the_name_of_a_device_is_kept_short_and_visible(cast: Cast) -> None:
    write(cast.scorer, cast.open_hand(), act("call", call="pass"), device="Tab\0let\n" + "x" * 80)
    assert Entry.objects.get().device == "Tablet" + "x" * 58


def test_the_same_entry_sent_twenty_times_is_made_once(cast: Cast) -> None:
    hand, key = cast.open_hand(), new_key()
    first = write(cast.scorer, hand, act("call", call="pass"), version=0, key=key)
    write(cast.scorer, hand, act("call", call="guard"))
    for _ in range(20):
        again = write(cast.scorer, hand, act("call", call="pass"), version=0, key=key)
        assert again.replayed
        assert (again.version, again.seq, again.change) == (1, 1, first.change)
        assert again.replay.outcome == first.replay.outcome
    assert Entry.objects.count() == 2
    assert Hand.objects.get(pk=hand.pk).version == 2


def test_an_old_key_is_answered_after_the_hand_is_sealed(cast: Cast) -> None:
    hand, key = cast.open_hand(), new_key()
    write(cast.scorer, hand, act("call", call="pass"), version=0, key=key)
    for call in calls("pass pass pass"):
        write(cast.scorer, hand, call)
    book.seal(user=cast.scorer, hand=hand, version=4)
    assert write(cast.scorer, hand, act("call", call="pass"), version=0, key=key).replayed
    with pytest.raises(HandSealed):
        write(cast.scorer, hand, act("note", text="too late"))
    assert Entry.objects.count() == 4


def test_a_key_cannot_stand_for_two_entries(cast: Cast) -> None:
    hand, key = cast.open_hand(), new_key()
    write(cast.scorer, hand, act("call", call="pass"), version=0, key=key)
    with pytest.raises(KeyReused):
        write(cast.scorer, hand, act("call", call="guard"), version=0, key=key)
    with pytest.raises(KeyReused):  # the same change, but meant as the next entry
        write(cast.scorer, hand, act("call", call="pass"), version=1, key=key)
    assert Entry.objects.count() == 1


def test_the_second_tablet_learns_what_it_missed(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass"))
    write(cast.admin, hand, act("call", call="guard"), version=1)
    with pytest.raises(StaleVersion) as caught:
        write(cast.scorer, hand, act("call", call="pass"), version=1)
    stale = caught.value
    assert (stale.version, stale.already, stale.code) == (2, False, "stale-version")
    assert [(entry.seq, entry.author) for entry in stale.entries] == [(2, cast.admin)]


@pytest.mark.parametrize(
    "mine", [act("call", call="guard"), act("call", call="guard", seat=1)], ids=["short", "whole"]
)
def test_the_second_tablet_learns_that_the_other_wrote_the_same(cast: Cast, mine: dict) -> None:
    hand = cast.open_hand(calls("pass guard"))
    with pytest.raises(StaleVersion) as caught:
        write(cast.scorer, hand, mine, version=1)
    assert (caught.value.already, caught.value.code) == (True, "already-recorded")


def test_a_tablet_that_is_ahead_has_entries_still_to_send(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass"))
    with pytest.raises(VersionAhead) as caught:
        write(cast.scorer, hand, act("call", call="guard"), version=4)
    assert (caught.value.version, caught.value.code) == (1, "version-ahead")


def test_undo_takes_back_the_last_action_and_keeps_both_entries(cast: Cast) -> None:
    hand = cast.open_hand(calls("pass guard"))
    done = write(cast.scorer, hand, {"op": "undo"})
    assert done.replay.outcome.turn == 1
    assert (done.version, Entry.objects.count()) == (3, 3)


def test_there_is_nothing_to_take_back_in_an_empty_hand(cast: Cast) -> None:
    hand = cast.open_hand([*calls("pass"), {"op": "undo"}])
    with pytest.raises(NothingToUndo):
        write(cast.scorer, hand, {"op": "undo"})
    assert Hand.objects.get(pk=hand.pk).version == 2


def test_after_a_correction_everything_that_follows_is_checked_again(cast: Cast) -> None:
    hand = cast.open_hand(calls("small guard pass pass"))
    overbid = [[0, {"kind": "call", "seat": 0, "call": "guard-against"}]]
    with pytest.raises(Refused) as caught:
        write(cast.scorer, hand, {"op": "change", "edits": overbid})
    assert (caught.value.problem.code, caught.value.problem.action) == ("bid-too-low", 1)
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


def test_a_preview_saves_nothing(cast: Cast) -> None:
    hand = cast.open_hand(calls("small guard"))
    change = {"op": "rewind", "to": 1}
    assert book.preview(user=cast.scorer, hand=hand, change=change).outcome.turn == 1
    change = {"op": "change", "edits": [[0, {"kind": "call", "seat": 0, "call": "guard"}]]}
    shown = book.preview(user=cast.scorer, hand=hand, change=change)
    assert shown.problem is not None
    assert (shown.problem.code, shown.count) == ("bid-too-low", 1)
    assert Entry.objects.count() == 2


@pytest.mark.parametrize("who", ["member", "other_scorer"])
def test_only_scorers_and_administrators_of_the_club_write(cast: Cast, who: str) -> None:
    hand, user = cast.open_hand(), getattr(cast, who)
    with pytest.raises(NotAllowed):
        write(user, hand, act("call", call="pass"))
    with pytest.raises(NotAllowed):
        book.preview(user=user, hand=hand, change=act("call", call="pass"))
    with pytest.raises(NotAllowed):
        book.seal(user=user, hand=hand, version=0)
    assert not Entry.objects.exists()


def test_a_role_seen_by_one_user_does_not_count_for_another(cast: Cast) -> None:
    hand = Hand.objects.visible_to(cast.admin).with_table().get(pk=cast.open_hand().pk)
    with pytest.raises(NotAllowed):
        write(cast.member, hand, act("call", call="pass"))


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
