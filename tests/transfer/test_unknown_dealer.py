"""A hand of which only the result is known, and not who dealt: kept as unknown, everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import book, statistics
from games import proof as verifying
from games.matches.reseating import reseat
from games.matches.reseating_plan import Reseating
from games.models import Club, Hand, HandSeat, Match, Tally
from games.models.statistics import TallyKind
from games.rules import RecordError, Replay, format_record, notation, read_record, replay, verify
from games.writing.errors import Refused
from tests.cast import Cast
from tests.factories import new_key
from tests.transfer.archives import bring, bring_all, empty, export, read, write_lines
from tests.transfer.test_from_elsewhere import PEOPLE, result
from tests.transfer.test_import import stranger


def without_dealer(**meta: str) -> dict[str, Any]:
    return result(PEOPLE, **meta) | {"dealer": None}


def test_only_a_record_that_begins_with_its_result_may_leave_the_dealer_open() -> None:
    """It scores as if anybody had dealt."""
    record = read_record(without_dealer())
    assert b'"dealer":null' in format_record(record)
    assert verify(format_record(record))["scores"] == [174, -58, -58, -58]
    text = notation.format_text(record)
    assert format_record(notation.parse_text(text)) == format_record(record)
    called = {"kind": "call", "seat": 0, "call": "pass"}
    for actions in ([], [called], [called, *without_dealer()["actions"]]):
        with pytest.raises(RecordError, match="dealer"):
            read_record(without_dealer() | {"actions": actions})
    left_out = {key: value for key, value in result().items() if key != "dealer"}
    with pytest.raises(RecordError, match="dealer"):
        read_record(left_out)


def test_a_scarto_is_possible_if_it_is_with_one_of_the_dealers() -> None:
    """The dealer alone may have laid cards away, more than the tricks of the others allow."""

    def judged(dealer: int | None, *points: int) -> Replay:
        raw = {"format": "tarot-hand/2", "variant": "scarto", "players": ["A", "B", "C"]}
        stated = {"kind": "result", "facts": {"points": list(points)}}
        return replay(read_record(raw | {"dealer": dealer, "actions": [stated]}))

    whole = judged(0, 0, 0, 0).state.pack.total // 2
    for points in ((whole, 0, 0), (whole - 1, 1, 0), (30, 24, whole - 54)):
        by_dealer = [judged(dealer, *points).problem is None for dealer in range(3)]
        assert (judged(None, *points).problem is None) is any(by_dealer)


def test_a_club_keeps_it_as_unknown_and_carries_it_through_an_archive(
    client: Client, cast: Cast, tmp_path: Path
) -> None:
    lines = [without_dealer(board="1"), result(board="2")]
    report = bring(*stranger(cast).values(), write_lines(tmp_path / "a.ndjson", lines))
    assert report.ok
    club: Club = cast.other_club
    unknown, known = Hand.objects.filter(club=club).order_by("number")
    assert (unknown.dealer, known.dealer) == (None, 3)
    assert set(HandSeat.objects.filter(hand=unknown).values_list("place", flat=True)) == {0}
    seats = Tally.objects.filter(club=club, kind=TallyKind.SEAT, player=None, period="")
    assert sum(seats.values_list("hands", flat=True)) == 4  # those of the other hand
    statistics.rebuild(club)
    assert sum(seats.values_list("hands", flat=True)) == 4
    assert verifying.findings_of(Club.objects.get(pk=club.pk)) == []
    client.force_login(cast.other_scorer)
    for name in ("hand", "hand-record", "hand-log"):
        page: Any = client.get(reverse(name, args=[club.slug, unknown.public_id]), follow=True)
        assert page.status_code == 200, name
    answer: Any = client.get(f"/api/v1/hands/{unknown.public_id}")
    assert answer.json()["dealer"] is None
    first = read(export(club, tmp_path / "first"))
    assert b'"dealer":null' in first["records.ndjson"]
    empty(club)
    bring_all(cast.other_scorer, club, tmp_path / "first", ids_kept=True)
    assert read(export(club, tmp_path / "second"))["records.ndjson"] == first["records.ndjson"]
    assert verifying.findings_of(Club.objects.get(pk=club.pk)) == []


def test_a_hand_that_stays_open_has_a_dealer(cast: Cast) -> None:
    raw = without_dealer() | {"players": [player.name for player in cast.players[:4]]}
    facts: dict[str, Any] = {"user": cast.scorer, "match": cast.match, "record": raw}
    with pytest.raises(Refused, match="dealer"):
        book.take_record(**facts, key=new_key(), seal=False)
    assert book.take_record(**facts, key=new_key()).hand.dealer is None
    assert book.open_hand(user=cast.scorer, match=cast.match).dealer is not None


def test_the_people_of_such_hands_can_be_put_right_and_then_the_dealer(
    cast: Cast, tmp_path: Path
) -> None:
    bring(*stranger(cast).values(), write_lines(tmp_path / "a.ndjson", [without_dealer()]))
    match = Match.objects.get(club=cast.other_club)
    anna, boris, chloe, dario = (row.player for row in match.seats.order_by("seat"))
    facts: dict[str, Any] = {"user": cast.other_scorer, "match": match, "because": "Seen later."}
    swapped = (boris, anna, chloe, dario)
    reseat(**facts, wanted=Reseating(swapped, since=1))
    assert Hand.objects.get(match=match).dealer is None
    reseat(**facts, wanted=Reseating(swapped, since=1, dealer=2))
    assert Hand.objects.get(match=match).dealer == 2
    assert verifying.findings_of(Club.objects.get(pk=cast.other_club.pk)) == []
