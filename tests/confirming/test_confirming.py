"""Where a club wants it, the other side agrees with a score before it is sealed."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.hashers import check_password
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import book, people
from games.book import records
from games.club.opening_clubs import set_up
from games.confirming import confirmations
from games.models import Confirmation, Confirms, Hand, Membership, Player, User
from games.people.pins import MOST_WRONG, PATIENCE
from games.rules import format_record
from games.writing.errors import (
    HandNotFinished,
    HandSealed,
    NoPin,
    NotAllowed,
    NotAtTable,
    NotConfirmed,
    NotTheOtherSide,
    OwnPin,
    PinBlocked,
    StaleVersion,
    WrongPin,
)
from tests.cast import Cast
from tests.factories import THROWN_IN, act, claimed_by_seat_0, new_key, write

pytestmark = pytest.mark.both_databases


@pytest.fixture
def finished(cast: Cast) -> Hand:
    """A hand that Anna has won as taker, with Boris, Chloé and Dario against her, in a club where
    scores are confirmed by a tap."""
    wants(cast, Confirms.TAP)
    return cast.open_hand(claimed_by_seat_0())


def wants(cast: Cast, confirms: str) -> None:
    set_up(user=cast.admin, club=cast.club, confirms=confirms)
    cast.match.club.confirms = confirms


def confirm(user: User, hand: Hand, player: Player, **facts) -> Confirmation:
    return confirmations.confirm(
        user=user, hand=hand, player=player, **{"version": hand.version, **facts}
    )


def seal(cast: Cast, hand: Hand, **facts) -> Hand:
    book.seal(user=cast.scorer, hand=hand, version=hand.version, **facts)
    return Hand.objects.get(pk=hand.pk)


def is_player(user: User, player: Player) -> None:
    Membership.objects.filter(user=user, club=player.club).update(player=player)


def test_a_club_that_wants_no_confirmation_seals_as_before(cast: Cast) -> None:
    hand = seal(cast, cast.open_hand(claimed_by_seat_0()))
    assert (hand.state, hand.confirmed) == (Hand.State.SEALED, False)


def test_asking_for_confirmations_costs_a_club_that_does_not_a_seal_of_no_more_statements(
    cast: Cast,
) -> None:
    hand = cast.open_hand(claimed_by_seat_0())
    with CaptureQueriesContext(connection) as seen:
        seal(cast, hand)
    assert not [one["sql"] for one in seen if "games_confirmation" in one["sql"]]
    assert not [one["sql"] for one in seen if "games_dispute" in one["sql"]]


def test_without_a_confirmation_the_hand_is_not_sealed(cast: Cast, finished: Hand) -> None:
    with pytest.raises(NotConfirmed):
        seal(cast, finished)
    assert Hand.objects.get(pk=finished.pk).is_open
    assert finished.is_open


def test_one_opponent_of_the_taker_is_enough(cast: Cast, finished: Hand) -> None:
    made = confirm(cast.scorer, finished, cast.players[2], device="Tablet 3F")
    assert (made.how, made.seat, made.device) == ("tap", 2, "Tablet 3F")
    hand = seal(cast, finished)
    assert (hand.state, hand.confirmed) == (Hand.State.SEALED, True)


def test_the_taker_does_not_confirm_their_own_score(cast: Cast, finished: Hand) -> None:
    with pytest.raises(NotTheOtherSide):
        confirm(cast.scorer, finished, cast.players[0])


def test_nobody_confirms_for_a_table_where_they_did_not_sit(cast: Cast, finished: Hand) -> None:
    with pytest.raises(NotAtTable):
        confirm(cast.scorer, finished, cast.players[4])


def test_whoever_wrote_the_hand_down_does_not_confirm_it(cast: Cast, finished: Hand) -> None:
    is_player(cast.scorer, cast.players[1])
    with pytest.raises(NotTheOtherSide):
        confirm(cast.scorer, finished, cast.players[1])
    assert confirm(cast.scorer, finished, cast.players[2])


def test_a_confirmation_is_void_after_one_entry_more(cast: Cast, finished: Hand) -> None:
    confirm(cast.scorer, finished, cast.players[1])
    write(cast.scorer, finished, act("note", text="No, wait."))
    with pytest.raises(NotConfirmed):
        seal(cast, finished)
    with pytest.raises(StaleVersion):
        confirm(cast.scorer, finished, cast.players[1], version=finished.version - 1)


def test_confirming_twice_is_confirming_once(cast: Cast, finished: Hand) -> None:
    first = confirm(cast.scorer, finished, cast.players[1])
    assert confirm(cast.scorer, finished, cast.players[1]) == first


def test_only_a_finished_hand_that_is_not_sealed_is_confirmed(cast: Cast) -> None:
    wants(cast, Confirms.TAP)
    hand = cast.open_hand(claimed_by_seat_0()[:3])
    with pytest.raises(HandNotFinished):
        confirm(cast.scorer, hand, cast.players[1])
    for change in claimed_by_seat_0()[3:]:
        write(cast.scorer, hand, change)
    confirm(cast.scorer, hand, cast.players[1])
    seal(cast, hand)
    with pytest.raises(HandSealed):
        confirm(cast.scorer, hand, cast.players[2])


def test_a_hand_that_everybody_passed_needs_no_confirmation(cast: Cast) -> None:
    wants(cast, Confirms.TAP)
    assert seal(cast, cast.open_hand(THROWN_IN)).state == Hand.State.SEALED


def test_a_scorer_seals_without_a_confirmation_by_saying_why(cast: Cast, finished: Hand) -> None:
    hand = seal(cast, finished, unconfirmed=" They have\ngone home. ")
    waived = Confirmation.objects.get(hand=hand)
    assert (waived.how, waived.because) == ("waived", "They have gone home.")
    assert (waived.player, waived.sealed, hand.confirmed) == (None, True, False)


def test_the_reason_says_something(cast: Cast, finished: Hand) -> None:
    with pytest.raises(ValidationError):
        seal(cast, finished, unconfirmed=" \n")


def test_members_confirm_as_themselves_and_for_nobody_else(cast: Cast, finished: Hand) -> None:
    is_player(cast.member, cast.players[3])
    made = confirm(cast.member, finished, cast.players[3])
    assert made.how == "account"
    with pytest.raises(NotAllowed):
        confirm(cast.member, finished, cast.players[1])


def test_an_amendment_leaves_the_new_score_unconfirmed(cast: Cast, finished: Hand) -> None:
    confirm(cast.scorer, finished, cast.players[1])
    hand = seal(cast, finished)
    undo = book.Wanted(changes=[act("note", text="Late.")])
    facts: dict[str, Any] = {"version": hand.version, "key": new_key(), "because": "A note."}
    book.amend(user=cast.scorer, hand=hand, wanted=undo, **facts)
    assert Hand.objects.get(pk=hand.pk).confirmed is False


def test_a_whole_record_is_sealed_with_a_reason_alone(cast: Cast) -> None:
    done = cast.sealed_hand(claimed_by_seat_0())
    record = json.loads(format_record(records.sealed_record(done)))
    wants(cast, Confirms.TAP)
    facts: dict[str, Any] = {"user": cast.scorer, "match": cast.match, "record": record}
    with pytest.raises(NotConfirmed):
        book.take_record(**facts, key=new_key())
    taken = book.take_record(**facts, key=new_key(), unconfirmed="From the paper sheet.")
    assert Confirmation.objects.get(hand=taken.hand).because == "From the paper sheet."


def test_only_administrators_say_how_scores_are_confirmed(cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        set_up(user=cast.scorer, club=cast.club, confirms="tap")
    with pytest.raises(ValidationError):
        set_up(user=cast.admin, club=cast.club, confirms="by shouting")


# --- PINs -----------------------------------------------------------------------------------------


@pytest.fixture
def boris(cast: Cast, finished: Hand) -> Player:
    """Boris with the PIN 2468, in a club that asks for PINs."""
    wants(cast, Confirms.PIN)
    return people.set_pin(user=cast.scorer, player=cast.players[1], pin="2468")


def pin_at(cast: Cast, hand: Hand, player: Player, pin: str) -> Confirmation:
    return confirm(cast.scorer, Hand.objects.get(pk=hand.pk), player, pin=pin)


def test_a_pin_confirms(cast: Cast, finished: Hand, boris: Player) -> None:
    assert pin_at(cast, finished, boris, "2468").how == "pin"
    assert Player.objects.get(pk=boris.pk).wrong_pins == 0


def test_a_pin_is_kept_as_a_digest(boris: Player) -> None:
    assert "2468" not in Player.objects.get(pk=boris.pk).pin


def test_first_pins_are_for_those_who_have_none_shown_once_and_provisional(
    client: Client, cast: Cast, boris: Player
) -> None:
    wants(cast, Confirms.PIN)
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


def test_a_wrong_pin_confirms_nothing(cast: Cast, finished: Hand, boris: Player) -> None:
    for wrong in ("2469", "", "24680", "²468"):
        Player.objects.update(wrong_pin_at=None)
        with pytest.raises(WrongPin):
            pin_at(cast, finished, boris, wrong)
    assert not Confirmation.objects.exists()
    assert Player.objects.get(pk=boris.pk).wrong_pins == 4


def test_somebody_without_a_pin_learns_it(cast: Cast, finished: Hand, boris: Player) -> None:
    with pytest.raises(NoPin):
        pin_at(cast, finished, cast.players[2], "1234")


def test_guesses_at_a_pin_have_to_wait(cast: Cast, finished: Hand, boris: Player) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        for _guess in range(PATIENCE.free):
            with pytest.raises(WrongPin):
                pin_at(cast, finished, boris, "1111")
        with pytest.raises(PinBlocked) as blocked:
            pin_at(cast, finished, boris, "2468")
    assert str(blocked.value) == "There were too many wrong PINs. Try again in 1 second."
    past = timezone.now() - timedelta(seconds=2)
    Player.objects.filter(pk=boris.pk).update(wrong_pin_at=past)
    assert pin_at(cast, finished, boris, "2468")


def test_a_wrong_pin_of_a_clock_that_was_ahead_keeps_nobody_waiting(
    cast: Cast, finished: Hand, boris: Player
) -> None:
    ahead = timezone.now() + timedelta(hours=1)
    Player.objects.filter(pk=boris.pk).update(wrong_pins=PATIENCE.free, wrong_pin_at=ahead)
    assert pin_at(cast, finished, boris, "2468")


def test_nobody_can_try_all_pins(cast: Cast, finished: Hand, boris: Player) -> None:
    Player.objects.filter(pk=boris.pk).update(wrong_pins=MOST_WRONG)
    with pytest.raises(PinBlocked) as blocked:
        pin_at(cast, finished, boris, "2468")
    assert blocked.value.seconds is None
    people.set_pin(user=cast.admin, player=boris, pin="13579")
    assert pin_at(cast, finished, boris, "13579")


@pytest.mark.parametrize("pin", ["123", "123456789", "12a4", "١٢٣٤", " 1234"])
def test_a_pin_has_4_to_8_digits(cast: Cast, pin: str) -> None:
    with pytest.raises(ValidationError):
        people.set_pin(user=cast.scorer, player=cast.players[1], pin=pin)


def test_a_confirmation_says_who_set_the_pin_if_it_was_not_the_player(
    cast: Cast, finished: Hand, boris: Player
) -> None:
    made = pin_at(cast, finished, boris, "2468")
    assert (made.pin_set_by, made.pin_set_at is None) == (cast.scorer, False)
    is_player(cast.member, boris)
    people.set_pin(user=cast.member, player=boris, pin="9753")
    write(cast.scorer, finished, act("note", text="Rain."))
    made = pin_at(cast, finished, boris, "9753")
    assert (made.pin_set_by, made.pin_set_at) == (None, None)


@pytest.mark.parametrize("pin", ["1111", ""])
def test_no_scorer_replaces_or_removes_a_pin_that_its_owner_chose(
    cast: Cast, finished: Hand, boris: Player, pin: str
) -> None:
    is_player(cast.member, boris)
    people.set_pin(user=cast.member, player=boris, pin="9753")
    with pytest.raises(OwnPin):
        people.set_pin(user=cast.scorer, player=boris, pin=pin)
    assert pin_at(cast, finished, boris, "9753").pin_set_by is None
    people.set_pin(user=cast.admin, player=boris, pin="2222")
    boris.refresh_from_db()
    assert boris.pin_set_by == cast.admin


def test_a_pin_of_before_belongs_to_a_player_with_an_account(cast: Cast, boris: Player) -> None:
    Player.objects.filter(pk=boris.pk).update(pin_set_by=None, pin_set_at=None)
    people.set_pin(user=cast.scorer, player=boris, pin="1111")  # nobody else can have set it
    Player.objects.filter(pk=boris.pk).update(pin_set_by=None, pin_set_at=None)
    is_player(cast.member, boris)
    with pytest.raises(OwnPin):
        people.set_pin(user=cast.scorer, player=boris, pin="1111")


def test_members_set_their_own_pin_and_nobody_elses(cast: Cast) -> None:
    is_player(cast.member, cast.players[3])
    assert people.set_pin(user=cast.member, player=cast.players[3], pin="9999").pin
    with pytest.raises(NotAllowed):
        people.set_pin(user=cast.member, player=cast.players[1], pin="9999")
    with pytest.raises(NotAllowed):
        people.set_pin(user=cast.other_scorer, player=cast.players[3], pin="9999")
