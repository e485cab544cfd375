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
from games.models import Hand, Match, MatchSeat, Player
from games.writing.errors import NotAllowed
from tests.cast import Cast

pytestmark = pytest.mark.both_databases


def test_a_match_keeps_what_differs_from_the_defaults(cast: Cast) -> None:
    match = cast.open_match(preset="fft", options={"petit": "taker", "petit_sec": True})
    assert "petit" not in match.options
    assert match.options["petit_sec"] is True
    assert match.options["defence_slam"] == 200
    assert cast.open_match().options == {}


def test_players_sit_in_turn_order(cast: Cast) -> None:
    names = MatchSeat.objects.filter(match=cast.match).values_list("seat", "player__name")
    assert list(names) == [(0, "Anna"), (1, "Boris"), (2, "Chloé"), (3, "Dario")]


@pytest.mark.parametrize(
    ("field", "code", "facts"),
    [
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
        ("writes", "unknown-choice", {"writes": "nothing"}),
        ("seats", "wrong-player-count", {"players": 2}),
    ],
)
def test_what_a_match_cannot_be_names_the_field(
    cast: Cast, field: str, code: str, facts: dict[str, Any]
) -> None:
    with pytest.raises(ValidationError) as caught:
        cast.open_match(**facts)
    assert [error.code for error in caught.value.error_dict[field]] == [code]
    assert not Match.objects.exists()


def open_with(cast: Cast, seats: list[Player]) -> Match:
    return open_match(
        user=cast.scorer, club=cast.club, title="Friday", variant="french", seats=seats
    )


def test_nobody_sits_on_two_seats_and_no_stranger_on_any(cast: Cast) -> None:
    anna, boris, chloe, *_ = cast.players
    for fourth, code in ((anna, "duplicate-player"), (cast.other_players[3], "unknown-player")):
        with pytest.raises(ValidationError) as caught:
            open_with(cast, [anna, boris, chloe, fourth])
        assert [error.code for error in caught.value.error_dict["seats"]] == [code]


@pytest.mark.parametrize("who", ["member", "other_scorer"])
def test_only_scorers_open_anything(cast: Cast, who: str) -> None:
    user, match = getattr(cast, who), cast.match
    forbidden: list[tuple[Any, dict[str, Any]]] = [
        (book.open_hand, {"match": match}),
        (close_match, {"match": match}),
        (people.add_player, {"club": cast.club, "name": "Fanny"}),
        (people.rename_player, {"player": cast.players[0], "name": "Fanny"}),
        (
            open_match,
            {
                "club": cast.club,
                "title": "Mine",
                "variant": "french",
                "seats": cast.players[:4],
            },
        ),
    ]
    for service, facts in forbidden:
        with pytest.raises(NotAllowed):
            service(user=user, **facts)


@pytest.mark.parametrize(
    ("moment", "played_at"),
    [
        ("2026-11-20T21:30:00", "2026-11-20T21:30:00"),
        ("2026-11-21T00:40:00", "2026-11-20T23:59:59.999999"),  # past midnight: still that evening
        ("2026-11-18T09:00:00", "2026-11-20T00:00:00"),
    ],
)
def test_a_hand_belongs_to_the_evening_of_its_match(
    cast: Cast, moment: str, played_at: str
) -> None:
    match, zone = cast.open_match(played_on=date(2026, 11, 20)), timezone.get_current_timezone()
    with time_machine.travel(datetime.fromisoformat(moment).replace(tzinfo=zone), tick=False):
        hand = book.open_hand(user=cast.scorer, match=match)
    found = Hand.objects.get(pk=hand.pk).played_at.astimezone(zone).replace(tzinfo=None)
    assert found.isoformat() == played_at


def test_a_name_is_stored_composed_and_tidy(cast: Cast) -> None:
    player = people.add_player(user=cast.scorer, club=cast.club, name="  Jose\u0301   Luis ")
    assert player.name == "José Luis"


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "\u200b\u200b", "a\0b"])
def test_a_name_needs_something_to_see(cast: Cast, name: str) -> None:
    with pytest.raises(ValidationError) as caught:
        people.add_player(user=cast.scorer, club=cast.club, name=name)
    assert [error.code for error in caught.value.error_dict["name"]] == ["name-invalid"]


def test_two_players_of_a_club_have_two_names(cast: Cast) -> None:
    for write in (
        lambda: people.add_player(user=cast.scorer, club=cast.club, name="Anna"),
        lambda: people.rename_player(user=cast.scorer, player=cast.players[1], name="Anna"),
    ):
        with pytest.raises(ValidationError) as caught:
            write()
        assert [error.code for error in caught.value.error_dict["name"]] == ["duplicate-player"]
    people.add_player(user=cast.other_scorer, club=cast.other_club, name="Fanny")
    people.add_player(user=cast.scorer, club=cast.club, name="Fanny")


def test_clubs_of_one_name_have_different_addresses(cast: Cast) -> None:
    clubs = [open_club(user=cast.member, name="Les Atouts") for _ in range(2)]
    assert [club.slug for club in clubs] == ["les-atouts-2", "les-atouts-3"]
    assert open_club(user=cast.member, name="塔罗").slug == "club"
