"""The operator reads what was played and changes none of it."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from games.models import Club, Entry, Hand, Match, Membership, Player, Seal, User
from tests.cast import Cast
from tests.factories import UserFactory, calls

READ_ONLY: list[Any] = [Player, Match, Hand, Entry, Seal]


@pytest.fixture
def operator(cast: Cast, client: Client) -> Client:
    cast.sealed_hand()
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


def address(model: Any, what: str, *arguments: int) -> str:
    return reverse(f"admin:games_{model._meta.model_name}_{what}", args=arguments)


def test_every_list_and_row_is_read_and_nothing_played_is_added_changed_or_deleted(
    operator: Client,
) -> None:
    """Nor is a club deleted."""
    for model in (*READ_ONLY, Club, Membership):
        key = model.objects.first().pk
        assert operator.get(address(model, "changelist")).status_code == 200
        assert operator.get(address(model, "change", key)).status_code == 200
        forbidden = [address(model, "delete", key)] if model is not Membership else []
        if model in READ_ONLY:
            forbidden += [address(model, "add"), address(model, "change", key)]
        for place in forbidden:
            assert (place, operator.post(place, {"post": "yes"}).status_code) == (place, 403)


def test_the_operator_sees_no_card_of_a_hand_that_is_being_played(
    operator: Client, cast: Cast
) -> None:
    hand = cast.open_hand(calls("pass"))
    entry = Entry.objects.get(hand=hand)
    assert entry not in operator.get(address(Entry, "changelist")).context["cl"].queryset
    assert operator.get(address(Entry, "change", entry.pk)).status_code == 302


def test_an_operator_signs_in_by_the_sites_own_form(db: None, client: Client) -> None:
    User.objects.create_superuser("operator", password="a long password")
    form = client.get("/admin/", follow=True)
    sent_to = "{PATH_INFO}?{QUERY_STRING}".format(**form.request)
    filled_in = {"username": "operator", "password": "a long password"}
    page = client.post(sent_to, filled_in, follow=True)
    assert page.redirect_chain[-1] == ("/admin/", 302)
    assert "Look after the site" in page.content.decode()


def test_every_table_of_ours_is_shown_or_left_out_on_purpose() -> None:
    left_out = (
        "apitoken bucket analysis studyitem failedsignin handseat job jobpiece matchmove matchseat "
        "publishedhead sealedtext tablechange usedkey "
        # the club's own
        "consent invitation formermember merge signedin papercode "
        # ids, for the command that erases again
        "erasure erasedentry "
        # their owner's own
        "passkey onetimecodes recoverycode "
        # made from hands for the pages
        "tally career clubrecord "
        # on pages of their own
        "presence evening eveninground eveningpoints board dailyhand dailyanswer broughtforward "
        # drafts, gone once they are sealed
        "typedsheet"
    )
    ours = {model._meta.model_name for model in apps.get_app_config("games").get_models()}
    shown = {model._meta.model_name for model in admin.site._registry}
    assert ours - shown == set(left_out.split())
