"""From nothing: an empty site is founded on one page with a printed code, and never again."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.club.founding import find_founding_code, found, make_founding_code
from games.club.opening_clubs import open_club
from games.matches.opening import preset_fields
from games.matches.usual import usual_match, usual_variant
from games.models import Club, Membership, PaperCode, User
from tests.factories import PASSWORD, UserFactory

FORM = {
    "club": "Les Atouts",
    "username": "alice",
    "password1": PASSWORD,
    "password2": PASSWORD,
}
HERE = "192.0.2.7"
PAGE = "/founding/"


def send(code: str, **facts: str) -> int:
    sent = FORM | {"code": code} | facts
    return Client().post(PAGE, sent, REMOTE_ADDR=HERE).status_code


def printed(*words: str) -> str:
    """What `make serve` prints."""
    out = StringIO()
    call_command("founding_code", *words, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_every_way_into_an_empty_site_leads_to_its_founding(client: Client) -> None:
    assert client.get("/", follow=True).redirect_chain[-1][0] == PAGE
    assert client.get(reverse("sign-in")).headers["Location"] == PAGE
    assert client.get(PAGE).status_code == 200


@pytest.mark.django_db
def test_the_printed_code_makes_the_club_and_its_administrator(client: Client) -> None:
    text = printed()
    code = text.split()[-1]
    assert f"{PAGE}\n" in text
    answer = client.post(PAGE, FORM | {"code": code})
    assert answer.headers["Location"] == reverse("club", args=["les-atouts"])
    assert client.get(answer.headers["Location"]).status_code == 200
    member = Membership.objects.get()
    assert (member.user.username, member.club.name, member.role) == ("alice", "Les Atouts", "admin")
    assert not member.user.is_staff and not member.user.is_superuser


@pytest.mark.django_db
def test_the_first_match_is_proposed_as_the_club_was_founded_to_write(client: Client) -> None:
    assert client.get(PAGE).context["form"]["writes"].value() == "result-only"
    client.post(PAGE, FORM | {"code": make_founding_code(), "writes": "auction"})
    club = Club.objects.get()
    assert usual_match(club, club.played[0])["writes"] == "auction"


@pytest.mark.django_db
def test_the_first_match_is_proposed_with_the_rules_the_club_was_founded_with(
    client: Client,
) -> None:
    sent = FORM | {"code": make_founding_code(), "first_rules": "french:fft"}
    client.post(PAGE, sent)
    club = Club.objects.get()
    game = usual_variant(club)
    (fft,) = (preset for preset in game.presets if preset.key == "fft")
    assert preset_fields(game, "fft").items() <= usual_match(club, game).items()
    assert club.begins_with(game, fft)


@pytest.mark.django_db
def test_each_rules_to_begin_with_has_its_sentence(client: Client) -> None:
    page = client.get(PAGE).content.decode()
    assert "The rule book of the French federation." in page
    assert "The score follows from them." in page


@pytest.mark.django_db
@pytest.mark.parametrize("facts", [{"first_rules": "french:poems"}, {"writes": "poems"}])
def test_no_club_begins_with_rules_that_nobody_knows(facts: dict[str, Any]) -> None:
    assert send(make_founding_code(), **facts) == 422
    with pytest.raises(ValidationError):
        open_club(user=UserFactory(), name="Les Atouts", **facts)
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_nothing_is_founded_twice() -> None:
    code = make_founding_code()
    assert send(code) == 302
    assert send(code, username="mallory") == 404
    assert Client().get(PAGE).status_code == 404
    assert (User.objects.count(), Club.objects.count()) == (1, 1)
    assert make_founding_code() == ""
    assert printed() == ""


@pytest.mark.django_db
def test_without_the_code_a_stranger_founds_nothing() -> None:
    make_founding_code()
    for guess in ("", "abcd-efgh-jkmn-pqrs"):
        assert send(guess) == 422
    assert not User.objects.exists()


@pytest.mark.django_db
def test_codes_are_guessed_no_faster_than_passwords() -> None:
    code = make_founding_code()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _number in range(5):
            send("abcd-efgh-jkmn-pqrs")
        assert send(code) == 422
        clock.shift(2)
        assert send(code) == 302


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"club": ""}, "club"),
        ({"club": "\u200b"}, "club"),
        ({"username": ""}, "username"),
        ({"password1": "short", "password2": "short"}, "password2"),
    ],
)
def test_a_form_that_says_too_little_uses_no_code(
    facts: dict[str, str], field: str, client: Client
) -> None:
    code = make_founding_code()
    refused = client.post(PAGE, FORM | {"code": code} | facts)
    assert refused.status_code == 422
    assert refused.context["form"].has_error(field)
    assert not User.objects.exists()
    assert send(code) == 302


@pytest.mark.django_db
def test_each_start_prints_a_new_code_and_the_old_one_ends() -> None:
    first, second = make_founding_code(), make_founding_code()
    assert [send(first), send(second)] == [422, 302]


@pytest.mark.django_db
def test_a_code_that_nobody_used_ends_after_thirty_days() -> None:
    code = make_founding_code()
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert send(code) == 422


@pytest.mark.django_db
@pytest.mark.both_databases
def test_of_two_founders_at_once_the_second_makes_nothing() -> None:
    row = find_founding_code(make_founding_code())
    assert row is not None
    facts = {"username": "alice", "password": PASSWORD}
    found(code=row, club_name="Les Atouts", **facts)
    with pytest.raises(ValidationError):
        found(code=row, club_name="The Trumps", **facts | {"username": "mallory"})
    assert (User.objects.count(), Club.objects.count()) == (1, 1)


@pytest.mark.django_db
def test_an_account_made_in_the_shell_meanwhile_ends_the_founding() -> None:
    code = make_founding_code()
    UserFactory()
    assert send(code) == 404


@pytest.mark.django_db
def test_the_site_keeps_no_code() -> None:
    code = make_founding_code()
    assert code.replace("-", "") not in str(list(PaperCode.objects.values()))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("hosts", "https", "address"),
    [
        (["tarot.example.org"], True, "https://tarot.example.org/founding/"),
        ([".example.org"], True, "https://example.org/founding/"),
        (["club-room"], False, "http://club-room/founding/"),
        (["localhost", "127.0.0.1"], True, "http://localhost:8123/founding/"),
        (["*"], False, "http://127.0.0.1:8123/founding/"),
    ],
)
def test_the_address_is_the_one_that_the_site_is_called_by(
    hosts: list[str], https: bool, address: str, settings
) -> None:
    settings.ALLOWED_HOSTS, settings.HTTPS = hosts, https
    assert address in printed("--port", "8123").split()
