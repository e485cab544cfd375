"""The operator reads what was played and changes none of it."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from games.models import Club, Entry, Hand, Match, Membership, Player, Seal
from tests.cast import Cast
from tests.factories import UserFactory, calls

READ_ONLY = [Player, Match, Hand, Entry, Seal]


@pytest.fixture
def operator(cast: Cast, client: Client) -> Client:
    cast.sealed_hand()
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


@pytest.mark.parametrize("model", [*READ_ONLY, Club, Membership])
def test_every_list_and_every_row_can_be_read(operator: Client, model: type) -> None:
    name = model._meta.model_name  # type: ignore[attr-defined]
    assert operator.get(reverse(f"admin:games_{name}_changelist")).status_code == 200
    row = model.objects.first()  # type: ignore[attr-defined]
    assert operator.get(reverse(f"admin:games_{name}_change", args=[row.pk])).status_code == 200


@pytest.mark.parametrize("model", READ_ONLY)
def test_nothing_played_is_added_changed_or_deleted(operator: Client, model: type) -> None:
    name = model._meta.model_name  # type: ignore[attr-defined]
    key = model.objects.first().pk  # type: ignore[attr-defined]
    for action, arguments in (("add", []), ("change", [key]), ("delete", [key])):
        url = reverse(f"admin:games_{name}_{action}", args=arguments)
        assert operator.post(url, {"post": "yes"}).status_code == 403


def test_the_operator_sees_no_card_of_a_hand_that_is_being_played(
    operator: Client, cast: Cast
) -> None:
    hand = cast.open_hand(calls("pass"))
    entry = Entry.objects.get(hand=hand)
    shown = operator.get(reverse("admin:games_entry_changelist")).context["cl"].queryset
    assert entry not in shown
    where = reverse("admin:games_entry_change", args=[entry.pk])
    assert operator.get(where).status_code == 302


def test_a_club_is_never_deleted(operator: Client) -> None:
    club = Club.objects.first()
    assert club is not None
    url = reverse("admin:games_club_delete", args=[club.pk])
    assert operator.post(url, {"post": "yes"}).status_code == 403


def test_every_table_of_ours_is_shown_or_left_out_on_purpose() -> None:
    from django.apps import apps

    left_out = {
        "apitoken",
        "bucket",
        "analysis",
        "studyitem",
        "failedsignin",
        "handseat",
        "job",
        "jobpiece",
        "matchmove",
        "matchseat",
        "publishedhead",
        "sealedtext",
        "tablechange",
        "usedkey",
    }
    left_out |= {
        "consent",
        "invitation",
        "formermember",
        "merge",
        "signedin",
        "papercode",
    }  # the club's own
    left_out |= {"erasure", "erasedentry"}  # ids, for the command that erases again
    left_out |= {"passkey", "onetimecodes", "recoverycode"}  # their owner's own
    left_out |= {"tally", "career", "clubrecord"}  # made from hands for the pages
    # on pages of their own
    left_out |= {"presence", "evening", "eveninground", "eveningpoints", "board"}
    left_out |= {"dailyhand", "dailyanswer"}  # chosen, and answered, for a day
    left_out |= {"broughtforward"}  # of the page that brings them in
    left_out |= {"typedsheet"}  # drafts, gone once they are sealed
    left_out |= {"merge"}  # the club's own affair, on the page of the player
    ours = {model._meta.model_name for model in apps.get_app_config("games").get_models()}
    shown = {model._meta.model_name for model in admin.site._registry}
    assert ours - shown == left_out
