"""Who entered what, when and on which tablet is read at the hand, also what was undone."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import book
from games.book.records import record_of
from games.models import Entry, Hand
from games.replay.entry_log import LoggedEntry, entry_log
from games.rules import format_record
from tests.cast import Cast
from tests.factories import act, calls, claimed_by_seat_0, new_key, write


def log_of(hand: Hand) -> list[LoggedEntry]:
    return entry_log(hand, record_of(hand))


def test_every_entry_says_what_by_whom_and_on_which_tablet(cast: Cast) -> None:
    hand = cast.open_hand()
    write(cast.scorer, hand, calls("pass")[0], device="Tablet 3F")
    write(cast.admin, hand, calls("guard")[0], device="Tablet A0")
    assert [(one.words, one.by, one.device, one.undone) for one in log_of(hand)] == [
        ("Anna’s pass", "scorer", "Tablet 3F", False),
        ("Boris’s Garde", "admin", "Tablet A0", False),
    ]


def test_what_was_undone_stays_and_is_marked(cast: Cast) -> None:
    hand = cast.open_hand([*calls("pass guard"), {"op": "undo"}, *calls("small")])
    assert [(one.words, one.undone, one.kind) for one in log_of(hand)] == [
        ("Anna’s pass", False, ""),
        ("Boris’s Garde", True, ""),
        ("Takes back Boris’s Garde", False, "slip"),
        ("Boris’s Petite", False, ""),
    ]


def test_a_correction_says_what_stood_there_before(cast: Cast) -> None:
    edit = [1, {"kind": "call", "seat": 1, "call": "guard"}]
    hand = cast.open_hand([*calls("pass small"), {"op": "change", "edits": [edit]}])
    first, second, third = log_of(hand)
    assert third.words == "Changes Boris’s Petite to Boris’s Garde"
    assert (first.changed, second.changed, second.undone) == (False, True, False)
    assert third.kind == "slip"


def test_going_back_marks_all_that_followed(cast: Cast) -> None:
    hand = cast.open_hand([*calls("pass small pass"), {"op": "rewind", "to": 1}, *calls("guard")])
    log = log_of(hand)
    assert [one.undone for one in log] == [False, True, True, False, False]
    assert log[3].words == "Takes back 2 entries, from Boris’s Petite on"


def test_the_log_tells_slip_ruling_and_amendment_apart(cast: Cast) -> None:
    *_, note = claimed_by_seat_0()
    ruled = act("ruling", points=[0, 0, 0, 0], text="Misdealt.")
    hand = cast.sealed_hand([*claimed_by_seat_0(), {"op": "undo"}, ruled])
    facts: dict[str, Any] = {
        "version": hand.version,
        "key": new_key(),
        "because": "She said so.",
    }
    wanted = book.Wanted(changes=[note])
    book.amend(user=cast.admin, hand=hand, wanted=wanted, device="Tablet A0", **facts)
    log = log_of(Hand.objects.get(pk=hand.pk))
    assert [(one.kind, one.because) for one in log][8:] == [
        ("slip", ""),
        ("ruling", ""),
        ("amendment", "She said so."),
        ("amendment", ""),
    ]
    assert log[10].words == "Revision 2 begins"


def test_several_entries_of_one_tap_stand_or_fall_together(cast: Cast) -> None:
    tap = {"op": "several", "changes": calls("small pass")}
    hand = cast.open_hand([*calls("pass"), tap, {"op": "undo"}])
    assert [(one.words, one.undone) for one in log_of(hand)] == [
        ("Anna’s pass", False),
        ("Boris’s Petite and Chloé’s pass", True),
        ("Takes back Boris’s Petite and Chloé’s pass", False),
    ]


def test_entries_that_were_brought_in_say_so(cast: Cast) -> None:
    hand = cast.open_hand()
    write(cast.scorer, hand, calls("pass")[0])
    row = Entry.objects.get(hand=hand)
    row.pk, row.seq, row.key = None, 2, new_key()
    row.device = Entry.IMPORTED  # as an import writes it
    row.save(force_insert=True)
    (_own, line) = log_of(hand)
    assert (line.brought, line.device) == (True, "")


def test_no_tablet_passes_for_an_import(cast: Cast) -> None:
    *claimed, note = claimed_by_seat_0()
    hand = cast.sealed_hand(claimed)
    facts: dict[str, Any] = {"version": hand.version, "key": new_key(), "because": "She said so."}
    wanted = book.Wanted(changes=[note])
    book.amend(user=cast.admin, hand=hand, wanted=wanted, device=Entry.IMPORTED, **facts)
    again = json.loads(format_record(record_of(hand)))
    book.take_record(
        user=cast.scorer, match=hand.match, record=again, key=new_key(), device=Entry.IMPORTED
    )
    assert set(Entry.objects.values_list("device", flat=True)) == {""}


@pytest.mark.parametrize(("who", "status"), [("member", 404), ("scorer", 200)])
def test_the_log_of_a_running_hand_is_hidden_from_those_who_may_not_replay_it(
    client: Client, cast: Cast, who: str, status: int
) -> None:
    hand = cast.open_hand(claimed_by_seat_0()[:3])
    client.force_login(getattr(cast, who))
    answer = client.get(reverse("hand-log", args=[cast.club.slug, hand.public_id]))
    assert answer.status_code == status
