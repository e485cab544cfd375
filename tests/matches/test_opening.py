"""Opening a match: what the form holds, what it refuses, what its small buttons do."""

import html
import re
from datetime import UTC, date, datetime
from itertools import cycle
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
from tests.ground import undone

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


def test_options_are_kept_under_the_name_of_their_preset_or_as_ones_own(
    scorer: Client, cast: Cast
) -> None:
    federation = next(preset for preset in FRENCH.presets if preset.key == "fft")
    as_sent = {f"option-{key}": str(value) for key, value in federation.options.items()}
    for options, kept in (
        (as_sent, ("fft", FRENCH.differing(federation.options))),
        ({"option-petit_sec": "True"}, ("", {"petit_sec": True})),
    ):
        with undone(scorer):
            send(scorer, cast, filled_in(cast, **options))
            match = Match.objects.get()
            assert (match.preset, match.options) == kept


def test_as_many_play_as_the_game_allows_and_write_what_was_chosen(
    scorer: Client, cast: Cast
) -> None:
    """Five sat there, then the table was laid for four: the fifth select is not on the page."""
    cases = [(3, 3, "12"), (4, 4, "1"), (5, 5, "12"), (5, 4, "12")]
    for (seats, places, hands), writes in zip(cycle(cases), Writes.values, strict=False):
        with undone(scorer):
            facts = {"hands_planned": hands, "table": "Table 2", "writes": writes}
            send(scorer, cast, filled_in(cast, *range(seats), places=str(places), **facts))
            match = Match.objects.get()
            assert match.seats.count() == places
            assert (match.hands_planned, match.table) == (int(hands), "Table 2")
            assert match.writes == writes


# --- what is refused -----------------------------------------------------------------------------


def test_an_error_names_its_field_and_nothing_is_lost(scorer: Client, cast: Cast) -> None:
    wrong = [
        ({"seat-2": cast.players[3].public_id}, "Dario cannot sit on seats 1 and 3."),
        ({"seat-2": ""}, "Nobody sits on seat 3 yet."),
        ({"seat-0": cast.other_players[0].public_id}, "not one of the available choices"),
        ({"places": "2"}, "Players at the table"),
        ({"places": "3", "first_dealer": "3"}, "Say which of these players deals first."),
        ({"title": ""}, ">Title</a>: "),
        ({"title": "\u200b"}, ">Title</a>: "),
        ({"played_on": "the 20th"}, ">Date</a>: "),
        ({"hands_planned": "0"}, ">Number of hands</a>: "),
        ({"hands_planned": "many"}, ">Number of hands</a>: "),
        ({"writes": "everything"}, ">What gets written down</a>: "),
        ({"option-petit": "everybody"}, ">Petit in the last trick</a>: "),
        ({"first_dealer": ""}, ">First dealer</a>: "),
    ]
    plain = filled_in(cast, 3, 2, 1, 0, table="By the window")
    for facts, message in wrong:
        assert message in errors_of(scorer, cast, plain | facts), facts
    text = send(scorer, cast, plain | {"title": ""}).content.decode()
    assert 'value="By the window"' in text
    assert len(re.findall(r'<option value="\w+" selected>', text)) == 4


def test_a_game_or_a_button_that_is_not_there_is_not_found(scorer: Client, cast: Cast) -> None:
    wrong = [{"variant": "whist"}, *({"do": do} for do in ("preset:nobody", "variant:whist", "x"))]
    answers = [send(scorer, cast, filled_in(cast, **facts)).status_code for facts in wrong]
    assert answers == [404] * 4


# --- what the form holds ------------------------------------------------------------------------


def test_a_first_match_is_of_the_middle_number_with_nobody_seated(cast: Cast) -> None:
    form = MatchForm(initial=usual_match(cast.club, FRENCH), club=cast.club, variant=FRENCH)
    assert form["places"].value() == "4"
    assert [field.value() for field in form.seat_fields()] == [None] * 5
    assert [line.chosen for line in form.preset_lines()] == [True, False]


def test_the_form_holds_what_the_club_did_last_in_this_game(cast: Cast) -> None:
    facts = {"options": {"petit_sec": True}, "hands_planned": 8, "writes": "all-hands"}
    cast.open_match(5, table="Table 1", first_dealer=2, **facts)
    cast.open_match(4, variant="taros-1659", writes="result-only", table="Table 1")
    usual = usual_match(cast.club, FRENCH)
    assert [usual[f"seat-{seat}"] for seat in range(4)] == [p.public_id for p in cast.players[:4]]
    assert usual["table"] == "Table 1"
    assert (usual["hands_planned"], usual["writes"]) == (8, "all-hands")
    assert (usual["option-petit_sec"], usual["option-petit"]) == ("True", "taker")
    tarok = find_variant("sca-tarok")
    assert tarok is not None
    assert usual_match(cast.club, tarok)["writes"] == "result-only"


def test_the_table_is_the_next_at_which_nobody_plays_today(cast: Cast) -> None:
    cast.open_match(table="Table 2")  # on another day
    today = timezone.localdate()
    for others, table in (
        ([], "Table 2"),
        (["Table 2"], "Table 3"),
        (["Table 3", "Table 2"], "Table 4"),
        (["By the window"], "By the window"),
    ):
        with undone():
            for name in others:
                cast.open_match(table=name, played_on=today)
            assert usual_match(cast.club, FRENCH)["table"] == table


def test_those_who_are_here_today_and_free_come_first_and_nobody_is_proposed_who_plays(
    cast: Cast,
) -> None:
    anna, boris, chloe, dario, emma = cast.players
    facts = {"played_on": timezone.localdate(), "first_dealer": 0}
    played = factories.open_match(cast.scorer, cast.club, [chloe, dario, emma], **facts)
    assert not any(key.startswith("seat-") for key in usual_match(cast.club, FRENCH))
    close_match(user=cast.scorer, match=played)
    again = usual_match(cast.club, FRENCH)
    proposed = [again[f"seat-{seat}"] for seat in range(3)]
    assert proposed == [player.public_id for player in (chloe, dario, emma)]
    factories.open_match(cast.scorer, cast.club, [boris, dario, emma], **facts)
    form = MatchForm(club=cast.club, variant=FRENCH)
    assert form.players == [chloe, boris, dario, emma, anna]


@pytest.mark.parametrize(
    ("hour", "title"), [(9, "Friday morning"), (14, "Friday afternoon"), (20, "Friday evening")]
)
def test_the_title_says_when_it_is(cast: Cast, hour: int, title: str) -> None:
    with time_machine.travel(datetime(2026, 11, 20, hour, tzinfo=UTC)), translation.override("en"):
        usual = usual_match(cast.club, FRENCH)
    assert (usual["title"], usual["played_on"]) == (title, date(2026, 11, 20))


def test_the_page_explains_each_option_and_each_way_to_write_a_hand_down(
    scorer: Client, cast: Cast, django_assert_max_num_queries
) -> None:
    """It costs the same with many players."""
    cast.open_match(5)
    with django_assert_max_num_queries(13):
        text = scorer.get(address(cast)).content.decode()
    sheet = reverse("rule-sheet", args=[cast.club.slug, "french"])
    for option in FRENCH.options:
        assert f'href="{sheet}#r-{option.rule}"' in text
        assert html.escape(option.help) in text
    assert text.count('<span class="tag">Quick guide</span>') == len(FRENCH.options)
    part = text[text.index('id="writes"') :].partition("</fieldset>")[0]
    assert re.findall(r'value="([^"]+)"', part) == Writes.values
    assert Writes.values[0] == "result-only"
    told = [text.strip() for text in re.findall(r'class="explain"[^>]*>([^<]*)<', part)]
    assert len(set(filter(None, told))) == len(Writes.values)


# --- the small buttons, without a script --------------------------------------------------------


def test_a_preset_or_a_game_is_chosen_and_the_rest_stays(scorer: Client, cast: Cast) -> None:
    facts = {"title": "Masters", "played_on": "2026-12-24"}
    text = send(scorer, cast, filled_in(cast, do="preset:fft", **facts)).content.decode()
    assert 'value="Masters"' in text
    assert re.search(r'name="option-discard" value="strict"[^>]* checked', text)
    assert re.search(r'value="preset:fft"\s+aria-pressed="true"', text)
    sent = filled_in(cast, do="variant:french", **facts)
    text = send(scorer, cast, sent, headers={"HX-Request": "true"}).content.decode()
    assert 'value="Masters"' in text
    assert 'value="2026-12-24"' in text
    assert text.lstrip().startswith('<form id="match-form"')  # htmx gets the form alone
    assert "<html" not in text
    assert Match.objects.count() == 0


def test_a_new_player_joins_the_club_and_sits_on_the_empty_seat_if_there_is_one(
    scorer: Client, cast: Cast
) -> None:
    add = {"do": "add-player", "title": "Masters"}
    sent = filled_in(cast, **add, **{"new-name": "Fabien", "seat-2": ""})
    text = send(scorer, cast, sent).content.decode()
    fabien = cast.club.players.get(name="Fabien")
    seat = re.findall(r'<select name="seat-2".*?</select>', text, re.DOTALL)[0]
    assert f'<option value="{fabien.public_id}" selected>' in seat
    text = send(scorer, cast, filled_in(cast, **add, **{"new-name": "Gaëlle"})).content.decode()
    gaelle = cast.club.players.get(name="Gaëlle")
    assert f'<option value="{gaelle.public_id}" selected>' not in text
    answer = send(scorer, cast, filled_in(cast, **add, **{"new-name": "boris"}))
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "There is already a player called Boris." in text
    assert 'value="Masters"' in text
    assert 'value="boris"' in text
