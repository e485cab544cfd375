"""The PIN that confirms a score on somebody else's tablet: guesses at it, and who set it."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.hashers import check_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import people
from games.models import Confirmation, Confirms, Hand, Player
from games.people.pins import MOST_WRONG, PATIENCE
from games.writing.errors import NoPin, NotAllowed, OwnPin, PinBlocked, WrongPin
from tests.cast import Cast
from tests.confirming.table import confirm, plays_as, wants
from tests.factories import act, write

pytestmark = pytest.mark.both_databases


@pytest.fixture
def boris(cast: Cast, finished: Hand) -> Player:
    """Boris with the PIN 2468, in a club that asks for PINs."""
    wants(cast, Confirms.PIN)
    return people.set_pin(user=cast.scorer, player=cast.players[1], pin="2468")


def pin_at(cast: Cast, hand: Hand, player: Player, pin: str) -> Confirmation:
    return confirm(cast.scorer, hand, player, pin=pin)


def test_the_right_pin_confirms_and_wrong_ones_are_counted(
    cast: Cast, finished: Hand, boris: Player
) -> None:
    with pytest.raises(NoPin):
        pin_at(cast, finished, cast.players[2], "1234")
    for wrong in ("2469", "", "24680", "²468"):
        Player.objects.update(wrong_pin_at=None)
        with pytest.raises(WrongPin):
            pin_at(cast, finished, boris, wrong)
    assert not Confirmation.objects.exists()
    assert Player.objects.get(pk=boris.pk).wrong_pins == 4
    Player.objects.update(wrong_pin_at=None)
    assert pin_at(cast, finished, boris, "2468").how == "pin"
    now = Player.objects.get(pk=boris.pk)
    assert now.wrong_pins == 0
    assert "2468" not in now.pin


def test_guesses_at_a_pin_wait_and_after_twenty_there_has_to_be_a_new_one(
    cast: Cast, finished: Hand, boris: Player
) -> None:
    row = Player.objects.filter(pk=boris.pk)
    with time_machine.travel(timezone.now(), tick=False):
        for _guess in range(PATIENCE.free):
            with pytest.raises(WrongPin):
                pin_at(cast, finished, boris, "1111")
        with pytest.raises(PinBlocked) as blocked:
            pin_at(cast, finished, boris, "2468")
    assert str(blocked.value) == "There were too many wrong PINs. Try again in 1 second."
    row.update(wrong_pin_at=timezone.now() - timedelta(seconds=2))
    assert pin_at(cast, finished, boris, "2468")
    ahead = timezone.now() + timedelta(hours=1)  # of a clock that was set back since
    row.update(wrong_pins=PATIENCE.free, wrong_pin_at=ahead)
    assert pin_at(cast, finished, boris, "2468")
    row.update(wrong_pins=MOST_WRONG)
    with pytest.raises(PinBlocked) as blocked:
        pin_at(cast, finished, boris, "2468")
    assert blocked.value.seconds is None
    people.set_pin(user=cast.admin, player=boris, pin="13579")
    assert pin_at(cast, finished, boris, "13579")


def test_first_pins_are_for_those_who_have_none_shown_once_and_provisional(
    client: Client, cast: Cast, boris: Player
) -> None:
    players, place = (reverse(name, args=[cast.club.slug]) for name in ("players", "first-pins"))
    client.force_login(cast.admin)
    assert place in client.get(players).content.decode()
    answer = client.post(place)
    assert answer.status_code == 201
    slips = answer.context["slips"]
    assert [player.name for player, _pin in slips] == ["Anna", "Chloé", "Dario", "Emma"]
    assert all(re.fullmatch(r"[0-9]{4}", pin) for _player, pin in slips)
    for player, pin in slips:
        assert f'slip-pin">{pin}<' in answer.content.decode()
        now = Player.objects.get(pk=player.pk)
        assert check_password(pin, now.pin)
        assert now.pin_set_by == cast.admin
    assert check_password("2468", Player.objects.get(pk=boris.pk).pin)
    assert client.post(place).headers["Location"] == players
    assert place not in client.get(players).content.decode()


def test_a_player_sets_their_own_pin_of_4_to_8_digits_and_a_scorer_anybodys(cast: Cast) -> None:
    plays_as(cast.member, cast.players[3])
    assert people.set_pin(user=cast.member, player=cast.players[3], pin="9999").pin
    for user, player in ((cast.member, cast.players[1]), (cast.other_scorer, cast.players[3])):
        with pytest.raises(NotAllowed):
            people.set_pin(user=user, player=player, pin="9999")
    for pin in ("123", "123456789", "12a4", "١٢٣٤", " 1234"):
        with pytest.raises(ValidationError):
            people.set_pin(user=cast.scorer, player=cast.players[1], pin=pin)


def test_a_pin_of_somebody_else_is_provisional_and_nobody_replaces_one_s_own(
    cast: Cast, finished: Hand, boris: Player
) -> None:
    made = pin_at(cast, finished, boris, "2468")
    assert (made.pin_set_by, made.pin_set_at is None) == (cast.scorer, False)
    plays_as(cast.member, boris)
    people.set_pin(user=cast.member, player=boris, pin="9753")
    for pin in ("1111", ""):
        with pytest.raises(OwnPin):
            people.set_pin(user=cast.scorer, player=boris, pin=pin)
    write(cast.scorer, finished, act("note", text="Rain."))
    made = pin_at(cast, finished, boris, "9753")
    assert (made.pin_set_by, made.pin_set_at) == (None, None)
    people.set_pin(user=cast.admin, player=boris, pin="2222")
    boris.refresh_from_db()
    assert boris.pin_set_by == cast.admin


def test_a_pin_of_before_belongs_to_a_player_with_an_account(cast: Cast, boris: Player) -> None:
    before = {"pin_set_by": None, "pin_set_at": None}  # as PINs were stored once
    Player.objects.filter(pk=boris.pk).update(**before)
    people.set_pin(user=cast.scorer, player=boris, pin="1111")  # nobody else can have set it
    Player.objects.filter(pk=boris.pk).update(**before)
    plays_as(cast.member, boris)
    with pytest.raises(OwnPin):
        people.set_pin(user=cast.scorer, player=boris, pin="1111")
