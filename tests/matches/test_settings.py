"""What a match settles for itself: chosen in the form, told on its page and on the rules page."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Match
from games.rules import Variant, find_variant
from tests.cast import Cast
from tests.factories import open_match
from tests.games import EVERY_VARIANT


def game(key: str) -> Variant:
    found = find_variant(key)
    assert found is not None
    return found


def filled_in(cast: Cast, key: str, people: int, **changed: str) -> dict[str, str]:
    """What the form sends for a match of these people, and what is changed."""
    variant = game(key)
    plain = {
        "variant": key,
        "title": "Friday evening",
        "table": "",
        "played_on": "2026-11-20",
        "hands_planned": "",
        "writes": "tricks-only",
        "places": str(people),
        "first_dealer": "0",
    }
    seats = {f"seat-{seat}": cast.players[seat].public_id for seat in range(people)}
    options = {f"option-{one.key}": one.text(one.default) for one in variant.options}
    settings = {f"setting-{one.key}": one.text(one.default) for one in variant.settings}
    return plain | seats | options | settings | changed


def send(client: Client, cast: Cast, sent: dict[str, str]) -> Any:
    return client.post(reverse("match-new", args=[cast.club.slug]), sent)


def page(client: Client, cast: Cast, match: Match) -> str:
    text = client.get(reverse("match", args=[cast.club.slug, match.public_id])).content.decode()
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


# --- the form ------------------------------------------------------------------------------------


def test_a_match_as_the_game_has_it_keeps_no_settings(scorer: Client, cast: Cast) -> None:
    send(scorer, cast, filled_in(cast, "taros-1659", 4))
    assert Match.objects.get().settings == {}


def test_what_was_chosen_is_kept(scorer: Client, cast: Cast) -> None:
    chosen = {"setting-target": "30", "setting-finish_rule": "shared"}
    send(scorer, cast, filled_in(cast, "taros-1659", 4, **chosen))
    assert Match.objects.get().settings == {"target": 30, "finish_rule": "shared"}


@pytest.mark.parametrize("typed", ["", "0", "thirty", "1e3"])
def test_a_target_that_is_no_number_is_named(scorer: Client, cast: Cast, typed: str) -> None:
    answer = send(scorer, cast, filled_in(cast, "sca-tarok", 3, **{"setting-target": typed}))
    assert answer.status_code == 422
    text = html.unescape(answer.content.decode())
    assert re.search(r'href="#id_setting-target">Points to play for</a>: ', text)
    assert Match.objects.count() == 0


def test_the_list_of_settings_is_open_where_one_is_wrong(scorer: Client, cast: Cast) -> None:
    sent = filled_in(cast, "sca-tarok", 3, **{"setting-target": "0"})
    text = send(scorer, cast, sent).content.decode()
    assert re.search(r'<details class="options" open>\s*<summary>\s*<span>One setting', text)


@EVERY_VARIANT
def test_each_setting_tells_what_it_does_and_its_rule(
    scorer: Client, cast: Cast, variant: Variant
) -> None:
    address = reverse("match-new", args=[cast.club.slug])
    text = html.unescape(scorer.get(f"{address}?variant={variant.key}").content.decode())
    sheet = reverse("rule-sheet", args=[cast.club.slug, variant.key])
    for setting in variant.settings:
        assert setting.label in text and setting.help in text
        assert f'href="{sheet}#r-{setting.rule}"' in text
        for choice in setting.choices:
            assert choice.label in text and choice.help in text


def test_the_next_match_of_a_game_is_settled_as_the_last(scorer: Client, cast: Cast) -> None:
    facts: dict[str, Any] = {"variant": "taros-1659", "settings": {"target": 30}}
    cast.open_match(4, **facts)
    address = reverse("match-new", args=[cast.club.slug])
    text = scorer.get(f"{address}?variant=taros-1659").content.decode()
    assert re.search(r'name="setting-target" value="30"', text)


def test_the_table_of_the_form_is_drawn_the_way_it_is_played(scorer: Client, cast: Cast) -> None:
    cast.open_match(4, variant="taros-1659", settings={"direction": "counter-clockwise"})
    address = reverse("match-new", args=[cast.club.slug])
    text = scorer.get(f"{address}?variant=taros-1659").content.decode()
    assert 'data-turns="counter-clockwise"' in text
    assert 'data-turns="clockwise"' in scorer.get(f"{address}?variant=sca-tarok").content.decode()


def test_no_number_of_hands_is_that_of_the_game(scorer: Client, cast: Cast) -> None:
    """B7: six; at French Tarot an open end (1.11.8)."""
    address = reverse("match-new", args=[cast.club.slug])
    for key, words in (("taroux-of-six", "6"), ("french", "open end")):
        text = scorer.get(f"{address}?variant={key}").content.decode()
        assert re.search(rf'name="hands_planned"[^>]* placeholder="{words}"', text)


# --- who sits out --------------------------------------------------------------------------------


def test_four_sit_down_to_droggn(scorer: Client, cast: Cast) -> None:
    """2.2.1: the dealer sits out."""
    send(scorer, cast, filled_in(cast, "droggn", 4, places="3+1", first_dealer="3"))
    match = Match.objects.get()
    assert (match.dealer_sits_out, match.seats.count(), match.first_dealer) == (True, 4, 3)


def test_five_sit_down_to_the_game_for_four_or_for_five(scorer: Client, cast: Cast) -> None:
    """1.2.5."""
    send(scorer, cast, filled_in(cast, "french", 5, places="4+1"))
    Match.objects.update(closed_at=timezone.now())
    send(scorer, cast, filled_in(cast, "french", 5, places="5"))
    assert [match.dealer_sits_out for match in Match.objects.order_by("pk")] == [True, False]


@pytest.mark.parametrize("places", ["2+1", "4", "5+1", "", "3 + 1"])
def test_another_number_of_people_is_refused(scorer: Client, cast: Cast, places: str) -> None:
    answer = send(scorer, cast, filled_in(cast, "droggn", 4, places=places))
    assert (answer.status_code, Match.objects.count()) == (422, 0)


def test_the_same_people_sit_down_again(scorer: Client, cast: Cast) -> None:
    open_match(cast.scorer, cast.club, cast.players[:4], variant="droggn", first_dealer=3)
    address = reverse("match-new", args=[cast.club.slug])
    text = scorer.get(f"{address}?variant=droggn").content.decode()
    assert re.search(r'name="places" value="3\+1"[^>]* checked', text)
    assert len(re.findall(r'<option value="\w+" selected>', text)) == 4


# --- the pages -----------------------------------------------------------------------------------


def test_the_page_of_a_match_says_what_was_agreed(scorer: Client, cast: Cast) -> None:
    settings = {"target": 30, "finish_rule": "shared", "direction": "counter-clockwise"}
    match = cast.open_match(4, variant="taros-1659", settings=settings)
    text = page(scorer, cast, match)
    assert "Over when somebody has 30 points or more after a hand." in text
    assert "Everybody who has reached the target wins." in text
    assert "Points to play for A26 30" in text
    assert "Direction of play A7 Counter-clockwise" in text


def test_an_open_end_is_shown_as_well(scorer: Client, cast: Cast) -> None:
    assert "As many hands as the table likes." in page(scorer, cast, cast.match)


def test_the_page_says_who_sits_out_next(scorer: Client, cast: Cast) -> None:
    match = open_match(cast.scorer, cast.club, cast.players[:4], variant="droggn", first_dealer=2)
    text = page(scorer, cast, match)
    assert "The dealer sits the hand out. Chloé deals the next one." in text


@EVERY_VARIANT
def test_the_rules_page_has_every_setting_and_who_may_sit_out(
    scorer: Client, cast: Cast, variant: Variant
) -> None:
    sheet = reverse("rule-sheet", args=[cast.club.slug, variant.key])
    text = html.unescape(scorer.get(sheet).content.decode())
    for setting in variant.settings:
        assert f'id="setting-{setting.key}"' in text and setting.help in text
        assert f'href="#r-{setting.rule}"' in text and f'id="r-{setting.rule}"' in text
    for seating in variant.seatings:
        said = f"{seating.people} may sit at a table for {seating.players}" in text
        assert said is seating.dealer_sits_out
