"""A hand of which only the result was written down is raised to a higher level, from paper or from
memory; the first conflict is shown."""

import re
from functools import cache
from typing import Any

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
from tests.amending.amend_form import FACTS, WHY, AmendPage, sealed_result, table
from tests.cast import Cast
from tests.factories import act, sealed_hand
from tests.ground import undone

ADD = "Add it before the result"


@cache
def whole() -> Record:
    """The same hand as it was seen at the table, card by card."""
    facts = {"variant": "french", "options": hands.FEDERATION, "dealer": hands.DEALER}
    head = {"format": "tarot-hand/1", "players": list(hands.PEOPLE), "actions": []}
    bare = read_record(head | facts)
    return amended(bare, completed(bare, hands.played(72)))


def lines(tricks: int) -> str:
    """Everything up to that many tricks, as somebody types it."""
    record = whole()
    plays = [at for at, action in enumerate(record.actions) if action["kind"] == "play"]
    upto = plays[0] + 4 * tricks
    return "\n".join(write_actions(record.actions[:upto], 4))


def test_the_page_of_a_stated_hand_says_its_level_and_offers_to_raise_it(
    scorer: Client, cast: Cast, stated: Hand
) -> None:
    """Nobody is said to have won no trick in it."""
    place = [stated.club.slug, stated.public_id]
    amend = reverse("hand-amend", args=place)
    page = scorer.get(reverse("hand", args=place)).content.decode()
    assert "Only the result was written down." in page and f"{amend}?raise=1#_opened" in page
    scorer.force_login(cast.member)
    page = scorer.get(reverse("hand", args=place)).content.decode()
    assert "Only the result was written down." in page and amend not in page
    shown = film(sealed_record(stated), ALL)
    for seat in shown.seats:
        assert [count for count, when in seat.plate.counts if shown.last in when] == []


def test_tricks_added_to_a_result_raise_the_hand_and_with_every_card_the_stated_facts_go(
    scorer: Client, stated: Hand
) -> None:
    scores = replay(sealed_record(stated)).outcome.scores
    with undone():
        page = AmendPage(scorer, stated).tap(ADD, before=lines(11))
        assert "It fits." in page.text and "Every card is there" not in page.text
        assert "The hand is amended." in page.tap("Amend the hand", because=WHY).html
        stated.refresh_from_db()
        assert (stated.level, stated.tricks_written) == ("tricks", 11)
        raised = sealed_record(stated)
        assert replay(raised).outcome.scores == scores
        result = next(action for action in raised.actions if action["kind"] == "result")
        assert sorted(result["facts"]) == ["bouts", "points"], "what was recorded is not repeated"
        place = reverse("hand", args=[stated.club.slug, stated.public_id])
        assert "written down up to number 11" in scorer.get(place).content.decode()
    pasted = format_text(whole()._replace(meta=sealed_record(stated).meta))
    assert "Every card is there" in AmendPage(scorer, stated).tap(ADD, before=pasted).text
    page = AmendPage(scorer, stated).tap(ADD, before=lines(18))
    assert "Every card is there" in page.text and "was stated" not in page.text
    page.tap("Amend the hand", because=WHY)
    stated.refresh_from_db()
    assert (stated.level, stated.tricks_written) == ("full", None)
    assert sealed_record(stated).actions == whole().actions
    assert format_record(sealed_record(stated)).startswith(b'{"format":"tarot-hand/1"')
    assert 'id="_raise"' not in AmendPage(scorer, stated).html, "nothing is left to be added"


def test_cards_that_contradict_the_result_are_refused_or_say_which_fact_was_stated_wrongly(
    scorer: Client, cast: Cast
) -> None:
    hand = sealed_result(cast, points=45)
    page = AmendPage(scorer, hand).tap(ADD, before=lines(18))
    assert "Card points: 45 was stated, the cards give 42" in page.text
    assert "The hand is amended." in page.tap("Amend the hand", because=WHY).html
    assert replay(sealed_record(hand)).outcome.scores == hands.SCORES
    hand = sealed_result(cast, bouts=["T1"], points=51)
    page = AmendPage(scorer, hand).tap(ADD, before=lines(11))
    assert "It fits." not in page.text and 'role="alert"' in page.html
    assert re.search(r"have? won .*21|has won .*21", page.html)
    assert Seal.objects.filter(hand=hand).count() == 1
    passed = sealed_result(cast, taker=hands.ELISE)
    page = AmendPage(scorer, passed).tap(ADD, before=lines(0))
    assert "something else was recorded before" in page.text and "It fits." not in page.text


def test_a_published_hand_says_its_level_and_every_view_of_it_can_be_read(
    client: Client, cast: Cast, stated: Hand
) -> None:
    points: dict[str, Any] = {name: FACTS[name] for name in ("points", "bouts")}
    two_tricks = [*hands.played(8), act("result", facts=points)]
    raised = sealed_hand(cast.scorer, table(cast), two_tricks)
    for hand, told in (
        (stated, "Only the result was written down."),
        (raised, "The tricks were written down up to number 2, then the result."),
    ):
        remarking.publish(user=cast.scorer, hand=hand, names=True)
        place = reverse("shared-hand", args=[hand.public_id])
        for query in ({}, {"embed": "1"}, {"seat": "0"}, {"seat": "none"}, {"tab": "tricks"}):
            answer = client.get(place, query)
            assert answer.status_code == 200
            assert told in answer.content.decode(), query
