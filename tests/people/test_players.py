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
from tests.ground import undone

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


def test_two_of_one_name_are_told_apart_by_a_nickname_or_a_number(cast: Cast) -> None:
    anna = cast.players[ANNA]
    with pytest.raises(ValidationError, match="Add an initial") as error:
        add(cast, "anna")
    assert refused(error) == ["name"]
    with undone():
        assert add(cast, "Anna", number="075-1234").name == "Anna (075-1234)"
    with undone():
        assert change(cast, anna, nickname="Ännchen").name == "Anna"
        add(cast, "Anna")
        assert name_of(anna) == "Anna (Ännchen)", "who was there has one of their own"
    other = add(cast, "Anna", nickname="Nanni")
    assert (other.name, other.bare_name, name_of(anna)) == ("Anna (Nanni)", "Anna", "Anna")
    with pytest.raises(ValidationError, match="Add an initial"):
        add(cast, "Anna", nickname="nanni")
    with pytest.raises(ValidationError, match="Add an initial"):
        change(cast, other, nickname="")
    assert name_of(other) == "Anna (Nanni)"
    seats = [*cast.players[:3], other]
    match = open_match(user=cast.scorer, club=cast.club, title="Two", variant="french", seats=seats)
    hand = open_hand(cast.scorer, match)
    by_seat = [hand.names_by_seat[str(seat)] for seat in range(4)]  # type: ignore[attr-defined]
    assert by_seat == ["Anna", "Boris", "Chloé", "Anna (Nanni)"]
    change(cast, anna, name="Anna-Maria")
    now = Player.objects.get(pk=other.pk)
    assert (now.name, now.own_name, now.sort_key) == ("Anna", "", sort_key("Anna"))


def test_the_name_alone_passes_from_one_to_the_other(cast: Cast) -> None:
    """The one who had it gets it back later though the other was added after them."""
    first = change(cast, cast.players[ANNA], nickname="Old")
    second = add(cast, "Anna", nickname="Young")
    assert (name_of(first), name_of(second)) == ("Anna (Old)", "Anna (Young)")
    change(cast, first, nickname="")
    assert (name_of(first), name_of(second)) == ("Anna", "Anna (Young)")
    boris = change(cast, cast.players[BORIS], nickname="Bo")
    first = change(cast, first, name="Boris")
    assert (name_of(boris), first.name, name_of(second)) == ("Boris (Bo)", "Boris", "Anna")


def test_long_names_and_nicknames_stay_within_the_limit_of_a_record(cast: Cast) -> None:
    name = "Anna " * (NAME_LENGTH // 5)
    first = add(cast, name.strip())
    second = add(cast, name.strip(), nickname="N" * NICKNAME_LENGTH)
    assert len(second.name) == NAME_LENGTH
    assert second.name.endswith(f"({'N' * NICKNAME_LENGTH})")
    change(cast, first, name="Anja")
    assert name_of(second) == name.strip()


def test_a_number_belongs_to_one_player(cast: Cast) -> None:
    change(cast, cast.players[ANNA], number="12")
    with pytest.raises(ValidationError, match="Anna has this number") as error:
        change(cast, cast.players[BORIS], number="12")
    assert refused(error) == ["number"]
    with pytest.raises(ValidationError, match="Anna has this number"):
        add(cast, "Farid", number="12")
    assert change(cast, cast.players[ANNA], number="12", nickname="A").number == "12"


def test_what_cannot_be_is_refused_by_its_field(cast: Cast) -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"nickname": "a\u202eb"}, "nickname"),
        ({"number": "1" * 21}, "number"),
        ({"joined_on": YEARS_AGO, "left_on": date(2019, 1, 1)}, "left_on"),
        ({"name": " "}, "name"),
    ]
    for facts, field in wrong:
        with pytest.raises(ValidationError) as error:
            change(cast, cast.players[ANNA], **facts)
        assert refused(error) == [field], facts
    with pytest.raises(NotAllowed):
        people.change_player(user=cast.member, player=cast.players[ANNA], facts=PlayerFacts("Eve"))


# --- a time at the club -----------------------------------------------------------------------


def test_a_player_who_leaves_keeps_their_hands_and_can_come_back(cast: Cast) -> None:
    """The last day still counts."""
    cast.sealed_hand()
    anna = change(cast, cast.players[ANNA], left_on=YEARS_AGO)
    assert not anna.has_left(YEARS_AGO)
    assert anna in cast.club.players.at_the_club(YEARS_AGO)
    assert anna.has_left(date(2020, 5, 4))
    assert anna not in cast.club.players.at_the_club()
    in_totals = next(one for one in roster(cast.club) if one.name == "Anna")
    assert (in_totals.played, in_totals.has_left) == (1, True)
    with pytest.raises(ValidationError, match="on their page they can come back"):
        add(cast, "Anna")
    anna = change(cast, anna, left_on=None)
    assert anna in cast.club.players.at_the_club()
