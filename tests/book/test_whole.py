"""A hand taken over whole from its record: all of it or nothing, once, and without loss."""

import json
from typing import Any

import pytest

from games import book
from games.book.records import record_of
from games.matches.match_changes import close_match, open_match
from games.models import Club, Entry, Hand, Match, Seal
from games.people.players import add_player
from games.proof import findings_of
from games.rules import VARIANTS, format_record, read_record
from games.writing.errors import (
    HandNotFinished,
    HandStillOpen,
    KeyReused,
    MatchClosed,
    NotAllowed,
    RecordMismatch,
    Refused,
)
from tests.cast import Cast
from tests.factories import EASY_DEAL, calls, new_key
from tests.games import record_by_chance

NAMES = ("Anna", "Boris", "Chloé", "Dario")


def written(**facts: Any) -> dict[str, Any]:
    """A finished hand of the cast's Friday, as somebody has written it down."""
    actions = [
        *({"kind": "call", "seat": seat, "call": "pass"} for seat in range(3)),
        {"kind": "call", "seat": 3, "call": "guard-without", "note": "after a long thought"},
        {"kind": "play", "seat": 0, "card": "sk"},
        {"kind": "claim", "seat": 3, "_by": "all"},
    ]
    return {
        "format": "tarot-hand/1",
        "variant": "french",
        "players": list(NAMES),
        "dealer": 3,
        "deal": {"hands": EASY_DEAL["hands"], "stock": None, "_from": "memory"},
        "actions": actions,
        "meta": {"event": "Cup", "board": "12", "source": "a notebook"},
        "_id": "x-17",
    } | facts


def take(cast: Cast, record: Any, **facts: Any) -> book.Taken:
    plain: dict[str, Any] = {"user": cast.scorer, "match": cast.match, "key": new_key()}
    return book.take_record(record=record, **plain | facts)


def count() -> list[int]:
    return [model.objects.count() for model in (Hand, Entry, Seal)]


def test_a_record_that_was_given_comes_back_to_the_byte_and_twice_is_one_hand(cast: Cast) -> None:
    raw, key = written(), new_key()
    taken = take(cast, raw, key=key)
    assert not taken.replayed
    hand = Hand.objects.get(pk=taken.hand.pk)
    assert (hand.state, hand.number, hand.contract, hand.taker) == (
        "sealed",
        1,
        "guard-without",
        3,
    )
    assert format_record(record_of(hand)) == format_record(read_record(raw))
    assert findings_of(Club.objects.get(pk=cast.club.pk)) == []
    before = count()
    again = take(cast, written(), key=key)
    assert (again.hand, again.replayed) == (hand, True)
    assert count() == before
    with pytest.raises(KeyReused):
        take(cast, written(_id="x-18"), key=key)


def test_a_record_without_words_gets_those_of_its_match(cast: Cast) -> None:
    raw = written()
    del raw["meta"]
    meta = record_of(take(cast, raw).hand).meta
    assert (meta["event"], meta["board"], meta["club"]) == ("Friday", "1", "Les Atouts")


def test_a_hand_that_is_not_finished_can_go_on_at_the_table(cast: Cast) -> None:
    """The dealer is the one of the record."""
    raw = written()
    raw["actions"] = raw["actions"][:3]
    with pytest.raises(HandNotFinished):
        take(cast, raw)
    hand = take(cast, raw, seal=False).hand
    assert (hand.state, hand.version) == ("open", 5)
    change = calls("guard")[0]
    done = book.append(user=cast.scorer, hand=hand, version=5, key=new_key(), change=change)
    assert done.change["action"]["seat"] == 3
    assert record_of(Hand.objects.get(pk=hand.pk)).meta["source"] == "a notebook"
    with pytest.raises(HandStillOpen):  # while a hand is recorded no other can be added
        take(cast, written())
    other = take(cast, written(dealer=1, actions=[]), match=cast.open_match(), seal=False)
    assert (other.hand.dealer, other.hand.number) == (1, 1)


def test_what_does_not_fit_leaves_no_trace(cast: Cast) -> None:
    assert cast.match.pk
    before = count()
    cases: list[tuple[dict[str, Any], type[Exception]]] = [
        ({"variant": "taroux-of-six"}, Refused),  # not with four
        ({"variant": "sca-tarok", "actions": [], "deal": None}, RecordMismatch),
        ({"options": {"petit_sec": True}}, RecordMismatch),
        ({"players": ["Anna", "Boris", "Chloé", "Emma"]}, RecordMismatch),
        ({"players": ["Boris", "Anna", "Chloé", "Dario"]}, RecordMismatch),
        ({"actions": [{"kind": "call", "seat": 2, "call": "pass"}]}, Refused),
        ({"format": "tarot-hand/9"}, Refused),
        ({"meta": {"note": 5}}, Refused),
    ]
    for facts, error in cases:
        with pytest.raises(error):
            take(cast, written(**facts))
        assert count() == before, facts


def test_a_fault_while_it_is_sealed_undoes_everything(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError("planted")

    assert cast.match.pk
    before = count()
    monkeypatch.setattr("games.statistics.add", fail)
    with pytest.raises(RuntimeError, match="planted"):
        take(cast, written())
    assert count() == before


def test_a_member_takes_nothing_over_and_a_closed_match_takes_no_record(cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        take(cast, written(), user=cast.member)
    close_match(user=cast.scorer, match=cast.match)
    with pytest.raises(MatchClosed):
        take(cast, written())


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_hands_of_every_game_come_back_to_the_byte(variant: Any, cast: Cast) -> None:
    players = variant.seats[0]
    people = [
        add_player(user=cast.scorer, club=cast.club, name=name)
        for name in ("Lea", "Max", "Nina", "Otto", "Pia", "Quentin")[:players]
    ]
    match: Match = open_match(
        user=cast.scorer, club=cast.club, title="All games", variant=variant.key, seats=people
    )
    record = record_by_chance(variant, players)
    raw = json.loads(format_record(record)) | {"players": [player.name for player in people]}
    raw["meta"] = {"comment": "from a notebook"}
    hand = book.take_record(user=cast.scorer, match=match, record=raw, key=new_key()).hand
    assert format_record(record_of(hand)) == format_record(read_record(raw))
