"""Two people at one moment: for the last place of an invitation, on each other, with one code."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from games.club.founding import find_founding_code, found_club, make_founding_code
from games.models import Club, Invitation, Membership, PaperCode, Role, User
from games.people.belonging import change_member, end_membership
from games.people.codes import make_code, use_code
from games.people.inviting import digest_of, make_invitation, revoke_invitation
from games.people.joining import InvitationOver, join, join_as_new
from games.writing.errors import NotAllowed
from tests.at_once import at_once
from tests.cast import Cast
from tests.factories import PASSWORD, MembershipFactory, UserFactory
from tests.thorough import amount

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]

ROUNDS = amount(4, thorough=10)


def invite(cast: Cast, places: int = 1) -> Invitation:
    facts = {"name": "Friday", "role": Role.MEMBER, "places": places, "days": 7}
    made, _token = make_invitation(user=cast.admin, club=cast.club, **facts)  # type: ignore[arg-type]
    return made


def names_of(answers: list[object]) -> list[str]:
    """What each came to, in words that can be compared."""
    return sorted(type(answer).__name__ for answer in answers)


def joining(user: User, made: Invitation) -> Callable[[], object]:
    return lambda: join(user=user, invitation=Invitation.objects.get(pk=made.pk))


def revoking(cast: Cast, made: Invitation) -> Callable[[], object]:
    return lambda: revoke_invitation(user=cast.admin, invitation=made)


def test_of_two_who_want_the_last_place_one_is_refused(cast: Cast) -> None:
    for _round in range(ROUNDS):
        made = invite(cast, places=2)
        join(user=UserFactory(), invitation=made)
        answers = at_once(*[joining(UserFactory(), made) for _ in range(2)])
        assert names_of(answers) == ["InvitationOver", "bool"]
        made.refresh_from_db()
        assert (made.taken, made.memberships.count()) == (2, 2)


def test_of_two_new_accounts_for_one_place_one_is_not_made(cast: Cast) -> None:
    def coming(name: str, made: Invitation) -> Callable[[], object]:
        return lambda: join_as_new(username=name, password=PASSWORD, invitation=made)

    for number in range(ROUNDS):
        made = invite(cast)
        names = [f"denis{number}", f"friend{number}"]
        answers = at_once(*[coming(name, made) for name in names])
        assert names_of(answers) == ["InvitationOver", "User"]
        assert User.objects.filter(username__in=names).count() == 1


def test_of_two_people_who_choose_one_account_name_one_gets_it(cast: Cast) -> None:
    made = invite(cast, places=9)
    answers = at_once(
        *[lambda: join_as_new(username="denis", password=PASSWORD, invitation=made)] * 2
    )
    assert names_of(answers) == ["User", "ValidationError"]
    made.refresh_from_db()
    assert made.taken == 1


def test_one_person_on_two_tablets_takes_one_place(cast: Cast) -> None:
    for _round in range(ROUNDS):
        made, user = invite(cast, places=9), UserFactory()
        at_once(*[joining(user, made)] * 2)
        made.refresh_from_db()
        assert (made.taken, Membership.objects.filter(user=user).count()) == (1, 1)


def test_nobody_comes_in_once_an_invitation_is_revoked(cast: Cast) -> None:
    """Either may be faster: what is taken of it is who is in."""
    for _round in range(ROUNDS):
        made = invite(cast)
        answers = at_once(joining(UserFactory(), made), revoking(cast, made))
        assert all(
            answer is None or isinstance(answer, bool | InvitationOver) for answer in answers
        )
        made.refresh_from_db()
        assert (made.state, made.taken) == ("revoked", made.memberships.count())


@pytest.mark.parametrize("how", ["demote", "remove", "leave"])
def test_two_administrators_who_turn_on_each_other_leave_the_club_one(how: str, cast: Cast) -> None:
    def act(user: User, other: Membership) -> Callable[[], object]:
        if how == "demote":
            return demoting(user, other)
        mine = Membership.objects.get(user=user, club=cast.club)
        return lambda: end_membership(user=user, membership=other if how == "remove" else mine)

    for _round in range(ROUNDS):
        Membership.objects.filter(club=cast.club, role=Role.ADMIN).delete()
        pair = [MembershipFactory(club=cast.club, role=Role.ADMIN) for _ in range(2)]
        answers = at_once(act(pair[0].user, pair[1]), act(pair[1].user, pair[0]))
        refused = [one for one in answers if isinstance(one, ValidationError | NotAllowed)]
        assert len(refused) == 1
        assert Membership.objects.filter(club=cast.club, role=Role.ADMIN).count() == 1


def test_an_administrator_who_is_demoted_at_that_moment_demotes_nobody(cast: Cast) -> None:
    """Also where a third administrator would be left."""
    for _round in range(ROUNDS):
        pair = [MembershipFactory(club=cast.club, role=Role.ADMIN) for _ in range(2)]
        answers = at_once(demoting(pair[0].user, pair[1]), demoting(pair[1].user, pair[0]))
        assert names_of(answers) == ["Membership", "NotAllowed"]


def demoting(user: User, other: Membership) -> Callable[[], object]:
    return lambda: change_member(user=user, membership=other, role="member", player=None)


def test_a_site_is_founded_once_by_all_who_have_the_code() -> None:
    code = find_founding_code(make_founding_code())
    assert code is not None

    def founding(name: str) -> Callable[[], object]:
        return lambda: found_club(code=code, club_name=name, username=name, password=PASSWORD)

    answers = at_once(*[founding(f"alice{number}") for number in range(4)])
    assert names_of(answers) == ["ValidationError", "ValidationError", "ValidationError", "tuple"]
    assert (User.objects.count(), Club.objects.count(), Membership.objects.count()) == (1, 1, 1)


def test_a_code_on_paper_is_used_once(cast: Cast) -> None:
    """And the password is that of the person who used it."""
    mine = Membership.objects.get(user=cast.member)
    passwords = ["six-knights-and-a-dog", "seven-knights-and-a-cat"]
    for _round in range(ROUNDS):
        text = make_code(user=cast.admin, membership=mine)
        code = PaperCode.objects.get(digest=digest_of(text.replace("-", "")))

        def using(password: str, code: PaperCode = code) -> Callable[[], object]:
            return lambda: use_code(PaperCode.objects.get(pk=code.pk), password)

        answers = at_once(*map(using, passwords))
        assert names_of(answers) == ["User", "ValidationError"]
        winner = passwords[[isinstance(answer, User) for answer in answers].index(True)]
        assert User.objects.get(pk=cast.member.pk).check_password(winner)
