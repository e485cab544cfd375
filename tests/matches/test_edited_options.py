"""Options whose value is edited: in the form of a new match, in the match, on the rules page."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.book.records import record_of
from games.matches.usual import usual_options, usual_settings
from games.models import Match, Player
from games.people.players import add_player
from games.rules import replay
from games.rules.variants.taroux_of_six import TAROUX_OF_SIX
from tests import factories
from tests.cast import Cast
from tests.ground import undone


@pytest.fixture
def six(cast: Cast) -> list[Player]:
    """Six players of the club: its own, and as many more as it takes."""
    people = list(cast.club.players.order_by("id"))
    names = ["Zoe", "Yann", "Xenia", "Wim", "Vera", "Urs"]
    while len(people) < 6:
        name = names.pop()
        people.append(add_player(user=cast.scorer, club=cast.club, name=name))
    return people[:6]


def sent(six: list[Player], **changed: str) -> dict[str, str]:
    """What the form sends as it stands, and what is changed."""
    return {
        "variant": "taroux-of-six",
        "title": "Saturday",
        "table": "",
        "played_on": "2026-11-21",
        "hands_planned": "6",
        "writes": "tricks-only",
        "places": "6",
        "first_dealer": "0",
        **{f"seat-{seat}": player.public_id for seat, player in enumerate(six)},
        **usual_options(six[0].club, None, TAROUX_OF_SIX),
        **usual_settings(None, TAROUX_OF_SIX),
    } | changed


def post(client: Client, cast: Cast, fields: dict[str, str]):
    client.force_login(cast.scorer)
    return client.post(reverse("match-new", args=[cast.club.slug]), fields)


def test_the_form_shows_the_values_as_somebody_would_write_them(client: Client, cast: Cast) -> None:
    client.force_login(cast.scorer)
    address = reverse("match-new", args=[cast.club.slug])
    page = html.unescape(client.get(f"{address}?variant=taroux-of-six").content.decode())
    field = re.findall(r'<input[^>]*name="option-multipliers"[^>]*>', page)
    assert len(field) == 1
    assert 'value="2 4 6"' in field[0]
    assert 'list="suggestions-multipliers"' in field[0]
    suggested = page.partition('id="suggestions-abundance"')[2].partition("</datalist>")[0]
    assert 'value="6: 20, 8: 30, 10: 40"' in suggested
    # Both tables are lost: the club learns it.
    assert page.count('<span class="tag">reconstructed</span>') == 2


def test_edited_values_are_kept_as_a_record_has_them_and_the_next_match_begins_with_them(
    client: Client, cast: Cast, six: list[Player]
) -> None:
    with undone(client):
        post(client, cast, sent(six))  # the defaults are the preset, and nothing is kept
        match = Match.objects.get()
        assert (match.preset, match.options) == ("described", {})
    edited = {"option-multipliers": "1, 4, 6", "option-abundance": "5:10, 7:20"}
    post(client, cast, sent(six, **edited))
    match = Match.objects.get()
    assert match.preset == ""
    assert match.options == {"multipliers": [1, 4, 6], "abundance": [[5, 10], [7, 20]]}
    again = usual_options(cast.club, match, TAROUX_OF_SIX)
    assert again["option-multipliers"] == "1 4 6"
    assert again["option-abundance"] == "5: 10, 7: 20"
    # The preset brings the values back.
    fields = sent(six, **{"option-multipliers": "1 4 6"}, do="preset:described")
    page = html.unescape(post(client, cast, fields).content.decode())
    (field,) = re.findall(r'<input[^>]*name="option-multipliers"[^>]*>', page)
    assert 'value="2 4 6"' in field


def test_what_cannot_be_read_is_sent_back_with_what_to_write(
    client: Client, cast: Cast, six: list[Player]
) -> None:
    for option, typed, said in (
        ("multipliers", "", ""),
        ("multipliers", "2 4", "Three whole numbers, each 1 or more"),
        ("multipliers", "2 4 0", "Three whole numbers, each 1 or more"),
        ("multipliers", "two four six", "Three whole numbers, each 1 or more"),
        ("abundance", "6 trumps: 20", "Number and points, step by step"),
        ("abundance", "8: 20, 6: 30", "Number and points, step by step"),
    ):
        answer = post(client, cast, sent(six, **{f"option-{option}": typed}))
        assert answer.status_code == 422
        page = html.unescape(answer.content.decode())
        errors = re.findall(r'id="match-errors">(.*?)</ul>', page, re.DOTALL)[0]
        assert said in errors
        assert f'value="{typed}"' in page or not typed
    assert Match.objects.count() == 0


def test_the_rules_page_marks_what_is_reconstructed(client: Client, cast: Cast) -> None:
    client.force_login(cast.member)
    address = reverse("rule-sheet", args=[cast.club.slug, "taroux-of-six"])
    page = client.get(address).content.decode()
    for option in ("multipliers", "abundance"):
        row = page[page.index(f'id="option-{option}"') :].partition("</tbody>")[0]
        assert '<span class="tag">reconstructed</span>' in row
    assert page.count("reconstructed") > 20


def test_a_hand_of_such_a_match_is_scored_by_them(cast: Cast, six: list[Player]) -> None:
    """B50: also as the recording table shows the bids."""
    match = factories.open_match(
        cast.scorer, cast.club, six, variant="taroux-of-six", options={"multipliers": [2, 3, 5]}
    )
    assert match.options == {"multipliers": [2, 3, 5]}
    hand = factories.open_hand(cast.scorer, match, factories.calls("take-without" + " pass" * 5))
    state = replay(record_of(hand)).state
    factors = [state.variant.priced(state.options, bid).factor for bid in state.variant.bids]
    assert factors == [0, 0, 2, 3, 5]
