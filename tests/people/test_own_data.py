"""Everybody downloads what is stored about them, and nothing of anybody else's."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from games.models import Player, Role, User
from tests.cast import Cast
from tests.factories import MembershipFactory, UserFactory
from tests.forgotten import Forgotten

# Which part of the file holds what leads to an account or to a player.
HELD = {
    "games.ApiToken.user": "keys",
    "games.Confirmation.brought_by": "hidden_and_brought",
    "games.Confirmation.by": "confirmations",
    "games.Confirmation.pin_set_by": "pins_set",
    "games.Confirmation.player": "confirmations",
    "games.Club.opened_by": "opened",
    "games.Consent.agreed_by": "consents",
    "games.Consent.asked_by": "consents",
    "games.Consent.member": "consents",
    "games.Dispute.brought_by": "hidden_and_brought",
    "games.Dispute.by": "disputes",
    "games.Dispute.ended_by": "disputes",
    "games.Dispute.player": "disputes",
    "games.Entry.author": "entries",
    "games.Erasure.by": "merged_and_erased",
    "games.Evening.opened_by": "opened",
    "games.BroughtForward.by": "brought_forward",
    "games.BroughtForward.player": "brought_forward",
    "games.EveningPoints.by": "evening_points",
    "games.EveningPoints.player": "evening_points",
    "games.DailyAnswer.user": "hands_of_the_day",
    "games.FormerMember.ended_by": "memberships_ended",
    "games.FormerMember.user": "former_memberships",
    "games.HandSeat.player": "results",
    "games.Invitation.made_by": "invitations",
    "games.Invitation.player": "invited",
    "games.Job.asked_by": "jobs",
    "games.Match.opened_by": "opened",
    "games.MatchMove.by": "moved",
    "games.MatchSeat.player": "matches",
    "games.Membership.player": "memberships",
    "games.Membership.user": "memberships",
    "games.Merge.by": "merged_and_erased",
    "games.OneTimeCodes.user": "one_time_codes",
    "games.PaperCode.made_by": "memberships_ended",
    "games.PaperCode.user": "codes",
    "games.Passkey.user": "passkeys",
    "games.Player.merged_into": "players",
    "games.Player.pin_set_by": "pins_set",
    "games.Presence.instead_of": "presences",
    "games.Presence.player": "presences",
    "games.Publication.by": "published",
    "games.RecoveryCode.user": "recovery_codes",
    "games.Remark.author": "comments",
    "games.Remark.brought_by": "hidden_and_brought",
    "games.Remark.hidden_by": "hidden_and_brought",
    "games.Seal.sealed_by": "sealed",
    "games.SignedIn.user": "signed_in",
    "games.Study.author": "studies",
    "games.Study.brought_by": "hidden_and_brought",
    "games.TableChange.by": "table_changes",
    "games.TypedSheet.by": "typed_sheets",
    "games.UsedKey.user": "requests",
}
NOT_HELD = {
    "admin.LogEntry.user": "what the site's own staff did in its administration",
    "games.Career.player": "follows from the results",
    "games.ClubRecord.player": "follows from the results",
    "games.Tally.player": "follows from the results",
    "games.Erasure.player": "a person erased has nothing left to download",
    "games.Erasure.account": "the same",
    "games.Merge.gone": "named with the players",
    "games.Merge.kept": "named with the players",
    "games.User_groups.user": "there are no groups",
    "games.User_user_permissions.user": "nobody has any: what somebody may do hangs on their role",
}


def downloaded(user: User) -> dict[str, Any]:
    """What somebody's file says, by part."""
    client = Client()
    client.force_login(user)
    response = client.get(reverse("own-data"))
    assert "attachment" in response.headers["Content-Disposition"]
    parts = json.loads(b"".join(response.streaming_content))["parts"]  # type: ignore[attr-defined]
    assert all(part["what"] for part in parts.values())
    return {name: part["rows"] for name, part in parts.items()}


def test_it_holds_whatever_leads_to_an_account_or_a_player() -> None:
    there = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.local_fields
        if field.related_model in (User, Player)
    }
    assert there == HELD.keys() | NOT_HELD.keys()


@pytest.mark.both_databases
def test_somebody_gets_all_that_is_theirs_and_nothing_of_anybody_else_s(
    both: tuple[Cast, Forgotten],
) -> None:
    cast, her = both
    parts = downloaded(her.account)
    assert set(HELD.values()) <= parts.keys()
    named = {"username": "zqlana", "email": "zwetlana@quirrelmann.example"}
    assert named.items() <= parts["account"][0].items()
    assert {one["name"] for one in parts["players"]} == {"Zwétlana Quirrelmann", "Zwétlana Q."}
    assert [one["text"] for one in parts["comments"]] == ["Well played by us all."]
    assert "I, Zwetlana, say no." in {one["because"] for one in parts["disputes"]}
    assert [one["name"] for one in parts["keys"]] == ["Zwetlana’s laptop"]
    ids = {one["hand.public_id"] for one in parts["results"]}
    assert {one["hand"] for one in parts["hands"]} == ids
    assert her.hand.public_id in ids
    assert all(one["record"]["format"].startswith("tarot-hand/") for one in parts["hands"])
    assert {"op": "amend", "revision": 2} in [one["change"] for one in parts["entries"]]
    text = json.dumps(parts)
    for secret in (her.account.password, her.player.pin):
        assert secret
        assert secret not in text
    parts = downloaded(cast.member)
    assert [one["text"] for one in parts["comments"]] == ["Bravo, Zwétlana!"]
    assert not (parts["hands"] or parts["results"] or parts["players"] or parts["entries"])
    everything = json.dumps(parts)
    assert "example" not in everything
    assert "pbkdf2" not in everything


def test_a_guest_gets_no_hands_that_the_club_keeps_to_its_members(
    both: tuple[Cast, Forgotten],
) -> None:
    cast, _her = both
    guest: Any = UserFactory(username="guest")
    MembershipFactory(user=guest, club=cast.club, role=Role.GUEST, player=cast.players[0])
    parts = downloaded(guest)
    assert parts["results"]
    assert parts["hands"] == []
