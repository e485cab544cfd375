"""What is new since the last visit: on the club's page, in a feed, in a calendar."""

from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest
import time_machine
from django.core import mail
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.access.signed_in import end_elsewhere
from games.club import letters
from games.club.news import news_of
from games.confirming.disputes import dispute, rule
from games.models import Evening, Hand, Membership, Remark, Role, User
from games.people.belonging import sign_out_member
from games.replay.remarking import add_remark
from tests.cast import Cast
from tests.factories import claimed_by_seat_0, open_match, sealed_hand

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
TODAY = timezone.localdate


@pytest.fixture
def boris(cast: Cast) -> Membership:
    """The member plays as Boris, and was last here yesterday."""
    yesterday = TODAY() - timedelta(days=1)
    mine = Membership.objects.filter(user=cast.member)
    mine.update(player=cast.players[1], last_seen=yesterday)
    return mine.get()


def announced(cast: Cast, title: str) -> None:
    facts = {"variant": "french", "hands": 4, "opened_by": cast.scorer, "title": title}
    Evening.objects.create(club=cast.club, played_on=TODAY() + timedelta(days=2), **facts)


def test_a_member_reads_what_changed_since_the_visit_before(
    client: Client, cast: Cast, boris: Membership
) -> None:
    client.force_login(cast.member)

    def new() -> str:
        text = client.get(reverse("club", args=[cast.club.slug])).content.decode()
        return text.partition("New since")[2].partition("</ul>")[0]

    assert new() == "", "nothing has changed"
    hand = sealed_hand(cast.scorer, cast.open_match(played_on=TODAY()), claimed_by_seat_0())
    assert "1 new hand of yours" in new()
    again = new()
    assert "1 new hand of yours" in again, "all day long"
    since = f"player={cast.players[1].public_id}&amp;since={TODAY() - timedelta(days=1):%Y-%m-%d}"
    assert since in again
    add_remark(user=cast.member, hand=hand, place="1.1", text="Mine own.")
    add_remark(user=cast.scorer, hand=hand, place="1.1", text="What a lead!")
    raised = dispute(user=cast.member, hand=hand, player=cast.players[1], because="It was 52.")
    rule(user=cast.scorer, dispute=raised, answer="Counted again.")
    announced(cast, "Next Friday")
    told = new()
    assert all(one in told for one in ("What a lead!", "Counted again.", "Next Friday"))
    assert "Mine own." not in told
    assert f"/hands/{hand.public_id}/1.1" in told
    of_scorer = news_of(cast.scorer, cast.club, timezone.now() - timedelta(days=1))
    assert {one.kind for one in of_scorer} == {"hand", "comment", "evening"}, "not their ruling"

    Membership.objects.filter(pk=boris.pk).update(player=cast.players[4])  # who sat elsewhere
    told = new()
    assert "Next Friday" in told
    assert "new hand" not in told
    assert "What a lead!" not in told
    Membership.objects.filter(pk=boris.pk).update(player=cast.players[1])
    Remark.objects.update(hidden_by=cast.admin)
    assert "What a lead!" not in new()
    Hand.objects.update(held=True)
    assert "new hand" not in new()

    tomorrow = {"last_seen": TODAY(), "seen_before": TODAY() + timedelta(days=1)}
    Membership.objects.filter(pk=boris.pk).update(**tomorrow)
    assert new() == ""


def test_a_private_address_shows_what_its_member_may_see_and_ends_with_the_membership(
    client: Client, cast: Cast, boris: Membership
) -> None:
    page = reverse("feeds", args=[cast.club.slug])
    client.force_login(cast.member)

    def read(name: str, feed: str) -> str:
        answer = Client().get(reverse(name, args=[feed]))
        return answer.content.decode() if answer.status_code == 200 else ""

    def new_feed(**sent: str) -> str:
        client.post(page, sent)
        return Membership.objects.get(pk=boris.pk).feed or ""

    feed = new_feed()
    assert f"/feeds/{feed}/news.atom" in client.get(page).content.decode()
    hand = sealed_hand(cast.scorer, cast.open_match(played_on=TODAY()), claimed_by_seat_0())
    theirs = open_match(cast.other_scorer, cast.other_club, cast.other_players[:4])
    sealed_hand(cast.other_scorer, theirs, claimed_by_seat_0())
    announced(cast, "Mid-winter, with a soup; bring\\take spoons " + "é" * 36)
    entries = ElementTree.fromstring(read("feed-news", feed)).findall("{*}entry")
    links = [link.get("href", "") for entry in entries for link in entry.findall("{*}link")]
    assert len(links) == 2, "an evening and a hand, none of another club"
    assert links[1].endswith(reverse("hand", args=[cast.club.slug, hand.public_id]))
    lines = read("feed-calendar", feed).split("\r\n")
    assert all(len(line.encode()) <= 75 for line in lines)
    whole = "\n".join(lines).replace("\n ", "")
    assert "SUMMARY:Mid-winter\\, with a soup\\; bring\\\\take spoons " + "é" * 36 in whole
    assert f"DTSTART;VALUE=DATE:{TODAY():%Y%m%d}" in lines  # the match of today
    Hand.objects.update(held=True)
    assert hand.public_id not in read("feed-news", feed)

    other = new_feed()
    assert (read("feed-news", feed), other == feed) == ("", False)
    assert read("feed-calendar", other)
    Membership.objects.filter(pk=boris.pk).update(role=Role.GUEST)
    assert read("feed-news", other) + read("feed-calendar", other) == ""
    Membership.objects.filter(pk=boris.pk).update(role=Role.MEMBER)
    assert new_feed(off="1") == ""
    last = new_feed()
    for end in (
        lambda: end_elsewhere(user=cast.member, session_key=None),  # as a new password does
        lambda: sign_out_member(user=cast.admin, membership=boris),
    ):
        end()
        assert read("feed-news", last) + read("feed-calendar", last) == ""
        client.force_login(cast.member)
        last = new_feed()
    Membership.objects.filter(pk=boris.pk).delete()
    assert read("feed-news", last) + read("feed-calendar", last) == ""


def test_one_mail_an_evening_to_a_member_who_asked_and_none_after_the_link_in_it(
    client: Client,
    cast: Cast,
    boris: Membership,
    settings: Any,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    settings.SENDS_EMAIL = True
    cast.member.email = "boris@example.org"
    cast.member.language = "de"
    cast.member.save()
    now = timezone.now()
    with time_machine.travel(now - timedelta(days=1)) as clock:
        client.force_login(cast.member)
        client.post(reverse("feeds", args=[cast.club.slug]), {"mail": "1"})
        clock.shift(2)
        hand = sealed_hand(cast.scorer, cast.open_match(played_on=TODAY()), claimed_by_seat_0())
        add_remark(user=cast.scorer, hand=hand, place="1.1", text="What a lead!")
        assert letters.send_letters("https://club") == 0, "the evening goes on"
    Hand.objects.update(held=True)
    assert letters.send_letters("https://club") == 0, "nothing that they may see"
    Hand.objects.update(held=None)
    assert letters.send_letters("https://club") == 1
    assert letters.send_letters("https://club") == 0
    (letter,) = mail.outbox
    assert letter.to == ["boris@example.org"]
    assert "1 neues Spiel von Ihnen: https://club/c/" in letter.body
    assert "What a lead!" in letter.body
    assert f"https://club/c/{cast.club.slug}/hands/{hand.public_id}/1.1\n" in letter.body

    Membership.objects.filter(pk=boris.pk).update(mailed_at=now - timedelta(hours=22))
    with django_assert_num_queries(1):
        assert letters.send_letters("https://club") == 0, "nothing has happened since"
    announced(cast, "Next Friday")
    assert letters.send_letters("https://club") == 1, "no hand is needed for a mail"
    link = letter.extra_headers["List-Unsubscribe"][len("<https://club") : -1]
    visitor = Client()
    assert visitor.get(link).status_code == 200
    assert Membership.objects.get(pk=boris.pk).mailed_at is not None, "a reader of mail may look"
    visitor.post(link)
    assert Membership.objects.get(pk=boris.pk).mailed_at is None
    assert visitor.get(link[:-2] + "x/").status_code == 404


def two_want_mails(cast: Cast, since: datetime) -> QuerySet[Membership]:
    """Two members, of whom one mail each is due."""
    mine = Membership.objects.filter(club=cast.club, user__in=[cast.scorer, cast.member])
    mine.update(mailed_at=since)
    User.objects.filter(memberships__in=mine).update(email="somebody@example.org")
    announced(cast, "Next Friday")
    return mine


@pytest.mark.parametrize(("code", "is_tried_again"), [(550, False), (451, True)])
def test_an_address_that_is_refused_stops_no_other_mail(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, code: int, is_tried_again: bool
) -> None:
    before = timezone.now() - timedelta(days=1)
    mine = two_want_mails(cast, before)
    refused = SMTPRecipientsRefused({"somebody@example.org": (code, b"")})
    monkeypatch.setattr(EmailMessage, "send", Mock(side_effect=[refused, 1]))
    assert letters.send_letters("https://club") == 1
    assert mine.filter(mailed_at=before).count() == is_tried_again


def test_what_happens_while_mails_go_out_is_in_one_mail_to_each(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = two_want_mails(cast, timezone.now() - timedelta(days=1))
    send = Mock(side_effect=[lambda: announced(cast, "Later"), lambda: None])
    monkeypatch.setattr(EmailMessage, "send", lambda _mail: send()() or 1)
    assert letters.send_letters("https://club") == 2
    later = Evening.objects.get(title="Later").opened_at
    assert mine.filter(mailed_at__lt=later).count() == 1, "the other has read it already"
