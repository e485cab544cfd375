"""Opening a match: what the form holds, what it refuses, what its small buttons do."""

import html
import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.matches.match_changes import close_match
from games.matches.opening_form import MatchForm
from games.matches.usual import usual_match
from games.models import Match
from games.models.club_choices import Writes
from games.rules import VARIANTS, find_variant
from tests import factories
from tests.cast import Cast

(FRENCH,) = (variant for variant in VARIANTS if variant.key == "french")


def address(cast: Cast) -> str:
    return reverse("match-new", args=[cast.club.slug])


def filled_in(cast: Cast, *seats: int, **changed: str) -> dict[str, str]:
    """What the form sends: the players of these numbers in turn order, and what is changed."""
    seats = seats or (0, 1, 2, 3)
    people = {f"seat-{seat}": cast.players[who].public_id for seat, who in enumerate(seats)}
    plain = {
        "variant": "french",
        "title": "Friday evening",
        "table": "",
        "played_on": "2026-11-20",
        "hands_planned": "",
        "writes": "tricks-only",
        "places": str(len(seats)),
        "first_dealer": "0",
        **{f"option-{option.key}": str(option.default) for option in FRENCH.options},
    }
    return plain | people | changed


def send(client: Client, cast: Cast, sent: dict[str, str], **headers: Any):
    return client.post(address(cast), sent, **headers)


def errors_of(client: Client, cast: Cast, sent: dict[str, str]) -> str:
    answer = send(client, cast, sent)
    assert answer.status_code == 422
    assert Match.objects.count() == 0
    text = answer.content.decode()
    return html.unescape(re.findall(r'id="match-errors">(.*?)</ul>', text, re.DOTALL)[0])


# --- opening -------------------------------------------------------------------------------------


def test_the_usual_match_is_opened_as_the_form_stands(scorer: Client, cast: Cast) -> None:
    answer = send(scorer, cast, filled_in(cast, 2, 0, 3, 1, first_dealer="2"))
    match = Match.objects.get()
    assert answer.url == reverse("record", args=[cast.club.slug, match.public_id])
    assert [seat.player.name for seat in match.seats.all()] == ["Chloé", "Anna", "Dario", "Boris"]
    assert (match.title, match.first_dealer, match.hands_planned) == ("Friday evening", 2, None)
    assert (match.played_on, match.writes) == (date(2026, 11, 20), "tricks-only")
    assert (match.preset, match.options) == ("quick-guide", {})


def test_options_that_are_a_preset_are_kept_under_its_name(scorer: Client, cast: Cast) -> None:
    federation = next(preset for preset in FRENCH.presets if preset.key == "fft")
    options = {f"option-{key}": str(value) for key, value in federation.options.items()}
    send(scorer, cast, filled_in(cast, **options))
    match = Match.objects.get()
    assert match.preset == "fft"
    assert match.options == FRENCH.differing(federation.options)


def test_one_option_of_one_s_own_is_no_preset_any_more(scorer: Client, cast: Cast) -> None:
    send(scorer, cast, filled_in(cast, **{"option-petit_sec": "True"}))
    match = Match.objects.get()
    assert (match.preset, match.options) == ("", {"petit_sec": True})


@pytest.mark.parametrize("places", [3, 4, 5])
def test_as_many_play_as_the_game_allows(scorer: Client, cast: Cast, places: int) -> None:
    send(scorer, cast, filled_in(cast, *range(places), hands_planned="12", table="Table 2"))
    match = Match.objects.get()
    assert match.seats.count() == places
    assert (match.hands_planned, match.table) == (12, "Table 2")


def test_a_seat_that_was_taken_away_does_not_play(scorer: Client, cast: Cast) -> None:
    """Five sat there, then the table was laid for four: the fifth select is not on the page."""
    send(scorer, cast, filled_in(cast, 0, 1, 2, 3, 4, places="4"))
    assert Match.objects.get().seats.count() == 4


# --- what is refused -----------------------------------------------------------------------------


def test_the_same_person_twice_is_refused_by_name(scorer: Client, cast: Cast) -> None:
    said = errors_of(scorer, cast, filled_in(cast, 0, 1, 0, 3))
    assert "Anna cannot sit on seats 1 and 3." in said


def test_an_empty_seat_is_named(scorer: Client, cast: Cast) -> None:
    said = errors_of(scorer, cast, filled_in(cast, **{"seat-2": ""}))
    assert "Nobody sits on seat 3 yet." in said


def test_a_stranger_cannot_be_seated(scorer: Client, cast: Cast) -> None:
    stranger = cast.other_players[0].public_id
    said = errors_of(scorer, cast, filled_in(cast, **{"seat-0": stranger}))
    assert "not one of the available choices" in said


def test_two_people_are_too_few(scorer: Client, cast: Cast) -> None:
    assert "Players at the table" in errors_of(scorer, cast, filled_in(cast, 0, 1, places="2"))


def test_the_first_dealer_sits_at_the_table(scorer: Client, cast: Cast) -> None:
    said = errors_of(scorer, cast, filled_in(cast, 0, 1, 2, first_dealer="3"))
    assert "Say which of these players deals first." in said


@pytest.mark.parametrize(
    ("field", "value", "label"),
    [
        ("title", "", "Title"),
        ("title", "\u200b", "Title"),
        ("played_on", "the 20th", "Date"),
        ("hands_planned", "0", "Number of hands"),
        ("hands_planned", "many", "Number of hands"),
        ("writes", "everything", "What gets written down"),
        ("option-petit", "everybody", "Petit in the last trick"),
        ("first_dealer", "", "First dealer"),
    ],
)
def test_an_error_names_its_field_and_nothing_is_lost(
    scorer: Client, cast: Cast, field: str, value: str, label: str
) -> None:
    sent = filled_in(cast, 3, 2, 1, 0, table="By the window") | {field: value}
    assert f">{label}</a>: " in errors_of(scorer, cast, sent)
    text = send(scorer, cast, sent).content.decode()
    assert 'value="By the window"' in text
    assert len(re.findall(r'<option value="\w+" selected>', text)) == 4


def test_a_game_that_is_not_there_is_not_found(scorer: Client, cast: Cast) -> None:
    assert send(scorer, cast, filled_in(cast, variant="whist")).status_code == 404


@pytest.mark.parametrize("do", ["preset:nobody", "variant:whist", "dance"])
def test_a_button_that_is_not_there_does_nothing(scorer: Client, cast: Cast, do: str) -> None:
    assert send(scorer, cast, filled_in(cast, do=do)).status_code == 404


# --- what the form holds ------------------------------------------------------------------------


def test_the_form_holds_what_the_club_did_last(cast: Cast) -> None:
    facts = {"options": {"petit_sec": True}, "hands_planned": 8, "writes": "all-hands"}
    cast.open_match(5, table="Table 1", first_dealer=2, **facts)
    usual = usual_match(cast.club, FRENCH)
    assert [usual[f"seat-{seat}"] for seat in range(5)] == [p.public_id for p in cast.players]
    assert (usual["places"], usual["first_dealer"], usual["table"]) == ("5", 2, "Table 1")
    assert (usual["hands_planned"], usual["writes"]) == (8, "all-hands")
    assert usual["option-petit_sec"] == "True"
    assert usual["option-petit"] == "taker"


def test_what_gets_written_down_is_as_in_the_last_match_of_this_game(cast: Cast) -> None:
    cast.open_match(4, writes="result-only")
    cast.open_match(4, variant="taros-1659", writes="all-hands")
    assert usual_match(cast.club, FRENCH)["writes"] == "result-only"
    tarok = find_variant("sca-tarok")
    assert tarok is not None
    assert usual_match(cast.club, tarok)["writes"] == "all-hands"


def test_each_way_to_write_a_hand_down_is_explained_the_result_first(
    scorer: Client, cast: Cast
) -> None:
    page = scorer.get(address(cast)).content.decode()
    part = page[page.index('id="writes"') :].partition("</fieldset>")[0]
    assert re.findall(r'value="([^"]+)"', part) == Writes.values
    assert Writes.values[0] == "result-only"
    told = [text.strip() for text in re.findall(r'class="explain"[^>]*>([^<]*)<', part)]
    assert len(set(filter(None, told))) == len(Writes.values)


@pytest.mark.parametrize("writes", Writes.values)
def test_a_match_keeps_what_gets_written_down(scorer: Client, cast: Cast, writes: str) -> None:
    send(scorer, cast, filled_in(cast, writes=writes))
    assert Match.objects.get().writes == writes


@pytest.mark.parametrize(
    ("others", "table"),
    [
        ([], "Table 2"),
        (["Table 2"], "Table 3"),
        (["Table 3", "Table 2"], "Table 4"),
        (["By the window"], "By the window"),
    ],
)
def test_the_table_is_the_next_at_which_nobody_plays_today(
    cast: Cast, others: list[str], table: str
) -> None:
    cast.open_match(table="Table 2")  # on another day
    for name in others:
        cast.open_match(table=name, played_on=timezone.localdate())
    assert usual_match(cast.club, VARIANTS[0])["table"] == table


def test_nobody_is_proposed_who_plays_at_another_table_today(cast: Cast) -> None:
    today = timezone.localdate()
    first = cast.open_match(played_on=today)
    assert not any(key.startswith("seat-") for key in usual_match(cast.club, FRENCH))
    close_match(user=cast.scorer, match=first)
    again = usual_match(cast.club, FRENCH)
    assert [again[f"seat-{seat}"] for seat in range(4)] == [p.public_id for p in cast.players[:4]]


def test_those_who_are_here_today_and_free_come_first_then_those_who_play(cast: Cast) -> None:
    anna, boris, chloe, dario, emma = cast.players
    facts = {"played_on": timezone.localdate(), "first_dealer": 0}
    played = factories.open_match(cast.scorer, cast.club, [chloe, dario, emma], **facts)
    close_match(user=cast.scorer, match=played)
    factories.open_match(cast.scorer, cast.club, [boris, dario, emma], **facts)
    form = MatchForm(club=cast.club, variant=FRENCH)
    assert form.players == [chloe, boris, dario, emma, anna]


def test_a_first_match_is_of_the_middle_number_with_nobody_seated(cast: Cast) -> None:
    form = MatchForm(initial=usual_match(cast.club, FRENCH), club=cast.club, variant=FRENCH)
    assert form["places"].value() == "4"
    assert [field.value() for field in form.seat_fields()] == [None] * 5
    assert [line.chosen for line in form.preset_lines()] == [True, False]


@pytest.mark.parametrize(
    ("hour", "title"), [(9, "Friday morning"), (14, "Friday afternoon"), (20, "Friday evening")]
)
def test_the_title_says_when_it_is(cast: Cast, hour: int, title: str) -> None:
    with time_machine.travel(datetime(2026, 11, 20, hour, tzinfo=UTC)), translation.override("en"):
        usual = usual_match(cast.club, FRENCH)
    assert (usual["title"], usual["played_on"]) == (title, date(2026, 11, 20))


def test_each_option_tells_its_rule_and_which_preset_takes_which_choice(
    scorer: Client, cast: Cast
) -> None:
    text = scorer.get(address(cast)).content.decode()
    for option in FRENCH.options:
        sheet = reverse("rule-sheet", args=[cast.club.slug, "french"])
        assert f'href="{sheet}#r-{option.rule}"' in text
        assert html.escape(option.help) in text
    assert text.count('<span class="tag">Quick guide</span>') == len(FRENCH.options)


# --- the small buttons, without a script --------------------------------------------------------


def test_a_preset_sets_the_options_and_leaves_the_rest(scorer: Client, cast: Cast) -> None:
    sent = filled_in(cast, 3, 2, 1, 0, do="preset:fft", title="Masters")
    text = send(scorer, cast, sent).content.decode()
    assert 'value="Masters"' in text
    assert re.search(r'name="option-discard" value="strict"[^>]* checked', text)
    assert re.search(r'value="preset:fft"\s+aria-pressed="true"', text)
    assert Match.objects.count() == 0


def test_a_new_player_joins_the_club_and_sits_on_the_empty_seat(scorer: Client, cast: Cast) -> None:
    sent = filled_in(cast, do="add-player", **{"new-name": "Fabien", "seat-2": ""})
    text = send(scorer, cast, sent).content.decode()
    fabien = cast.club.players.get(name="Fabien")
    seat = re.findall(r'<select name="seat-2".*?</select>', text, re.DOTALL)[0]
    assert f'<option value="{fabien.public_id}" selected>' in seat


def test_a_new_player_is_not_seated_where_everybody_sits(scorer: Client, cast: Cast) -> None:
    send(scorer, cast, filled_in(cast, do="add-player", **{"new-name": "Fabien"}))
    assert cast.club.players.count() == 6


def test_a_name_that_is_taken_is_refused_and_nothing_is_lost(scorer: Client, cast: Cast) -> None:
    sent = filled_in(cast, do="add-player", title="Masters", **{"new-name": "boris"})
    answer = send(scorer, cast, sent)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "There is already a player called Boris." in text
    assert 'value="Masters"' in text
    assert 'value="boris"' in text


def test_choosing_the_game_again_keeps_title_and_date(scorer: Client, cast: Cast) -> None:
    sent = filled_in(cast, do="variant:french", title="Masters", played_on="2026-12-24")
    text = send(scorer, cast, sent).content.decode()
    assert 'value="Masters"' in text
    assert 'value="2026-12-24"' in text


def test_htmx_gets_the_form_alone(scorer: Client, cast: Cast) -> None:
    sent = filled_in(cast, do="preset:fft")
    text = send(scorer, cast, sent, headers={"HX-Request": "true"}).content.decode()
    assert text.lstrip().startswith('<form id="match-form"')
    assert "<html" not in text


def test_the_form_costs_the_same_with_many_players(
    scorer: Client, cast: Cast, django_assert_max_num_queries
) -> None:
    cast.open_match(5)
    with django_assert_max_num_queries(13):
        scorer.get(address(cast))
