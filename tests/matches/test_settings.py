"""What a match settles for itself: chosen in the form, told on its page and on the rules page."""

import html
import re

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Match
from games.rules import VARIANTS, Variant, find_variant
from tests.cast import Cast
from tests.factories import open_match
from tests.matches import test_opening
from tests.matches.test_opening import send


def game(key: str) -> Variant:
    found = find_variant(key)
    assert found is not None
    return found


def filled_in(cast: Cast, key: str, people: int, **changed: str) -> dict[str, str]:
    """What the form sends for a match of these people, and what is changed."""
    variant = game(key)
    options = {f"option-{one.key}": one.text(one.default) for one in variant.options}
    settings = {f"setting-{one.key}": one.text(one.default) for one in variant.settings}
    plain = {"variant": key, **options, **settings}
    return test_opening.filled_in(cast, *range(people), **plain | changed)


def page(client: Client, cast: Cast, match: Match) -> str:
    text = client.get(reverse("match", args=[cast.club.slug, match.public_id])).content.decode()
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def form(client: Client, cast: Cast, key: str) -> str:
    """The form of a new match of a game."""
    address = reverse("match-new", args=[cast.club.slug])
    return html.unescape(client.get(f"{address}?variant={key}").content.decode())


# --- the form ------------------------------------------------------------------------------------


def test_what_was_chosen_is_kept_and_the_game_s_own_is_not(scorer: Client, cast: Cast) -> None:
    """The next match of the game is settled as the last."""
    send(scorer, cast, filled_in(cast, "taros-1659", 4))
    assert Match.objects.get().settings == {}
    Match.objects.update(closed_at=timezone.now())
    chosen = {
        "setting-target": "30",
        "setting-finish_rule": "shared",
        "setting-direction": "counter-clockwise",
    }
    send(scorer, cast, filled_in(cast, "taros-1659", 4, **chosen))
    kept = {"target": 30, "finish_rule": "shared", "direction": "counter-clockwise"}
    assert Match.objects.latest("pk").settings == kept
    text = form(scorer, cast, "taros-1659")
    assert re.search(r'name="setting-target" value="30"', text)
    assert 'data-turns="counter-clockwise"' in text  # the table is drawn the way it is played
    assert 'data-turns="clockwise"' in form(scorer, cast, "sca-tarok")


def test_a_target_that_is_no_number_is_named_and_the_settings_are_open(
    scorer: Client, cast: Cast
) -> None:
    for typed in ("", "0", "thirty", "1e3"):
        answer = send(scorer, cast, filled_in(cast, "sca-tarok", 3, **{"setting-target": typed}))
        assert answer.status_code == 422
        text = html.unescape(answer.content.decode())
        assert re.search(r'href="#id_setting-target">Points to play for</a>: ', text), typed
        assert re.search(r'<details class="options" open>\s*<summary>\s*<span>One setting', text)
    assert Match.objects.count() == 0


def test_form_and_rules_page_tell_what_each_setting_does_its_rule_and_who_may_sit_out(
    scorer: Client, cast: Cast
) -> None:
    missing = []
    for variant in VARIANTS:
        sheet = reverse("rule-sheet", args=[cast.club.slug, variant.key])
        on_form = form(scorer, cast, variant.key)
        on_sheet = html.unescape(scorer.get(sheet).content.decode())
        for setting in variant.settings:
            told = [setting.label, setting.help, f'href="{sheet}#r-{setting.rule}"']
            told += [part for one in setting.choices for part in (one.label, one.help)]
            missing += [(variant.key, part) for part in told if part not in on_form]
            told = [f'id="setting-{setting.key}"', setting.help]
            told += [f'href="#r-{setting.rule}"', f'id="r-{setting.rule}"']
            missing += [(variant.key, part) for part in told if part not in on_sheet]
        for seating in variant.seatings:
            said = f"{seating.people} may sit at a table for {seating.players}" in on_sheet
            assert said is seating.dealer_sits_out
        # B7: six hands; at French Tarot an open end (1.11.8).
        for key, words in (("taroux-of-six", "6"), ("french", "open end")):
            if variant.key == key:
                assert re.search(rf'name="hands_planned"[^>]* placeholder="{words}"', on_form)
    assert missing == []


# --- who sits out --------------------------------------------------------------------------------


def test_four_sit_down_to_droggn_and_five_to_the_game_for_four_or_for_five(
    scorer: Client, cast: Cast
) -> None:
    """2.2.1: the dealer sits out; 1.2.5."""
    for places in ("2+1", "4", "5+1", "", "3 + 1"):
        answer = send(scorer, cast, filled_in(cast, "droggn", 4, places=places))
        assert (answer.status_code, Match.objects.count()) == (422, 0), places
    send(scorer, cast, filled_in(cast, "droggn", 4, places="3+1", first_dealer="3"))
    match = Match.objects.get()
    assert (match.dealer_sits_out, match.seats.count(), match.first_dealer) == (True, 4, 3)
    Match.objects.update(closed_at=timezone.now())
    text = form(scorer, cast, "droggn")  # the same people sit down again
    assert re.search(r'name="places" value="3\+1"[^>]* checked', text)
    assert len(re.findall(r'<option value="\w+" selected>', text)) == 4
    for places, sits_out in (("4+1", True), ("5", False)):
        send(scorer, cast, filled_in(cast, "french", 5, places=places))
        assert Match.objects.latest("pk").dealer_sits_out is sits_out
        Match.objects.update(closed_at=timezone.now())


# --- the page of a match -------------------------------------------------------------------------


def test_the_page_of_a_match_says_what_was_agreed_and_who_sits_out_next(
    scorer: Client, cast: Cast
) -> None:
    settings = {"target": 30, "finish_rule": "shared", "direction": "counter-clockwise"}
    text = page(scorer, cast, cast.open_match(4, variant="taros-1659", settings=settings))
    assert "Over when somebody has 30 points or more after a hand." in text
    assert "Everybody who has reached the target wins." in text
    assert "Points to play for A26 30" in text
    assert "Direction of play A7 Counter-clockwise" in text
    assert "As many hands as the table likes." in page(scorer, cast, cast.match)
    match = open_match(cast.scorer, cast.club, cast.players[:4], variant="droggn", first_dealer=2)
    text = page(scorer, cast, match)
    assert "The dealer sits the hand out. Chloé deals the next one." in text
