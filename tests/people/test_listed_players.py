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
from games.people.listed_players import LONGEST_LINE, MOST_LINES, read_list, text_of
from games.people.player_lists import Listing, add_listed, judge_list
from games.people.players import PlayerFacts
from games.writing.errors import NotAllowed
from games.writing.once import Once
from tests.cast import Cast
from tests.factories import new_key
from tests.ground import undone

pytestmark = pytest.mark.both_databases


def judged(cast: Cast, text: str) -> list[tuple[int, str, str]]:
    lines = judge_list(cast.club, read_list(text)).lines
    return [(one.number, one.listing, one.why) for one in lines]


def names(cast: Cast) -> list[str]:
    return [player.name for player in cast.club.players.all()]


# --- reading ----------------------------------------------------------------------------------


def test_a_name_a_line_is_enough_and_more_may_follow_it() -> None:
    """Empty lines count in the numbers."""
    lines = read_list("Farid\n\n  Dupont, Gaëlle \n")
    assert [(one.number, one.facts) for one in lines] == [
        (1, PlayerFacts("Farid")),
        (3, PlayerFacts("Dupont, Gaëlle")),
    ]
    days = (date(2020, 1, 2), date(2021, 4, 3))
    for sign in (";", "\t"):
        (line,) = read_list(sign.join(["Farid", " Fa ", "075-1", "2020-01-02", "3.4.2021"]))
        assert line.facts == PlayerFacts("Farid", "Fa", "075-1", *days)


@pytest.mark.parametrize(
    ("text", "number", "facts"),
    [
        *(
            (f'{headings}\n12,f@example.org,"Ben, Ali",Farid', 2, ("Farid Ben, Ali", "", "12"))
            for headings in (
                "Licence,E-mail,Nom,Prénom",
                "Number,Mail,Last name,First name",
                "Nr.,Mail,Nachname,Vorname",
            )
        ),
        *(
            (
                f"{above}Nom Prénom;N° licence;Depuis\nDUPONT Jean;12345,0;03/09/2019\n",
                number,
                ("Jean Dupont", "", "12345", date(2019, 9, 3)),
            )
            for above, number in (
                ("", 2),
                ("sep=;\n", 3),
                ("Liste des membres 2026;;\n\n", 4),
                ('"sep=;"\nClub;;\nMembres;;\n', 5),
            )
        ),
        ("Nom et prénom\nDupont Jean", 2, ("Jean Dupont",)),
        ("Nom et prénom\nDE LA TOUR Marie Anne", 2, ("Marie Anne De La Tour",)),
        ("Nom et prénom\nZoé", 2, ("Zoé",)),
        ("sep=,\nFarid,Fa", 2, ("Farid", "Fa")),
    ],
)
def test_the_first_lines_say_what_the_columns_of_a_spreadsheet_are(
    text: str, number: int, facts: tuple[Any, ...]
) -> None:
    (line,) = read_list(text)
    assert (line.number, line.facts) == (number, PlayerFacts(*facts))


def test_a_line_that_cannot_be_read_says_why() -> None:
    (twice,) = read_list("Nom, Prénom;Surnom\nDe La Tour Marie;")
    assert "Which part of “De La Tour Marie” is the first name?" in twice.fault
    (_first, day) = read_list("Farid\nGaëlle;;;2020-02-30")
    assert (day.number, day.facts) == (2, None)
    assert "2020-02-30" in day.fault
    (long,) = read_list("F" * (LONGEST_LINE + 1))
    assert long.fault == "The line is too long."
    for text, why in (
        (" \n", "no name"),
        ("Anna\n" * (MOST_LINES + 2), f"At most {MOST_LINES} lines"),
    ):
        with pytest.raises(ValidationError, match=why):
            read_list(text)


def test_a_spreadsheet_of_another_age_is_read_and_what_is_no_text_is_refused() -> None:
    for encoding in ("cp1252", "utf-8-sig", "utf-16"):
        assert text_of("Nom\nGaëlle".encode(encoding)) == "Nom\nGaëlle"
    with pytest.raises(ValidationError, match="not text"):
        text_of(b"\x81\x8d\x8f\x90")


# --- judging ----------------------------------------------------------------------------------


def test_each_line_is_judged_by_the_players_of_the_club_and_the_lines_before_it(cast: Cast) -> None:
    other = "has the same name, with something else to tell them apart: "
    near = "is written nearly the same: "
    assert judged(cast, "Farid\nANNA\nBoris;Bo\nFarid") == [
        (1, "new", ""),
        (2, "known", "Anna"),
        (3, "doubtful", other + "Boris"),
        (4, "known", "line 1"),
    ]
    assert judged(cast, "Chloe\nDe Witt, Jan\nJan de Witt") == [
        (1, "doubtful", near + "Chloé"),
        (2, "new", ""),
        (3, "doubtful", near + "line 2"),
    ]
    ((number, listing, why),) = judged(cast, "Far\u202eid")
    assert (number, listing) == (1, "wrong")
    assert "U+202E" in why
    ((_number, listing, why),) = judged(cast, "Farid;;;03/09/0019")
    assert listing == "wrong"
    assert "between 1900 and 2999" in why
    anna = cast.players[0]
    people.change_player(user=cast.scorer, player=anna, facts=PlayerFacts("Anna", number="12"))
    assert judged(cast, "Anna Schmidt;;12\nAnna;;12\nAnna;;13") == [
        (1, "known", "has the same number: Anna"),
        (2, "known", ""),
        (3, "doubtful", other + "Anna"),
    ]
    left = PlayerFacts("Anna", left_on=date(2020, 1, 1))
    people.change_player(user=cast.scorer, player=anna, facts=left)
    assert judged(cast, "Anna") == [(1, "known", "Anna, who has left")]


# --- adding -----------------------------------------------------------------------------------


def test_the_new_ones_are_added_once_and_of_the_doubtful_those_that_are_wanted(cast: Cast) -> None:
    lines = read_list("Farid;;7\nAnna\nBoris;Bo\nChloe")
    facts: dict[str, Any] = {"club": cast.club, "lines": lines, "also": [3]}
    with pytest.raises(NotAllowed):
        add_listed(user=cast.member, **facts)
    once = Once(new_key())
    made = add_listed(user=cast.scorer, **facts, once=once)
    assert [player.name for player in made] == ["Farid", "Boris (Bo)"]
    assert "Chloe" not in names(cast)
    assert add_listed(user=cast.scorer, **facts, once=once) == []
    assert len(names(cast)) == 7


def test_nobody_is_added_where_one_cannot_be(cast: Cast) -> None:
    """Two new ones of the same name are told apart from the first, and not from each other."""
    also: dict[str, Any] = {"also": [2, 3]}
    for text, facts, why in (
        ("Farid\n\nGaëlle;;;never", {}, r"Line 3: “never” is not a day"),
        ("Farid\nFarid;Fa;1\nFarid;Fa;2", also, "Line 3: There is already a player called Farid"),
        ("Anna\nBoris;Bo", {}, "Nobody in the list is new"),
    ):
        with pytest.raises(ValidationError, match=why):
            add_listed(user=cast.scorer, club=cast.club, lines=read_list(text), **facts)
    assert len(names(cast)) == 5


# --- the page ---------------------------------------------------------------------------------


def send(client: Client, cast: Cast, user: User, **fields: Any) -> Any:
    client.force_login(user)
    return client.post(reverse("players-list", args=[cast.club.slug]), fields)


def filled(answer: Any) -> dict[str, str]:
    """The form as a browser sends it: what stands in the page, one text a field."""
    form = answer.context["form"]
    return {name: str(form[name].value() or "") for name in ("listed", "seen", "key")}


def test_a_list_is_looked_at_before_anything_is_written(client: Client, cast: Cast) -> None:
    text = "Farid\nChloe\nAnna"
    looked = send(client, cast, cast.admin, listed=text, key=new_key(), do="look")
    assert looked.status_code == 200
    listings = [one.listing for one in looked.context["judged"].lines]
    assert listings == [Listing.NEW, Listing.DOUBTFUL, Listing.KNOWN]
    assert "Farid" not in names(cast)
    again = send(client, cast, cast.scorer, **filled(looked), do="look")
    with undone(client):
        people.add_player(user=cast.scorer, club=cast.club, name="Farid")
        stale = send(client, cast, cast.scorer, **filled(again), do="add")
        assert stale.status_code == 422
        assert "Look once more" in stale.content.decode()
        assert not Player.objects.filter(name="Chloe").exists()
    added = send(client, cast, cast.scorer, **filled(again), also=["2"], do="add")
    assert added.status_code == 302
    assert {"Farid", "Chloe"} <= set(names(cast))


def test_a_file_is_looked_at_and_what_cannot_be_read_says_why(client: Client, cast: Cast) -> None:
    file = SimpleUploadedFile("members.csv", b"Name,Nickname\nFarid,Fa\n")
    answer = send(client, cast, cast.scorer, file=file, do="look")
    assert answer.context["form"]["listed"].value() == "Name,Nickname\nFarid,Fa\n"
    wrong: list[dict[str, Any]] = [
        {"listed": ""},
        {"listed": "Anna\n" * 400},
        {"file": SimpleUploadedFile("p.csv", b"\x81\x8d")},
        {"file": SimpleUploadedFile("p.csv", b"Anna\n" * 30_000)},
    ]
    for fields in wrong:
        answer = send(client, cast, cast.scorer, **fields, do="look")
        assert answer.status_code == 422, fields
        assert answer.context["form"].errors.keys() == fields.keys()
