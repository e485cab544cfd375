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

from games.club.founding import make_founding_code
from games.club.opening_clubs import open_club
from games.matches.opening import preset_fields
from games.matches.usual import usual_match, usual_variant
from games.models import Club, Membership, PaperCode, User
from tests.factories import PASSWORD, UserFactory
from tests.ground import undone

FORM = {"club": "Les Atouts", "username": "alice", "password1": PASSWORD, "password2": PASSWORD}
HERE = "192.0.2.7"
PAGE = "/founding/"

pytestmark = pytest.mark.django_db


def send(code: str, **facts: str) -> int:
    sent = FORM | {"code": code} | facts
    return Client().post(PAGE, sent, REMOTE_ADDR=HERE).status_code


def printed(*words: str) -> str:
    """What `make serve` prints."""
    out = StringIO()
    call_command("founding_code", *words, stdout=out)
    return out.getvalue()


def test_an_empty_site_is_founded_with_the_code_that_was_printed_and_never_again(
    client: Client,
) -> None:
    assert client.get("/", follow=True).redirect_chain[-1][0] == PAGE
    assert client.get(reverse("sign-in")).headers["Location"] == PAGE
    page = client.get(PAGE)
    assert page.status_code == 200
    assert page.context["form"]["writes"].value() == "result-only"
    assert "The rule book of the French federation." in page.content.decode()
    assert "The score follows from them." in page.content.decode()
    text = printed()
    code = text.split()[-1]
    assert f"{PAGE}\n" in text
    assert code.replace("-", "") not in str(list(PaperCode.objects.values()))
    for guess in ("", "abcd-efgh-jkmn-pqrs"):
        assert send(guess) == 422
    assert not User.objects.exists()
    answer = client.post(PAGE, FORM | {"code": code})
    assert answer.headers["Location"] == reverse("club", args=["les-atouts"])
    assert client.get(answer.headers["Location"]).status_code == 200
    member = Membership.objects.get()
    assert (member.user.username, member.club.name, member.role) == ("alice", "Les Atouts", "admin")
    assert not member.user.is_staff and not member.user.is_superuser
    assert send(code, username="mallory") == 404
    assert Client().get(PAGE).status_code == 404
    assert (User.objects.count(), Club.objects.count()) == (1, 1)
    assert make_founding_code() == ""
    assert printed() == ""


def test_the_first_match_is_proposed_as_the_club_was_founded() -> None:
    code = make_founding_code()
    unknown: list[dict[str, Any]] = [{"first_rules": "french:poems"}, {"writes": "poems"}]
    for facts in unknown:
        assert send(code, **facts) == 422
        with undone(), pytest.raises(ValidationError):
            open_club(user=UserFactory(), name="Les Atouts", **facts)
    assert not Club.objects.exists()
    assert send(code, writes="auction", first_rules="french:fft") == 302
    club = Club.objects.get()
    game = usual_variant(club)
    proposed = usual_match(club, game)
    assert proposed["writes"] == "auction"
    (fft,) = (preset for preset in game.presets if preset.key == "fft")
    assert preset_fields(game, "fft").items() <= proposed.items()
    assert club.begins_with(game, fft)


def test_codes_are_guessed_no_faster_than_passwords() -> None:
    code = make_founding_code()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _number in range(5):
            send("abcd-efgh-jkmn-pqrs")
        assert send(code) == 422
        clock.shift(2)
        assert send(code) == 302


def test_a_form_that_says_too_little_uses_no_code(client: Client) -> None:
    code = make_founding_code()
    for facts, field in (
        ({"club": ""}, "club"),
        ({"club": "\u200b"}, "club"),
        ({"username": ""}, "username"),
        ({"password1": "short", "password2": "short"}, "password2"),
    ):
        refused = client.post(PAGE, FORM | {"code": code} | facts)
        assert refused.status_code == 422, facts
        assert refused.context["form"].has_error(field), facts
    assert not User.objects.exists()
    assert send(code) == 302


def test_a_code_ends_with_the_next_start_and_after_thirty_days() -> None:
    first, second = make_founding_code(), make_founding_code()
    assert send(first) == 422
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert send(second) == 422
    with undone():
        UserFactory()  # somebody has made an account in the shell meanwhile
        assert send(second) == 404
    assert send(second) == 302


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
