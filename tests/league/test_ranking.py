"""How a club ranks its players, and what its seasons are: its administrators say so."""

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from games.league.ranking import set_league
from games.models import Club
from games.statistics.leagues import PRESETS, USUAL, Rules, rules_of
from games.statistics.seasons import Named, Seasons, seasons_of
from games.writing.errors import NotAllowed
from tests.cast import Cast
from tests.ground import undone

pytestmark = pytest.mark.both_databases

PLACE = "/c/les-atouts/league/ranking/"
CUP = Named("Spring cup", "2026-02-14..2026-05-30")
SENT = {
    "way": "detail",
    "step_0": "points",
    "least": "1",
    "month": "9",
    "months": "6",
    "named-TOTAL_FORMS": "2",
    "named-INITIAL_FORMS": "0",
    "named-0-name": "Spring cup",
    "named-0-since": "2026-02-14",
    "named-0-until": "2026-05-30",
}
# What the page of a new club sends where nothing was changed.
AS_IT_STANDS = {
    **SENT,
    **{f"step_{step}": name for step, name in enumerate((*USUAL, ""))},
    "way": "points",
    "named-0-name": "",
}


def page(client: Client) -> str:
    return client.get(PLACE).content.decode()


def chosen(page: str) -> str:
    """The way that is chosen on the page."""
    (way,) = re.findall(r'name="way" value="(\w+)"[^>]* checked', page)
    return str(way)


def club_now(cast: Cast) -> Club:
    return Club.objects.get(pk=cast.club.pk)


def test_an_administrator_decides_how_the_club_ranks(admin: Client, cast: Cast) -> None:
    league = reverse("league", args=[cast.club.slug])
    assert PLACE in admin.get(league).content.decode()
    sent = {"step_0": "average", "step_1": "points", "step_2": "", "step_3": "", "least": "10"}
    answer = admin.post(PLACE, SENT | sent | {"hide_losses": "on"})
    assert answer.headers["Location"] == league
    assert rules_of(club_now(cast)) == Rules(("average", "points"), 10)
    assert seasons_of(club_now(cast)) == Seasons(9, 6, (CUP,))
    shown = page(admin)
    assert '<option value="average" selected>' in shown
    assert '<option value="9" selected>September' in shown
    assert 'value="Spring cup"' in shown
    assert 'name="hide_losses" id="id_hide_losses" checked' in shown
    admin.post(PLACE, SENT | sent | {"named-INITIAL_FORMS": "1", "named-0-name": ""})
    assert seasons_of(club_now(cast)).named == ()
    admin.force_login(cast.scorer)
    assert PLACE not in admin.get(league).content.decode()
    with pytest.raises(NotAllowed):
        set_league(user=cast.scorer, club=cast.club, order=["points"], least=1)


def test_a_way_to_rank_is_chosen_by_one_tap_and_details_hold_without_it(
    admin: Client, cast: Cast
) -> None:
    folded = '<details class="league-details">'
    shown = page(admin)
    assert chosen(shown) == "points"  # what a club begins with
    assert folded in shown
    for way, rules in PRESETS.items():
        with undone(admin):
            assert admin.post(PLACE, AS_IT_STANDS | {"way": way}).status_code == 302
            assert rules_of(club_now(cast)) == rules
            shown = page(admin)
            assert (chosen(shown), folded in shown) == (way, True)
    both = admin.post(PLACE, AS_IT_STANDS | {"way": "share", "least": "5"})
    assert both.status_code == 422
    assert "The details below say something else" in both.content.decode()
    assert club_now(cast).league == {}
    admin.post(PLACE, AS_IT_STANDS | {"least": "5"})
    assert rules_of(club_now(cast)) == Rules(USUAL, 5)
    shown = page(admin)
    assert chosen(shown) == "detail"
    assert '<details class="league-details" open>' in shown
    admin.post(PLACE, SENT | {"step_0": "average", "step_1": "points", "least": "20"})
    assert chosen(page(admin)) == "average", "the details say what a preset says"


def test_a_value_that_cannot_be_read_is_reported_at_its_field(admin: Client, cast: Cast) -> None:
    wrong: list[dict[str, str]] = [
        {"least": "0"},
        {"least": "many"},
        {"step_0": ""},
        {"step_1": "beauty"},
        {"month": "13"},
        {"months": "7"},
        {"named-0-since": ""},
        {"named-0-until": "2026-02-13"},
        {"named-0-until": "3026-02-15"},
        {
            "named-1-name": "Spring cup",
            "named-1-since": "2026-01-01",
            "named-1-until": "2026-01-02",
        },
    ]
    for sent in wrong:
        answer = admin.post(PLACE, SENT | sent)
        assert answer.status_code == 422, sent
        assert answer.content.decode().count('class="errorlist"') == 1, sent
    assert club_now(cast).league == {}


def test_criteria_and_seasons_that_there_cannot_be_are_refused(cast: Cast) -> None:
    orders: list[list[str]] = [[], ["beauty"], ["points", "points"]]
    seasons = [
        Seasons(month=13),
        Seasons(months=5),
        Seasons(named=(CUP, CUP)),
        Seasons(named=(Named("", "2026"),)),
        Seasons(named=(Named("Ever", ""),)),
        Seasons(named=(Named("Never", "2026-02-30"),)),
    ]
    wrong: list[dict[str, Any]] = [
        *({"order": order} for order in orders),
        *({"order": ["points"], "seasons": one} for one in seasons),
        {"order": ["points"], "least": 1001},
    ]
    assert [facts for facts in wrong if not is_refused(cast, {"least": 1, **facts})] == []


def is_refused(cast: Cast, facts: dict[str, Any]) -> bool:
    try:
        set_league(user=cast.admin, club=cast.club, **facts)
    except ValidationError:
        return True
    return False


def test_what_a_club_once_said_and_nobody_knows_any_more_is_left_out(cast: Cast) -> None:
    cast.club.league = {"order": ["beauty", "points"], "least": 3}
    assert rules_of(cast.club) == Rules(("points",), 3)
    cast.club.league = {"order": ["beauty"]}
    assert rules_of(cast.club) == Rules(USUAL, 1)
