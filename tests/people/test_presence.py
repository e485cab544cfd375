"""Here tonight: who is present is ticked once, and offered first wherever players are chosen."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.matches.match_changes import close_match
from games.matches.match_seats import seating_plan
from games.matches.opening_form import MatchForm
from games.matches.reseating_form import ReseatingForm
from games.matches.usual import usual_match, usual_variant
from games.models import Player, Presence
from games.people.merging import merge_players
from games.people.presence import note_presence, presences
from tests.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client: Client, cast: Cast) -> str:
    client.force_login(cast.scorer)
    return reverse("here-tonight", args=[cast.club.slug])


def note(cast: Cast, *, came: tuple[Player, ...] = (), went: tuple[Player, ...] = ()) -> None:
    today = timezone.localdate()
    note_presence(user=cast.scorer, club=cast.club, day=today, came=came, went=went)


def here(cast: Cast) -> set[str]:
    rows = presences(cast.club, timezone.localdate()).values()
    return {row.player.name for row in rows if row.left_at is None}


def offered(cast: Cast) -> list[Player]:
    """The players whom a new match offers, the first ones first."""
    return list(MatchForm(club=cast.club, variant=usual_variant(cast.club)).players)


def test_the_players_who_are_ticked_are_offered_first_for_a_match_and_as_substitutes(
    client: Client, page: str, cast: Cast
) -> None:
    last = list(cast.players[-2:])
    assert client.post(page, {"here": ["abcdefgh"]}).status_code == 422
    assert not Presence.objects.exists()
    assert client.post(page, {"here": [one.public_id for one in last]}).status_code == 302
    assert {*offered(cast)[:2]} == {*last}
    match = cast.open_match(played_on=timezone.localdate())
    form = ReseatingForm(match=match, seats=seating_plan(match), coming=1)
    names = [name for _key, name in form.fields["seat-0"].choices]  # type: ignore[attr-defined]
    assert names[0] == cast.players[-1].name


def test_of_the_last_table_only_those_who_are_here_are_proposed(cast: Cast) -> None:
    def proposed() -> set[str]:
        facts = usual_match(cast.club, usual_variant(cast.club))
        return {value for key, value in facts.items() if key.startswith("seat-")}

    close_match(user=cast.scorer, match=cast.open_match())
    cast.club.matches.update(played_on="2026-11-20")
    assert len(proposed()) == 4
    note(cast, came=cast.players[:2])
    assert proposed() == {player.public_id for player in cast.players[:2]}


def test_a_player_who_played_and_left_was_there_and_is_no_longer_offered_first(cast: Cast) -> None:
    anna = cast.players[:1]
    note(cast, came=anna)
    note(cast, went=anna)
    assert not Presence.objects.exists(), "a tick by mistake"
    note(cast, came=anna)
    close_match(user=cast.scorer, match=cast.open_match(played_on=timezone.localdate()))
    note(cast, went=anna)
    row = Presence.objects.get()
    assert row.left_at is not None
    assert offered(cast).index(anna[0]) >= 3
    note(cast, came=anna)
    row.refresh_from_db()
    assert row.left_at is None


def test_what_somebody_else_ticked_meanwhile_stays(client: Client, page: str, cast: Cast) -> None:
    anna, boris, *_rest = cast.players
    note(cast, came=(anna,))
    sent = {"before": [anna.public_id], "here": [anna.public_id]}
    note(cast, came=(boris,))
    client.post(page, sent)
    assert here(cast) == {anna.name, boris.name}
    client.post(page, {"before": sent["before"]})
    assert here(cast) == {boris.name}


def test_two_who_are_one_person_are_here_once(cast: Cast) -> None:
    kept, gone, *_rest = cast.players
    note(cast, came=(gone,))
    merge_players(user=cast.admin, kept=kept, gone=gone)
    assert here(cast) == {kept.name}
