"""Names that people type: what they may hold, and what is named by its number and refused."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from games import people
from games.access.tokens import make_token
from games.club.opening_clubs import open_club
from games.models import Player
from games.people.inviting import make_invitation
from games.writing.names import read_account_name, read_name
from tests.cast import Cast, rename_player
from tests.factories import PASSWORD

HIDDEN = {
    "a text turned round": "evil\u202egnp.exe",
    "an isolate": "a\u2066b\u2069",
    "a mark for the direction": "Anna\u200f",
    "a space without width": "\u200bAnna",
    "a byte order mark": "An\ufeffna",
    "a soft hyphen": "An\u00adna",
    "a joiner of words": "An\u2060na",
    "a joiner of graphemes": "An\u034fna",
    "a Hangul filler": "Anna\u3164",
    "half a Hangul filler": "Anna\uffa0",
    "a blank Braille pattern": "Anna\u2800",
    "a Khmer vowel without a picture": "Anna\u17b4",
    "a Mongolian variation": "Anna\u180b",
    "a variation of a letter": "Anna\ufe0f",
    "a variation of an ideograph": "Anna\U000e0100",
    "a tag": "Anna\U000e0041",
    "a joiner between Latin letters": "An\u200dna",
    "a non-joiner between Latin letters": "An\u200cna",
    "a joiner before nothing": "Anna\u200d",
    "a joiner after a picture and before a letter": "Anna \U0001f0cf\u200dX",
}


MIXED = ["\u0410nna", "B\u03bfris", "sc\u043erer Anna", "An\u0578a"]
# Names that people have, in all scripts and pictures.
READ = [
    *("José Luis", "Zoë-Marie O’Neill", "Žiga Černič", "Þórr", "Nguyễn Thị Ánh", "Łukasz"),
    *("Anna 2.", "ǅemal", "ß", "Анна Іванова", "Οδυσσέας", "Հայկ", "山田太郎", "やまだ タロウ"),
    *("김철수", "大野", "محمد", "عمر", "דוד", "अनिल"),
    "אברהם",  # written from right to left without any control
    "نرگس\u200cسادات",  # Persian: the two halves of the name must not join
    "क्\u200dषत्रिय",  # Hindi: half a consonant
    "അനില\u0d4d\u200d",  # Malayalam, an older way to write the last letter
    "ලක්\u200dෂ්මී",  # Sinhala: one sign of two letters
    *("Тур II", "Anna Іванова", "Team α", "Анна (Anna)", "東京Tarot"),  # a word of each script
    "Friday \u2660\ufe0f",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",  # a family in one picture
    *("\u2764\ufe0f\u200d\U0001f525", "\U0001f44d\U0001f3fd"),
]


def test_a_character_that_cannot_be_seen_is_named_and_refused() -> None:
    for what, name in HIDDEN.items():
        with pytest.raises(ValidationError) as caught:
            read_name(name)
        (error,) = caught.value.error_dict["name"]
        assert error.code == "name-invalid", what
        numbers = [f"U+{ord(one):04X}" for one in name if ord(one) > 127]
        assert any(number in error.message for number in numbers), what


def test_a_word_that_mixes_letters_that_look_alike_is_refused() -> None:
    for name in MIXED:
        with pytest.raises(ValidationError, match="mixes letters of two scripts"):
            read_name(name)


def test_names_that_people_have_stay() -> None:
    assert [read_name(name) for name in READ] == READ


def typed(cast: Cast) -> dict[str, Callable[[str], Any]]:
    """Each name that somebody types, under its field."""
    return {
        "a new club": lambda name: open_club(user=cast.scorer, name=name),
        "a new player": lambda name: people.add_player(user=cast.scorer, club=cast.club, name=name),
        "another name": lambda name: rename_player(
            user=cast.scorer, player=cast.players[0], name=name
        ),
        "the title of a match": lambda name: cast.open_match(title=name),
        "its table": lambda name: cast.open_match(table=name),
        "a key for programs": lambda name: make_token(user=cast.scorer, name=name, scope="read"),
    }


@pytest.mark.django_db
def test_every_name_that_is_typed_keeps_the_rule(cast: Cast) -> None:
    for field, write in typed(cast).items():
        with pytest.raises(ValidationError) as refused:
            write("a\u202eb")
        assert "U+202E" in str(refused.value), field


@pytest.mark.django_db
def test_a_page_names_the_wrong_character_next_to_the_field(client: Client, cast: Cast) -> None:
    client.force_login(cast.scorer)
    page = client.post(reverse("player-add", args=[cast.club.slug]), {"name": "An\u00adna"})
    assert page.status_code == 422
    assert "U+00AD" in page.content.decode()


@pytest.mark.django_db
def test_the_operator_s_view_keeps_the_rule_for_clubs(client: Client, cast: Cast) -> None:
    operator = cast.scorer
    operator.is_staff = operator.is_superuser = True
    operator.save()
    client.login(username=operator.username, password=PASSWORD)
    address = reverse("admin:games_club_change", args=[cast.club.pk])
    rest = {"slug": cast.club.slug, "public_id": cast.club.public_id}
    page = client.post(address, {"name": "Club\u202e"} | rest)
    assert "U+202E" in page.content.decode()
    assert client.post(address, {"name": "Our  club"} | rest).status_code == 302
    cast.club.refresh_from_db()
    assert cast.club.name == "Our club"


@pytest.mark.django_db
def test_a_name_from_before_the_rule_is_shown_and_can_be_changed(
    client: Client, cast: Cast
) -> None:
    old = Player.objects.create(club=cast.club, name="An\u202ena")
    client.force_login(cast.scorer)
    assert "An\u202ena" in client.get(reverse("players", args=[cast.club.slug])).content.decode()
    assert rename_player(user=cast.scorer, player=old, name="Anja").name == "Anja"


# --- accounts ---------------------------------------------------------------------------------


def test_no_new_account_can_be_taken_for_another() -> None:
    others = ("admin", "scorer", "member", "Lisa")
    alike = ["sc\u043erer", "admin.", "@admin", "a_d_m_i_n"]
    alike += ["s\u0441orer", "adm\u0456n", "sc0rer", "\uff41dmin"]
    for name in alike:
        with pytest.raises(ValidationError):
            read_account_name(name, others)
    with pytest.raises(ValidationError):  # of one script
        read_account_name("\u0440\u0430\u0445\u043e", ("paxo",))
    for name in ("admin2", "anna.b", "Lia", "Ila", "анна", "山田", "members-desk"):
        assert read_account_name(name, others) == name


@pytest.mark.django_db
def test_an_invitation_is_not_taken_under_a_name_like_that_of_another(cast: Cast) -> None:
    invitation, token = make_invitation(
        user=cast.admin, club=cast.club, name="D", role="member", places=1, days=7
    )
    for name in ("sc\u043erer", "a_d_m_i_n"):
        sent = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
        assert Client().post(reverse("join", args=[token]), sent).status_code == 422
    invitation.refresh_from_db()
    assert invitation.taken == 0
