"""Amending on the site: the draft, its first conflict, the reason; what readers see afterwards."""

import re

from django.test import Client
from django.urls import reverse

from games import book
from games.book.records import sealed_record
from games.models import Hand, Seal
from games.replay import remarking
from games.rules import format_record
from games.rules.notation import format_text
from tests.amending.amend_form import WHY, AmendPage
from tests.cast import Cast
from tests.factories import act, calls


def test_two_cards_that_were_mixed_up_are_swapped_and_sealed_with_a_reason(
    scorer: Client, cast: Cast, seen: Hand
) -> None:
    """Elise played the ten of diamonds to trick 3, the ace to trick 4; not the other way round."""
    record = format_record(sealed_record(seen))
    page = AmendPage(scorer, seen)
    assert page.field("text") == format_text(sealed_record(seen))
    assert "Nothing is changed yet." in page.text
    page.tap("Elise’s 1♦")
    assert re.search(r'value="D1" data-card="D1"\s+data-state="chosen"', page.html)
    page.tap("10 of diamonds")
    assert "It fits." not in page.text
    page.tap("The two were mixed up: here it was")
    assert "It fits." in page.text
    assert "Changes Elise’s 10♦ to Elise’s 1♦" in page.text
    assert "Changes Elise’s 1♦ to Elise’s 10♦" in page.text
    other = AmendPage(scorer, seen).tap("Elise’s 10♦").tap("ace of diamonds")
    other.tap("The two cards were mixed up: swap them")
    assert other.field("text") == page.field("text"), "from either of the two"
    page.tap("Amend the hand", because=" ")
    assert "Say in a few words why" in page.text
    assert format_record(sealed_record(seen)) == record
    page.tap("Amend the hand", because=WHY)
    place = [seen.club.slug, seen.public_id]
    assert "The hand is amended." in page.html and WHY in page.html
    assert reverse("hand-revision", args=[*place, 1]) in page.html
    swapped = record.replace(b'"D10"', b'"D?"').replace(b'"D1"', b'"D10"').replace(b'"D?"', b'"D1"')
    assert format_record(sealed_record(seen)) == swapped
    scorer.force_login(cast.member)
    shown = scorer.get(reverse("hand", args=place)).content.decode()
    assert "Changes Elise’s 10♦ to Elise’s 1♦." in shown


def test_a_text_that_does_not_fit_is_answered_by_its_line(scorer: Client, seen: Hand) -> None:
    page = AmendPage(scorer, seen)
    fields, text = dict(page.fields), page.field("text")
    for said, wrong in (
        ("XX", text.replace("H1 HQ HK H3", "H1 HQ HK XX")),
        ("revoke|Rule 1.9", text.replace("H1 HQ HK H3", "H1 HQ HK S9")),
        ("Line 1 does not fit:", "nonsense"),
    ):
        sent = fields | {"text": wrong, "amend": "1", "because": WHY}
        answer = scorer.post(page.address, sent)
        shown = answer.content.decode()
        assert answer.status_code == 200
        assert 'role="alert"' in shown and re.search(said, shown)
    assert Seal.objects.filter(hand=seen).count() == 1


def test_the_second_writer_learns_of_the_first_and_may_look_again(
    scorer: Client, cast: Cast, seen: Hand
) -> None:
    page = AmendPage(scorer, seen)
    text = page.field("text") + 'note "A very fine hand."\n'
    sent = dict(page.fields) | {"text": text, "amend": "1", "because": WHY}
    book.amend(
        user=cast.admin,
        hand=seen,
        version=seen.version,
        key="another-tablets-key",
        because="A note was missing.",
        wanted=book.Wanted(changes=[act("note", text="A fine hand.")]),
    )
    page.read(scorer.post(page.address, sent).content.decode())
    assert "Someone else has changed this hand in the meantime." in page.text
    assert "The hand is amended." in page.tap("Amend the hand", because=WHY).html
    assert Seal.objects.filter(hand=seen).count() == 3


def test_a_former_revision_is_read_as_it_was_and_a_step_that_is_gone_leads_to_the_end(
    client: Client, cast: Cast, seen: Hand, django_assert_max_num_queries
) -> None:
    """Amended so that nobody has bid: no card is played any more."""
    passes = [{"op": "rewind", "to": 1}, *calls("pass pass pass")]
    book.amend(
        user=cast.scorer,
        hand=seen,
        version=seen.version,
        key="a-key-of-the-scorer",
        because=WHY,
        wanted=book.Wanted(changes=passes),
    )
    remarking.publish(user=cast.scorer, hand=seen, names=True)
    base = reverse("shared-hand", args=[seen.public_id])
    assert client.get(f"{base}3.2.png").content == client.get(f"{base}score.png").content
    at_the_end = 'data-tab="score" data-here aria-current="true"'
    assert at_the_end in client.get(f"{base}3.2").content.decode()
    client.force_login(cast.member)
    base = reverse("hand", args=[seen.club.slug, seen.public_id])
    for step in ("3.2", "31/"):
        assert at_the_end in client.get(f"{base}{step}").content.decode()
    now = client.get(base).content.decode()
    place = reverse("hand-revision", args=[seen.club.slug, seen.public_id, 1])
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
    assert "amend/" not in now  # a member reads
