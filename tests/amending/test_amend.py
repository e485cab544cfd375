"""Amending on the site: the draft, its first conflict, the reason; what readers see afterwards."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games import book
from games.book.records import sealed_record
from games.models import Hand, Seal
from games.replay import remarking
from games.rules import format_record
from games.rules.notation import format_text
from tests import hands
from tests.cast import Cast
from tests.factories import sealed_hand

WHY = "Nadia played the knight."


@pytest.fixture
def hand(cast: Cast) -> Hand:
    """The published petite as it was seen at the table."""
    return sealed_hand(cast.scorer, hands.seated(cast), hands.played(72))


def page_of(hand: Hand) -> str:
    return reverse("hand-amend", args=[hand.club.slug, hand.public_id])


def text_of(page: str) -> str:
    """The draft in a page."""
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert found is not None
    return unescape(found[1])


def send(scorer: Client, hand: Hand, page: str, **facts: str) -> str:
    """Send the form of a page by one of its buttons, and read what follows."""
    fields = dict(re.findall(r'<input type="hidden" name="(version|key)" value="([^"]*)"', page))
    answer = scorer.post(page_of(hand), {"text": text_of(page), **fields, **facts}, follow=True)
    return answer.content.decode()


def test_two_cards_that_were_mixed_up_are_exchanged(scorer: Client, cast: Cast, hand: Hand) -> None:
    """Elise played the ten of diamonds to trick 3, the ace to trick 4; not the other way round."""
    record = format_record(sealed_record(hand))
    page = scorer.get(page_of(hand)).content.decode()
    assert text_of(page) == format_text(sealed_record(hand))
    assert "Nothing is changed yet." in page
    index, other = (
        next(
            at
            for at, action in enumerate(sealed_record(hand).actions)
            if action.get("card") == card
        )
        for card in ("D1", "D10")
    )
    page = send(scorer, hand, page, open=str(index))
    assert re.search(r'value="D1" data-card="D1"\s+data-state="chosen"', page)
    page = send(scorer, hand, page, at=str(index), answer="D10")
    assert "It fits." not in page
    assert "The two were mixed up: here it was" in page
    page = send(scorer, hand, page, put=f"{other}:D1")
    assert "It fits." in page
    assert "Say in a few words why" in send(scorer, hand, page, amend="1", because=" ")
    assert format_record(sealed_record(hand)) == record
    shown = send(scorer, hand, page, amend="1", because=WHY)
    assert "The hand is amended." in shown
    assert (
        WHY in shown and reverse("hand-revision", args=[hand.club.slug, hand.public_id, 1]) in shown
    )
    swapped = record.replace(b'"D10"', b'"D?"').replace(b'"D1"', b'"D10"').replace(b'"D?"', b'"D1"')
    assert format_record(sealed_record(hand)) == swapped


def test_a_text_that_does_not_fit_is_answered_by_its_line(
    scorer: Client, cast: Cast, hand: Hand
) -> None:
    page = scorer.get(page_of(hand)).content.decode()
    text = text_of(page)
    for said, wrong in (
        ("XX", text.replace("H1 HQ HK H3", "H1 HQ HK XX")),
        ("revoke|Rule 1.9", text.replace("H1 HQ HK H3", "H1 HQ HK S9")),
        ("Line 1 does not fit:", "nonsense"),
    ):
        answer = scorer.post(page_of(hand), {"text": wrong, "amend": "1", "because": WHY})
        found = answer.content.decode()
        assert answer.status_code == 200
        assert 'role="alert"' in found and re.search(said, found)
    assert Seal.objects.filter(hand=hand).count() == 1


def test_the_second_writer_learns_of_the_first_and_may_look_again(
    scorer: Client, cast: Cast, hand: Hand
) -> None:
    page = scorer.get(page_of(hand)).content.decode()
    note = {"op": "act", "action": {"kind": "note", "text": "A fine hand."}}
    book.amend(
        user=cast.admin,
        hand=hand,
        version=hand.version,
        key="another-tablets-key",
        because="A note was missing.",
        wanted=book.Wanted(changes=[note]),
    )
    text = text_of(page) + 'note "A very fine hand."\n'
    page = page.replace(text_of(page).replace('"', "&quot;"), text.replace('"', "&quot;"))
    shown = send(scorer, hand, page, amend="1", because=WHY)
    assert "Someone else has changed this hand in the meantime." in shown
    assert "The hand is amended." in send(scorer, hand, shown, amend="1", because=WHY)
    assert Seal.objects.filter(hand=hand).count() == 3


def amend_to_passes(cast: Cast, hand: Hand) -> None:
    """Let nobody have bid: no card is played any more."""
    book.amend(
        user=cast.scorer,
        hand=hand,
        version=hand.version,
        key="a-key-of-the-scorer",
        because=WHY,
        wanted=book.Wanted(
            changes=[{"op": "rewind", "to": 1}]
            + [{"op": "act", "action": {"kind": "call", "call": "pass"}} for _ in range(3)]
        ),
    )


def test_a_link_to_a_step_that_an_amendment_took_away_leads_to_the_end_of_the_hand(
    client: Client, cast: Cast, hand: Hand
) -> None:
    amend_to_passes(cast, hand)
    remarking.publish(user=cast.scorer, hand=hand, names=True)
    base = reverse("shared-hand", args=[hand.public_id])
    assert client.get(f"{base}3.2.png").content == client.get(f"{base}score.png").content
    shown = 'data-tab="score" data-here aria-current="true"'
    assert shown in client.get(f"{base}3.2").content.decode()
    client.force_login(cast.member)
    base = reverse("hand", args=[hand.club.slug, hand.public_id])
    for place in ("3.2", "31/"):
        assert shown in client.get(f"{base}{place}").content.decode()


def test_a_former_revision_is_read_as_it_was_sealed(
    client: Client, cast: Cast, hand: Hand, django_assert_max_num_queries
) -> None:
    act = sealed_record(hand).actions[3]
    amend_to_passes(cast, hand)
    assert act["kind"] == "call"
    client.force_login(cast.member)
    place = reverse("hand-revision", args=[hand.club.slug, hand.public_id, 1])
    now = client.get(reverse("hand", args=[hand.club.slug, hand.public_id])).content.decode()
    with django_assert_max_num_queries(11):
        was = client.get(place).content.decode()
    assert "Samir’s Petite" in re.search("<h1>(.*?)</h1>", was)[1]  # type: ignore[index]
    assert "Samir’s Petite" not in re.search("<h1>(.*?)</h1>", now)[1]  # type: ignore[index]
    assert "Changes Samir’s Petite to Samir’s pass." in now
    assert "It does not count any more." in was and WHY in was
    assert 'href="3.2"' in was  # relative to any other step
    assert "Comment at" not in was and "Comment at" in now
    assert client.get(f"{place}3.2").status_code == 200
    assert client.get(place.replace("/1/", "/2/")).status_code == 302
    assert client.get(place.replace("/1/", "/3/")).status_code == 404
    assert "rectifi" not in now
    assert "amend/" not in now  # a member reads
