"""A hand of which only the result was written down is raised to a higher level, from paper or from
memory; the first conflict is shown."""

import re
from functools import cache
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.book.records import sealed_record
from games.book.revisions import amended, completed
from games.models import Hand, Seal
from games.replay import ALL, film, remarking
from games.rules import Record, format_record, read_record, replay
from games.rules.notation import format_text
from games.rules.notation.actions import write_actions
from tests import hands
from tests.cast import Cast
from tests.factories import act, sealed_hand

WHY = "Wanda has found her notes."
# The published petite: Samir is nine points short.
FACTS: dict[str, Any] = {"taker": hands.SAMIR, "contract": "small", "points": 42, "bouts": ["T21"]}


def stated(cast: Cast, **facts: Any) -> Hand:
    result = act("result", facts={**FACTS, **facts})
    made = sealed_hand(cast.scorer, hands.seated(cast), [result])
    return Hand.objects.get(pk=made.pk)


@cache
def whole() -> Record:
    """The same hand as it was seen at the table, card by card."""
    facts = {"variant": "french", "options": hands.FEDERATION, "dealer": hands.DEALER}
    head = {"format": "tarot-hand/1", "players": list(hands.PEOPLE), "actions": []}
    bare = read_record(head | facts)
    return amended(bare, completed(bare, hands.played(72)))


def lines(record: Record, tricks: int) -> str:
    """Everything up to that many tricks, as somebody types it."""
    plays = [at for at, action in enumerate(record.actions) if action["kind"] == "play"]
    upto = plays[0] + 4 * tricks
    return "\n".join(write_actions(record.actions[:upto], 4))


def page_of(hand: Hand) -> str:
    return reverse("hand-amend", args=[hand.club.slug, hand.public_id])


def send(scorer: Client, hand: Hand, page: str, **facts: str) -> str:
    fields = dict(re.findall(r'<input type="hidden" name="(version|key)" value="([^"]*)"', page))
    found = re.search(r'<textarea id="id_text"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
    assert found is not None
    text = {"text": unescape(found[1])}
    answer = scorer.post(page_of(hand), {**text, **fields, **facts}, follow=True)
    return unescape(answer.content.decode())


def test_the_page_of_a_stated_hand_says_its_level_and_offers_to_raise_it(
    scorer: Client, cast: Cast
) -> None:
    hand = stated(cast)
    place = reverse("hand", args=[hand.club.slug, hand.public_id])
    page = scorer.get(place).content.decode()
    assert (
        "Only the result was written down." in page and f"{page_of(hand)}?raise=1#_opened" in page
    )
    scorer.force_login(cast.member)
    page = scorer.get(place).content.decode()
    assert "Only the result was written down." in page and page_of(hand) not in page


def test_the_tricks_added_to_a_result_raise_the_hand_and_leave_its_score(
    scorer: Client, cast: Cast
) -> None:
    record, hand = whole(), stated(cast)
    scores = replay(sealed_record(hand)).outcome.scores
    page = scorer.get(page_of(hand)).content.decode()
    page = send(scorer, hand, page, add="1", before=lines(record, 11))
    assert "It fits." in page and "Every card is there" not in page
    assert "The hand is amended." in send(scorer, hand, page, amend="1", because=WHY)
    hand.refresh_from_db()
    assert (hand.level, hand.tricks_written) == ("tricks", 11)
    raised = sealed_record(hand)
    assert replay(raised).outcome.scores == scores
    result = next(action for action in raised.actions if action["kind"] == "result")
    assert sorted(result["facts"]) == ["bouts", "points"], "what was recorded is not stated again"
    place = reverse("hand", args=[hand.club.slug, hand.public_id])
    assert "written down up to number 11" in scorer.get(place).content.decode()


def test_with_every_card_the_stated_facts_go(scorer: Client, cast: Cast) -> None:
    record, hand = whole(), stated(cast)
    page = scorer.get(page_of(hand)).content.decode()
    page = send(scorer, hand, page, add="1", before=lines(record, 18))
    assert "Every card is there" in page and "was stated" not in page
    send(scorer, hand, page, amend="1", because=WHY)
    hand.refresh_from_db()
    assert (hand.level, hand.tricks_written) == ("full", None)
    assert sealed_record(hand).actions == record.actions
    assert format_record(sealed_record(hand)).startswith(b'{"format":"tarot-hand/1"')


def test_a_whole_hand_may_be_pasted(scorer: Client, cast: Cast) -> None:
    record, hand = whole(), stated(cast)
    meta = sealed_record(hand).meta
    page = scorer.get(page_of(hand)).content.decode()
    page = send(scorer, hand, page, add="1", before=format_text(record._replace(meta=meta)))
    assert "Every card is there" in page


def test_cards_that_give_something_else_say_which_fact_was_stated_wrongly(
    scorer: Client, cast: Cast
) -> None:
    record, hand = whole(), stated(cast, points=45)
    page = scorer.get(page_of(hand)).content.decode()
    page = send(scorer, hand, page, add="1", before=lines(record, 18))
    assert "Card points: 45 was stated, the cards give 42" in page
    assert "The hand is amended." in send(scorer, hand, page, amend="1", because=WHY)
    assert replay(sealed_record(hand)).outcome.scores == hands.SCORES


def test_a_trick_that_contradicts_the_result_is_refused_with_its_card(
    scorer: Client, cast: Cast
) -> None:
    record, hand = whole(), stated(cast, bouts=["T1"], points=51)
    page = scorer.get(page_of(hand)).content.decode()
    page = send(scorer, hand, page, add="1", before=lines(record, 11))
    assert "It fits." not in page and 'role="alert"' in page
    assert re.search(r"have? won .*21|has won .*21", page)
    assert Seal.objects.filter(hand=hand).count() == 1


def test_a_taker_who_passed_is_refused(scorer: Client, cast: Cast) -> None:
    hand = stated(cast, taker=hands.ELISE)
    page = scorer.get(page_of(hand)).content.decode()
    page = send(scorer, hand, page, add="1", before=lines(whole(), 0))
    assert "something else was recorded before" in page and "It fits." not in page


def test_lines_that_cannot_be_read_are_shown_again(scorer: Client, cast: Cast) -> None:
    hand = stated(cast)
    page = scorer.get(page_of(hand)).content.decode()
    page = send(scorer, hand, page, add="1", before="A: call pass\nBoris: guard")
    assert "Line 2 does not fit:" in page and "Boris: guard</textarea>" in page


def test_a_hand_with_all_its_cards_cannot_be_raised(scorer: Client, cast: Cast) -> None:
    made = sealed_hand(cast.scorer, hands.seated(cast), hands.played(72))
    assert 'id="_raise"' not in scorer.get(page_of(made)).content.decode()


@pytest.mark.parametrize("tricks", [None, 2])
def test_a_published_hand_says_its_level_and_every_view_of_it_can_be_read(
    client: Client, cast: Cast, tricks: int | None
) -> None:
    told = "Only the result was written down."
    changes = [act("result", facts=FACTS)]
    if tricks:
        told = "The tricks were written down up to number 2, then the result."
        points = {name: FACTS[name] for name in ("points", "bouts")}
        changes = [*hands.played(4 * tricks), act("result", facts=points)]
    hand = sealed_hand(cast.scorer, hands.seated(cast), changes)
    remarking.publish(user=cast.scorer, hand=hand, names=True)
    place = reverse("shared-hand", args=[hand.public_id])
    for query in ({}, {"embed": "1"}, {"seat": "0"}, {"seat": "none"}, {"tab": "tricks"}):
        answer = client.get(place, query)
        assert answer.status_code == 200
        assert told in answer.content.decode(), query


def test_nobody_has_won_no_trick_in_a_hand_of_which_none_was_written_down(
    scorer: Client, cast: Cast
) -> None:
    """With the result the plates say nothing of tricks any more."""
    whole_hand = film(sealed_record(stated(cast)), ALL)
    for seat in whole_hand.seats:
        assert [count for count, when in seat.plate.counts if whole_hand.last in when] == []
