"""Clubs, players, matches: what may be opened, and who may."""

from datetime import date, datetime
from typing import Any

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils import timezone

from games import book, people
from games.club.opening_clubs import open_club
from games.matches.match_changes import close_match, open_match
from games.models import Hand, Match, MatchSeat
from games.writing.errors import NotAllowed
from tests.cast import Cast, rename_player

pytestmark = pytest.mark.both_databases


def test_a_match_keeps_its_seats_in_turn_order_and_what_differs_from_the_defaults(
    cast: Cast,
) -> None:
    match = cast.open_match(preset="fft", options={"petit": "taker", "petit_sec": True})
    assert "petit" not in match.options
    assert match.options["petit_sec"] is True
    assert match.options["defence_slam"] == 200
    names = MatchSeat.objects.filter(match=match).values_list("seat", "player__name")
    assert list(names) == [(0, "Anna"), (1, "Boris"), (2, "Chloé"), (3, "Dario")]
    assert cast.open_match().options == {}


def test_what_a_match_cannot_be_names_the_field(cast: Cast) -> None:
    anna, boris, chloe, *_ = cast.players
    stranger = cast.other_players[3]
    cases: list[tuple[str, str, dict[str, Any]]] = [
        ("variant", "unknown-variant", {"variant": "frenh"}),
        ("title", "name-invalid", {"title": " "}),
        ("title", "name-invalid", {"title": "x" * 81}),
        ("preset", "unknown-option", {"preset": "wtf"}),
        ("options", "unknown-option", {"options": {"petit": "everybody"}}),
        ("options", "unknown-option", {"options": {"defence_slam": 200.0}}),
        ("options", "unknown-option", {"options": {"chien": 6}}),
        ("first_dealer", "out-of-range", {"first_dealer": 4}),
        ("first_dealer", "out-of-range", {"first_dealer": -1}),
        ("hands_planned", "out-of-range", {"hands_planned": 0}),
        ("hands_planned", "out-of-range", {"hands_planned": 1001}),
        ("writes", "unknown-choice", {"writes": "nothing"}),
        ("seats", "wrong-player-count", {"seats": cast.players[:2]}),
        ("seats", "duplicate-player", {"seats": [anna, boris, chloe, anna]}),
        ("seats", "unknown-player", {"seats": [anna, boris, chloe, stranger]}),
    ]
    plain: dict[str, Any] = {
        "user": cast.scorer,
        "club": cast.club,
        "title": "Friday",
        "variant": "french",
        "seats": cast.players[:4],
    }
    for field, code, facts in cases:
        with pytest.raises(ValidationError) as caught:
            open_match(**plain | facts)
        assert [error.code for error in caught.value.error_dict[field]] == [code], facts
    assert not Match.objects.exists()


def test_only_scorers_open_anything(cast: Cast) -> None:
    opened = {"club": cast.club, "title": "Mine", "variant": "french", "seats": cast.players[:4]}
    forbidden: list[tuple[Any, dict[str, Any]]] = [
        (book.open_hand, {"match": cast.match}),
        (close_match, {"match": cast.match}),
        (people.add_player, {"club": cast.club, "name": "Fanny"}),
        (rename_player, {"player": cast.players[0], "name": "Fanny"}),
        (open_match, opened),
    ]
    for user in (cast.member, cast.other_scorer):
        for service, facts in forbidden:
            with pytest.raises(NotAllowed):
                service(user=user, **facts)


def test_a_hand_belongs_to_the_evening_of_its_match(cast: Cast) -> None:
    zone = timezone.get_current_timezone()
    for moment, played_at in (
        ("2026-11-20T21:30:00", "2026-11-20T21:30:00"),
        ("2026-11-21T00:40:00", "2026-11-20T23:59:59.999999"),  # past midnight: still that evening
        ("2026-11-18T09:00:00", "2026-11-20T00:00:00"),
    ):
        match = cast.open_match(played_on=date(2026, 11, 20))
        with time_machine.travel(datetime.fromisoformat(moment).replace(tzinfo=zone), tick=False):
            hand = book.open_hand(user=cast.scorer, match=match)
        found = Hand.objects.get(pk=hand.pk).played_at.astimezone(zone).replace(tzinfo=None)
        assert found.isoformat() == played_at


def test_a_player_s_name_is_tidy_visible_and_the_only_one_of_the_club(cast: Cast) -> None:
    def refused(name: str, code: str) -> None:
        for write in (
            lambda: people.add_player(user=cast.scorer, club=cast.club, name=name),
            lambda: rename_player(user=cast.scorer, player=cast.players[1], name=name),
        ):
            with pytest.raises(ValidationError) as caught:
                write()
            assert [error.code for error in caught.value.error_dict["name"]] == [code]

    for name in ("", "   ", "x" * 81, "\u200b\u200b", "a\0b"):
        refused(name, "name-invalid")
    refused("Anna", "duplicate-player")
    player = people.add_player(user=cast.scorer, club=cast.club, name="  Jose\u0301   Luis ")
    assert player.name == "José Luis"
    for user, club in ((cast.other_scorer, cast.other_club), (cast.scorer, cast.club)):
        people.add_player(user=user, club=club, name="Fanny")


def test_clubs_of_one_name_have_different_addresses(cast: Cast) -> None:
    clubs = [open_club(user=cast.member, name="Les Atouts") for _ in range(2)]
    assert [club.slug for club in clubs] == ["les-atouts-2", "les-atouts-3"]
    assert open_club(user=cast.member, name="塔罗").slug == "club"
