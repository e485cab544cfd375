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

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def say(user: User, hand: Hand, text: str = "Why the king?", place: str = "1.1") -> Remark:
    return remarking.add_remark(user=user, hand=hand, place=place, text=text)


def refusal(user: User, hand: Hand, **facts: str) -> dict[str, list[str | None]]:
    """Why somebody's remark is refused: codes by field."""
    with pytest.raises(ValidationError) as error:
        say(user, hand, **facts)
    return {field: [one.code for one in found] for field, found in error.value.error_dict.items()}


def test_members_say_something_at_a_step_and_nobody_else_does(cast: Cast, petite: Hand) -> None:
    for user in (cast.member, cast.scorer, cast.admin):
        said = say(user, petite, "  Why the king?\r\nThe queen was enough. ")
        assert (said.place, said.text) == ("1.1", "Why the king?\nThe queen was enough.")
        assert said.club == cast.club
    with pytest.raises(NotAllowed):
        say(cast.other_scorer, petite)
    User.objects.filter(pk=cast.member.pk).update(is_active=False)
    with pytest.raises(NotAllowed):
        say(cast.member, petite)
    assert Remark.objects.count() == 3


def test_texts_and_steps_that_are_none_are_refused(cast: Cast, petite: Hand) -> None:
    for text, code in (
        (" \n ", "required"),
        ("x" * (REMARK_LENGTH + 1), "too-long"),
        ("a\x00b", "control-characters"),
        ("a\x1b[31mb", "control-characters"),
    ):
        assert refusal(cast.member, petite, text=text) == {"text": [code]}
    for place in ("", "1.5", "19.1", "exchange.2", "nonsense", "31"):
        assert refusal(cast.member, petite, place=place) == {"place": ["no-such-step"]}
    say(cast.member, petite, "x" * REMARK_LENGTH)


def test_nobody_floods_a_hand(cast: Cast, petite: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(remarking.MOST_AT_ONCE):
        say(cast.member, petite, str(number))
    assert refusal(cast.member, petite) == {"text": ["too-many"]}
    say(cast.scorer, petite)  # others still may
    with time_machine.travel(timezone.now() + remarking.AT_ONCE + timedelta(seconds=1)):
        say(cast.member, petite)
        monkeypatch.setattr(remarking, "MOST_ON_A_HAND", Remark.objects.count())
        assert refusal(cast.member, petite) == {"text": ["hand-full"]}


def test_only_its_author_erases_a_remark_as_long_as_they_are_a_member(
    cast: Cast, petite: Hand
) -> None:
    said, another = say(cast.member, petite), say(cast.member, petite)
    for user in (cast.scorer, cast.admin, cast.other_scorer):
        with pytest.raises(NotAllowed):
            remarking.erase_remark(user=user, remark=said)
    remarking.erase_remark(user=cast.member, remark=said)
    assert Remark.objects.get() == another
    Membership.objects.filter(user=cast.member).delete()
    with pytest.raises(NotAllowed):
        remarking.erase_remark(user=cast.member, remark=another)


def test_only_those_who_look_after_the_club_hide_remarks_and_publish_hands(
    cast: Cast, petite: Hand
) -> None:
    said = say(cast.member, petite)
    for user in (cast.scorer, cast.admin):
        remarking.hide_remark(user=user, remark=said, hidden=True)
        assert Remark.objects.get().hidden_by == user
        remarking.hide_remark(user=user, remark=said, hidden=False)
        assert Remark.objects.get().hidden_by is None
    remarking.publish(user=cast.scorer, hand=petite, names=True)
    remarking.publish(user=cast.admin, hand=petite, names=False)
    found = Publication.objects.get()
    assert (found.hand, found.by, found.names) == (petite, cast.admin, False)
    for user in (cast.member, cast.other_scorer):
        with pytest.raises(NotAllowed):
            remarking.hide_remark(user=user, remark=said, hidden=True)
        with pytest.raises(NotAllowed):
            remarking.publish(user=user, hand=petite, names=True)
        with pytest.raises(NotAllowed):
            remarking.withdraw(user=user, hand=petite)
    for _twice in range(2):
        remarking.withdraw(user=cast.scorer, hand=petite)
        assert not Publication.objects.exists()


def test_an_open_hand_is_neither_talked_about_nor_published(cast: Cast) -> None:
    hand = cast.open_hand()
    with pytest.raises(HandNotSealed):
        say(cast.scorer, hand, place="auction")
    with pytest.raises(HandNotSealed):
        remarking.publish(user=cast.scorer, hand=hand, names=False)
