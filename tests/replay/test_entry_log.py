"""Who entered what, when and on which tablet is read at the hand, also what was undone."""

import json
from typing import Any

from django.test import Client
from django.urls import reverse

from games import book
from games.book.records import record_of
from games.models import Entry, Hand
from games.replay.entry_log import LoggedEntry, entry_log
from games.rules import format_record
from tests.cast import Cast
from tests.factories import act, calls, claimed_by_seat_0, new_key, open_hand, sealed_hand, write


def log_of(hand: Hand) -> list[LoggedEntry]:
    return entry_log(hand, record_of(hand))


def log_of_new(cast: Cast, changes: list[dict[str, Any]]) -> list[LoggedEntry]:
    """The log of a hand of another Friday into which these changes were written."""
    return log_of(open_hand(cast.scorer, cast.open_match(), changes))


def test_every_entry_says_what_by_whom_and_on_which_tablet_or_that_it_was_brought_in(
    cast: Cast,
) -> None:
    hand = cast.open_hand()
    write(cast.scorer, hand, calls("pass")[0], device="Tablet 3F")
    write(cast.admin, hand, calls("guard")[0], device="Tablet A0")
    row = Entry.objects.get(hand=hand, seq=2)
    row.pk, row.seq, row.key = None, 3, new_key()
    row.device = Entry.IMPORTED  # as an import writes it
    row.save(force_insert=True)
    log = log_of(hand)
    assert [(one.words, one.by, one.device, one.undone) for one in log[:2]] == [
        ("Boris’s pass", "scorer", "Tablet 3F", False),
        ("Chloé’s Garde", "admin", "Tablet A0", False),
    ]
    assert (log[2].brought, log[2].device) == (True, "")


def test_what_was_undone_corrected_or_gone_back_over_stays_and_is_marked(cast: Cast) -> None:
    undone = log_of_new(cast, [*calls("pass guard"), {"op": "undo"}, *calls("small")])
    assert [(one.words, one.undone, one.kind) for one in undone] == [
        ("Anna’s pass", False, ""),
        ("Boris’s Garde", True, ""),
        ("Takes back Boris’s Garde", False, "slip"),
        ("Boris’s Petite", False, ""),
    ]
    edit = [1, {"kind": "call", "seat": 1, "call": "guard"}]
    first, second, third = log_of_new(
        cast, [*calls("pass small"), {"op": "change", "edits": [edit]}]
    )
    assert third.words == "Changes Boris’s Petite to Boris’s Garde"
    assert (first.changed, second.changed, second.undone) == (False, True, False)
    assert third.kind == "slip"
    back = log_of_new(cast, [*calls("pass small pass"), {"op": "rewind", "to": 1}, *calls("guard")])
    assert [one.undone for one in back] == [False, True, True, False, False]
    assert back[3].words == "Takes back 2 entries, from Boris’s Petite on"
    tap = {"op": "several", "changes": calls("small pass")}
    together = log_of_new(cast, [*calls("pass"), tap, {"op": "undo"}])
    assert [(one.words, one.undone) for one in together] == [
        ("Anna’s pass", False),
        ("Boris’s Petite and Chloé’s pass", True),
        ("Takes back Boris’s Petite and Chloé’s pass", False),
    ]


def test_the_log_tells_slip_ruling_and_amendment_apart_and_no_tablet_passes_for_an_import(
    cast: Cast,
) -> None:
    *_, note = claimed_by_seat_0()
    ruled = act("ruling", points=[0, 0, 0, 0], text="Misdealt.")
    match = cast.open_match()
    hand = sealed_hand(cast.scorer, match, [*claimed_by_seat_0(), {"op": "undo"}, ruled])
    facts: dict[str, Any] = {"version": hand.version, "key": new_key(), "because": "She said so."}
    wanted = book.Wanted(changes=[note])
    book.amend(user=cast.admin, hand=hand, wanted=wanted, device=Entry.IMPORTED, **facts)
    log = log_of(Hand.objects.get(pk=hand.pk))
    assert [(one.kind, one.because) for one in log][8:] == [
        ("slip", ""),
        ("ruling", ""),
        ("amendment", "She said so."),
        ("amendment", ""),
    ]
    assert log[10].words == "Revision 2 begins"
    again = json.loads(format_record(record_of(hand)))
    book.take_record(
        user=cast.scorer, match=match, record=again, key=new_key(), device=Entry.IMPORTED
    )
    assert set(Entry.objects.values_list("device", flat=True)) == {""}


def test_the_log_of_a_running_hand_is_hidden_from_those_who_may_not_replay_it(
    client: Client, cast: Cast
) -> None:
    hand = cast.open_hand(calls("pass"))
    address = reverse("hand-log", args=[cast.club.slug, hand.public_id])
    for who, status in ((cast.member, 404), (cast.scorer, 200)):
        client.force_login(who)
        assert client.get(address).status_code == status
