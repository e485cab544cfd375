"""Players over years: two of one name, a nickname, a number, a time at the club."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from games import people
from games.matches.match_changes import open_match
from games.models import Player
from games.models.folding import sort_key
from games.models.people import NAME_LENGTH, NICKNAME_LENGTH
from games.people.players import PlayerFacts, facts_of
from games.statistics.roster import roster
from games.writing.errors import NotAllowed
from tests.cast import Cast
from tests.factories import open_hand

pytestmark = pytest.mark.both_databases

ANNA, BORIS = 0, 1
YEARS_AGO = date(2020, 5, 3)


def add(cast: Cast, name: str, **facts: Any) -> Player:
    return people.add_player(user=cast.scorer, club=cast.club, name=name, **facts)


def change(cast: Cast, player: Player, **facts: Any) -> Player:
    now = replace(facts_of(player), **facts)
    return people.change_player(user=cast.scorer, player=player, facts=now)


def name_of(player: Player) -> str:
    return Player.objects.get(pk=player.pk).name


def refused(error: pytest.ExceptionInfo[ValidationError]) -> list[str]:
    return list(error.value.message_dict)


# --- two of one name --------------------------------------------------------------------------


def test_two_of_one_name_are_told_apart_by_a_nickname(cast: Cast) -> None:
    other = add(cast, "Anna", nickname="Nanni")
    assert (other.name, other.bare_name) == ("Anna (Nanni)", "Anna")
    assert name_of(cast.players[ANNA]) == "Anna"


def test_or_by_the_number_of_the_federation(cast: Cast) -> None:
    assert add(cast, "Anna", number="075-1234").name == "Anna (075-1234)"


def test_who_was_there_gets_their_own_nickname_behind_the_name_too(cast: Cast) -> None:
    anna = change(cast, cast.players[ANNA], nickname="Ännchen")
    assert anna.name == "Anna"
    add(cast, "Anna")
    assert name_of(anna) == "Anna (Ännchen)"


def test_two_whom_nothing_tells_apart_are_refused(cast: Cast) -> None:
    with pytest.raises(ValidationError, match="Add an initial") as error:
        add(cast, "anna")
    assert refused(error) == ["name"]
    add(cast, "Anna", nickname="Nanni")
    with pytest.raises(ValidationError, match="Add an initial"):
        add(cast, "Anna", nickname="nanni")
    assert cast.club.players.count() == 6


def test_what_told_two_apart_cannot_be_taken_away(cast: Cast) -> None:
    other = add(cast, "Anna", nickname="Nanni")
    with pytest.raises(ValidationError, match="Add an initial"):
        change(cast, other, nickname="")
    assert name_of(other) == "Anna (Nanni)"


def test_the_addition_goes_when_nobody_shares_the_name_any_more(cast: Cast) -> None:
    other = add(cast, "Anna", nickname="Nanni")
    change(cast, cast.players[ANNA], name="Anna-Maria")
    now = Player.objects.get(pk=other.pk)
    assert (now.name, now.own_name, now.sort_key) == ("Anna", "", sort_key("Anna"))


def test_who_takes_the_name_of_another_stands_apart_from_them(cast: Cast) -> None:
    boris = change(cast, cast.players[BORIS], nickname="Bo")
    anna = change(cast, cast.players[ANNA], name="Boris")
    assert (name_of(boris), anna.name) == ("Boris (Bo)", "Boris")


def test_the_name_alone_passes_from_one_to_the_other(cast: Cast) -> None:
    """The one who had it gets it back later though the other was added after them."""
    first = change(cast, cast.players[ANNA], nickname="Old")
    second = add(cast, "Anna", nickname="Young")
    assert (name_of(first), name_of(second)) == ("Anna (Old)", "Anna (Young)")
    change(cast, first, nickname="")
    assert (name_of(first), name_of(second)) == ("Anna", "Anna (Young)")


def test_long_names_and_nicknames_stay_within_the_limit_of_a_record(cast: Cast) -> None:
    name = "Anna " * (NAME_LENGTH // 5)
    first = add(cast, name.strip())
    second = add(cast, name.strip(), nickname="N" * NICKNAME_LENGTH)
    assert len(second.name) == NAME_LENGTH
    assert second.name.endswith(f"({'N' * NICKNAME_LENGTH})")
    change(cast, first, name="Anja")
    assert name_of(second) == name.strip()


def test_both_sit_at_one_table_under_the_names_that_tell_them_apart(cast: Cast) -> None:
    other = add(cast, "Anna", nickname="Nanni")
    seats = [*cast.players[:3], other]
    match = open_match(user=cast.scorer, club=cast.club, title="Two", variant="french", seats=seats)
    hand = open_hand(cast.scorer, match)
    names = [hand.names_by_seat[str(seat)] for seat in range(4)]  # type: ignore[attr-defined]
    assert names == ["Anna", "Boris", "Chloé", "Anna (Nanni)"]


def test_a_number_belongs_to_one_player(cast: Cast) -> None:
    change(cast, cast.players[ANNA], number="12")
    with pytest.raises(ValidationError, match="Anna has this number") as error:
        change(cast, cast.players[BORIS], number="12")
    assert refused(error) == ["number"]
    with pytest.raises(ValidationError, match="Anna has this number"):
        add(cast, "Farid", number="12")
    assert change(cast, cast.players[ANNA], number="12", nickname="A").number == "12"


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"nickname": "a\u202eb"}, "nickname"),
        ({"number": "1" * 21}, "number"),
        ({"joined_on": YEARS_AGO, "left_on": date(2019, 1, 1)}, "left_on"),
        ({"name": " "}, "name"),
    ],
)
def test_what_cannot_be_is_refused_by_its_field(
    cast: Cast, facts: dict[str, Any], field: str
) -> None:
    with pytest.raises(ValidationError) as error:
        change(cast, cast.players[ANNA], **facts)
    assert refused(error) == [field]


def test_members_change_nobody(cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        people.change_player(user=cast.member, player=cast.players[ANNA], facts=PlayerFacts("Eve"))


# --- a time at the club -----------------------------------------------------------------------


def test_the_last_day_still_counts(cast: Cast) -> None:
    anna = change(cast, cast.players[ANNA], left_on=YEARS_AGO)
    assert not anna.has_left(YEARS_AGO)
    assert anna in cast.club.players.at_the_club(YEARS_AGO)
    assert anna.has_left(date(2020, 5, 4))
    assert anna not in cast.club.players.at_the_club()


def test_the_hands_of_who_has_left_stay_in_the_totals(cast: Cast) -> None:
    cast.sealed_hand()
    change(cast, cast.players[ANNA], left_on=YEARS_AGO)
    anna = next(one for one in roster(cast.club) if one.name == "Anna")
    assert (anna.played, anna.has_left) == (1, True)


def test_the_same_name_again_says_that_they_can_come_back(cast: Cast) -> None:
    change(cast, cast.players[ANNA], left_on=YEARS_AGO)
    with pytest.raises(ValidationError, match="on their page they can come back"):
        add(cast, "Anna")


def test_who_came_back_is_offered_again(cast: Cast) -> None:
    anna = change(cast, cast.players[ANNA], left_on=YEARS_AGO)
    anna = change(cast, anna, left_on=None)
    assert anna in cast.club.players.at_the_club()
