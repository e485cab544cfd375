"""Who asks: a browser with a session, a program with a token, nobody by a token in an address."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games import people
from games.club.opening_clubs import open_club
from games.models import ApiToken, User
from tests.api.conftest import Asking, bearer
from tests.api.table import Cast, token_of
from tests.api.test_errors import assert_problem
from tests.ground import undone

HANDS = "/api/v1/hands"


def test_the_api_sends_nobody_to_the_sign_in(asking: Asking) -> None:
    response = asking("anonymous").get(HANDS)
    assert_problem(response, "login-required")
    assert response.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_that_was_never_given_is_not_valid(cast: Cast) -> None:
    for header in (
        "Bearer",
        "Bearer ct_",
        "Bearer ct_0000 0000",
        "Bearer nothing-like-a-token",
        "Bearer \xff\xfe",
        "bearer ct_" + "0" * 5_000,
    ):
        response = Client(headers={"authorization": header}).get(HANDS)
        assert_problem(response, "token-invalid")
        assert response.headers["WWW-Authenticate"] == "Bearer"
    client = bearer("ct_wrong")
    client.force_login(cast.member)  # a session does not help it
    assert_problem(client.get(HANDS), "token-invalid")


def test_a_token_that_is_over_or_read_from_the_store_is_not_valid(cast: Cast) -> None:
    token = token_of(cast.member)
    assert bearer(token).get(HANDS).status_code == 200
    assert_problem(bearer(token[:-1]).get(HANDS), "token-invalid")
    row = ApiToken.objects.values().get()
    assert not [value for value in row.values() if token in str(value)]
    assert_problem(bearer(row["digest"]).get(HANDS), "token-invalid")
    with undone():
        ApiToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
        assert_problem(bearer(token).get(HANDS), "token-invalid")
    User.objects.filter(pk=cast.member.pk).update(is_active=False)
    assert_problem(bearer(token).get(HANDS), "token-invalid")


def test_a_token_for_one_club_sees_that_club_only(cast: Cast) -> None:
    second = open_club(user=cast.admin, name="Second")
    people.add_player(user=cast.admin, club=second, name="Zoé")
    client = bearer(token_of(cast.admin, club=second))
    assert [row["name"] for row in client.get("/api/v1/clubs").json()["results"]] == ["Second"]
    assert [row["name"] for row in client.get("/api/v1/players").json()["results"]] == ["Zoé"]
    assert client.get(HANDS).json()["results"] == []
    for part in ("", "/record"):
        assert_problem(client.get(f"{HANDS}/{cast.scored.public_id}{part}"), "not-found")


def test_when_a_token_was_last_used_is_kept_to_the_hour(
    cast: Cast, django_assert_num_queries
) -> None:
    client = bearer(token_of(cast.member))
    client.get("/api/v1/clubs")
    used = ApiToken.objects.get().last_used
    assert used is not None
    with django_assert_num_queries(3):  # the token with its user, the count of requests, the clubs
        client.get("/api/v1/clubs")
    ApiToken.objects.update(last_used=used - timedelta(hours=2))
    client.get("/api/v1/clubs")
    assert ApiToken.objects.get().last_used > used - timedelta(hours=1)


def test_a_token_in_the_address_is_refused_before_anything_else(asking: Asking, cast: Cast) -> None:
    token = token_of(cast.member)
    for who in ("anonymous", "member", "token"):
        client = asking(who)
        for name in ("token", "access_token", "Authorization", "anything"):
            response = client.get(HANDS, {name: token})
            found = assert_problem(response, "token-in-url")
            assert token not in response.content.decode()
            assert "Authorization" in found["detail"]


def test_a_page_must_send_the_csrf_token_and_a_program_need_not(cast: Cast) -> None:
    page = Client(enforce_csrf_checks=True)
    page.force_login(cast.scorer)
    for path in ("records/verify", f"hands/{cast.open.public_id}/void"):
        refused = page.post(f"/api/v1/{path}", {}, "application/json")
        assert_problem(refused, "csrf-refresh")
    headers = {"authorization": f"Bearer {token_of(cast.member)}"}
    program = Client(enforce_csrf_checks=True, headers=headers)
    assert program.post("/api/v1/records/verify", {}, "application/json").status_code == 200


def make_token(*arguments: str) -> str:
    """Run the command and return what it printed."""
    out = StringIO()
    call_command("make_token", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue().strip()


def test_an_operator_makes_a_token_and_ends_it(cast: Cast) -> None:
    token = make_token("member", "--name", "statistics", "--days", "30")
    assert token.startswith("ct_")
    kept = ApiToken.objects.get()
    assert (kept.name, kept.user, kept.club) == ("statistics", cast.member, None)
    assert timedelta(days=29) < kept.expiry - timezone.now() <= timedelta(days=30)
    assert bearer(token).get("/api/v1/clubs").status_code == 200
    assert make_token("member", "--revoke", "--name", "other") == "0 revoked."
    assert make_token("member", "--revoke", "--name", "statistics") == "1 revoked."
    assert_problem(bearer(token).get("/api/v1/clubs"), "token-invalid")


def test_a_token_is_made_for_a_club_of_its_user_and_not_for_ever(cast: Cast) -> None:
    for arguments in (["nobody"], ["member", "--days", "0"], ["member", "--days", "366"]):
        with pytest.raises(CommandError):
            make_token(*arguments)
    with pytest.raises(CommandError, match="in no club"):
        make_token("member", "--club", cast.other_club.slug)
    assert not ApiToken.objects.exists()
    make_token("member", "--club", cast.club.slug)
    assert ApiToken.objects.get().club == cast.club
