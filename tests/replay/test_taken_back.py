"""A card that lay on the table and was taken back: a step of its own wherever the hand is read."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from games.book.records import sealed_record
from games.models import Club, Hand, Remark
from games.proof import findings_of
from games.replay import ALL, NONE, Film, film, remarking, view_of
from games.replay.places import places
from games.replay.scrubber import Mark
from games.rules import Record, as_result, parse_record, replay
from tests.cast import Cast, gather
from tests.factories import act, in_one_tap
from tests.ground import laid_once
from tests.replay.hands import NADIA, WANDA, petite_entries, record_of
from tests.replay.pages import address, read, said, shared

# In trick 2, after the eight and the seven, Wanda lays the ten of hearts down, and plays the nine.
STEP, PLACE, FORMER = 12, "2.2.2", "2.3.2"


def with_takeback() -> list[dict]:
    changes = petite_entries()
    taken = act("takeback", seat=WANDA, card="H10", note="She had meant the nine.")
    return [*changes[:STEP], taken, *changes[STEP:]]


def gather_with_takeback() -> Cast:
    """Both clubs; in the first hand of the Friday a card is taken back."""
    cast = gather()
    cast.sealed_hand(in_one_tap(with_takeback()))
    return cast


both_clubs = laid_once(gather_with_takeback)


@pytest.fixture(scope="module")
def record() -> Record:
    return record_of(with_takeback())


# --- the film -----------------------------------------------------------------------------------


def test_it_is_a_step_of_its_own_at_which_the_card_lies_on_the_table(record: Record) -> None:
    """It stays in the hand, and the same player plays."""
    shown = film(record, ALL)
    assert places(shown.course)[STEP] == PLACE
    assert shown.steps[STEP].words == "Wanda took back 10 of hearts. Wanda to play."
    assert shown.steps[STEP].tab == "tricks"
    fan = shown.seats[WANDA].fan.cards
    assert [STEP in card.when for card in fan if card.code == "H10"] == [True]
    for seen in (shown, film(record, NONE)):
        (taken,) = [card for card in seen.laid if card.taken_back]
        assert (taken.code, taken.name, taken.trick) == ("H10", "Wanda", 2)
        assert [step for step in range(seen.last + 1) if step in taken.when] == [STEP]
        assert [cell.code for cell in seen.rows[1].cells if cell] == ["H9", "HN", "H8", "H7"]
    # A card that was led and taken back clears the table as a lead does.
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


def test_members_read_it_sealed_with_the_note_and_with_a_comment_at_its_step(
    member: Client, cast: Cast, petite: Hand
) -> None:
    taken = sealed_record(petite).actions[STEP - 1]
    assert (taken["kind"], taken["card"], taken["seat"]) == ("takeback", "H10", WANDA)
    assert findings_of(Club.objects.get(pk=cast.club.pk)) == []
    page = read(member, petite, PLACE)
    assert "She had meant the nine." in page and "mark takeback" in page
    # Steps were once named after the card to come: a link or a comment from then leads there.
    for place in (PLACE, FORMER):
        page = read(member, petite, place)
        assert said(page) == "Anna took back 10 of hearts. Anna to play."
    assert member.get(address(petite, "2.3.3")).status_code == 404
    Remark.objects.create(
        club=cast.club, hand=petite, place=FORMER, text="Well meant.", author=cast.member
    )
    for query in ("?seat=0", "?seat=3", "?seat=none", "?tab=auction"):
        read(member, petite, PLACE, query)
    page = read(member, petite, None, "?tab=comments")
    head = page[page.index('class="said-head"') :]
    assert head.index('href="') < head.index("Well meant.")
    assert f'href="{PLACE}?tab=comments"' in head


def test_a_published_page_keeps_the_event_without_names_and_words(
    client: Client, cast: Cast, petite: Hand
) -> None:
    remarking.publish(user=cast.scorer, hand=petite, names=False)
    for query in ("", "?seat=1", "?seat=none", "?embed=1"):
        for place in (PLACE, FORMER):
            page = client.get(shared(petite, place, query)).content.decode()
            assert said(page) == "Player 1 took back 10 of hearts. Player 1 to play."
            assert "the nine." not in page
    pictures = [client.get(shared(petite, name, suffix=".png")) for name in (FORMER, PLACE)]
    assert pictures[0].headers["Content-Type"] == "image/png"
    assert pictures[0].content == pictures[1].content
    line = client.get(reverse("api:published", args=[petite.public_id])).content
    assert json.loads(line)["format"] == "tarot-hand/2" and b"the nine." not in line
    assert replay(parse_record(line)).problem is None
