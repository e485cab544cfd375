"""A card that lay on the table and was taken back: a step of its own wherever the hand is read."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.book.records import sealed_record
from games.models import Hand, Remark
from games.replay import ALL, NONE, Film, film, remarking, view_of
from games.replay.places import places
from games.replay.scrubber import Mark
from games.rules import Record, as_result, parse_record, replay
from tests import published_hands
from tests.cast import Cast
from tests.factories import act
from tests.replay.hands import NADIA, WANDA, record_of
from tests.replay.test_published import shared
from tests.replay.test_replay import address, said

# In trick 2, after the eight and the seven, Wanda lays the ten of hearts down, and plays the nine.
STEP, PLACE, FORMER = 12, "2.2.2", "2.3.2"


def with_takeback() -> list[dict]:
    changes = published_hands.changes(published_hands.hands()[1], 3)
    taken = act("takeback", seat=WANDA, card="H10", note="She had meant the nine.")
    return [*changes[:STEP], taken, *changes[STEP:]]


@pytest.fixture(scope="module")
def record() -> Record:
    return record_of(with_takeback())


@pytest.fixture
def hand(cast: Cast) -> Hand:
    return cast.sealed_hand(with_takeback())


# --- the film -----------------------------------------------------------------------------------


def test_it_is_a_step_of_its_own_after_which_the_same_player_plays(record: Record) -> None:
    shown = film(record, ALL)
    assert places(shown.course)[STEP] == PLACE
    assert shown.steps[STEP].words == "Wanda took back 10 of hearts. Wanda to play."
    assert shown.steps[STEP].tab == "tricks"


def test_the_card_lies_on_the_table_for_that_step_and_stays_in_the_hand(record: Record) -> None:
    for view in (ALL, NONE):
        shown = film(record, view)
        (taken,) = [card for card in shown.laid if card.taken_back]
        assert (taken.code, taken.name, taken.trick) == ("H10", "Wanda", 2)
        assert [step for step in range(shown.last + 1) if step in taken.when] == [STEP]
    fan = film(record, ALL).seats[WANDA].fan.cards
    assert [STEP in card.when for card in fan if card.code == "H10"] == [True]
    cells = [cell.code for cell in shown.rows[1].cells if cell]
    assert cells == ["H9", "HN", "H8", "H7"]


def test_a_card_led_and_taken_back_clears_the_table_as_a_lead_does(record: Record) -> None:
    led = [*with_takeback()[:10], act("takeback", seat=2, card="H4"), act("play", card="H8")]
    shown = film(record_of(led), ALL)
    assert [card.code for card in shown.laid if 10 in card.when] == ["H4"]
    assert [card.code for card in shown.laid if 11 in card.when] == ["H8"]


def test_the_scrubber_has_a_mark_for_it_in_its_trick_and_none_before_it_happened(
    record: Record,
) -> None:
    (mark,) = marks_in_trick_2(film(record, NONE))
    assert (mark.step, mark.text) == (STEP, "a card taken back")
    assert [STEP - 1 in mark.when, STEP in mark.when] == [False, True]
    assert [mark.step for mark in marks_in_trick_2(film(record, ALL))] == [STEP]


def marks_in_trick_2(shown: Film) -> list[Mark]:
    (part,) = [part for part in shown.segments if part.label == "2"]
    return [mark for mark in part.marks if mark.kind == "takeback"]


def test_from_then_on_the_others_know_who_has_the_card(record: Record) -> None:
    nadia = view_of(str(NADIA), 4)
    assert nadia is not None
    known = film(record, nadia).whereabouts
    assert known is not None
    hearts = known.suits[1]
    holders = [
        name
        for name, (chances, _none) in zip(known.names, hearts.cells, strict=True)
        for chance in chances
        if chance.label == "10" and STEP in chance.when
    ]
    assert holders == ["Wanda"]


def test_the_score_is_the_same_and_a_result_alone_leaves_it_out(record: Record) -> None:
    changes = with_takeback()
    plain = record_of([*changes[:STEP], *changes[STEP + 1 :]])
    assert replay(record).outcome.scores == replay(plain).outcome.scores
    result = as_result(replay(record))
    assert result is not None
    assert [action["kind"] for action in result.actions] == ["result"]
    assert replay(result).outcome.scores == replay(plain).outcome.scores


# --- the pages ----------------------------------------------------------------------------------


def test_every_page_of_the_hand_is_there_at_each_step_of_its_trick(
    client: Client, cast: Cast, hand: Hand
) -> None:
    client.force_login(cast.member)
    for place in ("2.3", PLACE, "2.4", "score"):
        for query in ("", "?seat=0", "?seat=3", "?seat=none", "?tab=auction", "?tab=comments"):
            assert client.get(address(hand, place) + query).status_code == 200
    page = client.get(address(hand, PLACE)).content.decode()
    assert said(page) == "Anna took back 10 of hearts. Anna to play."
    assert "She had meant the nine." in page and "mark takeback" in page


def test_a_link_from_when_steps_were_named_after_the_card_to_come_leads_where_it_led(
    client: Client, cast: Cast, hand: Hand
) -> None:
    remarking.publish(user=cast.scorer, hand=hand, names=False)
    for query in ("", "?seat=1", "?embed=1"):
        page = client.get(shared(hand, FORMER, query)).content.decode()
        assert said(page) == "Player 1 took back 10 of hearts. Player 1 to play."
    pictures = [client.get(shared(hand, name, suffix=".png")) for name in (FORMER, PLACE)]
    assert pictures[0].content == pictures[1].content
    client.force_login(cast.member)
    page = client.get(address(hand, FORMER)).content.decode()
    assert said(page) == "Anna took back 10 of hearts. Anna to play."
    assert client.get(address(hand, "2.3.3")).status_code == 404


def test_a_comment_with_the_former_name_of_a_step_stands_at_that_step(
    client: Client, cast: Cast, hand: Hand
) -> None:
    Remark.objects.create(
        club=cast.club, hand=hand, place=FORMER, text="Well meant.", author=cast.member
    )
    client.force_login(cast.member)
    page = client.get(address(hand) + "?tab=comments").content.decode()
    head = page[page.index('class="said-head"') :]
    assert head.index('href="') < head.index("Well meant.")
    assert f'href="{PLACE}?tab=comments"' in head


def test_a_published_page_keeps_the_event_without_names_and_words(
    client: Client, cast: Cast, hand: Hand
) -> None:
    remarking.publish(user=cast.scorer, hand=hand, names=False)
    for query in ("", "?seat=1", "?seat=none", "?embed=1"):
        page = client.get(shared(hand, PLACE, query)).content.decode()
        assert said(page) == "Player 1 took back 10 of hearts. Player 1 to play."
        assert "the nine." not in page
    picture = client.get(shared(hand, PLACE, suffix=".png"))
    assert picture.headers["Content-Type"] == "image/png"
    line = client.get(reverse("api:published", args=[hand.public_id])).content
    assert json.loads(line)["format"] == "tarot-hand/2" and b"the nine." not in line
    assert replay(parse_record(line)).problem is None


def test_it_is_sealed_and_the_archive_is_sound(hand: Hand) -> None:
    taken = sealed_record(hand).actions[STEP - 1]
    assert (taken["kind"], taken["card"], taken["seat"]) == ("takeback", "H10", WANDA)
    complaint = StringIO()
    call_command("verify_archive", stdout=StringIO(), stderr=complaint)
    assert "The archive is sound." in complaint.getvalue()
