"""What readers add to a sealed hand: who may say something, erase it, hide it; who may publish."""

from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.models import Hand, Membership, Publication, Remark, User
from games.models.remarks import REMARK_LENGTH
from games.replay import remarking
from games.writing.errors import HandNotSealed, NotAllowed
from tests.cast import Cast
from tests.factories import claimed_by_seat_0

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def hand(cast: Cast) -> Hand:
    """A sealed hand: three calls, a trick begun, a claim."""
    return cast.sealed_hand(claimed_by_seat_0())


def say(user: User, hand: Hand, text: str = "Why the king?", place: str = "1.1") -> Remark:
    return remarking.add_remark(user=user, hand=hand, place=place, text=text)


def codes(error: pytest.ExceptionInfo[ValidationError]) -> dict[str, list[str | None]]:
    return {field: [one.code for one in found] for field, found in error.value.error_dict.items()}


@pytest.mark.parametrize("who", ["member", "scorer", "admin"])
def test_every_member_says_something_at_a_step(cast: Cast, hand: Hand, who: str) -> None:
    said = say(getattr(cast, who), hand, "  Why the king?\r\nThe queen was enough. ")
    assert (said.place, said.text) == ("1.1", "Why the king?\nThe queen was enough.")
    assert said.club == cast.club


def test_strangers_say_nothing_and_nobody_who_was_shut_out(cast: Cast, hand: Hand) -> None:
    with pytest.raises(NotAllowed):
        say(cast.other_scorer, hand)
    User.objects.filter(pk=cast.member.pk).update(is_active=False)
    with pytest.raises(NotAllowed):
        say(cast.member, hand)
    assert not Remark.objects.exists()


def test_an_open_hand_is_not_talked_about(cast: Cast) -> None:
    with pytest.raises(HandNotSealed):
        say(cast.scorer, cast.open_hand(claimed_by_seat_0()), place="auction")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "required"),
        (" \n ", "required"),
        ("x" * (REMARK_LENGTH + 1), "too-long"),
        ("a\x00b", "control-characters"),
        ("a\x1b[31mb", "control-characters"),
    ],
)
def test_a_text_that_is_none_is_refused(cast: Cast, hand: Hand, text: str, code: str) -> None:
    with pytest.raises(ValidationError) as error:
        say(cast.member, hand, text)
    assert codes(error) == {"text": [code]}


@pytest.mark.parametrize("place", ["", "1.4", "19.1", "exchange", "nonsense", "31"])
def test_a_step_that_the_hand_has_not_is_refused(cast: Cast, hand: Hand, place: str) -> None:
    with pytest.raises(ValidationError) as error:
        say(cast.member, hand, place=place)
    assert codes(error) == {"place": ["no-such-step"]}


def test_nobody_floods_a_hand(cast: Cast, hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(remarking.MOST_AT_ONCE):
        say(cast.member, hand, str(number))
    with pytest.raises(ValidationError) as error:
        say(cast.member, hand)
    assert codes(error) == {"text": ["too-many"]}
    say(cast.scorer, hand)  # others still may
    with time_machine.travel(timezone.now() + remarking.AT_ONCE + timedelta(seconds=1)):
        say(cast.member, hand)
        monkeypatch.setattr(remarking, "MOST_ON_A_HAND", Remark.objects.count())
        with pytest.raises(ValidationError) as error:
            say(cast.member, hand)
    assert codes(error) == {"text": ["hand-full"]}


def test_who_wrote_it_may_erase_it_and_nobody_else(cast: Cast, hand: Hand) -> None:
    said = say(cast.member, hand)
    for user in (cast.scorer, cast.admin, cast.other_scorer):
        with pytest.raises(NotAllowed):
            remarking.erase_remark(user=user, remark=said)
    remarking.erase_remark(user=cast.member, remark=said)
    assert not Remark.objects.exists()


def test_who_has_left_the_club_erases_nothing(cast: Cast, hand: Hand) -> None:
    said = say(cast.member, hand)
    Membership.objects.filter(user=cast.member).delete()
    with pytest.raises(NotAllowed):
        remarking.erase_remark(user=cast.member, remark=said)


@pytest.mark.parametrize("who", ["scorer", "admin"])
def test_those_who_look_after_the_club_hide_a_remark_and_show_it_again(
    cast: Cast, hand: Hand, who: str
) -> None:
    said, user = say(cast.member, hand), getattr(cast, who)
    remarking.hide_remark(user=user, remark=said, hidden=True)
    assert Remark.objects.get().hidden_by == user
    remarking.hide_remark(user=user, remark=said, hidden=False)
    assert Remark.objects.get().hidden_by is None


@pytest.mark.parametrize("who", ["member", "other_scorer"])
def test_others_hide_nothing_and_publish_nothing(cast: Cast, hand: Hand, who: str) -> None:
    said, user = say(cast.scorer, hand), getattr(cast, who)
    with pytest.raises(NotAllowed):
        remarking.hide_remark(user=user, remark=said, hidden=True)
    with pytest.raises(NotAllowed):
        remarking.publish(user=user, hand=hand, names=True)
    remarking.publish(user=cast.scorer, hand=hand, names=False)
    with pytest.raises(NotAllowed):
        remarking.withdraw(user=user, hand=hand)
    assert Publication.objects.exists()


def test_a_hand_is_published_once_and_taken_back(cast: Cast, hand: Hand) -> None:
    remarking.publish(user=cast.scorer, hand=hand, names=True)
    remarking.publish(user=cast.admin, hand=hand, names=False)
    found = Publication.objects.get()
    assert (found.hand, found.by, found.names) == (hand, cast.admin, False)
    remarking.withdraw(user=cast.scorer, hand=hand)
    remarking.withdraw(user=cast.scorer, hand=hand)
    assert not Publication.objects.exists()


def test_an_open_hand_is_not_published(cast: Cast) -> None:
    with pytest.raises(HandNotSealed):
        remarking.publish(user=cast.scorer, hand=cast.open_hand(), names=False)
