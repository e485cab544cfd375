"""A list of players pasted or read in: looked at line by line, then added all at once."""

from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games import people
from games.models import Player, User
from games.people.listed_players import MOST_LINES, read_list, text_of
from games.people.player_lists import Listing, add_listed, judge_list
from games.people.players import PlayerFacts
from games.writing.errors import NotAllowed
from games.writing.once import Once
from tests.cast import Cast
from tests.factories import new_key

pytestmark = pytest.mark.both_databases


def judged(cast: Cast, text: str) -> list[tuple[int, str, str]]:
    lines = judge_list(cast.club, read_list(text)).lines
    return [(one.number, one.listing, one.why) for one in lines]


def names(cast: Cast) -> list[str]:
    return [player.name for player in cast.club.players.all()]


# --- reading ----------------------------------------------------------------------------------


def test_a_name_a_line_is_enough_and_empty_lines_count_in_the_numbers() -> None:
    lines = read_list("Farid\n\n  Dupont, Gaëlle \n")
    assert [(one.number, one.facts) for one in lines] == [
        (1, PlayerFacts("Farid")),
        (3, PlayerFacts("Dupont, Gaëlle")),
    ]


@pytest.mark.parametrize("sign", [";", "\t"])
def test_nickname_and_number_follow_the_name(sign: str) -> None:
    (line,) = read_list(sign.join(["Farid", " Fa ", "075-1", "2020-01-02", "3.4.2021"]))
    days = (date(2020, 1, 2), date(2021, 4, 3))
    assert line.facts == PlayerFacts("Farid", "Fa", "075-1", *days)


@pytest.mark.parametrize(
    "headings",
    ["Licence,E-mail,Nom,Prénom", "Number,Mail,Last name,First name", "Nr.,Mail,Nachname,Vorname"],
)
def test_headings_say_what_the_columns_are_in_three_languages(headings: str) -> None:
    (line,) = read_list(f'{headings}\n12,f@example.org,"Ben, Ali",Farid')
    assert (line.number, line.facts) == (2, PlayerFacts("Farid Ben, Ali", number="12"))


@pytest.mark.parametrize(
    "above", ["", "sep=;\n", "Liste des membres 2026;;\n\n", '"sep=;"\nClub;;\nMembres;;\n']
)
def test_a_title_and_the_separator_may_stand_above_the_headings(above: str) -> None:
    (line,) = read_list(f"{above}Nom Prénom;N° licence;Depuis\nDUPONT Jean;12345,0;03/09/2019\n")
    assert line.facts == PlayerFacts("Jean Dupont", number="12345", joined_on=date(2019, 9, 3))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Dupont Jean", "Jean Dupont"),
        ("DE LA TOUR Marie Anne", "Marie Anne De La Tour"),
        ("Zoé", "Zoé"),
    ],
)
def test_a_family_name_in_front_goes_behind_the_first_name(written: str, read: str) -> None:
    (line,) = read_list(f"Nom et prénom\n{written}")
    assert line.facts == PlayerFacts(read)


def test_a_name_that_can_be_read_in_two_ways_is_asked_about() -> None:
    (line,) = read_list("Nom, Prénom;Surnom\nDe La Tour Marie;")
    assert "Which part of “De La Tour Marie” is the first name?" in line.fault


def test_a_year_of_another_age_is_wrong(cast: Cast) -> None:
    judged = judge_list(cast.club, read_list("Farid;;;03/09/0019"))
    assert "between 1900 and 2999" in judged.lines[0].why


def test_a_spreadsheet_of_another_age_is_read() -> None:
    assert text_of("Nom\nGaëlle".encode("cp1252")) == "Nom\nGaëlle"
    assert text_of("Nom\nGaëlle".encode("utf-8-sig")) == "Nom\nGaëlle"
    assert text_of("Nom\nGaëlle".encode("utf-16")) == "Nom\nGaëlle"


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(ValidationError, match="not text"):
        text_of(b"\x81\x8d\x8f\x90")


@pytest.mark.parametrize(
    ("text", "said"),
    [(" \n", "no name"), ("Anna\n" * (MOST_LINES + 2), f"At most {MOST_LINES} lines")],
)
def test_an_empty_list_and_one_too_long_are_refused(text: str, said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        read_list(text)


def test_a_day_that_is_none_is_named_in_its_line() -> None:
    (_first, line) = read_list("Farid\nGaëlle;;;2020-02-30")
    assert (line.number, line.facts) == (2, None)
    assert "2020-02-30" in line.fault


# --- judging ----------------------------------------------------------------------------------


def test_new_players_and_those_who_are_there(cast: Cast) -> None:
    assert judged(cast, "Farid\nANNA\nBoris;Bo") == [
        (1, "new", ""),
        (2, "known", "Anna"),
        (3, "doubtful", "has the same name, with something else to tell them apart: Boris"),
    ]


def test_names_that_are_nearly_the_same_are_doubtful(cast: Cast) -> None:
    near = "is written nearly the same: "
    assert judged(cast, "Chloe\nDe Witt, Jan\nJan de Witt") == [
        (1, "doubtful", near + "Chloé"),
        (2, "new", ""),
        (3, "doubtful", near + "line 2"),
    ]


def test_a_number_that_is_taken_means_the_same_person(cast: Cast) -> None:
    facts = PlayerFacts("Anna", number="12")
    people.change_player(user=cast.scorer, player=cast.players[0], facts=facts)
    assert judged(cast, "Anna Schmidt;;12\nAnna;;12\nAnna;;13") == [
        (1, "known", "has the same number: Anna"),
        (2, "known", ""),
        (3, "doubtful", "has the same name, with something else to tell them apart: Anna"),
    ]


def test_somebody_who_has_left_is_named_as_such(cast: Cast) -> None:
    facts = PlayerFacts("Anna", left_on=date(2020, 1, 1))
    people.change_player(user=cast.scorer, player=cast.players[0], facts=facts)
    assert judged(cast, "Anna") == [(1, "known", "Anna, who has left")]


def test_the_same_player_twice_in_a_list_is_added_once(cast: Cast) -> None:
    assert judged(cast, "Farid\nFarid") == [(1, "new", ""), (2, "known", "line 1")]


def test_a_name_that_cannot_be_is_wrong(cast: Cast) -> None:
    ((number, listing, why),) = judged(cast, "Far\u202eid")
    assert (number, listing) == (1, "wrong")
    assert "U+202E" in why


# --- adding -----------------------------------------------------------------------------------


def test_the_new_ones_are_added_and_of_the_doubtful_those_that_are_wanted(cast: Cast) -> None:
    lines = read_list("Farid;;7\nAnna\nBoris;Bo\nChloe")
    made = add_listed(user=cast.scorer, club=cast.club, lines=lines, also=[3])
    assert [player.name for player in made] == ["Farid", "Boris (Bo)"]
    assert "Chloe" not in names(cast)


def test_nobody_is_added_while_a_line_is_wrong(cast: Cast) -> None:
    lines = read_list("Farid\n\nGaëlle;;;never")
    with pytest.raises(ValidationError, match=r"Line 3: “never” is not a day"):
        add_listed(user=cast.scorer, club=cast.club, lines=lines)
    assert "Farid" not in names(cast)


def test_nobody_is_added_where_one_cannot_be_told_apart(cast: Cast) -> None:
    """Two new ones of the same name, each told apart from the first and not from the other."""
    lines = read_list("Farid\nFarid;Fa;1\nFarid;Fa;2")
    with pytest.raises(ValidationError, match="Line 3: There is already a player called Farid"):
        add_listed(user=cast.scorer, club=cast.club, lines=lines, also=[2, 3])
    assert "Farid" not in names(cast)


def test_a_list_that_adds_nobody_says_so(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="Nobody in the list is new"):
        add_listed(user=cast.scorer, club=cast.club, lines=read_list("Anna\nBoris;Bo"))


def test_a_list_sent_twice_adds_everybody_once(cast: Cast) -> None:
    key, lines = new_key(), read_list("Farid\nGaëlle")
    facts: dict[str, Any] = {"user": cast.scorer, "club": cast.club, "lines": lines}
    assert len(add_listed(**facts, once=Once(key))) == 2
    assert add_listed(**facts, once=Once(key)) == []
    assert len(names(cast)) == 7


def test_members_add_no_list(cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        add_listed(user=cast.member, club=cast.club, lines=read_list("Farid"))


# --- the page ---------------------------------------------------------------------------------


def send(client: Client, cast: Cast, user: User, **fields: Any) -> Any:
    client.force_login(user)
    return client.post(reverse("players-list", args=[cast.club.slug]), fields)


@pytest.mark.parametrize("who", ["scorer", "admin"])
def test_a_list_is_looked_at_before_anything_is_written(
    client: Client, cast: Cast, who: str
) -> None:
    answer = send(client, cast, getattr(cast, who), listed="Farid\nAnna", do="look")
    assert answer.status_code == 200
    assert [one.listing for one in answer.context["judged"].lines] == [Listing.NEW, Listing.KNOWN]
    assert "Farid" not in names(cast)


def test_looked_at_twice_the_form_is_still_one_that_can_be_sent(client: Client, cast: Cast) -> None:
    """As a browser sends it: what stands in the page, one text a field."""
    fields: dict[str, Any] = {"listed": "Farid", "key": new_key()}
    for do in ("look", "look", "add"):
        answer = send(client, cast, cast.scorer, **fields, do=do)
        if answer.status_code == 200:
            form = answer.context["form"]
            fields = {name: str(form[name].value() or "") for name in ("listed", "seen", "key")}
    assert answer.status_code == 302
    assert "Farid" in names(cast)


def test_what_was_looked_at_is_added(client: Client, cast: Cast) -> None:
    form = send(client, cast, cast.scorer, listed="Farid\nChloe", do="look").context["form"]
    fields = {name: form[name].value() or "" for name in ("listed", "seen", "key")}
    answer = send(client, cast, cast.scorer, **fields, also=["2"], do="add")
    assert answer.status_code == 302
    assert {"Farid", "Chloe"} <= set(names(cast))


def test_a_file_is_looked_at_and_then_stands_in_the_form(client: Client, cast: Cast) -> None:
    file = SimpleUploadedFile("members.csv", b"Name,Nickname\nFarid,Fa\n")
    answer = send(client, cast, cast.scorer, file=file, do="look")
    assert answer.context["form"]["listed"].value() == "Name,Nickname\nFarid,Fa\n"


def test_what_has_changed_since_is_looked_at_again(client: Client, cast: Cast) -> None:
    form = send(client, cast, cast.scorer, listed="Farid\nGaëlle", do="look").context["form"]
    people.add_player(user=cast.scorer, club=cast.club, name="Farid")
    fields = {name: form[name].value() or "" for name in ("listed", "seen", "key")}
    answer = send(client, cast, cast.scorer, **fields, do="add")
    assert answer.status_code == 422
    assert "Look once more" in answer.content.decode()
    assert not Player.objects.filter(name="Gaëlle").exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"listed": ""},
        {"listed": "Anna\n" * 400},
        {"file": SimpleUploadedFile("p.csv", b"\x81\x8d")},
        {"file": SimpleUploadedFile("p.csv", b"Anna\n" * 30_000)},
    ],
)
def test_a_list_that_cannot_be_read_says_why(
    client: Client, cast: Cast, fields: dict[str, Any]
) -> None:
    answer = send(client, cast, cast.scorer, **fields, do="look")
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == fields.keys()
