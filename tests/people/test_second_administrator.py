"""Nobody who looks after a club takes the account of another who does, by one open session."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.club.opening_clubs import set_up
from games.models import Consent, Membership, PaperCode, Role, User
from games.people.consents import WAIT
from tests.cast import Cast
from tests.factories import MembershipFactory
from tests.ground import undone


def one_more(cast: Cast, name: str) -> User:
    """One more administrator of Les Atouts."""
    return MembershipFactory(user__username=name, club=cast.club, role=Role.ADMIN).user


@pytest.fixture
def second(cast: Cast) -> User:
    """Another administrator of Les Atouts."""
    return one_more(cast, "second")


def as_(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def send(cast: Cast, by: User, about: User, name: str, **sent: str) -> int:
    mine = Membership.objects.get(user=about, club=cast.club)
    return as_(by).post(reverse(name, args=[cast.club.slug, mine.pk]), sent).status_code


def answer(cast: Cast, by: User, do: str = "agree") -> str:
    address = reverse("consent", args=[cast.club.slug, Consent.objects.get().public_id])
    return as_(by).post(address, {"do": do}, follow=True).content.decode()


def is_admin(cast: Cast, user: User) -> bool:
    return Membership.objects.filter(user=user, club=cast.club, role=Role.ADMIN).exists()


def test_a_code_for_another_administrator_needs_a_second_one_each_time(
    cast: Cast, second: User
) -> None:
    third = one_more(cast, "third")
    assert send(cast, cast.admin, second, "member-code") == 302
    assert not PaperCode.objects.exists()
    page = as_(third).get(reverse("members", args=[cast.club.slug])).content.decode()
    assert "a code for a new password" in page and "asked for by admin" in page
    assert "Somebody else has to agree." in answer(cast, cast.admin)
    answer(cast, third)
    assert send(cast, cast.admin, second, "member-code") == 201
    assert not Consent.objects.exists()
    assert send(cast, cast.admin, second, "member-code") == 302  # once
    answer(cast, second, "refuse")
    assert not Consent.objects.exists(), "anybody can refuse"


def test_one_administrator_alone_neither_demotes_removes_nor_erases_another(
    cast: Cast, second: User
) -> None:
    one_more(cast, "third")
    assert send(cast, cast.admin, second, "member-change", role="member") == 422
    assert send(cast, cast.admin, second, "member-end") == 302
    assert is_admin(cast, second)
    mine = Membership.objects.get(user=second, club=cast.club)
    page, client = reverse("member-erase", args=[cast.club.slug, mine.pk]), as_(cast.admin)
    seen = client.get(page).context["form"].plan.seen
    erased = client.post(page, {"seen": seen, "sure": "on", "typed": "second"})
    assert erased.status_code == 422
    assert User.objects.filter(username="second").exists()
    assert {one.what for one in Consent.objects.all()} == {"role", "end", "erase"}


def test_what_was_agreed_to_is_one_role_and_no_other(cast: Cast, second: User) -> None:
    third = one_more(cast, "third")
    send(cast, cast.admin, second, "member-change", role="scorer")
    answer(cast, third)
    assert send(cast, cast.admin, second, "member-change", role="guest") == 422
    assert send(cast, cast.admin, second, "member-change", role="scorer") == 302
    assert not is_admin(cast, second)


def test_of_two_administrators_one_agrees_or_a_day_passes(cast: Cast, second: User) -> None:
    send(cast, cast.admin, second, "member-end")
    assert is_admin(cast, second)
    with undone():
        one_more(cast, "third")  # who could agree, so that no wait is enough
        Consent.objects.update(asked_at=timezone.now() - timedelta(days=3))
        send(cast, cast.admin, second, "member-end")
        assert is_admin(cast, second)
    Consent.objects.update(asked_at=timezone.now() - WAIT - timedelta(minutes=1))
    send(cast, cast.admin, second, "member-end")
    assert not is_admin(cast, second)


def test_other_members_and_oneself_need_no_second_one(cast: Cast, second: User) -> None:
    assert send(cast, cast.admin, cast.member, "member-code") == 201
    assert send(cast, cast.admin, cast.admin, "member-change", role="member") == 302
    assert send(cast, second, cast.scorer, "member-end") == 302
    assert not Consent.objects.exists()


def test_nobody_becomes_another_player_to_read_the_hand_they_play(cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, hides_running=True)
    Membership.objects.filter(user=cast.admin, club=cast.club).update(player=cast.players[0])
    cast.open_hand()
    sent = {"role": "admin", "player": ""}
    assert send(cast, cast.admin, cast.admin, "member-change", **sent) == 422
    settings = reverse("club-settings", args=[cast.club.slug])
    running = {"section": "running", "running_seen_by": "recorders", "hides_running": "False"}
    assert as_(cast.admin).post(settings, running).status_code == 422
    cast.club.refresh_from_db()
    assert cast.club.hides_running
