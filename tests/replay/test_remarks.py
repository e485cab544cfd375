"""What members say at a step of a hand, on its page."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Hand, Remark
from games.replay import remarking
from tests.cast import Cast
from tests.replay.pages import address, read, visible

SPOKEN = "The king was safe here."


@pytest.fixture
def spoken(cast: Cast, petite: Hand) -> Remark:
    """The member's remark before the third card of trick 7."""
    return remarking.add_remark(user=cast.member, hand=petite, place="7.3", text=SPOKEN)


def way(name: str, hand: Hand, remark: Remark | None = None) -> str:
    """The address at which something is said, erased or hidden."""
    where = [hand.club.slug, hand.public_id]
    return reverse(f"remark-{name}", args=[*where, remark.public_id] if remark else where)


def test_a_member_says_something_reads_it_at_its_step_and_erases_it(
    client: Client, cast: Cast, petite: Hand
) -> None:
    client.force_login(cast.member)
    sent = {"place": "7.3", "text": SPOKEN, "seat": "3"}
    answer = client.post(way("add", petite), sent)
    assert answer.headers["Location"] == f"{address(petite, '7.3')}?seat=3&tab=comments"
    remark = Remark.objects.get()
    assert "Erase" in read(client, petite, "7.3", "?tab=comments")

    # It is read from its step on, and always with all hands open.
    client.force_login(cast.scorer)
    for place, seat, seen in [("7.2", "3", 0), ("7.3", "3", 2), ("7.4", "3", 1), ("7.2", "", 1)]:
        shown = visible(read(client, petite, place, f"?seat={seat}&tab=comments"))
        assert shown.count(SPOKEN) == seen, (place, seat)
    page = read(client, petite, "7.3", "?tab=comments")
    assert re.search(r'Comments\s+<span class="second">1</span>', page)
    assert '<span class="mark comment"' in page
    assert "Erase" not in page
    assert client.post(way("erase", petite, remark)).status_code == 403

    client.force_login(cast.member)
    other = cast.sealed_hand()
    assert client.post(way("erase", other, remark)).status_code == 404  # under its own hand alone
    answer = client.post(way("erase", petite, remark))
    assert answer.headers["Location"] == f"{address(petite, '7.3')}?tab=comments"
    assert not Remark.objects.exists()


def test_remarks_are_shown_as_they_were_typed_and_a_long_one_is_cut_next_to_the_table(
    member: Client, cast: Cast, petite: Hand
) -> None:
    text = "<img src=x onerror=alert(1)>\n\n{{ 7|add:1 }} & </textarea>"
    remarking.add_remark(user=cast.member, hand=petite, place="1.1", text=text)
    remarking.add_remark(user=cast.member, hand=petite, place="5.1", text="A word. " * 120)
    shown = read(member, petite, "1.1")
    assert "<img" not in shown
    assert "&lt;img src=x onerror=alert(1)&gt;</p>" in shown
    assert "{{ 7|add:1 }} &amp; &lt;/textarea&gt;" in shown
    page = read(member, petite, "5.1")
    strip = page[page.index('class="now-strip"') :]
    strip = strip[: strip.index("</aside>")]
    assert len(visible(strip)) < 600
    assert re.search(r'href="5\.1\?tab=comments"[^>]*data-tab="comments"', strip)


def test_a_refused_text_or_step_comes_back_with_the_reason_and_open_hands_take_none(
    client: Client, cast: Cast, petite: Hand
) -> None:
    client.force_login(cast.member)
    answer = client.post(way("add", petite), {"place": "7.3", "text": "x" * 1001, "seat": "3"})
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "A comment may have at most 1000 characters; this one has 1001." in shown
    assert 'data-tab="comments" data-here aria-current="true"' in shown
    assert "Comment at <b data-place>7.3</b>" in shown
    assert "What did Dario know?" in shown
    assert "x" * 1001 in shown
    for place, text, complaint in (
        ("7.3", "  ", "Write something first."),
        ("", "Well.", ""),
        ("99.9", "Well.", "This hand has no such step."),
        ("7.3'", "Well.", "This hand has no such step."),
    ):
        answer = client.post(way("add", petite), {"place": place, "text": text})
        assert answer.status_code == 422
        assert complaint in answer.content.decode()
    client.force_login(cast.scorer)
    running = cast.open_hand()
    sent = {"place": "auction", "text": "Hm."}
    assert client.post(way("add", running), sent).status_code == 404
    assert not Remark.objects.exists()


def test_a_remark_that_an_archive_brought_at_no_place_can_be_erased(
    member: Client, petite: Hand, spoken: Remark
) -> None:
    Remark.objects.update(place="zz")
    assert member.post(way("erase", petite, spoken)).status_code == 302
    assert not Remark.objects.exists()


def test_a_hidden_remark_is_read_by_its_author_and_those_who_look_after_the_club(
    client: Client, cast: Cast, petite: Hand, spoken: Remark
) -> None:
    other = remarking.add_remark(user=cast.scorer, hand=petite, place="1.1", text="Another.")
    client.force_login(cast.scorer)
    for remark in (spoken, other):
        assert client.post(way("hide", petite, remark), {"hidden": "1"}).status_code == 302
    for who, seen in ((cast.admin, [True, True]), (cast.member, [True, False])):
        client.force_login(who)
        page = read(client, petite, "7.3")
        assert [SPOKEN in page, "Another." in page] == seen
    client.force_login(cast.scorer)
    client.post(way("hide", petite, spoken), {"hidden": "0"})
    assert Remark.objects.get(pk=spoken.pk).hidden_by is None


def test_many_remarks_take_no_more_statements(
    member: Client, cast: Cast, petite: Hand, spoken: Remark, django_assert_max_num_queries
) -> None:
    for number in range(5):
        remarking.add_remark(user=cast.scorer, hand=petite, place="1.1", text=f"{number}.")
    with django_assert_max_num_queries(9):
        shown = member.get(address(petite, "7.3")).content.decode()
    assert len(re.findall(r'<li class="said"', shown)) == 6
