"""Who sees what: a row of another club is never returned by `visible_to`."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import Club, Hand, HandSeat, Match, Player, Publication, Remark, Seal, User
from tests.cast import Cast, gather
from tests.factories import THROWN_IN, UserFactory, open_match, sealed_hand
from tests.ground import Ground, ground

MODELS: list[Any] = [Club, Player, Match, Hand, HandSeat, Seal, Remark, Publication]


@pytest.fixture(scope="module")
def both_once(request: pytest.FixtureRequest) -> Iterator[Ground[Cast]]:
    """Both clubs with their hands, made once for a file."""
    with ground(request, lambda: hands_in(gather())) as laid:
        yield laid


@pytest.fixture
def both(both_once: Ground[Cast], db: None) -> Cast:
    """Each club has a match with one sealed hand, which is talked about and published."""
    return both_once.given()


def hands_in(cast: Cast) -> Cast:
    talk_about(cast.sealed_hand(), cast.scorer)
    theirs = open_match(cast.other_scorer, cast.other_club, cast.other_players[:4])
    talk_about(sealed_hand(cast.other_scorer, theirs, THROWN_IN), cast.other_scorer)
    return cast


def talk_about(hand: Hand, user: User) -> None:
    Remark.objects.create(club=hand.club, hand=hand, place="auction", text="Well.", author=user)
    Publication.objects.create(club=hand.club, hand=hand, by=user)


def clubs_of(rows: Any) -> set[int]:
    return {row.pk if isinstance(row, Club) else row.club_id for row in rows}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("who", ["member", "scorer", "admin"])
def test_a_member_sees_his_club_once_and_no_other(both: Cast, model: Any, who: str) -> None:
    user = getattr(both, who)
    rows = list(model.objects.visible_to(user))
    assert clubs_of(rows) == {both.club.pk}
    assert len({row.pk for row in rows}) == len(rows)
    assert {(row.my_role, row.seen_by) for row in rows} == {(who, user.pk)}


@pytest.mark.parametrize("model", MODELS)
def test_strangers_and_visitors_see_nothing(both: Cast, model: Any) -> None:
    both.member.is_active = False
    for user in (UserFactory(), AnonymousUser(), both.member):
        assert not model.objects.visible_to(user).exists()


def test_operators_of_the_server_are_no_members_of_clubs(both: Cast) -> None:
    operator = UserFactory(is_superuser=True, is_staff=True)
    assert not Hand.objects.visible_to(operator).exists()


def test_public_ids_cannot_be_counted(both: Cast) -> None:
    for model in (Club, Player, Match, Hand):
        ids = list(model.objects.values_list("public_id", flat=True))
        assert all(len(one) == 16 and one.isalnum() and one == one.lower() for one in ids)
        assert len(set(ids)) == len(ids)
