"""Who sees what: a row of another club is never returned by `visible_to`."""

from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import Club, Hand, HandSeat, Match, Player, Publication, Remark, Seal, User
from tests.cast import Cast
from tests.factories import THROWN_IN, UserFactory, open_match, sealed_hand

MODELS: list[Any] = [Club, Player, Match, Hand, HandSeat, Seal, Remark, Publication]


@pytest.fixture
def both(cast: Cast) -> Cast:
    """Each club has a match with one sealed hand, which is talked about and published."""
    talk_about(cast.sealed_hand(), cast.scorer)
    theirs = open_match(cast.other_scorer, cast.other_club, cast.other_players[:4])
    talk_about(sealed_hand(cast.other_scorer, theirs, THROWN_IN), cast.other_scorer)
    return cast


def talk_about(hand: Hand, user: User) -> None:
    Remark.objects.create(club=hand.club, hand=hand, place="auction", text="Well.", author=user)
    Publication.objects.create(club=hand.club, hand=hand, by=user)


def clubs_of(rows: Any) -> set[int]:
    return {row.pk if isinstance(row, Club) else row.club_id for row in rows}


def test_members_see_each_row_of_their_club_once_and_nobody_else_any(both: Cast) -> None:
    """Not strangers, visitors or closed accounts, and not the operators of the server."""
    for model, role in product(MODELS, ("member", "scorer", "admin")):
        user = getattr(both, role)
        rows = list(model.objects.visible_to(user))
        assert clubs_of(rows) == {both.club.pk}, (model, role)
        assert len({row.pk for row in rows}) == len(rows), (model, role)
        assert {(row.my_role, row.seen_by) for row in rows} == {(role, user.pk)}, (model, role)
    both.member.is_active = False
    operator = UserFactory(is_superuser=True, is_staff=True)
    for model, other in product(MODELS, (UserFactory(), AnonymousUser(), both.member, operator)):
        assert not model.objects.visible_to(other).exists(), (model, other)


def test_public_ids_cannot_be_counted(both: Cast) -> None:
    for model in (Club, Player, Match, Hand):
        ids = list(model.objects.values_list("public_id", flat=True))
        assert all(len(one) == 16 and one.isalnum() and one == one.lower() for one in ids)
        assert len(set(ids)) == len(ids)
