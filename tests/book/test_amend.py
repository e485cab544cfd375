"""Amending a sealed hand: a further revision in the chain, the former one untouched."""

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command

from games import book
from games.book import records
from games.book.revisions import amendment_of
from games.matches.match_changes import close_match
from games.models import Club, Entry, Hand, HandSeat, Seal
from games.proof import findings_of
from games.replay import remarking
from games.rules import format_record
from games.writing.errors import (
    HandNotFinished,
    HandNotSealed,
    HandVoid,
    KeyMalformed,
    KeyReused,
    NotAllowed,
    NothingToAmend,
    NothingToUndo,
    RecordMismatch,
    Refused,
    StaleVersion,
    VersionAhead,
)
from tests.book.sound import assert_sound, derived, statistics_rows
from tests.cast import Cast, gather, rename_player
from tests.factories import act, calls, claimed_by_seat_0, erase_texts, new_key, plays
from tests.ground import laid_once

# Anna bid a step higher than was written down.
HIGHER_BID = {"op": "change", "edits": [[3, {"kind": "call", "seat": 0, "call": "guard-against"}]]}
WHY = "Anna bid against the dog; the scorer’s finger slipped."


def amend(cast: Cast, hand: Hand, *changes: Any, **facts: Any) -> book.Amended:
    """Amend by these changes with a new key; `facts` replace the defaults."""
    plain: dict[str, Any] = {
        "user": cast.scorer,
        "version": hand.version,
        "key": new_key(),
        "because": WHY,
        "wanted": book.Wanted(changes=changes),
    }
    return book.amend(hand=hand, **plain | facts)


def gather_with_hands() -> Cast:
    """Both clubs; a hand that Anna won is sealed, with others before and after it."""
    cast = gather()
    cast.sealed_hand()
    cast.sealed_hand(claimed_by_seat_0(dealer=0))
    cast.sealed_hand(claimed_by_seat_0(dealer=1))
    return cast


both_clubs = laid_once(gather_with_hands)


@pytest.fixture
def hand(cast: Cast) -> Hand:
    return Hand.objects.get(match=cast.match, number=2)


def test_a_sealed_hand_is_put_right_and_what_was_sealed_stays(cast: Cast, hand: Hand) -> None:
    remarking.publish(user=cast.scorer, hand=hand, names=True)
    first = Seal.objects.get(hand=hand)
    before = [Seal.objects.filter(pk=first.pk).values().get(), list(first.texts.values())]
    was = format_record(records.read_seal(first))
    done = amend(cast, hand, HIGHER_BID)
    now = Hand.objects.get(pk=hand.pk)
    assert [Seal.objects.filter(pk=first.pk).values().get(), list(first.texts.values())] == before
    assert (done.replayed, done.version, now.version) == (False, 10, 10)
    assert (done.seal.revision, done.seal.number, done.seal.previous) == (
        (2, 4, Seal.objects.get(number=3).link)
    )
    assert (now.state, now.contract, now.amended_at) == (
        ("sealed", "guard-against", done.seal.sealed_at)
    )
    assert now.changed_at > hand.changed_at
    assert now.sealed_at == hand.sealed_at
    told = amendment_of(Seal.objects.get(hand=hand, revision=2))
    assert told is not None
    assert (told.because, told.by, told.replaces) == (WHY, "scorer", first.link)
    assert format_record(records.sealed_record(now)) == was.replace(
        b'"guard-without"', b'"guard-against"'
    )
    scores = HandSeat.objects.filter(hand=hand).order_by("seat").values_list("score_halves")
    assert [score for (score,) in scores] == [3972, -1324, -1324, -1324]  # the dog is theirs
    assert_sound(cast)


def test_check_and_rebuild_know_when_a_hand_was_sealed_and_amended_and_what_it_replaces(
    cast: Cast, hand: Hand
) -> None:
    at = amend(cast, hand, HIGHER_BID).seal.sealed_at
    first = Seal.objects.get(hand=hand, revision=1)
    Hand.objects.filter(pk=hand.pk).update(amended_at=None, sealed_at=at + timedelta(seconds=1))
    club = Club.objects.get(pk=cast.club.pk)
    assert sorted(map(str, findings_of(club))) == [
        f"seal {first.number}: the stored moment at which it was sealed is not that of the seal",
        "seal 4: the stored moment of its amendment is not that of the seal",
    ]
    call_command("rebuild", stdout=StringIO())
    now = Hand.objects.get(pk=hand.pk)
    assert (now.sealed_at, now.amended_at) == (first.sealed_at, at)
    erase_texts(place="amended/replaces")
    found = list(map(str, findings_of(club)))
    assert found == ["seal 4: it does not replace the revision before it"]


def test_a_corrected_record_says_it_as_well_and_keeps_the_names_that_were_sealed(
    cast: Cast, hand: Hand
) -> None:
    rename_player(user=cast.scorer, player=cast.players[1], name="Bob")
    erase_texts(seal__hand=hand, place="players/2")  # Chloé is forgotten
    record = json.loads(format_record(records.sealed_record(hand)))
    record["actions"][3]["call"] = "guard-against"
    del record["actions"][6], record["meta"]
    done = amend(cast, hand, wanted=book.Wanted(record=record))
    now = records.sealed_record(hand)
    assert now.players == ("Anna", "Boris", "[erased]", "Dario")
    assert now.meta["event"] == "Friday"
    assert not done.seal.texts.filter(place="players/2").exists()
    written = [json.loads(entry.change) for entry in hand.entries.filter(seq__gt=8)]
    call, lead, claim = record["actions"][3:]
    acts = [{"op": "act", "action": action} for action in (call, lead, claim)]
    assert written == [{"op": "amend", "revision": 2}, {"op": "rewind", "to": 3}, *acts]
    assert_sound(cast)


def test_a_hand_is_amended_again_and_again(cast: Cast, hand: Hand) -> None:
    amend(cast, hand, {"op": "change", "edits": [[6, None]]})
    counted = statistics_rows()
    assert hand.version == 10
    amend(cast, hand, {"op": "undo"}, *plays("T2 T3"), act("claim", seat=0))
    thrown_in = [{"op": "rewind", "to": 3}, *calls("pass")]
    done = amend(cast, hand, *thrown_in)
    assert (done.seal.revision, done.seal.number) == (4, 6)
    assert Hand.objects.get(pk=hand.pk).status == "passed-out"
    assert statistics_rows() != counted
    for seal in Seal.objects.filter(hand=hand).exclude(revision=1):
        told = amendment_of(seal)
        assert told is not None
        assert told.replaces == Seal.objects.get(hand=hand, revision=seal.revision - 1).link
    assert_sound(cast)


def test_the_same_amendment_sent_twice_is_made_once(cast: Cast, hand: Hand) -> None:
    version, key = hand.version, new_key()
    first = amend(cast, hand, HIGHER_BID, version=version, key=key)
    again = amend(cast, hand, HIGHER_BID, version=version, key=key)
    assert (again.replayed, again.seal, again.version) == (True, first.seal, first.version)
    assert Seal.objects.filter(hand=hand).count() == 2
    with pytest.raises(KeyReused):
        amend(cast, hand, HIGHER_BID, version=version, key=key, because="Something else.")
    with pytest.raises(StaleVersion) as stale:
        amend(cast, hand, HIGHER_BID, version=version)
    assert [entry.seq for entry in stale.value.entries] == [9, 10]
    with pytest.raises(VersionAhead):
        amend(cast, hand, HIGHER_BID, version=99)


REFUSED: list[tuple[type[Exception], list[Any], dict[str, Any]]] = [
    (
        Refused,
        [{"op": "change", "edits": [[3, {"kind": "call", "seat": 0, "call": "x"}]]}],
        {},
    ),
    (
        Refused,
        [{"op": "change", "edits": [[4, {"kind": "play", "seat": 1, "card": "SK"}]]}],
        {},
    ),
    (Refused, [{"op": "change", "edits": [[77, None]]}], {}),
    (Refused, [{"op": "amend", "revision": 3}], {}),
    (NothingToUndo, [{"op": "undo"}] * 9, {}),
    (HandNotFinished, [{"op": "rewind", "to": 5}], {}),
    (NothingToAmend, [], {}),
    (NothingToAmend, [{"op": "undo"}, act("note", text="Conceded at once.")], {}),
    (ValidationError, [HIGHER_BID], {"because": " \n "}),
    (ValidationError, [HIGHER_BID], {"because": "x" * 1001}),
    (KeyMalformed, [HIGHER_BID], {"key": "1"}),
]


def test_what_is_no_amendment_leaves_no_trace(cast: Cast, hand: Hand) -> None:
    def state() -> list[Any]:
        return [derived(), Entry.objects.count(), Club.objects.get(pk=cast.club.pk).head]

    before = state()
    for error, changes, facts in REFUSED:
        with pytest.raises(error):
            amend(cast, hand, *changes, **facts)
        assert state() == before, (error, changes, facts)
    # A record of another hand is refused by its field.
    record = json.loads(format_record(records.sealed_record(hand)))
    others: dict[str, dict[str, Any]] = {
        "dealer": {"dealer": 1},
        "options": {"options": {"petit_sec": True}},
        "players": {"players": ["Anna", "Boris", "Chloé", "Emma"]},
    }
    for field, other in others.items():
        with pytest.raises(RecordMismatch) as mismatch:
            amend(cast, hand, wanted=book.Wanted(record={**record, **other}))
        assert mismatch.value.field == field
    assert state() == before


def test_only_sealed_hands_are_amended_and_only_by_scorers(cast: Cast, hand: Hand) -> None:
    for user in (cast.member, cast.other_scorer):
        with pytest.raises(NotAllowed):
            amend(cast, hand, HIGHER_BID, user=user)
    begun = cast.open_hand(calls("pass"))
    with pytest.raises(HandNotSealed):
        amend(cast, begun, {"op": "undo"})
    book.void_hand(user=cast.scorer, hand=begun, version=1)
    with pytest.raises(HandVoid):
        amend(cast, begun, {"op": "undo"})
    close_match(user=cast.scorer, match=cast.match)
    assert amend(cast, hand, HIGHER_BID, user=cast.admin).seal.sealed_by == cast.admin
